import { z } from "zod";
import * as answers from "./answers.ts";
import { allowShownBody, decideBody, previewBody } from "./approval.ts";
import { proposeBody } from "./call.ts";
import { CHAT_API } from "./chat-api.ts";
import { chat } from "./chat-answers.ts";
import { chatPolicyBody, defaultsBody } from "./defaults.ts";
import * as mcp from "./mcp.ts";
import type { Described } from "./described.ts";
import { OWN_SERVER_API, ownServer } from "./own-server-api.ts";
import { acceptFileBody } from "./project-file.ts";
import * as requests from "./requests.ts";
import { changeRuleBody, lintRuleBody, ruleBody } from "./rule.ts";
import { sandboxBody } from "./sandbox.ts";
import { securityBody } from "./security.ts";
import { terminalBody } from "./terminal.ts";
import { modesPatch, modesQuery } from "./tool.ts";

const { nothing } = requests;
const { ok } = answers;
const oneApproval = z.strictObject({ approval: answers.approval });
const approvals = z.strictObject({ approvals: z.array(answers.approval) });
const oneRule = z.strictObject({ rule: answers.rule, resettled: answers.resettled });
const mcpTools = z.strictObject({ tools: z.array(answers.mcpTool) });
const empty = z.strictObject({});

/**
 * The HTTP API. The host checks what it is sent by these schemas, its OpenAPI document is made from them, and clients
 * take their types from them. Source: host.md, "HTTP API".
 */
export const API = {
  "POST /api/login": { body: requests.loginBody, answer: z.strictObject({ csrf: z.string() }) },
  "POST /api/logout": { body: nothing, answer: ok },
  "POST /api/login/links": { body: nothing, answer: z.strictObject({ link: z.string() }) },
  "GET /api/me": { answer: answers.me },
  "GET /api/health": { answer: ok.extend({ version: z.string() }) },
  "GET /api/openapi.json": { answer: z.record(z.string(), z.unknown()) },
  "GET /api/sessions": { answer: z.strictObject({ sessions: z.array(answers.session) }) },
  "DELETE /api/sessions/:id": { answer: ok },

  "GET /api/tools/authorization/pending": { query: requests.pendingQuery, answer: approvals },
  "POST /api/tools/authorization/decide": {
    body: decideBody,
    answer: z.strictObject({
      approval: answers.approval,
      resettled: answers.resettled,
      /** `not-saved`: it was to be remembered and is not, so that the answer counts once. */
      saved: z.enum(["saved", "session-only", "not-saved", "none"]),
    }),
  },
  "POST /api/tools/authorization/allow-shown": { body: allowShownBody, answer: answers.shownResults },
  "POST /api/tools/authorization/cancel": {
    body: requests.cancelBody,
    answer: z.strictObject({ cancelled: z.number().int() }),
  },
  "GET /api/approvals": { query: requests.recentQuery, answer: approvals },
  "GET /api/approvals/:id": { query: requests.unmaskQuery, answer: oneApproval },
  "POST /api/approvals/:id/preview": { body: previewBody, answer: oneApproval },
  "POST /api/approvals/:id/execute": { body: nothing, answer: oneApproval },

  "GET /api/settings/command-rules": {
    query: requests.rulesQuery,
    answer: z.strictObject({ rules: z.array(answers.rule) }),
  },
  "POST /api/settings/command-rules": { body: ruleBody, answer: oneRule },
  "PUT /api/settings/command-rules": { body: changeRuleBody, answer: oneRule },
  "DELETE /api/settings/command-rules": { body: requests.removeRuleBody, answer: oneRule },
  "POST /api/settings/command-rules/lint": { body: lintRuleBody, answer: answers.ruleLint },
  "GET /api/settings/defaults": { answer: answers.defaults },
  "PUT /api/settings/defaults": { body: defaultsBody, answer: answers.defaultsSet },
  "GET /api/settings/sandbox": { answer: answers.sandbox },
  "PUT /api/settings/sandbox": { body: sandboxBody, answer: answers.sandbox },
  "POST /api/level": { body: requests.levelBody, answer: z.strictObject({ stopped: z.boolean() }) },

  "POST /api/check": { body: requests.checkBody, answer: answers.checked },
  "GET /api/audit": { query: requests.auditQuery, answer: answers.auditPage },
  "GET /api/audit/verify": { answer: answers.verified },
  "GET /api/events": { query: requests.eventsQuery, answer: null },

  "GET /api/chats": { query: requests.chatsQuery, answer: z.strictObject({ chats: z.array(chat) }) },
  "POST /api/chats/:id/touch": { body: requests.touchBody, answer: z.strictObject({ settled: z.number().int() }) },
  ...CHAT_API,
  "PUT /api/chats/:id/policy": {
    body: chatPolicyBody,
    answer: ok.extend({ resettled: answers.resettled }),
  },

  "GET /api/projects": { answer: z.strictObject({ projects: z.array(answers.project) }) },
  "POST /api/projects": { body: requests.projectBody, answer: z.strictObject({ project: answers.project }) },
  "GET /api/projects/:id/paths": {
    query: requests.pathsQuery,
    answer: z.strictObject({ paths: z.array(z.string()) }),
  },
  "POST /api/projects/:id/open": { body: requests.openBody, answer: z.strictObject({ project: answers.project }) },
  "GET /api/projects/:id/security": { answer: answers.security },
  "PUT /api/projects/:id/security": { body: securityBody, answer: answers.securitySet },
  "GET /api/projects/:id/policy-files": { answer: z.strictObject({ files: z.array(answers.projectFile) }) },
  "POST /api/projects/:id/policy-files/accept": {
    body: acceptFileBody,
    answer: z.strictObject({ files: z.array(answers.projectFile), resettled: answers.resettled }),
  },

  "GET /api/tools": { query: requests.placeQuery, answer: z.strictObject({ tools: z.array(answers.tool) }) },
  "GET /api/tools/authorization": { query: modesQuery, answer: answers.modes },
  "PUT /api/tools/authorization": { query: modesQuery, body: modesPatch, answer: answers.modesSet },

  "GET /api/mcp/servers": {
    answer: z.strictObject({ servers: z.array(answers.mcpServer), own: z.array(ownServer) }),
  },
  ...OWN_SERVER_API,
  "GET /api/mcp/servers/:slug/tools": { answer: mcpTools },
  "PUT /api/mcp/servers/:slug": {
    body: mcp.mcpServerBody,
    answer: mcp.mcpServerBody.extend({ slug: z.string() }),
  },
  "POST /api/mcp/servers/:slug/accept": { body: mcp.acceptBody, answer: mcpTools },
  "POST /api/mcp/watch": { body: mcp.watchBody, answer: null },
  "POST /api/mcp/list": { body: mcp.listBody, answer: z.strictObject({ hidden: z.array(z.string()) }) },
  // A call that waits is a stream of two lines; one that does not, the answer.
  "POST /api/mcp/calls": { body: mcp.mcpCallBody, answer: answers.callAnswer },
  "POST /api/mcp/answers": { body: mcp.mcpAnswerBody, answer: z.strictObject({ counts: z.boolean() }) },
  "POST /api/mcp/withdraw": { body: mcp.withdrawBody, answer: empty },
  "POST /api/mcp/end": { body: mcp.endBody, answer: empty },
  "POST /api/mcp/calls/:approval/outcome": { body: mcp.mcpOutcomeBody, answer: empty },

  "POST /api/calls": { body: proposeBody, answer: answers.callAnswer },
  "POST /api/calls/:approval/outcome": { body: requests.outcomeBody, answer: ok },
  // In the agent's own words, both ways.
  "POST /api/hooks/claude-code": { answer: z.unknown() },
  "PUT /api/agents/:name": {
    body: requests.preferenceBody,
    answer: z.strictObject({ hold: requests.preferenceBody.shape.hold, waitMs: z.number().int() }),
  },
  "POST /api/terminal": { body: terminalBody, answer: answers.terminalAnswer },
  "POST /api/try": { body: nothing, answer: z.strictObject({ chat: z.string(), project: z.string() }) },
} as const satisfies Readonly<Record<string, Described>>;

export type Api = typeof API;
export type RouteName = keyof Api;
