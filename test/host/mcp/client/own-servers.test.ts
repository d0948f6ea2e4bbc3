import { chmodSync, mkdirSync, readFileSync, realpathSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ProposalView } from "../../../../src/wire/own-servers.ts";
import { type RealHost, startReal, until } from "../../real-host.ts";
import { auditLines } from "./audit-lines.ts";
import { node, type Own, ownOf } from "./own.ts";

const FIXTURE = join(import.meta.dirname, "../fixture-server.ts");

let real: RealHost;
let own: Own;
beforeEach(async () => {
  real = await startReal();
  own = ownOf(real);
});
afterEach(() => real.close());

const tools = join("..", "tools.json");
function fixture(...args: readonly string[]) {
  writeFileSync(join(real.project, tools), JSON.stringify({ child: "starts another", says: "says" }));
  return { ...node(FIXTURE, join(real.project, tools), join(real.project, "../log"), ...args) };
}
const send = async (method: string, path: string, body?: object) => {
  const response = await real.person.send(method, `/api/mcp/servers${path}`, body);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};
/** Has it started, by looking for its tools. */
const toolsOf = async (slug: string): Promise<readonly string[]> => {
  const { body } = await send("GET", `/${slug}/tools`);
  return (body["tools"] as { name: string }[]).map(({ name }) => name);
};
const launches = async () => (await auditLines(real)).filter(({ type }) => type === "mcp.launched");

/** Through each of these another program, or other code of the same one, is started than the terminal shows. */
const DECIDING = (
  "GIT_SSH_COMMAND GCONV_PATH SHELL JAVA_OPTS JDK_JAVA_OPTIONS CLASSPATH UV_INDEX_URL PIP_INDEX_URL RUSTC_WRAPPER GOFLAGS " +
  "DOTNET_STARTUP_HOOKS IFS EDITOR PERL5DB HTTPS_PROXY NODE_EXTRA_CA_CERTS OPENSSL_CONF npm_config_registry " +
  "DOCKER_HOST GH_HOST PGHOST AWS_PROFILE"
).split(" ");

describe("a program that a page proposes", () => {
  test("is there once its code was typed in a terminal, and not before", async () => {
    const proposed = await own.propose({ name: "My Server", entry: fixture() });
    expect(proposed).toEqual({
      slug: "my-server",
      server: null,
      code: expect.stringMatching(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/),
      expiresAt: expect.any(Number),
    });
    expect(await own.view("my-server")).toBeUndefined();
    expect((await send("GET", "/my-server/tools")).status).toBe(404);
    expect(await own.confirm(proposed.code ?? "")).toEqual({ done: true, text: "added the MCP server my-server" });
    expect(await own.view("my-server")).toMatchObject({ state: "stopped", enabled: true, projects: null });
    expect(await toolsOf("my-server")).toEqual(["child", "says"]);
  });

  test("is shown whole in the terminal, but for what is secret", async () => {
    const entry = { ...fixture("--all", "two words"), env: { MODE: "fast" }, secrets: { API_KEY: "only-for-it" } };
    const { code } = await own.propose({ name: "a", entry });
    const { body } = await own.terminal<{ proposal: ProposalView }>("/api/mcp/proposals", { code });
    expect(body.proposal).toEqual({
      slug: "a",
      replaces: false,
      projects: null,
      digest: expect.any(String),
      entry: {
        kind: "stdio",
        command: process.execPath,
        file: process.execPath,
        canonical: realpathSync(process.execPath),
        args: entry.args,
        env: { MODE: "fast" },
        secrets: ["API_KEY"],
        cwd: expect.any(String),
        sandboxed: false,
      },
    });
  });

  test.each([
    ["another code", (code: string) => (code.startsWith("A") ? `B${code.slice(1)}` : `A${code.slice(1)}`)],
    ["no code", () => ""],
  ])("is not there by %s; the right one still counts", async (_what, other) => {
    const { code } = await own.propose({ name: "a", entry: fixture() });
    const wrong = await own.terminal("/api/mcp/proposals", { code: other(code ?? "") });
    expect([wrong.status, await own.view("a")]).toEqual([404, undefined]);
    expect((await own.confirm(code ?? "")).done).toBe(true);
  });

  test("is not there by a digest of something else, and its code counts once", async () => {
    const { code } = await own.propose({ name: "a", entry: fixture() });
    const other = await own.terminal("/api/mcp/proposals/confirm", { code, digest: "0".repeat(64) });
    expect(other.body).toEqual({ done: false, text: "it is another server by now: look at it again" });
    expect((await own.confirm(code ?? "")).done).toBe(true);
    expect((await own.terminal("/api/mcp/proposals", { code })).status).toBe(404);
  });

  test("is dropped when codes are guessed", async () => {
    const { code } = await own.propose({ name: "a", entry: fixture() });
    for (let guess = 0; guess < 5; guess++) await own.terminal("/api/mcp/proposals", { code: `WRONG${guess}` });
    expect((await own.terminal("/api/mcp/proposals", { code })).status).toBe(404);
  });

  test("cannot be confirmed by the page that proposed it", async () => {
    const { code } = await own.propose({ name: "a", entry: fixture() });
    const response = await real.person.send("POST", "/api/mcp/proposals/confirm", { code, digest: "x" });
    expect([response.status, await own.view("a")]).toEqual([403, undefined]);
  });

  test.each([
    ["a program that is not there", { command: "no-such-program-here" }, "$.entry.command"],
    ["a program by a part of its path", { command: "./server" }, "$.entry.command"],
    ["a folder that is not there", { cwd: "/no/such/folder" }, "$.entry.cwd"],
    ["a secret that decides what runs", { secrets: { NODE_OPTIONS: "--require /tmp/x.js" } }, "$.entry.secrets"],
    ["a secret search path", { secrets: { PATH: "/tmp" } }, "$.entry.secrets"],
    ["a variable that is secret and is not", { env: { KEY: "1" }, secrets: { KEY: "2" } }, "$.entry.secrets"],
  ])("is refused: %s", async (_what, change, path) => {
    const answer = await send("POST", "", { name: "a", entry: { ...fixture(), ...change } });
    expect([answer.status, answer.body["code"], answer.body["path"]]).toEqual([400, "EBODY", path]);
  });

  test("is refused with a secret by which another program could start", async () => {
    const refused = DECIDING.map(async (name) => {
      const answer = await send("POST", "", { name: "a", entry: { ...fixture(), secrets: { [name]: "x" } } });
      return [name, answer.status, answer.body["path"]];
    });
    expect(await Promise.all(refused)).toEqual(DECIDING.map((name) => [name, 400, "$.entry.secrets"]));
  });

  test("may be given in secret what opens or names something, whatever family it is of", async () => {
    const names = ["GH_TOKEN", "AWS_SECRET_ACCESS_KEY", "GOOGLE_APPLICATION_CREDENTIALS", "PGPASSWORD", "DATABASE_URL"];
    const ids = ["SLACK_TEAM_ID", "AZURE_CLIENT_ID", "GOOGLE_CLIENT_ID", "MYSQL_USER", "REDIS_HOST", "DB_HOST"];
    const secrets = Object.fromEntries([...names, ...ids].map((name) => [name, "opens-it"]));
    expect((await send("POST", "", { name: "a", entry: { ...fixture(), secrets } })).status).toBe(202);
  });

  test("is refused where another server has its name", async () => {
    await own.add("a", fixture());
    expect(await send("POST", "", { name: "A", entry: fixture() })).toMatchObject({
      status: 409,
      body: { code: "ECONFLICT", path: "$.name" },
    });
  });
});

describe("servers that a project's file names", () => {
  const ofProjects = async () => {
    const response = await real.person.send("GET", "/api/mcp/project-servers");
    return ((await response.json()) as { servers: { name: string }[] }).servers;
  };
  const FILE = {
    mcpServers: {
      db: { command: "npx", args: ["-y", "db"], env: { MODE: "fast", DB_PASSWORD: "hunter22", TOKEN: "${TOKEN}" } },
      web: { type: "http", url: "https://mcp.example.com/mcp", headers: { Authorization: "Bearer abc" } },
      old: { type: "sse", url: "https://mcp.example.com/sse" },
      odd: { command: 7 },
    },
  };
  const fault = "it is no entry of a server";

  test("are proposals once the project was opened, without what looks secret; nothing starts", async () => {
    await real.call({ tool: "Bash", args: { command: "ls" }, cwd: real.project, session: "s", callId: "c", waitMs: 0 });
    writeFileSync(join(real.project, ".mcp.json"), JSON.stringify(FILE));
    expect(await ofProjects()).toEqual([]);
    await real.openProject("read");
    const project = expect.any(String);
    const env = { MODE: "fast" };
    const secrets = ["DB_PASSWORD", "TOKEN"];
    const db = { kind: "stdio", command: "npx", args: ["-y", "db"], env, secrets, cwd: real.project };
    const web = { kind: "http", url: "https://mcp.example.com/mcp", secrets: ["Authorization"] };
    expect(await ofProjects()).toEqual([
      { project, name: "db", entry: db, fault: null },
      { project, name: "web", entry: web, fault: null },
      { project, name: "old", entry: null, fault },
      { project, name: "odd", entry: null, fault },
    ]);
    expect(await launches()).toEqual([]);
  });

  test("are no longer proposed once they are there, nor by a file that cannot be read", async () => {
    await real.call({ tool: "Bash", args: { command: "ls" }, cwd: real.project, session: "s", callId: "c", waitMs: 0 });
    await real.openProject("read");
    const { command, args } = fixture();
    writeFileSync(join(real.project, ".mcp.json"), JSON.stringify({ mcpServers: { mine: { command, args } } }));
    expect((await ofProjects()).map(({ name }) => name)).toEqual(["mine"]);
    await own.add("mine", fixture());
    expect(await ofProjects()).toEqual([]);
    await send("DELETE", "/mine", {});
    expect((await ofProjects()).length).toBe(1);
    writeFileSync(join(real.project, ".mcp.json"), '{ "mcpServers": { "mine": ');
    expect(await ofProjects()).toEqual([]);
  });
});

describe("what starts", () => {
  test("is in the audit trail before it starts, with who confirmed it", async () => {
    await own.add("a", { ...fixture(), secrets: { API_KEY: "only-for-it" } });
    await toolsOf("a");
    const lines = (await auditLines(real)).filter(({ type }) => type.startsWith("mcp."));
    expect(lines.map(({ type, actor, data }) => [type, actor, data["server"], data["confirmedAt"]])).toEqual([
      ["mcp.server-added", "person:owner", "a", "terminal"],
      ["mcp.launched", "host", "a", undefined],
      ["mcp.pinned", "host", "a", undefined],
      ["mcp.pinned", "host", "a", undefined],
    ]);
    expect(lines[0]?.data["hash"]).toBe(lines[1]?.data["hash"]);
    expect(JSON.stringify(lines)).not.toContain("only-for-it");
  });

  test("is what a person confirmed: an entry that was changed in the database does not start", async () => {
    await own.add("a", fixture());
    const db = new DatabaseSync(join(real.dataDir, "assent.db"));
    db.prepare("update own_servers set entry = json_set(entry, '$.args[0]', '/tmp/other.js')").run();
    db.close();
    expect([await toolsOf("a"), await launches()]).toEqual([[], []]);
    expect(await own.view("a")).toMatchObject({ state: "unconfirmed" });
    await own.add("a", fixture(), { replaces: "a" });
    expect([await toolsOf("a"), (await launches()).length]).toEqual([["child", "says"], 1]);
  });

  test("is the file that was confirmed: a link that leads elsewhere by now does not start", async () => {
    const bin = join(real.project, "../bin");
    mkdirSync(bin);
    symlinkSync(process.execPath, join(bin, "runner"));
    await own.add("a", { ...fixture(), command: join(bin, "runner") });
    unlinkSync(join(bin, "runner"));
    writeFileSync(join(bin, "runner"), "#!/bin/sh\ntouch ran\n");
    chmodSync(join(bin, "runner"), 0o755);
    expect([await toolsOf("a"), await launches()]).toEqual([[], []]);
    expect(await own.view("a")).toMatchObject({ state: "unconfirmed" });
    unlinkSync(join(bin, "runner"));
    symlinkSync(process.execPath, join(bin, "runner"));
    await send("POST", "/a/restart", {});
    expect(await toolsOf("a")).toEqual(["child", "says"]);
  });

  test("is told as failed with its reason and its last words, and is no reason to wait", async () => {
    await own.add("a", node("-e", "console.error('no such option'); process.exit(2)"));
    expect(await toolsOf("a")).toEqual([]);
    const failed = await own.reaches("a", "failed");
    expect(failed.reason).toContain("no such option");
  });

  test("is not tried where its list of tools does not end", async () => {
    await own.add("a", { ...fixture(), env: { FIXTURE_ENDLESS: "1" } });
    expect(await toolsOf("a")).toEqual([]);
    expect((await own.reaches("a", "failed")).reason).toBe("its list of tools does not end");
  });
});

describe("a server that is no longer wanted", () => {
  const isAlive = (pid: number): boolean => {
    try {
      // One that waits to be collected has ended.
      return !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
    } catch {
      return false;
    }
  };
  const startChild = async (): Promise<number> => {
    await own.add("a", fixture());
    await toolsOf("a");
    const servers = await until(async () => childrenOf(process.pid, FIXTURE));
    return servers[0] as number;
  };

  test.each([
    ["turned off", () => send("PUT", "/a/use", { enabled: false })],
    ["removed", () => send("DELETE", "/a", {})],
    ["left by its host", () => real.host.close()],
  ])("ends when it is %s", async (_what, end) => {
    const pid = await startChild();
    expect(isAlive(pid)).toBe(true);
    await end();
    await until(async () => !isAlive(pid));
  });

  test.each([
    ["turned off", () => send("PUT", "/a/use", { enabled: false })],
    ["left by its host", () => real.host.close()],
  ])("ends at once while it still starts, when it is %s", async (_what, end) => {
    const script = "process.stdin.resume(); setInterval(() => {}, 1000)";
    await own.add("a", node("-e", script));
    const started = send("POST", "/a/restart", {}).catch(() => null); // its host goes away
    const [pid = 0] = await until(async () => childrenOf(process.pid, script));
    await end();
    await until(async () => !isAlive(pid));
    await started;
  });

  test("is gone with its secrets, and its name means nothing for another server of that name", async () => {
    await own.add("a", { ...fixture(), secrets: { API_KEY: "only-for-it" } });
    await toolsOf("a");
    const { body } = await send("GET", "/a/tools");
    const hash = (body["tools"] as { name: string; hash: string }[]).find(({ name }) => name === "says")?.hash;
    await send("POST", "/a/accept", { tool: "says", hash, class: "read" });
    expect((await send("DELETE", "/a", {})).body).toEqual({ ok: true });
    expect([await own.view("a"), readFileSync(join(real.dataDir, "secrets.json"), "utf8")]).toEqual([undefined, "{}"]);
    await own.add("a", fixture("--another"));
    const again = (await send("GET", "/a/tools")).body["tools"] as {
      name: string;
      class: string | null;
      changed: unknown;
    }[];
    expect(again.find(({ name }) => name === "says")).toMatchObject({ class: null, changed: { hash } });
  });
});

/** Processes of this one that run this script. */
function childrenOf(parent: number, script: string): readonly number[] | null {
  const pids = readFileSync(`/proc/${parent}/task/${parent}/children`, "utf8")
    .trim()
    .split(" ")
    .filter(Boolean)
    .map(Number);
  const found = pids.filter((pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(script));
  return found.length > 0 ? found : null;
}
