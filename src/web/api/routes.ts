/** The host's routes as this UI uses them; nothing else in the UI knows a path. Source: host.md, "HTTP API". */
import type { z } from "zod";
import type { ApprovalMode, Entry, Level } from "../../core/policy.ts";
import type { DecideBody } from "../../wire/approval.ts";
import type { AnswerOf } from "../../wire/client.ts";
import type { defaultsBody } from "../../wire/defaults.ts";
import type { AcceptFileBody } from "../../wire/project-file.ts";
import type { LintRuleBody, RuleBody } from "../../wire/rule.ts";
import type { SecurityBody, SecurityDocument } from "../../wire/security.ts";
import type { ModeScope, modesPatch } from "../../wire/tool.ts";
import { call } from "./client.ts";

type ModesPatch = z.input<typeof modesPatch>;
type DefaultsBody = z.input<typeof defaultsBody>;

export interface AuditQuery {
  readonly text?: string;
  readonly type?: string;
  readonly approval?: string;
  /** Only lines before this number; for the next page. */
  readonly before?: number;
}

export type Decided = AnswerOf<"POST /api/tools/authorization/decide">;
export type Verified = AnswerOf<"GET /api/audit/verify">;

/** A chat as the pages about policy show it. */
export type ChatView = Pick<
  AnswerOf<"GET /api/chats">["chats"][number],
  "id" | "project" | "title" | "agent" | "level" | "approvalMode" | "lastSeen" | "endedAt"
>;

type Entries = Readonly<Record<string, Entry | null>>;

/** An entry replaces the whole one that was there, null deletes it. */
export interface LayerPatch {
  readonly native?: Entries;
  readonly mcp?: { readonly shared?: Entry | null; readonly servers?: Entries; readonly tools?: Entries };
}

/** Whose modes are shown and set; of the app the id is empty. */
export interface ModePlace {
  readonly scope: ModeScope;
  readonly id: string;
}

export interface Autonomy {
  readonly level?: Level | null;
  readonly approvalMode?: ApprovalMode | null;
}

export const getMe = () => call("GET /api/me");
export const login = (token: string) => call("POST /api/login", { body: { token } });

export const listPending = (query: { readonly first?: number; readonly chat?: string } = {}) =>
  call("GET /api/tools/authorization/pending", { query }).then((body) => body.approvals);
export const listRecent = () => call("GET /api/approvals", { query: { recent: 20 } }).then((body) => body.approvals);
export const getApproval = (id: string, options: { readonly unmask: boolean }) =>
  call("GET /api/approvals/:id", { params: { id }, query: options.unmask ? { unmask: "1" } : {} }).then(
    (body) => body.approval,
  );
export const previewApproval = (id: string, args: unknown) =>
  call("POST /api/approvals/:id/preview", { params: { id }, body: { args } }).then((body) => body.approval);
export type ShownResult = AnswerOf<"POST /api/tools/authorization/allow-shown">["results"][number];
/** Calls that were listed on screen, each by the digest of what was shown. */
export const allowShown = (calls: readonly Pick<DecideBody, "id" | "digest">[]) =>
  call("POST /api/tools/authorization/allow-shown", { body: { calls: [...calls] } }).then((body) => body.results);
export const decide = (body: DecideBody) => call("POST /api/tools/authorization/decide", { body });

export const listRules = () => call("GET /api/settings/command-rules").then((body) => body.rules);
/** `resettled`: waiting calls that the change answered or made void. */
export type RuleChanged = AnswerOf<"POST /api/settings/command-rules">;
export const addRule = (body: RuleBody) => call("POST /api/settings/command-rules", { body });
/** In the place of the one with this id. */
export const changeRule = (id: string, body: RuleBody) =>
  call("PUT /api/settings/command-rules", { body: { ...body, id } });
export const lintRule = (body: LintRuleBody) => call("POST /api/settings/command-rules/lint", { body });
export const removeRule = (id: string) => call("DELETE /api/settings/command-rules", { body: { id } });

export const check = (body: { readonly tool: string; readonly args: unknown; readonly project?: string }) =>
  call("POST /api/check", { body });

export const listAudit = (query: AuditQuery) => call("GET /api/audit", { query });
export const verifyAudit = () => call("GET /api/audit/verify");

export const listSessions = () => call("GET /api/sessions").then((body) => body.sessions);
export const endSession = (id: string) => call("DELETE /api/sessions/:id", { params: { id } });
export const makeLoginLink = () => call("POST /api/login/links").then((body) => body.link);
export const logout = () => call("POST /api/logout");

export const setStopped = (stopped: boolean) => call("POST /api/level", { body: { stopped } });
export const openProject = (id: string, answer: "read" | "edit" | "ask") =>
  call("POST /api/projects/:id/open", { params: { id }, body: { answer } });
export const listTools = ({ scope, id }: ModePlace) =>
  call("GET /api/tools", { query: scope === "app" ? {} : { [scope]: id } }).then((body) => body.tools);
export const setModes = ({ scope, id }: ModePlace, patch: LayerPatch) =>
  call("PUT /api/tools/authorization", { query: { scope, id }, body: patch as ModesPatch });

export const listChats = () => call("GET /api/chats", { query: { limit: 200 } }).then((body) => body.chats);
export const setChatAutonomy = (id: string, { level, approvalMode }: Autonomy) =>
  call("PUT /api/chats/:id/policy", { params: { id }, body: { level, approvalMode } });
export const getDefaults = () => call("GET /api/settings/defaults");
export const setDefaults = (
  change: Autonomy & { readonly preset?: string } & Pick<DefaultsBody, "limits" | "outputLimit">,
) => call("PUT /api/settings/defaults", { body: change as DefaultsBody });

export const getSandbox = () => call("GET /api/settings/sandbox");
export const setSandbox = (on: boolean) => call("PUT /api/settings/sandbox", { body: { on } });
export const listMcpServers = () => call("GET /api/mcp/servers");
export const listMcpTools = (slug: string) =>
  call("GET /api/mcp/servers/:slug/tools", { params: { slug } }).then((body) => body.tools);
export const setAnswerIn = (slug: string, answerIn: "inbox" | "client") =>
  call("PUT /api/mcp/servers/:slug", { params: { slug }, body: { answerIn } });
/** Of the version that was on screen; another one by now is refused. */
export const acceptTool = (
  slug: string,
  body: { readonly tool: string; readonly hash: string; readonly class: string | null },
) => call("POST /api/mcp/servers/:slug/accept", { params: { slug }, body });

export const getSecurity = (id: string) => call("GET /api/projects/:id/security", { params: { id } });
export const putSecurity = (id: string, body: Omit<SecurityBody, "tools"> & Pick<SecurityDocument, "tools">) =>
  call("PUT /api/projects/:id/security", { params: { id }, body: body as SecurityBody });

export const listFiles = (id: string) =>
  call("GET /api/projects/:id/policy-files", { params: { id } }).then((body) => body.files);
export const acceptFile = (id: string, body: AcceptFileBody) =>
  call("POST /api/projects/:id/policy-files/accept", { params: { id }, body });

export const startTry = () => call("POST /api/try");

export const AUDIT_EXPORT_PATH = "/api/audit?format=jsonl";
