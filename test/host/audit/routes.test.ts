import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { AuditLine } from "../../../src/wire/audit.ts";
import type { ApprovalView } from "../../../src/wire/approval.ts";
import type { ChatClient } from "../engine/chat-client.ts";
import type { Reply } from "../engine/provider.ts";
import { call, type Scripted, startScripted } from "../engine/scripted.ts";
import { logIn, type TestSession } from "../http/serve.ts";
import { until } from "../real-host.ts";

/** Each route that changes something leaves its line, and one that is new here needs its row. */
let host: Scripted;
let chat: ChatClient;
let project: string;

beforeAll(async () => {
  host = await startScripted();
  project = (await json<{ projects: { id: string }[] }>("GET", "/api/projects")).projects[0]?.id as string;
  chat = await host.chat();
});
afterAll(() => host.close());

async function json<T = Record<string, never>>(method: string, path: string, body?: object): Promise<T> {
  const response = await host.real.person.send(method, path, body);
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

async function asAgent<T>(agent: string, path: string, body: object): Promise<T> {
  const token = readFileSync(join(host.real.dataDir, `agents/${agent}.token`), "utf8").split("\n")[0];
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  const response = await fetch(host.real.host.url + path, init);
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  // Of what is waited for, the first line.
  return JSON.parse((await response.text()).split("\n")[0] as string) as T;
}

const entry = { command: "/usr/bin/node", args: ["s.js", "--token", "hunter2hunter2"], env: [], cwd: "/" };
const gate = { session: "gate-1", entry, name: "notes", project: null };
const descriptor = { name: "add", description: "Adds a note.", inputSchema: { type: "object" } };
let calls = 0;
const callOf = (command: string, more: object = {}) => ({
  tool: "Bash",
  args: { command },
  cwd: host.real.project,
  session: "s",
  callId: `c${++calls}`,
  waitMs: 0,
  ...more,
});
const mcpCall = <T>(more: object = {}) => {
  const body = { ...gate, tool: "add", descriptor, args: {}, callId: `c${++calls}`, waitMs: 0, ...more };
  return asAgent<T>("mcp", "/api/mcp/calls", body);
};
/** The newest that waits. */
const card = async (): Promise<ApprovalView> => until(async () => (await host.real.pending()).at(-1));
const asked = async (command: string): Promise<ApprovalView> => {
  await host.real.call(callOf(command));
  return card();
};
const answer = (view: ApprovalView, more: object = {}) =>
  json("POST", "/api/tools/authorization/decide", { id: view.id, digest: view.digest, decision: "allow", ...more });
const runTo = async (state: string, turns: readonly Reply[]): Promise<void> => {
  host.provider.script(...turns);
  await chat.send("go");
  await chat.reaches(state);
};
const idle = () => chat.reaches("idle");
const rule = { tool: "shell", pattern: "make *", decision: "ask", scope: "global" };
const ruleNow = async (): Promise<string> =>
  (await json<{ rules: { id: string; pattern: string }[] }>("GET", "/api/settings/command-rules")).rules.find(
    ({ pattern }) => pattern === rule.pattern,
  )?.id as string;
const connection = (): string => `/api/connections/${host.model.connection}`;

/** What is done, and the lines that it has to leave, among others. A run goes on by itself meanwhile. */
type Row = readonly [does: () => Promise<unknown>, lines: readonly string[]];
let session: TestSession;

const LINES: Readonly<Record<string, Row>> = {
  "POST /api/projects": [
    () => json("POST", "/api/projects", { path: host.real.dataDir }),
    ["project.added person:owner"],
  ],
  "POST /api/projects/:id/open": [
    () => json("POST", `/api/projects/${project}/open`, { answer: "edit" }),
    ["project.opened person:owner"],
  ],
  "PUT /api/projects/:id/security": [
    async () => {
      const { revision } = await json<{ revision: string }>("GET", `/api/projects/${project}/security`);
      await json("PUT", `/api/projects/${project}/security`, { revision, grants: [], tools: {} });
      await json("POST", `/api/projects/${project}/open`, { answer: "edit" });
    },
    ["security.changed person:owner"],
  ],
  "PUT /api/tools/authorization": [
    () => json("PUT", "/api/tools/authorization?scope=app", { native: { web_fetch: { mode: "ask" } } }),
    ["modes.changed person:owner"],
  ],
  "PUT /api/settings/defaults": [
    () => json("PUT", "/api/settings/defaults", { outputLimit: 20_000 }),
    ["defaults.changed person:owner"],
  ],
  "PUT /api/settings/sandbox": [
    () => json("PUT", "/api/settings/sandbox", { on: false }),
    ["sandbox.set person:owner"],
  ],
  "PUT /api/agents/:name": [
    () => json("PUT", "/api/agents/claude-code", { hold: "inbox" }),
    ["agent.preference person:owner"],
  ],
  "POST /api/settings/command-rules": [
    () => json("POST", "/api/settings/command-rules", rule),
    ["rule.added person:owner"],
  ],
  "PUT /api/settings/command-rules": [
    async () => json("PUT", "/api/settings/command-rules", { ...rule, id: await ruleNow() }),
    ["rule.changed person:owner"],
  ],
  "DELETE /api/settings/command-rules": [
    async () => json("DELETE", "/api/settings/command-rules", { id: await ruleNow() }),
    ["rule.removed person:owner"],
  ],
  "POST /api/connections": [
    () => json("POST", "/api/connections", { kind: "openai", name: "x", baseUrl: "http://127.0.0.1:9", models: ["m"] }),
    ["connection.added person:owner"],
  ],
  "PUT /api/connections/:id": [
    () => json("PUT", connection(), { credential: "another-key" }),
    ["connection.changed person:owner"],
  ],
  "PUT /api/connections/default": [
    () => json("PUT", "/api/connections/default", { model: host.model }),
    ["connection.default person:owner"],
  ],
  "POST /api/calls": [() => asked("npm test"), ["approval.pending agent:claude-code"]],
  "POST /api/tools/authorization/decide": [
    async () => answer(await card(), { remember: { offer: 0, scope: "session" } }),
    ["approval.approved person:owner", "approval.remembered person:owner"],
  ],
  "POST /api/calls/:approval/outcome": [
    async () => {
      const { approval } = (await host.real.call(callOf("npm test"))) as { approval: string };
      await asAgent("claude-code", `/api/calls/${approval}/outcome`, { ok: true });
    },
    ["approval.executing agent:claude-code", "approval.executed host"],
  ],
  "POST /api/chats/:id/touch": [
    async () => {
      const { approvals } = await json<{ approvals: ApprovalView[] }>("GET", "/api/approvals");
      await json("POST", `/api/chats/${approvals[0]?.chat.id}/touch`, {});
    },
    ["chat.forgotten person:owner"],
  ],
  "POST /api/tools/authorization/allow-shown": [
    async () => {
      const { id, digest } = await asked("npm run shown");
      await json("POST", "/api/tools/authorization/allow-shown", { calls: [{ id, digest }] });
    },
    ["approval.approved person:owner"],
  ],
  "POST /api/tools/authorization/cancel": [
    async () => {
      const view = await asked("npm run cancelled");
      await json("POST", "/api/tools/authorization/cancel", { chat: view.chat.id });
    },
    ["approval.cancelled person:owner"],
  ],
  "POST /api/hooks/claude-code": [
    () =>
      host.real.hook({ session_id: "h", hook_event_name: "SessionStart", cwd: host.real.project, source: "startup" }),
    ["chat.created agent:claude-code"],
  ],
  "POST /api/mcp/list": [
    () => asAgent("mcp", "/api/mcp/list", { ...gate, tools: [descriptor] }),
    ["mcp.server-seen agent:mcp", "chat.created agent:mcp", "mcp.pinned host"],
  ],
  "POST /api/mcp/calls": [() => mcpCall(), ["approval.pending agent:mcp"]],
  "PUT /api/mcp/servers/:slug": [
    () => json("PUT", "/api/mcp/servers/notes", { answerIn: "inbox" }),
    ["mcp.answer-in person:owner"],
  ],
  "POST /api/mcp/servers/:slug/accept": [
    async () => {
      await asAgent("mcp", "/api/mcp/list", { ...gate, tools: [{ ...descriptor, description: "Adds two." }] });
      const { tools } = await json<{ tools: { changed: { hash: string } }[] }>("GET", "/api/mcp/servers/notes/tools");
      await json("POST", "/api/mcp/servers/notes/accept", { tool: "add", hash: tools[0]?.changed.hash });
    },
    ["mcp.changed host", "mcp.accepted person:owner"],
  ],
  "POST /api/mcp/withdraw": [
    async () => {
      const callId = `c${++calls}`;
      await asAgent("mcp", "/api/mcp/end", { session: "gate-1" });
      await mcpCall({ callId });
      await asAgent("mcp", "/api/mcp/withdraw", { session: "gate-1", callId });
    },
    ["approval.cancelled agent:mcp"],
  ],
  "POST /api/mcp/end": [
    async () => {
      await mcpCall();
      await asAgent("mcp", "/api/mcp/end", { session: "gate-1" });
    },
    ["approval.cancelled host"],
  ],
  "POST /api/mcp/calls/:approval/outcome": [
    async () => {
      await mcpCall();
      const view = await card();
      await answer(view);
      await mcpCall();
      await asAgent("mcp", `/api/mcp/calls/${view.id}/outcome`, { state: "executed" });
    },
    ["approval.executing agent:mcp", "approval.executed host"],
  ],
  "POST /api/mcp/answers": [
    async () => {
      await json("PUT", "/api/mcp/servers/notes", { answerIn: "client" });
      const { ask } = await mcpCall<{ ask: { state: string } }>({ args: { n: 1 } });
      await asAgent("mcp", "/api/mcp/answers", {
        ...gate,
        tool: "add",
        args: { n: 1 },
        state: ask.state,
        decision: "deny",
      });
    },
    ["approval.denied agent:mcp"],
  ],
  "POST /api/mcp/servers": [
    () => json("POST", "/api/mcp/servers", { name: "net", entry: { kind: "http", url: "http://127.0.0.1:9/" } }),
    ["mcp.server-added person:owner"],
  ],
  "POST /api/mcp/proposals/confirm": [
    async () => {
      const program = { kind: "stdio", command: process.execPath, args: ["-e", ""] };
      const { code } = await json<{ code: string }>("POST", "/api/mcp/servers", { name: "prog", entry: program });
      const look = { code };
      const { proposal } = await asAgent<{ proposal: { digest: string } }>("terminal", "/api/mcp/proposals", look);
      await asAgent("terminal", "/api/mcp/proposals/confirm", { code, digest: proposal.digest });
    },
    ["mcp.server-added person:owner"],
  ],
  "POST /api/mcp/servers/:slug/restart": [
    () => json("POST", "/api/mcp/servers/prog/restart", {}),
    ["mcp.launched host"],
  ],
  "PUT /api/mcp/servers/:slug/use": [
    () => json("PUT", "/api/mcp/servers/prog/use", { enabled: false }),
    ["mcp.server-use person:owner"],
  ],
  "DELETE /api/mcp/servers/:slug": [
    () => json("DELETE", "/api/mcp/servers/prog", {}),
    ["mcp.server-removed person:owner"],
  ],
  "POST /api/chats": [() => json("POST", "/api/chats", { project }), ["chat.created person:owner"]],
  "PUT /api/chats/:id": [() => chat.post("", { title: "Audited" }, "PUT"), ["chat.changed person:owner"]],
  "PUT /api/chats/:id/policy": [
    () => json("PUT", `/api/chats/${chat.id}/policy`, { level: "L0" }),
    ["chat.policy person:owner"],
  ],
  "POST /api/chats/:id/messages": [() => runTo("idle", [{ text: "done" }]), ["run.started person:owner"]],
  "POST /api/chats/:id/regenerate": [
    async () => {
      const { messages } = await chat.open();
      host.provider.script({ text: "again" });
      await chat.post("/regenerate", { message: messages.findLast(({ role }) => role === "assistant")?.id });
      await idle();
    },
    ["run.started person:owner"],
  ],
  "POST /api/chats/:id/shell": [
    async () => {
      await chat.post("/shell", { command: "git status" });
      await idle();
    },
    ["run.started person:owner", "approval.approved host", "approval.executing host", "approval.executed host"],
  ],
  "POST /api/chats/:id/answers": [
    async () => {
      const args = { question: "Which?", choices: ["a", "b"] };
      host.provider.script({ calls: [call("ask_user", args)] }, { text: "done" });
      await chat.send("go");
      const view = await until(async () => (await host.real.recent()).find(({ tool }) => tool.id === "ask_user"));
      await until(async () => (await chat.post("/answers", { call: view.callId, choices: [0] })).ok);
      await idle();
    },
    ["question.answered person:owner"],
  ],
  "PUT /api/chats/:id/calls/:call/model": [
    async () => {
      await runTo("waiting", [{ calls: [call("subagent", { task: "look" })] }, { text: "done" }]);
      const [view] = await chat.pending();
      await json("PUT", `/api/chats/${chat.id}/calls/${view?.callId}/model`, { model: host.model });
    },
    ["call.model person:owner"],
  ],
  "POST /api/chats/:id/stop": [() => chat.post("/stop"), ["approval.cancelled person:owner"]],
  "POST /api/approvals/:id/execute": [
    async () => {
      host.provider.script({ calls: [call("shell", { command: "npm run made" })] }, { text: "done" });
      await chat.send("go");
      const [view] = await until(async () => {
        const cards = await chat.pending();
        return cards.length > 0 && cards;
      });
      await answer(view as ApprovalView);
      // Its run is as fast: whichever claims it, it is claimed once.
      await host.real.person.send("POST", `/api/approvals/${view?.id}/execute`, {});
      await idle();
    },
    ["approval.approved person:owner", "approval.executing host", "approval.executed host"],
  ],
  "POST /api/chats/:id/undo": [
    async () => {
      await runTo("idle", [{ calls: [call("write_file", { path: "undone.txt", content: "x" })] }, { text: "done" }]);
      const { runs } = await json<{ runs: { run: string }[] }>("GET", `/api/chats/${chat.id}/undo`);
      await json("POST", `/api/chats/${chat.id}/undo`, { run: runs[0]?.run });
    },
    ["run.undone person:owner"],
  ],
  "DELETE /api/chats/:id": [() => chat.post("", {}, "DELETE"), ["chat.removed person:owner"]],
  "POST /api/try": [() => json("POST", "/api/try", {}), ["project.added person:owner"]],
  "POST /api/terminal": [
    () => asAgent("terminal", "/api/terminal", { command: { do: "stop" }, cwd: host.real.project }),
    ["level.stopped agent:terminal"],
  ],
  "POST /api/level": [() => json("POST", "/api/level", { stopped: false }), ["level.released person:owner"]],
  "DELETE /api/connections/:id": [() => json("DELETE", connection(), {}), ["connection.removed person:owner"]],
  "POST /api/login/links": [() => json("POST", "/api/login/links", {}), ["login.link person:owner"]],
};

const LAST: Readonly<Record<string, Row>> = {
  "POST /api/projects/:id/policy-files/accept": [
    async () => {
      writeFileSync(join(host.real.project, ".assent.json"), JSON.stringify({ tools: { shell: { mode: "ask" } } }));
      const path = `/api/projects/${project}/policy-files`;
      const { files } = await json<{ files: { name: string; hash: string }[] }>("GET", path);
      await json("POST", `${path}/accept`, { name: ".assent.json", hash: files[0]?.hash });
    },
    ["project.file-accepted person:owner"],
  ],
  "POST /api/login": [
    async () => {
      const { link } = await json<{ link: string }>("POST", "/api/login/links", {});
      session = await logIn(host.real.host.url, link.split("#")[1] as string);
    },
    ["login person:owner"],
  ],
  "POST /api/logout": [async () => session.send("POST", "/api/logout", {}), ["session.revoked person:owner"]],
  "DELETE /api/sessions/:id": [
    async () => {
      const { link } = await json<{ link: string }>("POST", "/api/login/links", {});
      await logIn(host.real.host.url, link.split("#")[1] as string);
      const { sessions } = await json<{ sessions: { id: string; current: boolean }[] }>("GET", "/api/sessions");
      await json("DELETE", `/api/sessions/${sessions.find(({ current }) => !current)?.id}`, {});
    },
    ["login person:owner", "session.revoked person:owner"],
  ],
};

/** What changes nothing that the trail tells of, with the reason. */
const NONE: Readonly<Record<string, string>> = {
  "POST /api/check": "reads and decides, and keeps nothing",
  "POST /api/settings/command-rules/lint": "looks at a rule that is not added yet, and keeps nothing",
  "POST /api/approvals/:id/preview": "shows a card as it would be, and keeps nothing",
  "POST /api/connections/:id/test": "asks the endpoint for its models, and keeps nothing",
  "PUT /api/chats/:id/head": "which branch of a chat is shown; the next run names the message that it goes on from",
  "POST /api/mcp/proposals": "shows in a terminal what a page has proposed, and keeps nothing",
  "POST /api/mcp/watch": "holds a stream open; a server that is new by it has its line, as with a list",
};

const newest = async (): Promise<number> =>
  (await json<{ lines: AuditLine[] }>("GET", "/api/audit?limit=1")).lines[0]?.seq ?? 0;
const linesAfter = async (seq: number): Promise<readonly string[]> => {
  const { lines } = await json<{ lines: AuditLine[] }>("GET", "/api/audit?limit=500");
  return lines.filter((line) => line.seq > seq).map(({ type, actor }) => `${type} ${actor}`);
};

it("every route that may change something is told of here", async () => {
  const { paths } = await json<{ paths: Record<string, object> }>("GET", "/api/openapi.json");
  const changing = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => method !== "get")
      .map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`),
  );
  const told = [...Object.keys(LINES), ...Object.keys(LAST), ...Object.keys(NONE)];
  expect(changing.toSorted()).toEqual(told.toSorted());
});

// In this order: each goes on from where the one before has left the host.
it.each(Object.entries({ ...LINES, ...LAST }))("%s", async (_, [does, lines]) => {
  const before = await newest();
  await does();
  expect(await linesAfter(before)).toEqual(expect.arrayContaining([...lines]));
});

it("holds no secret that a server was given", async () => {
  const response = await host.real.person.send("GET", "/api/audit?format=jsonl");
  const text = await response.text();
  expect([text.includes("mcp.server-seen"), text.includes("hunter2hunter2")]).toEqual([true, false]);
});
