import { execFile, execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { claudeCode } from "../../../src/adapters/claude-code/adapter.ts";
import { launcherText } from "../../../src/adapters/claude-code/launcher.ts";
import { runHook } from "../../../src/host/agents/run-hook.ts";
import { startHost, type StartedHost, type StartOptions } from "../../../src/host/start.ts";
import { openSqlite } from "../../../src/store/sqlite.ts";
import { requestText, sendRaw } from "./raw.ts";
import { logIn } from "./serve.ts";

describe("starting the host", () => {
  let dir: string;
  let hosts: StartedHost[];
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), "assent-start-"));
    hosts = [];
  });
  afterEach(async () => {
    for (const host of hosts) await host.close();
    rmSync(dir, { recursive: true, force: true });
  });

  async function start(more: Partial<StartOptions> = {}): Promise<StartedHost> {
    const host = await startHost({
      dataDir: dir,
      port: 0,
      adapters: [claudeCode],
      webDir: null,
      version: "1.2.3",
      ...more,
    });
    hosts.push(host);
    return host;
  }
  const runtime = (): object => JSON.parse(readFileSync(join(dir, "runtime.json"), "utf8")) as object;
  const EVENT = {
    session_id: "s",
    cwd: "/",
    permission_mode: "default",
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_input: { command: "rm -rf /" },
    tool_use_id: "t",
  };
  const decisionOf = (answer: unknown): string =>
    (answer as { hookSpecificOutput: { permissionDecision: string } }).hookSpecificOutput.permissionDecision;

  it("offers the folder that it was started in as a project, unless that is too broad for one", async () => {
    const folder = join(dir, "app");
    mkdirSync(folder);
    const projects = async (): Promise<readonly string[]> => {
      const store = await openSqlite(join(dir, "assent.db"));
      const all = await store.projects.list();
      await store.close();
      return all.map(({ path, opened }) => `${path} ${opened}`);
    };
    await start({ startedIn: "/" });
    expect(await projects()).toEqual([]);
    await hosts.pop()?.close();
    await start({ startedIn: folder });
    expect(await projects()).toEqual([`${realpathSync(folder)} unanswered`]);
  });

  it("says where it is, to its own user only, and is gone when it ends", async () => {
    const host = await start();
    expect(runtime()).toEqual({ port: host.port, pid: process.pid, version: "1.2.3" });
    for (const file of ["runtime.json", "assent.db", "agents/claude-code.token", "keys/audit.key"])
      expect(statSync(join(dir, file)).mode & 0o777).toBe(0o600);
    await hosts.pop()?.close();
    expect(existsSync(join(dir, "runtime.json"))).toBe(false);
    await expect(fetch(host.url)).rejects.toThrow();
  });

  it("joins the host that runs", async () => {
    const first = await start();
    const second = await start();
    expect([first.joined, second.joined, second.url]).toEqual([false, true, first.url]);
    await logIn(second.url, second.loginLink?.split("#")[1] as string);
    expect((await start()).loginLink).toBeNull();
    await hosts.at(-1)?.close();
    expect((await fetch(`${first.url}/`)).status).toBe(200); // ended by the first only
  });

  it("leaves nothing that listens where its data directory cannot be", async () => {
    const { port } = await start();
    await hosts.pop()?.close();
    writeFileSync(join(dir, "file"), "");
    await expect(start({ dataDir: join(dir, "file/below"), port })).rejects.toThrow(/ENOTDIR/);
    expect((await start({ port })).port).toBe(port);
  });

  it("takes the place of one that was killed", async () => {
    writeFileSync(join(dir, "runtime.json"), JSON.stringify({ port: 1, pid: process.pid, version: "1" }));
    expect((await start()).joined).toBe(false);
  });

  it("ends where another one took its place while it hung, and allows nothing from then on", async () => {
    const ended = Promise.withResolvers<void>();
    const host = await start({ onSuperseded: ended.resolve });
    const [token] = readFileSync(join(dir, "agents/claude-code.token"), "utf8").split("\n");
    const ask = async (command: string): Promise<string> => {
      const response = await fetch(`${host.url}/api/hooks/claude-code`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ ...EVENT, cwd: dir, tool_use_id: command, tool_input: { command } }),
      });
      return decisionOf(await response.json());
    };
    expect(await ask("git status")).toBe("allow"); // control
    const other = { port: host.port, pid: process.pid + 1, version: "1" };
    writeFileSync(join(dir, "runtime.json"), JSON.stringify(other));
    expect(await ask("git status -s")).not.toBe("allow");
    await ended.promise;
    await expect(fetch(host.url)).rejects.toThrow();
    expect(runtime()).toEqual(other); // the other's, so it stays
  });

  it("takes no other program on its port for a host", async () => {
    const other = createServer((_request, response) => response.end("hello"));
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    writeFileSync(
      join(dir, "runtime.json"),
      JSON.stringify({ port: (other.address() as AddressInfo).port, pid: process.pid, version: "1" }),
    );
    expect((await start()).joined).toBe(false);
    other.close();
  });

  it("starts one of two that start at once", async () => {
    const started = await Promise.allSettled([start(), start()]);
    const joined = started.map((each) =>
      each.status === "fulfilled" ? String(each.value.joined) : String(each.reason),
    );
    expect(new Set(joined)).toEqual(new Set(["false", "true"]));
    expect(new Set(hosts.map((host) => host.port)).size).toBe(1);
  });

  it("waits a moment for the port of the host before it, and goes on to the next where that stays taken", async () => {
    const held = createServer();
    await new Promise<void>((resolve) => held.listen(0, "127.0.0.1", resolve));
    const { port } = held.address() as AddressInfo;
    const file = join(dir, "runtime.json");
    const anyPort = { adapters: [], webDir: null, version: "1" };
    writeFileSync(file, JSON.stringify({ port, pid: 2 ** 30, version: "1" }));
    setTimeout(() => held.close(), 150);
    const host = await startHost({ dataDir: dir, ...anyPort });
    expect(host.port).toBe(port);
    // Control: one that does not go away.
    const elsewhere = mkdtempSync(join(tmpdir(), "assent-start-"));
    writeFileSync(join(elsewhere, "runtime.json"), JSON.stringify({ port, pid: 2 ** 30, version: "1" }));
    const other = await startHost({ dataDir: elsewhere, ...anyPort });
    expect(other.port).toBeGreaterThan(port);
    await Promise.all([host.close(), other.close()]);
    rmSync(elsewhere, { recursive: true });
  });

  it("needs the port that it was told", async () => {
    const { port } = await start();
    const elsewhere = join(dir, "other");
    await expect(start({ dataDir: elsewhere, port })).rejects.toThrow(`port ${port} is taken`);
  });

  it("leaves nothing behind where it cannot start", async () => {
    await start();
    await hosts.pop()?.close();
    writeFileSync(join(dir, "keys/audit.key"), `${"0".repeat(64)}\n`);
    await expect(start()).rejects.toThrow("are not those of this database");
    expect(existsSync(join(dir, "runtime.json"))).toBe(false);
  });

  it("recovers a login on a stopped host only", async () => {
    const host = await start();
    const session = await logIn(host.url, host.loginLink?.split("#")[1] as string);
    await expect(start({ recover: true })).rejects.toThrow("stop it first");
    expect((await session.send("GET", "/api/me")).status).toBe(200);
    await hosts.pop()?.close();
    const again = await start({ recover: true, port: host.port });
    expect(again.loginLink).not.toBeNull();
    const me = requestText("GET /api/me", { Host: `127.0.0.1:${again.port}`, Cookie: session.cookie });
    expect(await sendRaw(again.port, me)).toMatchObject({ status: 401 });
  });

  it("answers the hook's launcher", async () => {
    await start();
    const file = join(dir, "launcher.sh");
    writeFileSync(file, launcherText({ dataDir: dir, node: "/bin/false", assent: "x", home: dir }));
    const run = (): unknown =>
      JSON.parse(
        execFileSync("/usr/bin/env", ["-i", "/bin/bash", "-p", file], { input: JSON.stringify(EVENT) }).toString(),
      );
    const answer = await new Promise<unknown>((resolve, reject) => {
      const child = execFile("/usr/bin/env", ["-i", "/bin/bash", "-p", file], (error, out) =>
        error ? reject(error) : resolve(JSON.parse(out)),
      );
      child.stdin?.end(JSON.stringify(EVENT));
    });
    expect(decisionOf(answer)).toBe("deny");
    await hosts.pop()?.close();
    expect(decisionOf(run())).toBe("ask"); // control: no host, and no Node to fall back to
  });

  it("lets a hook decide by itself where no host runs, and with the host where one does", async () => {
    await start();
    await hosts.pop()?.close();
    expect(decisionOf(await runHook(claudeCode, EVENT, { dataDir: dir }))).toBe("deny");
    expect(
      decisionOf(await runHook(claudeCode, { ...EVENT, tool_input: { command: "npm test" } }, { dataDir: dir })),
    ).toMatch(/^(ask|deny)$/);
    const host = await start();
    const session = await logIn(host.url, host.loginLink?.split("#")[1] as string);
    expect(decisionOf(await runHook(claudeCode, { ...EVENT, tool_use_id: "t2" }, { dataDir: dir }))).toBe("deny");
    const { approvals } = (await (await session.send("GET", "/api/approvals")).json()) as {
      approvals: { callId: string }[];
    };
    expect(approvals.map((view) => view.callId)).toEqual(expect.arrayContaining(["t", "t2"]));
  });

  it.each([
    ["that does not even say that it is one is not waited for", () => false, "deny"],
    ["that is one, and never answers, is given up", (url: string) => url === "/api/health", "ask"],
  ])("a host %s", async (_, answers, decision) => {
    await start();
    await hosts.pop()?.close();
    const hangs = createServer((request, response) => {
      if (!answers(request.url ?? "")) return;
      response.writeHead(401, { "content-type": "application/json" }).end('{"code":"EUNAUTHENTICATED"}');
    });
    await new Promise<void>((resolve) => hangs.listen(0, "127.0.0.1", resolve));
    const { port } = hangs.address() as AddressInfo;
    writeFileSync(join(dir, "runtime.json"), JSON.stringify({ port, pid: process.pid, version: "1" }));
    const began = Date.now();
    expect(decisionOf(await runHook(claudeCode, EVENT, { dataDir: dir, answerLimitMs: 300 }))).toBe(decision);
    expect(Date.now() - began).toBeLessThan(15_000);
    hangs.closeAllConnections();
    hangs.close();
  });

  it("asks where nothing can be decided", async () => {
    writeFileSync(join(dir, "assent.db"), "not a database");
    expect(decisionOf(await runHook(claudeCode, EVENT, { dataDir: dir }))).toBe("ask");
    expect(decisionOf(await runHook(claudeCode, { ...EVENT, permission_mode: "auto" }, { dataDir: dir }))).toBe("deny");
  });
});
