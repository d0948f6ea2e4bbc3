import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ProjectFileView } from "../../../../src/wire/project-file.ts";
import { type RealHost, startReal, until } from "../../real-host.ts";

/** The files of a project against the host as it ships. */
let real: RealHost;
let project: string;
let chat: string;
let count = 0;

beforeEach(async () => {
  real = await startReal();
  await effectOf("git status");
  const { chats } = (await send("GET", "/api/chats")).body as { chats: { id: string; project: string }[] };
  [chat, project] = [chats[0]?.id as string, chats[0]?.project as string];
  await real.openProject("edit");
});
afterEach(() => real.close());

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

async function send(method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await real.person.send(method, path, body);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function effectOf(command: string, tool = "Bash"): Promise<string> {
  const args = tool === "Bash" ? { command } : { file_path: join(real.project, command), content: "x" };
  const call = { tool, args, cwd: real.project, session: "s1", callId: `c${++count}` };
  const said = (await real.call(call)) as { answer: string };
  return said.answer;
}

const pathOf = (name: string): string => join(real.project, name);
const write = (name: string, content: unknown): void =>
  writeFileSync(pathOf(name), typeof content === "string" ? content : JSON.stringify(content));
const read = (name: string): string => readFileSync(pathOf(name), "utf8");
const filesPath = (): string => `/api/projects/${project}/policy-files`;
const filesOf = async (): Promise<readonly ProjectFileView[]> =>
  (await send("GET", filesPath())).body["files"] as ProjectFileView[];
const fileOf = async (name: string): Promise<ProjectFileView> =>
  (await filesOf()).find((file) => file.name === name) as ProjectFileView;
const setModes = (scope: string, id: string, patch: object) =>
  send("PUT", `/api/tools/authorization?scope=${scope}&id=${id}`, patch);
async function accept(name = ".assent.json"): Promise<Answer> {
  return send("POST", `${filesPath()}/accept`, { name, hash: (await fileOf(name)).hash });
}

describe("a project file that nobody has accepted", () => {
  it("lets nothing run, and stops at once what it stops", async () => {
    expect([await effectOf("make"), await effectOf("git status")]).toEqual(["pending", "allow"]);
    write(".assent.json", { tools: { shell: { mode: "allow" } } });
    expect(await effectOf("make")).toBe("pending");
    write(".assent.json", { tools: { shell: { mode: "off" } } });
    expect(await effectOf("git status")).toBe("deny");
    // What waited is void.
    await until(async () => (await real.pending()).length === 0);
    expect((await real.recent()).map(({ state }) => state)).toContain("void");
  });

  it("counts in the version that a person accepted, and in no other", async () => {
    write(".assent.json", { tools: { shell: { mode: "allow" } } });
    const seen = await fileOf(".assent.json");
    expect(seen).toMatchObject({
      state: "proposed",
      changes: [{ path: "tools.shell", accepted: null, proposed: { mode: "allow" }, now: null }],
    });
    write(".assent.json", { tools: { shell: { mode: "allow" }, file: { mode: "allow" } } });
    const stale = await send("POST", `${filesPath()}/accept`, { name: ".assent.json", hash: seen.hash });
    expect([stale.status, stale.body["code"], await effectOf("make")]).toEqual([409, "stale", "pending"]);
    expect((await accept()).status).toBe(200);
    expect(await effectOf("make")).toBe("allow");
    write(
      ".assent.json",
      '// the same, said again\n{ "tools": { "file": { "mode": "allow" }, "shell": { "mode": "allow" } } }',
    );
    expect([await effectOf("make"), (await fileOf(".assent.json")).state]).toEqual(["allow", "accepted"]);
    write(".assent.json", { tools: { shell: { mode: "ask" } } });
    expect([await effectOf("make"), await effectOf("git status")]).toEqual(["pending", "pending"]);
  });

  it("takes an accepted allow away where it is removed, and an accepted off not", async () => {
    write(".assent.json", { tools: { shell: { mode: "allow" }, write_file: { mode: "off" } } });
    await accept();
    expect([await effectOf("make"), await effectOf("b.txt", "Write")]).toEqual(["allow", "deny"]);
    rmSync(pathOf(".assent.json"));
    expect([await effectOf("make"), await effectOf("b.txt", "Write")]).toEqual(["pending", "deny"]);
    expect(await fileOf(".assent.json")).toMatchObject({
      state: "proposed",
      changes: [{ path: "tools.shell" }, { path: "tools.write_file", proposed: null, now: "off" }],
    });
    await accept();
    expect([await effectOf("make"), await effectOf("b.txt", "Write")]).toEqual(["pending", "allow"]);
  });

  it("is told of on the card where it would decide otherwise, and only there", async () => {
    write(".assent.json", { tools: { shell: { mode: "allow" } } });
    await effectOf("make");
    const codes = async () => (await real.pending()).at(-1)?.findings.map(({ code }) => code);
    expect(await codes()).toContain("project-policy-unreviewed");
    write(".assent.json", { tools: { browser: { mode: "allow" } } });
    await effectOf("make all");
    expect(await codes()).not.toContain("project-policy-unreviewed");
  });

  it("is accepted by an owner only, and each acceptance is on record", async () => {
    write(".assent.json", { tools: { shell: { mode: "allow" } } });
    const hash = (await fileOf(".assent.json")).hash;
    const token = readFileSync(join(real.dataDir, "agents/claude-code.token"), "utf8").split("\n")[0];
    const asAgent = await fetch(`${real.host.url}${filesPath()}/accept`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ name: ".assent.json", hash }),
    });
    expect([asAgent.status, await effectOf("make")]).toEqual([403, "pending"]);
    await accept();
    const { lines } = (await send("GET", "/api/audit?type=project.file-accepted")).body as {
      lines: { data: object }[];
    };
    expect(lines).toMatchObject([{ data: { file: ".assent.json", hash } }]);
  });
});

describe("a project file with names that nothing goes by", () => {
  it("counts all the same, and tells where they stand", async () => {
    write(
      ".assent.json",
      '{\n  "tool": {},\n  "tools": { "shell": { "mode": "off" }, "web_fech": { "mode": "off" } }\n}',
    );
    write(".mcp.json", { mcpServers: { files: {} }, authorization: { servers: { file: { mode: "allow" } } } });
    expect(await effectOf("git status")).toBe("deny");
    const at = (view: ProjectFileView) => view.warnings.map(({ line, column, path }) => [line, column, path]);
    expect((await filesOf()).map(at)).toEqual([
      [
        [2, 3, "tool"],
        [3, 42, "tools.web_fech"],
      ],
      [[1, 56, "authorization.servers.file"]],
    ]);
    expect((await accept()).status).toBe(200);
    expect(await fileOf(".assent.json")).toMatchObject({ state: "accepted", faults: [], warnings: [{}, {}] });
  });
});

describe("a broken project file", () => {
  it("keeps its last good version, and tells where it breaks", async () => {
    write(".assent.json", { tools: { shell: { mode: "off" } } });
    expect(await effectOf("git status")).toBe("deny");
    write(".assent.json", '{\n  "tools": { "shell": }\n}');
    expect(await effectOf("git status")).toBe("deny");
    expect(await fileOf(".assent.json")).toMatchObject({ state: "broken", fault: { line: 2, column: 23 } });
    expect((await accept()).status).toBe(409);
    write(".assent.json", {});
    expect(await effectOf("git status")).toBe("allow");
  });

  it("that was accepted goes on counting, over a restart too", async () => {
    write(".assent.json", { tools: { shell: { mode: "allow" } } });
    await accept();
    write(".assent.json", "{");
    expect(await effectOf("make")).toBe("allow");
    real = await real.restart();
    expect(await effectOf("make")).toBe("allow");
  });

  it("is one that is a link, which is neither read nor written through", async () => {
    writeFileSync(join(real.dataDir, "elsewhere.json"), '{"tools":{"shell":{"mode":"off"}}}');
    symlinkSync(join(real.dataDir, "elsewhere.json"), pathOf(".assent.json"));
    expect([await effectOf("git status"), (await fileOf(".assent.json")).fault?.message]).toEqual([
      "allow",
      "it is a link",
    ]);
    await setModes("project", project, { native: { shell: { mode: "ask" } } });
    expect(await effectOf("git status")).toBe("pending");
    expect(readFileSync(join(real.dataDir, "elsewhere.json"), "utf8")).toBe('{"tools":{"shell":{"mode":"off"}}}');
  });

  it("denies with an entry that may have been a deny, until it is mended", async () => {
    write(".assent.json", { tools: { shell: { mode: "offf" } } });
    expect(await effectOf("git status")).toBe("deny");
    expect((await fileOf(".assent.json")).faults).toMatchObject([{ path: "tools.shell.mode", line: 1 }]);
  });
});

describe("what a person sets for a project", () => {
  it("is written into its files, which keep all else", async () => {
    write(
      ".assent.json",
      '// our tools\n{\n    "name": "app", // kept\n    "tools": {\n        // asked\n        "shell_exec": { "mode": "ask" }\n    }\n}\n',
    );
    await accept();
    chmodSync(pathOf(".assent.json"), 0o640);
    await setModes("project", project, { native: { shell: { mode: "allow" }, net: { mode: "off" } } });
    expect(read(".assent.json")).toBe(
      '// our tools\n{\n    "name": "app", // kept\n    "tools": {\n        // asked\n        "shell_exec": {\n            "mode": "allow"\n        },\n        "net": {\n            "mode": "off"\n        }\n    }\n}\n',
    );
    expect(statSync(pathOf(".assent.json")).mode & 0o777).toBe(0o640);
    expect([(await fileOf(".assent.json")).state, await effectOf("make")]).toEqual(["accepted", "allow"]);
    expect(existsSync(pathOf(".mcp.json"))).toBe(false);
    expect(readdirSync(real.project).filter((name) => name.includes(".tmp"))).toEqual([]);
  });

  it("of MCP stands in `.mcp.json`, beside the servers", async () => {
    write(".mcp.json", { mcpServers: { git: { command: "git-mcp" } } });
    await setModes("project", project, {
      mcp: { shared: { mode: "ask" }, tools: { mcp__git__push: { mode: "off" } } },
    });
    expect(JSON.parse(read(".mcp.json"))).toEqual({
      mcpServers: { git: { command: "git-mcp" } },
      authorization: { mode: "ask", tools: { mcp__git__push: { mode: "off" } } },
    });
    await setModes("project", project, { mcp: { shared: null, tools: { mcp__git__push: null } } });
    expect(JSON.parse(read(".mcp.json"))).toEqual({
      mcpServers: { git: { command: "git-mcp" } },
      authorization: { tools: {} },
    });
    expect((await fileOf(".mcp.json")).state).toBe("accepted");
  });

  it("accepts nothing that the file proposes beside it", async () => {
    write(".assent.json", { tools: { shell: { mode: "allow" } } });
    await setModes("project", project, { native: { write_file: { mode: "off" } } });
    expect([await effectOf("make"), await effectOf("b.txt", "Write")]).toEqual(["pending", "deny"]);
    expect(JSON.parse(read(".assent.json"))).toEqual({
      tools: { shell: { mode: "allow" }, write_file: { mode: "off" } },
    });
    expect(await fileOf(".assent.json")).toMatchObject({ state: "proposed", changes: [{ path: "tools.shell" }] });
  });

  it("holds on this host alone where the file cannot be written", async () => {
    write(".assent.json", "{ broken");
    await setModes("project", project, { native: { shell: { mode: "off" } } });
    expect([await effectOf("git status"), read(".assent.json")]).toEqual(["deny", "{ broken"]);
  });

  it("for a chat changes no file, to the byte", async () => {
    await setModes("project", project, { native: { write_file: { mode: "ask" } }, mcp: { shared: { mode: "ask" } } });
    const bytes = () => [".assent.json", ".mcp.json"].map((name) => [read(name), statSync(pathOf(name)).mtimeMs]);
    const before = bytes();
    await setModes("chat", chat, { native: { shell: { mode: "off" } }, mcp: { shared: { mode: "off" } } });
    await send("PUT", `/api/chats/${chat}/policy`, { level: "L2" });
    expect([bytes(), await effectOf("git status")]).toEqual([before, "deny"]);
  });
});

describe("`assent trust`", () => {
  function ask(command: object): Promise<Response> {
    const token = readFileSync(join(real.dataDir, "agents/terminal.token"), "utf8").split("\n")[0];
    return fetch(`${real.host.url}/api/terminal`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ cwd: real.project, command }),
    });
  }

  it("is confirmed by a person, who is told by the host what it would change", async () => {
    write(".assent.json", { tools: { shell: { mode: "allow" } } });
    const lie = [{ name: ".assent.json", hash: "x", changes: ["nothing"] }];
    expect((await ask({ do: "trust", files: lie })).status).toBe(400);
    const asked = ask({ do: "trust" });
    const [card] = await until(async () => ((await real.pending()).length > 0 ? real.pending() : null));
    expect(JSON.stringify(card?.args)).toContain("tools.shell: allow (was not set)");
    expect(card).toMatchObject({
      summary: "Accepts .assent.json as it stands in app.",
      reason: "tools.shell: allow (was not set)",
    });
    expect(await effectOf("make")).toBe("pending");
    await real.decide(card as never, "allow");
    expect(await (await asked).json()).toMatchObject({ done: true });
    expect(await effectOf("make all")).toBe("allow");
  });

  it("accepts no other version than the one that was confirmed", async () => {
    write(".assent.json", { tools: { shell: { mode: "ask" } } });
    const asked = ask({ do: "trust" });
    const [card] = await until(async () => ((await real.pending()).length > 0 ? real.pending() : null));
    write(".assent.json", { tools: { shell: { mode: "allow" } } });
    await real.decide(card as never, "allow");
    expect([await (await asked).json(), await effectOf("make")]).toMatchObject([{ done: false }, "pending"]);
  });

  it("has nothing to ask where nothing waits", async () => {
    expect(await (await ask({ do: "trust" })).json()).toMatchObject({ done: true });
    expect(await real.pending()).toEqual([]);
  });
});
