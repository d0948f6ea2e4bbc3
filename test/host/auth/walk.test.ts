import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PAGE } from "../../../src/host/http/routes/access.ts";
import { serve, type TestHost } from "../http/serve.ts";

/** Reached without a credential, each with its reason; anything new here is a decision about security. */
const OPEN = ["POST /api/login"];
/** All that an agent may do: propose calls, tell and learn their outcome, and see that the host is there. */
const FOR_AGENTS = [
  "GET /api/health",
  "POST /api/calls",
  "POST /api/calls/:approval/outcome",
  "POST /api/hooks/claude-code",
  "POST /api/mcp/watch",
  "POST /api/mcp/list",
  "POST /api/mcp/calls",
  "POST /api/mcp/answers",
  "POST /api/mcp/withdraw",
  "POST /api/mcp/end",
  "POST /api/mcp/calls/:approval/outcome",
];
/** What only `assent` commands in a terminal may ask for. */
const FOR_TERMINALS = ["POST /api/terminal", "POST /api/mcp/proposals", "POST /api/mcp/proposals/confirm"];
/** What a person who may only look cannot do. */
const FOR_APPROVERS = [
  "PUT /api/chats/:id/policy",
  "PUT /api/tools/authorization",
  "POST /api/tools/authorization/decide",
  "POST /api/tools/authorization/allow-shown",
  "POST /api/tools/authorization/cancel",
  "POST /api/approvals/:id/preview",
  "POST /api/approvals/:id/execute",
  "POST /api/level",
  "POST /api/chats",
  "PUT /api/chats/:id",
  "DELETE /api/chats/:id",
  "POST /api/chats/:id/messages",
  "POST /api/chats/:id/regenerate",
  "POST /api/chats/:id/shell",
  "POST /api/chats/:id/answers",
  "POST /api/chats/:id/stop",
  "POST /api/chats/:id/touch",
  "POST /api/chats/:id/undo",
  "PUT /api/chats/:id/head",
  "PUT /api/chats/:id/calls/:call/model",
  "POST /api/try",
];
const FOR_OWNERS = [
  "POST /api/projects/:id/policy-files/accept",
  "PUT /api/mcp/servers/:slug",
  "POST /api/mcp/servers/:slug/accept",
  "POST /api/mcp/servers",
  "GET /api/mcp/project-servers",
  "PUT /api/mcp/servers/:slug/use",
  "POST /api/mcp/servers/:slug/restart",
  "DELETE /api/mcp/servers/:slug",
  "PUT /api/projects/:id/security",
  "PUT /api/settings/defaults",
  "PUT /api/settings/sandbox",
  "POST /api/login/links",
  "POST /api/settings/command-rules",
  "PUT /api/settings/command-rules",
  "POST /api/settings/command-rules/lint",
  "DELETE /api/settings/command-rules",
  "POST /api/connections",
  "PUT /api/connections/:id",
  "DELETE /api/connections/:id",
  "PUT /api/connections/default",
  "POST /api/connections/:id/test",
  "POST /api/projects",
  "POST /api/projects/:id/open",
  "PUT /api/agents/:name",
];

describe("every route and every principal", () => {
  let host: TestHost;
  beforeAll(async () => {
    host = await serve();
  });
  afterAll(() => host.close());

  const nameOf = (route: { readonly method: string; readonly path: string }): string => `${route.method} ${route.path}`;
  const names = (): string[] => host.routes.map(nameOf).sort();

  /** Statuses of all routes for one set of headers, with an empty body. Logging out goes last: it works. */
  async function walk(headers: Readonly<Record<string, string>>): Promise<Map<string, number>> {
    const statuses = new Map<string, number>();
    const last = host.routes.filter((route) => route.path === "/api/logout");
    for (const { method, path } of [...host.routes.filter((route) => !last.includes(route)), ...last]) {
      const signal = AbortSignal.timeout(5_000);
      const init = method === "GET" ? { method, headers, signal } : { method, headers, signal, body: "{}" };
      const response = await fetch(host.url + path.replace(/:\w+/, "apr_open"), init);
      statuses.set(`${method} ${path}`, response.status);
      await response.body?.cancel();
    }
    return statuses;
  }

  const page = (): Record<string, string> => ({
    origin: host.url,
    "sec-fetch-site": "same-origin",
    "content-type": "application/json",
  });
  const refused = (statuses: Map<string, number>): string[] =>
    [...statuses]
      .filter(([, status]) => status === 401 || status === 403)
      .map(([name]) => name)
      .sort();

  it("are all in the table", () => {
    const served = host.app.routes.map(nameOf);
    expect(served.filter((name) => !names().includes(name))).toEqual(["ALL /api/*", "GET /*"]);
    expect(new Set(served).size).toBe(served.length);
  });

  it("leave the page open, which is the same for everybody", async () => {
    expect(PAGE).toEqual({ kind: "open", reason: expect.stringContaining("same for everybody") });
    const [anonymous, session] = [await fetch(`${host.url}/inbox`), await (await host.login()).send("GET", "/inbox")];
    expect([anonymous.status, await anonymous.text()]).toEqual([200, await session.text()]);
  });

  it("has a reason for each open one, and a role for each other", () => {
    const open = host.routes.flatMap((route) =>
      route.access.kind === "open" ? [[nameOf(route), route.access.reason.length > 20]] : [],
    );
    expect(open).toEqual(OPEN.map((name) => [name, true]));
  });

  it.each([
    ["nobody", () => page()],
    ["nobody, without a browser's headers", () => ({ "content-type": "application/json" })],
    ["a token that was never given", () => ({ ...page(), authorization: `Bearer ${"A".repeat(43)}` })],
    [
      "a cookie of somebody's choice",
      () => ({ ...page(), cookie: `${host.cookieName}=${"A".repeat(43)}`, "x-csrf-token": "A".repeat(43) }),
    ],
    ["a token in another scheme", () => ({ ...page(), authorization: `Basic ${host.agentToken}` })],
    ["an agent's token as a cookie", () => ({ ...page(), cookie: `${host.cookieName}=${host.agentToken}` })],
  ])("refuse %s with 401", async (_name, headers) => {
    host.gate.acts.length = 0;
    const statuses = await walk(headers());
    const unauthenticated = [...statuses].filter(([, status]) => status === 401).map(([name]) => name);
    expect(unauthenticated.sort()).toEqual(names().filter((name) => !OPEN.includes(name)));
    expect(host.gate.acts).toEqual([]);
  });

  it.each([
    ["an agent", () => ({ "content-type": "application/json", authorization: `Bearer ${host.agentToken}` })],
    [
      "an agent with a browser's headers",
      () => ({ ...page(), authorization: `Bearer ${host.agentToken}`, "x-csrf-token": "A".repeat(43) }),
    ],
  ])("refuse %s everything but its own", async (_name, headers) => {
    host.gate.add("apr_open");
    host.gate.acts.length = 0;
    expect(refused(await walk(headers()))).toEqual(
      names().filter((name) => !FOR_AGENTS.includes(name) && !OPEN.includes(name)),
    );
    expect(host.gate.acts).toEqual([]);
  });

  it("refuse an agent that took a person's CSRF token along", async () => {
    const session = await host.login();
    const headers = { ...page(), authorization: `Bearer ${host.agentToken}`, "x-csrf-token": session.csrf };
    const response = await fetch(`${host.url}/api/tools/authorization/decide`, {
      method: "POST",
      headers,
      body: JSON.stringify({ id: "apr_open", digest: "d1", decision: "allow" }),
    });
    expect([response.status, host.gate.acts]).toEqual([403, []]);
  });

  it("refuse a person who may only look", async () => {
    await host.login();
    await host.services.store.persons.add({ id: "vera", name: "Vera", role: "viewer", projects: null, createdAt: 0 });
    const { cookie, csrf } = await host.login("vera");
    const statuses = await walk({ ...page(), cookie, "x-csrf-token": csrf });
    expect(refused(statuses)).toEqual(
      names().filter((name) =>
        [...FOR_APPROVERS, ...FOR_OWNERS, ...FOR_AGENTS.slice(1), ...FOR_TERMINALS].includes(name),
      ),
    );
  });

  it("refuse a person who may only answer", async () => {
    await host.services.store.persons.add({ id: "ada", name: "Ada", role: "approver", projects: null, createdAt: 0 });
    const { cookie, csrf } = await host.login("ada");
    const statuses = await walk({ ...page(), cookie, "x-csrf-token": csrf });
    expect(refused(statuses)).toEqual(
      names().filter((name) => [...FOR_OWNERS, ...FOR_AGENTS.slice(1), ...FOR_TERMINALS].includes(name)),
    );
  });

  it("tell nothing about paths that are none to whoever has no credential", async () => {
    const statuses = await Promise.all(
      [{}, { authorization: `Bearer ${host.agentToken}` }].map(
        async (headers) => (await fetch(`${host.url}/api/nothing`, { headers })).status,
      ),
    );
    expect(statuses).toEqual([401, 403]);
  });
});
