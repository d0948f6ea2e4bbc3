import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SecurityDocument } from "../../../src/wire/security.ts";
import type { ToolView } from "../../../src/wire/tool.ts";
import { type RealHost, startReal } from "../real-host.ts";

/** Policy as a person sets it, against the host as it ships. */
let real: RealHost;
let projectId: string;
let chat: string;
let other: string;
let calls = 0;

beforeAll(async () => {
  real = await startReal();
  await propose("Bash", { command: "git status" });
  await propose("Bash", { command: "git status" }, "s2");
  const chats = (await send("GET", "/api/chats")).body["chats"] as { id: string; title: string; project: string }[];
  chat = chats.find(({ title }) => title.endsWith("s1"))?.id as string;
  other = chats.find(({ title }) => title.endsWith("s2"))?.id as string;
  projectId = chats[0]?.project as string;
  await real.openProject("edit");
});
afterAll(() => real.close());

async function send(
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await real.person.send(method, path, body);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function propose(tool: string, args: object, session = "s1"): Promise<string> {
  const answer = (await real.call({ tool, args, cwd: real.project, session, callId: `c${++calls}` })) as {
    answer: string;
    code?: string;
  };
  return answer.code === undefined ? answer.answer : `${answer.answer} ${answer.code}`;
}

/** With `__proto__` as a key of its own, as JSON can have it. */
const proto = (value: object): object => JSON.parse(JSON.stringify(value).replaceAll('"KEY"', '"__proto__"')) as object;
const modesPath = (scope: string, id = ""): string => `/api/tools/authorization?scope=${scope}${id && `&id=${id}`}`;
const setModes = (scope: string, id: string, patch: object) => send("PUT", modesPath(scope, id), patch);
const layerOf = async (scope: string, id = ""): Promise<unknown> =>
  (await send("GET", modesPath(scope, id))).body["layer"];
const toolsOf = async (place: string): Promise<readonly ToolView[]> =>
  (await send("GET", `/api/tools${place}`)).body["tools"] as ToolView[];
const viewOf = async (place: string, id: string): Promise<ToolView> =>
  (await toolsOf(place)).find((tool) => tool.id === id) as ToolView;
const securityPath = (): string => `/api/projects/${projectId}/security`;
const security = async (): Promise<SecurityDocument> =>
  (await send("GET", securityPath())).body as unknown as SecurityDocument;
const plain = ({ replaced: _r, broad: _b, ...grant }: SecurityDocument["grants"][number]) => grant;
const grantsIn = (document: SecurityDocument) => document.grants.map(plain);

describe("modes", () => {
  it("of a chat leave every other scope as it was, to the byte", async () => {
    await setModes("project", projectId, { native: { write_file: { mode: "ask" } } });
    const before = JSON.stringify([
      await layerOf("project", projectId),
      await layerOf("app"),
      await layerOf("chat", other),
    ]);
    await setModes("chat", chat, { native: { shell: { mode: "off" } } });
    expect(
      JSON.stringify([await layerOf("project", projectId), await layerOf("app"), await layerOf("chat", other)]),
    ).toBe(before);
    expect([
      await propose("Bash", { command: "git status" }),
      await propose("Bash", { command: "git status" }, "s2"),
    ]).toEqual(["deny ETOOL_DISABLED", "allow"]);
    expect(await setModes("chat", chat, { native: { shell: null } })).toMatchObject({
      status: 200,
      body: { layer: {} },
    });
    expect(await propose("Bash", { command: "git status" })).toBe("allow");
    await setModes("project", projectId, { native: { write_file: null } });
  });

  it.each<[string, string, object, number, string | undefined]>([
    ["a mode that is none", "app", { native: { shell: { mode: "sometimes" } } }, 400, "$.native.shell.mode"],
    [
      "an enforced allow",
      "app",
      { native: { shell: { mode: "allow", enforced: true } } },
      400,
      "$.native.shell.enforced",
    ],
    ["a field that is none", "app", { native: { shell: { mode: "ask", moods: 1 } } }, 400, "$.native.shell.moods"],
    [
      "a pattern without a linear match",
      "app",
      { native: { shell: { mode: "allowlist", allowlist: ["(a)\\1"] } } },
      400,
      "$.native.shell.allowlist[0]",
    ],
    [
      "a question that answers itself",
      "app",
      { native: { ask_user: { mode: "allow" } } },
      400,
      "$.native.ask_user.mode",
    ],
    ["another map", "app", { agents: {} }, 400, "$"],
    [
      "a tool by a name of JavaScript's own",
      "app",
      proto({ native: { KEY: { mode: "off" } } }),
      400,
      "$.native.__proto__",
    ],
    ["such a field", "app", proto({ native: { shell: { mode: "off", KEY: 1 } } }), 400, "$.native.shell.__proto__"],
    [
      "such a server",
      "chat&id=CHAT",
      proto({ mcp: { servers: { KEY: { mode: "off" } } } }),
      400,
      "$.mcp.servers.__proto__",
    ],
    [
      "such a field of the shared gate",
      "app",
      proto({ mcp: { shared: { mode: "ask", KEY: 1 } } }),
      400,
      "$.mcp.shared.__proto__",
    ],
    ["a server in the app's layer", "app", { mcp: { servers: { git: { mode: "ask" } } } }, 400, "$.mcp"],
    ["a chat that is none", "chat&id=cht_none", { native: {} }, 404, undefined],
    ["a project that is none", "project&id=prj_none", { native: {} }, 404, undefined],
    ["a scope without its id", "chat", { native: {} }, 400, "id"],
  ])("refuse %s, and change nothing", async (_name, scope, patch, status, path) => {
    const before = JSON.stringify(await layerOf("app"));
    const answer = await send("PUT", `/api/tools/authorization?scope=${scope.replace("CHAT", chat)}`, patch);
    expect([answer.status, answer.body["path"]]).toEqual([status, path]);
    expect(JSON.stringify(await layerOf("app"))).toBe(before);
  });

  it("may hold limits alone: the mode stays as it was, and a call over them is denied", async () => {
    const answers: unknown[] = [];
    for (const entry of [{ callsPerRun: 1 }, { callsPerRun: 100 }, null]) {
      await setModes("chat", other, { native: { shell: entry } });
      const { own, mode } = await viewOf(`?chat=${other}`, "shell");
      answers.push([own?.callsPerRun, mode, await propose("Bash", { command: "git status" }, "s2")]);
    }
    expect(answers).toEqual([
      [1, "ask", "deny EPOLICY"],
      [100, "ask", "allow"],
      [undefined, "ask", "allow"],
    ]);
  });

  it("that are tightened forget what the session allowed, and keep stored rules", async () => {
    await propose("Bash", { command: "git remote add x y" });
    const [view] = await real.pending();
    if (view === undefined) throw new Error("it was not asked about");
    const offer = view.offers.findIndex(({ kind }) => kind === "subcommand");
    await real.decide(view, "allow", { remember: { offer, scope: "session" } });
    expect(await propose("Bash", { command: "git remote add z y" })).toBe("allow");
    await setModes("app", "", { native: { shell: { mode: "ask" } } });
    expect([
      await propose("Bash", { command: "git remote add z y" }),
      await propose("Bash", { command: "git add a.txt" }),
    ]).toEqual([
      "pending",
      "allow", // a rule of the preset
    ]);
    await setModes("app", "", { native: { shell: null } });
    await send("POST", `/api/tools/authorization/cancel`, { chat });
  });

  it("turned off void what waits", async () => {
    expect(await propose("Bash", { command: "npm publish" })).toBe("pending");
    const [view] = await real.pending();
    const { body } = await setModes("project", projectId, { native: { shell: { mode: "off" } } });
    expect([body["resettled"], await real.pending()]).toEqual([[view?.id], []]);
    await setModes("project", projectId, { native: { shell: null } });
  });
});

describe("the list of tools", () => {
  it("says of each tool its mode, who says so, and what would hold without it", async () => {
    await setModes("app", "", { native: { file: { mode: "allow" } } });
    await setModes("project", projectId, { native: { write_file: { mode: "ask" } } });
    expect(await viewOf(`?chat=${chat}`, "write_file")).toMatchObject({
      mode: "ask",
      source: "project.native.write_file",
      own: null,
      inherited: { mode: "ask", source: "project.native.write_file" },
      parent: "file",
      hidden: false,
    });
    expect(await viewOf(`?project=${projectId}`, "write_file")).toMatchObject({
      own: { mode: "ask" },
      inherited: { mode: "allow", source: "app.native.file" },
    });
    expect(await viewOf("", "shell")).toMatchObject({
      kind: "tool",
      parent: null,
      mode: "ask",
      source: null,
      own: null,
      rulesAllow: 5,
    });
    await setModes("project", projectId, { native: { write_file: null } });
    await setModes("app", "", { native: { file: null } });
  });

  it("hides what is off or denied as a whole, a family when all of it is, and names what is enforced", async () => {
    await setModes("project", projectId, {
      native: { browser: { mode: "off" }, web_fetch: { mode: "ask", enforced: true } },
    });
    const rule = { tool: "run_skill", pattern: "*", decision: "deny", scope: "project", target: projectId };
    const added = (await send("POST", "/api/settings/command-rules", rule)).body["rule"] as { id: string };
    const hidden = (await toolsOf(`?chat=${chat}`)).filter((tool) => tool.hidden).map(({ id }) => id);
    expect(hidden.filter((id) => !id.startsWith("browser_"))).toEqual(["browser", "run_skill"]);
    expect(hidden.length).toBe(10);
    expect((await viewOf(`?chat=${chat}`, "web_fetch")).enforced).toEqual({
      mode: "ask",
      source: "project.native.web_fetch",
    });
    expect((await toolsOf("")).some((tool) => tool.hidden)).toBe(false);
    await send("DELETE", "/api/settings/command-rules", { id: added.id });
    await setModes("project", projectId, { native: { browser: null, web_fetch: null } });
  });

  it("has the tools of servers under their server, changed ones without what loosens", async () => {
    await real.change(async (store) => {
      const pin = { server: "git", class: null, firstSeen: 1, acceptedAt: null };
      await store.pins.sight({ ...pin, tool: "log", hash: "a".repeat(64) });
      await store.pins.sight({ ...pin, tool: "push", hash: "b".repeat(64) });
    });
    await setModes("project", projectId, {
      mcp: { servers: { git: { mode: "off" } }, tools: { mcp__git__log: { mode: "allow" } } },
    });
    const mcp = (await toolsOf(`?project=${projectId}`)).filter(({ kind }) =>
      ["shared", "server", "mcp"].includes(kind),
    );
    expect(mcp.map(({ kind, id, mode, hidden }) => [kind, id, mode, hidden])).toEqual([
      ["shared", "", "ask", false],
      ["server", "git", "off", false],
      ["mcp", "mcp__git__log", "allow", false],
      ["mcp", "mcp__git__push", "off", true],
    ]);
    expect(await layerOf("project", projectId)).toEqual({
      mcp: {
        servers: { git: { mode: "off", since: expect.any(Number) } },
        tools: { mcp__git__log: { mode: "allow" } },
      },
    });
    await setModes("project", projectId, { mcp: { servers: { git: null }, tools: { mcp__git__log: null } } });
  });

  it.each([
    ["chat", "cht_none"],
    ["project", "prj_none"],
  ])("of no %s is none", async (what, id) => {
    expect((await send("GET", `/api/tools?${what}=${id}`)).status).toBe(404);
  });
});

describe("levels", () => {
  it("of a chat go before the default, and fall back to it", async () => {
    const read = () => propose("Bash", { command: "git status" });
    await send("PUT", `/api/chats/${chat}/policy`, { level: "L2" });
    expect([await read(), await propose("Bash", { command: "git status" }, "s2")]).toEqual(["pending", "allow"]);
    await send("PUT", "/api/settings/defaults", { level: "L2" });
    await send("PUT", `/api/chats/${chat}/policy`, { level: "L0" });
    expect([await read(), await propose("Bash", { command: "git status" }, "s2")]).toEqual(["allow", "pending"]);
    await send("PUT", `/api/chats/${chat}/policy`, { level: null });
    expect(await propose("Bash", { command: "git diff" })).toBe("pending");
    expect(await send("PUT", "/api/settings/defaults", { level: "L0" })).toMatchObject({
      body: { level: "L0", preset: "everyday" },
    });
    expect(await read()).toBe("allow");
  });

  it.each<[string, string, object, number]>([
    ["the stop as a default", "/api/settings/defaults", { level: "L3" }, 400],
    ["a mode that there is none of", "/api/settings/defaults", { approvalMode: "always" }, 400],
    ["a preset that is none", "/api/settings/defaults", { preset: "yolo" }, 400],
    ["a limit that is none", "/api/settings/defaults", { limits: { callsPerRun: -1 } }, 400],
    ["a chat that is none", "/api/chats/cht_none/policy", { level: "L1" }, 404],
  ])("refuse %s", async (_name, path, body, status) => {
    expect((await send("PUT", path, body)).status).toBe(status);
  });

  it("are stored by field: what is not named stays", async () => {
    await send("PUT", "/api/settings/defaults", { limits: { callsPerRun: 900 } });
    await send("PUT", "/api/settings/defaults", { preset: "careful" });
    expect((await send("GET", "/api/settings/defaults")).body).toMatchObject({
      limits: { callsPerRun: 900 },
      preset: "careful",
      level: "L0",
    });
    await send("PUT", "/api/settings/defaults", { preset: "everyday", limits: {} });
  });

  it.each([{ assess: true }, { assess: false, preset: "everyday" }])("stand in the trail: %j", async (change) => {
    await send("PUT", "/api/settings/defaults", change);
    const { lines } = (await send("GET", "/api/audit?limit=20")).body as { lines: { type: string; data: object }[] };
    expect(lines.find(({ type }) => type === "defaults.changed")?.data).toEqual(change);
  });
});

describe("the security document", () => {
  const put = (body: object) => send("PUT", securityPath(), body);

  it("is the project's grants with that of its root, and applied as a whole", async () => {
    const before = await security();
    expect(before.grants).toEqual([
      { root: real.project, recursive: true, can: ["read", "write", "edit"], replaced: false, broad: false },
    ]);
    const docs = mkdtempSync(join(realpathSync(tmpdir()), "assent-docs-"));
    const grants = [...grantsIn(before), { root: docs, recursive: true, exclude: ["private/**"], can: ["read"] }];
    const after = await put({ revision: before.revision, grants, tools: { native: { shell: { mode: "ask" } } } });
    expect(after).toMatchObject({ status: 200, body: { tools: { native: { shell: { mode: "ask" } } } } });
    expect(grantsIn(await security())).toEqual(grants);
    expect([
      await propose("Read", { file_path: join(docs, "a") }),
      await propose("Read", { file_path: join(docs, "private/a") }),
    ]).toEqual(["allow", "pending"]);
    // The question of opening keeps its answer while its own grant stands.
    expect((await send("GET", "/api/projects")).body).toMatchObject({ projects: [{ id: projectId, opened: "edit" }] });
    const stale = await put({ revision: before.revision, grants: [], tools: {} });
    expect([stale.status, stale.body["code"], stale.body["current"]]).toEqual([409, "stale", await security()]);
    await put({ revision: (await security()).revision, grants: grantsIn(before), tools: {} });
  });

  it("is changed once by two who saw the same", async () => {
    const { revision, grants } = await security();
    const tools = (mode: string) => ({ native: { web_fetch: { mode } } });
    const puts = ["ask", "off"].map((mode) => put({ revision, grants: grants.map(plain), tools: tools(mode) }));
    const said = (await Promise.all(puts)).toSorted((a, b) => a.status - b.status);
    expect(said.map(({ status, body }) => [status, body["code"]])).toEqual([
      [200, undefined],
      [409, "stale"],
    ]);
    await put({ revision: (await security()).revision, grants: grants.map(plain), tools: {} });
  });

  it.each<[string, (document: SecurityDocument) => object, string]>([
    [
      "a folder that is not there",
      () => ({ grants: [{ root: "/nowhere/at/all", recursive: true, can: ["read"] }] }),
      "$.grants[0].root",
    ],
    ["a relative folder", () => ({ grants: [{ root: "src", recursive: true, can: ["read"] }] }), "$.grants[0].root"],
    [
      "a file",
      () => ({ grants: [{ root: join(real.project, "a.txt"), recursive: true, can: ["read"] }] }),
      "$.grants[0].root",
    ],
    [
      "a glob that leaves the root",
      () => ({ grants: [{ root: real.project, recursive: true, include: ["../x"], can: ["read"] }] }),
      "$.grants[0].include[0]",
    ],
    [
      "nothing that may be done",
      () => ({ grants: [{ root: real.project, recursive: true, can: [] }] }),
      "$.grants[0].can",
    ],
    [
      "a mode that is none",
      () => ({ tools: { native: { shell: { mode: "sometimes" } } } }),
      "$.tools.native.shell.mode",
    ],
    ["a map by a name of JavaScript's own", () => ({ tools: proto({ KEY: {} }) }), "$.tools.__proto__"],
    [
      "a tool by such a name",
      () => ({ tools: proto({ native: { KEY: { mode: "off" } } }) }),
      "$.tools.native.__proto__",
    ],
    [
      "such a field",
      () => ({ tools: proto({ native: { shell: { mode: "off", KEY: 1 } } }) }),
      "$.tools.native.shell.__proto__",
    ],
    [
      "such a server",
      () => ({ tools: proto({ mcp: { servers: { KEY: { mode: "off" } } } }) }),
      "$.tools.mcp.servers.__proto__",
    ],
    [
      "a server that is not in it",
      () => ({ tools: { mcp: { servers: { none: { mode: "ask" } } } } }),
      "$.tools.mcp.servers.none",
    ],
    [
      "a tool of a server that is not in it",
      () => ({ tools: { mcp: { tools: { mcp__none__x: { mode: "allow" } } } } }),
      "$.tools.mcp.tools.mcp__none__x",
    ],
    [
      "the root of the disk, unconfirmed",
      () => ({ grants: [{ root: "/", recursive: true, can: ["read"] }] }),
      "$.confirmBroad",
    ],
    [
      "the settings of the system, unconfirmed",
      () => ({ grants: [{ root: "/etc", recursive: true, can: ["read"] }] }),
      "$.confirmBroad",
    ],
  ])("refuses %s, and changes nothing", async (_name, change, path) => {
    const before = await security();
    const body = { revision: before.revision, grants: grantsIn(before), tools: before.tools, ...change(before) };
    const answer = await put(body);
    expect([answer.status, answer.body["path"]]).toEqual([400, path]);
    expect(await security()).toEqual(before);
  });

  it("takes a broad root that was confirmed, and does not ask again about it", async () => {
    const before = await security();
    const grants = [...grantsIn(before), { root: "/etc", recursive: false, can: ["read"] }];
    expect((await put({ revision: before.revision, grants, tools: {}, confirmBroad: true })).status).toBe(200);
    const now = await security();
    expect(now.grants.at(-1)).toMatchObject({ root: "/etc", broad: true });
    expect((await put({ revision: now.revision, grants, tools: {} })).status).toBe(200);
    const wider = [...grantsIn(before), { root: "/etc", recursive: true, can: ["read"] }];
    expect((await put({ revision: now.revision, grants: wider, tools: {} })).status).toBe(400);
    await put({ revision: now.revision, grants: grantsIn(before), tools: {} });
  });

  it("stores where a link leads", async () => {
    const before = await security();
    const place = mkdtempSync(join(realpathSync(tmpdir()), "assent-link-"));
    mkdirSync(join(place, "real"));
    symlinkSync(join(place, "real"), join(place, "link"));
    const grants = [...grantsIn(before), { root: join(place, "link"), recursive: true, can: ["read"] }];
    const { body } = await put({ revision: before.revision, grants, tools: {} });
    expect((body as unknown as SecurityDocument).grants.at(-1)?.root).toBe(join(place, "real"));
    await put({ revision: (await security()).revision, grants: grantsIn(before), tools: {} });
  });

  it("grants a folder and not what is put in its place", async () => {
    const before = await security();
    const base = mkdtempSync(join(realpathSync(tmpdir()), "assent-swap-"));
    for (const name of ["given", "else"]) {
      mkdirSync(join(base, name));
      writeFileSync(join(base, name, "a"), name);
    }
    const given = join(base, "given");
    const grants = [...grantsIn(before), { root: given, recursive: true, can: ["read"] as const }];
    await put({ revision: before.revision, grants, tools: {} });
    expect(await propose("Read", { file_path: join(given, "a") })).toBe("allow");
    renameSync(given, join(base, "away"));
    renameSync(join(base, "else"), given);
    expect(await propose("Read", { file_path: join(given, "a") })).toBe("pending");
    const now = await security();
    expect(now.grants.at(-1)).toMatchObject({ root: given, replaced: true });
    // Saved with something else, it stays what was granted; only by name the other folder is.
    const beside = await put({ revision: now.revision, grants, tools: { native: { shell: { mode: "ask" } } } });
    expect((beside.body as unknown as SecurityDocument).grants.at(-1)).toMatchObject({ root: given, replaced: true });
    const renewed = grants.map((grant) => (grant.root === given ? { ...grant, renew: true } : grant));
    await put({ revision: (await security()).revision, grants: renewed, tools: {} });
    expect(await propose("Read", { file_path: join(given, "a") })).toBe("allow");
    await put({ revision: (await security()).revision, grants: grantsIn(before), tools: {} });
  });

  it("is asked about a folder from a card, which adds it", async () => {
    const outside = mkdtempSync(join(realpathSync(tmpdir()), "assent-folder-"));
    writeFileSync(join(outside, "a"), "a");
    expect(await propose("Read", { file_path: join(outside, "a") })).toBe("pending");
    const view = (await real.pending()).find((each) => JSON.stringify(each.args).includes(outside));
    if (view === undefined) throw new Error("it was not asked about");
    const offer = view.offers.findIndex(({ grant }) => grant?.root === outside);
    expect(await (await real.decide(view, "allow", { remember: { offer, scope: "project" } })).json()).toMatchObject({
      saved: "saved",
    });
    expect((await security()).grants.at(-1)).toMatchObject({ root: outside, can: ["read"], replaced: false });
    expect(await propose("Read", { file_path: join(outside, "b") }, "s2")).toBe("allow");
  });
});

describe("a chat's scratch folder", () => {
  it("may be read by that chat and no other, without a grant", async () => {
    const folder = join(realpathSync(tmpdir()), `assent-${userInfo().username}`, chat);
    writeFileSync(join(folder, "a"), "a");
    const read = (session: string) => propose("Read", { file_path: join(folder, "a") }, session);
    expect([await read("s1"), await read("s2")]).toEqual(["allow", "pending"]);
    rmSync(folder, { recursive: true });
  });
});

describe("a project's own folder", () => {
  it("that was replaced is asked about until the project is opened again", async () => {
    const aside = `${real.project}-aside`;
    renameSync(real.project, aside);
    mkdirSync(real.project, { recursive: true });
    writeFileSync(join(real.project, "a.txt"), "two\n");
    expect(await propose("Read", { file_path: join(real.project, "a.txt") })).toBe("pending");
    await real.openProject("read");
    expect(await propose("Read", { file_path: join(real.project, "a.txt") })).toBe("allow");
    expect(dirname(aside)).toBe(dirname(real.project));
  });
});
