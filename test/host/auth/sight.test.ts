import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Chat } from "../../../src/store/tables/chats.ts";
import type { McpServerView } from "../../../src/wire/mcp.ts";
import { serve, type TestHost, type TestSession } from "../http/serve.ts";

let host: TestHost;
let owner: TestSession;
/** Sees project `mine` and nothing else; an owner, so that no role stands in front of what is tested. */
let one: TestSession;

beforeAll(async () => {
  host = await serve();
  // The first person of a host is its owner, who sees all.
  owner = await host.login();
  const { store, recorder } = host.services;
  await store.persons.add({ id: "one", name: "One", role: "owner", projects: ["mine"], createdAt: Date.now() + 1 });
  for (const id of ["mine", "other"]) {
    const path = `/home/ana/${id}`;
    await store.projects.add({ id, path, name: id, opened: "read", gitWorkTree: true, grants: [], createdAt: 1 });
    await store.chats.add(chat(`chat-${id}`, id));
    const rule = { id: `rule-${id}`, tool: "shell", pattern: `${id} *`, decision: "ask", scope: "project" } as const;
    await store.rules.add({ ...rule, target: id, createdBy: "owner", createdAt: 1 });
    await recorder.commit(async (tables, log) => {
      const line = { at: 1, actor: "person:owner", approval: null };
      await log({ ...line, type: "project.opened", chat: null, data: { project: id } });
      await log({ ...line, type: "chat.policy", chat: `chat-${id}`, data: {} });
      await tables.events.append({ at: 1, type: "chat.changed", chat: `chat-${id}` });
      await tables.events.append({ at: 1, type: "files.changed", id });
    });
  }
  await store.chats.add(chat("chat-none", null));

  one = await host.login("one");
});
afterAll(() => host.close());

function chat(id: string, project: string | null): Chat {
  const never = { level: null, approvalMode: null, sessionKey: null, endedAt: null } as const;
  return { id, project, title: id, agent: null, grants: [], createdAt: 1, lastSeen: 1, ...never };
}

const get = async (who: TestSession, path: string): Promise<string> => (await who.send("GET", path)).text();

describe("a person of one project", () => {
  const LISTS: readonly (readonly [string, string, string])[] = [
    ["/api/projects", '"name":"mine"', '"name":"other"'],
    ["/api/me", '"name":"mine"', '"name":"other"'],
    ["/api/chats", '"chat-mine"', '"chat-other"'],
    ["/api/chats", '"chat-mine"', '"chat-none"'],
    ["/api/settings/command-rules", "rule-mine", "rule-other"],
    ["/api/audit", '"project":"mine"', '"project":"other"'],
    ["/api/audit?limit=1", '"mine"', '"other"'],
    ["/api/audit", '"chat":"chat-mine"', '"chat":"chat-other"'],
    ["/api/audit", '"project":"mine"', "login"],
    ["/api/audit?format=jsonl", '"chat":"chat-mine"', '"chat":"chat-other"'],
  ];
  it.each(LISTS)("lists of %s only what is theirs: %s and not %s", async (path, mine, other) => {
    const seen = await get(one, path);
    expect([seen.includes(other), path.includes("limit") || seen.includes(mine)]).toEqual([false, true]);
    expect(path.includes("limit") || (await get(owner, path)).includes(other)).toBe(true);
  });

  it("is told of no event of another project", async () => {
    const told = async (who: TestSession): Promise<string> => {
      const { body } = await who.send("GET", "/api/events?after=0");
      const reader = (body as ReadableStream<Uint8Array>).getReader();
      let text = "";
      while (!text.includes('"id":"end"')) text += Buffer.from((await reader.read()).value ?? []).toString();
      await reader.cancel();
      return text;
    };
    await host.services.store.events.append({ at: 2, type: "agents.changed", id: "end" });
    const [mine, all] = [await told(one), await told(owner)];
    expect([mine.includes("chat-mine"), mine.includes('"id":"mine"'), mine.includes("other")]).toEqual([
      true,
      true,
      false,
    ]);
    expect(all).toContain("chat-other");
    expect(all).toContain('"id":"other"');
  });

  it("follows no chat of another project beside the host's events", async () => {
    for (const of of ["mine", "other"]) await owner.send("PUT", `/api/chats/chat-${of}`, { title: `told of ${of}` });
    const told = async (who: TestSession): Promise<string[]> => {
      const { body } = await who.send("GET", "/api/events?chats=chat-mine:0,chat-other:0,chat-none:0,x:0");
      const reader = (body as ReadableStream<Uint8Array>).getReader();
      const seen: string[] = [];
      while (seen.length < 4) {
        const text = Buffer.from((await reader.read()).value ?? []).toString();
        for (const [, id, type] of text.matchAll(/^id: (.*)\nevent: (.*)\ndata: .*$/gmu)) seen.push(`${id} ${type}`);
      }
      await reader.cancel();
      return seen.sort();
    };
    await owner.send("PUT", "/api/chats/chat-none", { title: "told of none" });
    const [mine, all] = await Promise.all([told(one), told(owner)]);
    expect(mine).toEqual(["chat-mine:1 chat", "chat-none:0 reset", "chat-other:0 reset", "x:0 reset"]);
    expect(all).toEqual(["chat-mine:1 chat", "chat-none:1 chat", "chat-other:1 chat", "x:0 reset"]);
  });

  /** Every route that names a chat or a project in its address, with a body that names nothing. */
  const named = (of: string): (readonly [string, string])[] =>
    host.routes
      .filter(({ path, access }) => /^\/api\/(chats|projects)\/:id/.test(path) && access.kind === "person")
      .toSorted((a, b) => Number(a.method === "DELETE") - Number(b.method === "DELETE"))
      .map(({ method, path }) => {
        const id = path.startsWith("/api/chats") ? `chat-${of}` : of;
        return [method, path.replace(":id", id).replace(/:\w+/g, "x")];
      });
  const isMissing = async (who: TestSession, method: string, path: string): Promise<boolean> => {
    const response = await who.send(method, path, method === "GET" ? undefined : {});
    if (response.headers.get("content-type") === "text/event-stream") return (await response.body?.cancel(), false);
    return /there is no such (chat|project)/.test(await response.text());
  };

  it("finds nothing of another one behind any route, by its address", async () => {
    for (const [method, path] of named("other"))
      expect([method, path, await isMissing(one, method, path)]).toEqual([method, path, true]);
    // The same routes answer for their own project.
    for (const [method, path] of named("mine"))
      expect([method, path, await isMissing(one, method, path)]).toEqual([method, path, false]);
    expect(named("mine").length).toBeGreaterThan(20);
  });

  const SAID: readonly (readonly [string, string, (of: string) => unknown])[] = [
    ["GET", "/api/tools?project=OF", () => undefined],
    ["GET", "/api/tools?chat=chat-OF", () => undefined],
    ["GET", "/api/chats?project=OF", () => undefined],
    ["GET", "/api/audit?chat=chat-OF", () => undefined],
    ["GET", "/api/tools/authorization/pending?chat=chat-OF", () => undefined],
    ["GET", "/api/tools/authorization?scope=project&id=OF", () => undefined],
    ["GET", "/api/tools/authorization?scope=chat&id=chat-OF", () => undefined],
    ["PUT", "/api/tools/authorization?scope=project&id=OF", () => ({})],
    ["POST", "/api/tools/authorization/cancel", (of) => ({ chat: `chat-${of}` })],
    [
      "POST",
      "/api/settings/command-rules",
      (of) => ({ tool: "shell", pattern: "make *", decision: "ask", scope: "project", target: of }),
    ],
    [
      "POST",
      "/api/settings/command-rules/lint",
      (of) => ({ tool: "shell", pattern: "make *", decision: "ask", scope: "project", target: of }),
    ],
    ["POST", "/api/chats", (of) => ({ project: of })],
  ];
  it.each(SAID)("finds nothing of another one by what %s %s names", async (method, path, body) => {
    const status = async (of: string): Promise<boolean> => {
      const response = await one.send(method, path.replace("OF", of), body(of));
      return /there is no such (chat|project)/.test(await response.text());
    };
    expect([await status("other"), await status("mine")]).toEqual([true, false]);
  });

  it("asks what a call would meet in a folder of their project, and of no other", async () => {
    const status = async (who: TestSession, cwd: string): Promise<number> =>
      (await who.send("POST", "/api/check", { tool: "shell", args: { command: "ls" }, cwd })).status;
    const folders = ["/home/ana/mine/sub", "/home/ana/other", "/home/ana/mine/../other", "/home/ana"];
    expect(await Promise.all(folders.map((cwd) => status(one, cwd)))).toEqual([200, 404, 404, 404]);
    expect(await Promise.all(folders.map((cwd) => status(owner, cwd)))).toEqual([200, 200, 200, 200]);
  });

  it("sees what starts a server of their project, and of no other; nobody sees what it is given in secret", async () => {
    const { mcpServers } = host.services.store;
    for (const [id, cwd] of Object.entries({ mine: "/home/ana/mine/sub", other: "/home/ana/other", none: "/home/ana" }))
      await mcpServers.add({
        slug: id,
        entryHash: id,
        entry: { command: "npx", args: ["files", "--api-key", "hunter2", "-e", "DB_PASSWORD=hunter2"], env: [], cwd },
        answerIn: "inbox",
        firstSeen: 1,
        lastSeen: 1,
      });
    const started = async (who: TestSession): Promise<unknown> => {
      const { servers } = JSON.parse(await get(who, "/api/mcp/servers")) as { servers: McpServerView[] };
      return Object.fromEntries(servers.map(({ slug, starts }) => [slug, starts]));
    };
    const line = "npx files --api-key [redacted:cli-password] -e DB_PASSWORD=[redacted:env-secret]";
    const mine = { line, cwd: "/home/ana/mine/sub" };
    expect(await started(one)).toEqual({ mine, other: null, none: null });
    const all = { mine, other: { line, cwd: "/home/ana/other" }, none: { line, cwd: "/home/ana" } };
    expect(await started(owner)).toEqual(all);
  });

  /** What holds for every project, so that it is changed only by an owner who sees them all. */
  const FOR_ALL = [
    "POST /api/try",
    "PUT /api/settings/defaults",
    "PUT /api/settings/sandbox",
    "POST /api/connections",
    "PUT /api/connections/default",
    "PUT /api/connections/:id",
    "DELETE /api/connections/:id",
    "POST /api/connections/:id/test",
    "PUT /api/agents/:name",
    "POST /api/projects",
    "PUT /api/mcp/servers/:slug",
    "POST /api/mcp/servers/:slug/accept",
    "POST /api/mcp/servers",
    "PUT /api/mcp/servers/:slug/use",
    "POST /api/mcp/servers/:slug/restart",
    "DELETE /api/mcp/servers/:slug",
  ];

  it("changes nothing that holds for every project, by any route", async () => {
    const refused = async (who: TestSession): Promise<readonly string[]> => {
      const found = [];
      for (const { method, path } of host.routes.filter(({ access }) => access.kind === "person")) {
        if (method === "GET" || path === "/api/logout") continue;
        const response = await who.send(method, path.replace(/:\w+/g, "x"), {});
        if (/"EFORBIDDEN"/.test(await response.text())) found.push(`${method} ${path}`);
      }
      return found.toSorted();
    };
    expect(await refused(one)).toEqual(FOR_ALL.toSorted());
    expect(await refused(owner)).toEqual([]);
  });

  const RULE = { tool: "shell", pattern: "make *", decision: "allow", scope: "global" } as const;
  const WIDE: readonly (readonly [string, string, unknown])[] = [
    ["PUT", "/api/tools/authorization?scope=app", { native: { shell: { mode: "allow" } } }],
    ["POST", "/api/settings/command-rules", RULE],
    ["PUT", "/api/settings/command-rules", { ...RULE, id: "rule-wide" }],
    ["PUT", "/api/settings/command-rules", { ...RULE, id: "rule-mine" }],
    ["PUT", "/api/settings/command-rules", { ...RULE, id: "rule-wide", scope: "project", target: "mine" }],
    ["DELETE", "/api/settings/command-rules", { id: "rule-wide" }],
    ["POST", "/api/level", { stopped: false }],
  ];
  it.each(WIDE)("changes nothing that holds for every project: %s %s %j", async (method, path, body) => {
    const { rules } = host.services.store;
    await rules.remove("rule-wide");
    await rules.add({ ...RULE, id: "rule-wide", target: "", createdBy: "owner", createdAt: 1 });
    const before = JSON.stringify(await rules.list());
    const refused = await one.send(method, path, body);
    expect([refused.status, JSON.stringify(await rules.list())]).toEqual([403, before]);
    const kept = await rules.get("rule-mine");
    expect((await owner.send(method, path, body)).ok).toBe(true);
    if (kept) await rules.remove("rule-mine").then(() => rules.add(kept));
  });

  it("stops everything: that only makes it stricter", async () => {
    expect((await one.send("POST", "/api/level", { stopped: true })).status).toBe(200);
    expect((await owner.send("POST", "/api/level", { stopped: false })).status).toBe(200);
  });

  it("changes no rule of another one", async () => {
    const remove = (id: string) => one.send("DELETE", "/api/settings/command-rules", { id });
    expect((await remove("rule-other")).status).toBe(404);
    expect((await remove("rule-mine")).status).toBe(200);
    expect(await get(owner, "/api/settings/command-rules")).toContain("rule-other");
  });
});
