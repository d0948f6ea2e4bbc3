import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createServer as createSocketServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { launcherText } from "../../../src/adapters/claude-code/launcher.ts";
import { MAX_HOLD_MS } from "../../../src/wire/requests.ts";

const TOKEN = "t".repeat(43);
const PROOF = "p".repeat(43);
const CALL = JSON.stringify({
  session_id: "s",
  permission_mode: "default",
  hook_event_name: "PreToolUse",
  tool_name: "Bash",
  tool_input: { command: "echo 'ü' \\" },
  tool_use_id: "t",
});
const ALLOW = '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}';
const says = (decision: string, reason: string): unknown => ({
  hookSpecificOutput: {
    hookEventName: "PreToolUse",
    permissionDecision: decision,
    permissionDecisionReason: `Assent: ${reason}`,
  },
});
const OLD_READ = `BASH_VERSION=3.2; read() { [[ " $* " == *' -N '* ]] && return 2; builtin read "$@"; }`;
const NO_HOST = "no host answered and none could be started";

interface Reply {
  readonly status?: number;
  readonly proof?: string;
  readonly body?: string;
}

describe("the launcher", () => {
  let dir: string;
  let server: Server;
  let seen: { readonly authorization: string | undefined; readonly host: string | undefined; readonly body: string }[];
  let reply: Reply;

  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), "assent launcher-"));
    seen = [];
    reply = {};
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        seen.push({
          authorization: request.headers.authorization,
          host: request.headers.host,
          body: Buffer.concat(chunks).toString(),
        });
        response.writeHead(reply.status ?? 200, {
          "content-type": "application/json",
          "X-Assent-Proof": reply.proof ?? PROOF,
        });
        response.end(reply.body ?? ALLOW);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    mkdirSync(join(dir, "agents"));
    writeFileSync(join(dir, "agents/claude-code.token"), `${TOKEN}\n${PROOF}\n`);
    announce((server.address() as AddressInfo).port);
    fallBackTo("exit 1");
  });
  afterEach(async () => {
    await new Promise((resolve) => server.close(resolve));
    rmSync(dir, { recursive: true });
  });

  function announce(port: number, pid = process.pid): void {
    writeFileSync(join(dir, "runtime.json"), `${JSON.stringify({ port, pid, version: "1" }, null, 2)}\n`);
  }

  /** What stands in for Node and the command line's entry file. */
  function fallBackTo(script: string): void {
    writeFileSync(join(dir, "node"), `#!/bin/sh\n${script}\n`);
    chmodSync(join(dir, "node"), 0o755);
  }

  function run(
    event: string,
    change = (text: string): string => text,
  ): Promise<{ readonly code: number; readonly out: string }> {
    const file = join(dir, "assent-claude-code.sh");
    const text = launcherText({ dataDir: dir, node: join(dir, "node"), assent: "/x/assent.js", home: dir });
    writeFileSync(file, change(text));
    return new Promise((resolve) => {
      const child = execFile("/usr/bin/env", ["-i", "/bin/bash", "-p", file], (error, out) =>
        resolve({ code: error === null ? 0 : Number(error.code), out }),
      );
      child.stdin?.on("error", () => {});
      child.stdin?.end(event);
    });
  }
  const said = async (event = CALL, change?: (text: string) => string): Promise<unknown> => {
    const { code, out } = await run(event, change);
    return { code, said: JSON.parse(out) as unknown };
  };

  describe.each([
    ["bash as it is here", (text: string): string => text],
    // That of macOS; its builtin refuses what it does not know.
    ["a bash without `read -N`", (text: string): string => text.replace("\nLC_ALL=C", `\n${OLD_READ}\nLC_ALL=C`)],
  ])("in %s", (_, change) => {
    it("passes the event and the answer on as they are", async () => {
      expect(await run(CALL, change)).toEqual({ code: 0, out: `${ALLOW}\n` });
      expect(seen).toEqual([
        { authorization: `Bearer ${TOKEN}`, host: `127.0.0.1:${(server.address() as AddressInfo).port}`, body: CALL },
      ]);
    });

    it("passes a large event on", async () => {
      const large = JSON.stringify({ hook_event_name: "PreToolUse", tool_input: { content: "ä".repeat(500_000) } });
      expect(await run(large, change)).toEqual({ code: 0, out: `${ALLOW}\n` });
      expect(seen[0]?.body === large).toBe(true);
    });
  });

  it.each<[string, Reply]>([
    ["an answer without the host's proof", { proof: "q".repeat(43) }],
    ["an error", { status: 500 }],
    ["a refusal", { status: 401 }],
    ["half an answer", { body: '{"hookSpecificOutput":' }],
    ["no answer", { body: "" }],
    ["text", { body: "allow" }],
  ])("takes no allow from %s", async (_name, bad) => {
    reply = bad;
    expect(await said()).toEqual({ code: 0, said: says("ask", NO_HOST) });
  });

  it("asks the command line where the host ends in the middle of the event", async () => {
    server.removeAllListeners("request");
    server.on("request", (_request, response) => response.writeHead(413, { connection: "close" }).end("{}"));
    fallBackTo("cat >/dev/null; exit 1");
    const large = CALL.replace("echo", "x".repeat(10_000_000));
    expect(await said(large)).toEqual({ code: 0, said: says("ask", NO_HOST) });
  }, 60_000);

  it("gives up a host that does not answer before the agent gives up the hook", () => {
    const limit = /read -r -t (\d+) .* reply/.exec(launcherText({ dataDir: "d", node: "n", assent: "a", home: "h" }));
    expect(Number(limit?.[1]) * 1000).toBeGreaterThan(MAX_HOLD_MS);
    expect(Number(limit?.[1])).toBeLessThan(600);
  });

  it("asks where the host does not answer in time", async () => {
    server.removeAllListeners("request");
    fallBackTo(`echo '${ALLOW}'`);
    const short = (text: string): string => text.replace(/read -r -t \d+/, "read -r -t 1");
    expect(await said(CALL, short)).toEqual({ code: 0, said: says("ask", "the host did not answer in time") });
  });

  it("asks where the host does not even read a large event", async () => {
    const deaf = createSocketServer({ pauseOnConnect: true }, (socket) => socket.on("error", () => {}));
    await new Promise<void>((resolve) => deaf.listen(0, "127.0.0.1", resolve));
    announce((deaf.address() as AddressInfo).port);
    fallBackTo(`echo '${ALLOW}'`);
    const short = (text: string): string => text.replace(/read -r -t \d+/, "read -r -t 1");
    const large = CALL.replace("echo", "x".repeat(20_000_000));
    expect(await said(large, short)).toEqual({ code: 0, said: says("ask", "the host did not answer in time") });
    deaf.close();
  }, 20_000);

  it("asks the command line where there is no host", async () => {
    rmSync(join(dir, "runtime.json"));
    fallBackTo('[ "$2 $3 $4" = "hook run claude-code" ] && cat && exit 0; exit 1');
    expect((await run(CALL)).out).toBe(`${CALL}\n`);
    expect(seen).toEqual([]);
  });

  it.each([
    ["the host is gone", () => announce(1)],
    ["its process is another user's or gone", () => announce((server.address() as AddressInfo).port, 4_194_304)],
    ["there is no token", () => rmSync(join(dir, "agents/claude-code.token"))],
    ["the runtime file is garbage", () => writeFileSync(join(dir, "runtime.json"), "garbage")],
    ["node is not there", () => (rmSync(join(dir, "node")), rmSync(join(dir, "runtime.json")))],
    ["the command line prints garbage", () => (fallBackTo("echo allow"), rmSync(join(dir, "runtime.json")))],
    [
      "the command line prints and fails",
      () => (fallBackTo(`echo '${ALLOW}'; exit 1`), rmSync(join(dir, "runtime.json"))),
    ],
  ])("asks where %s", async (_name, break_) => {
    break_();
    expect(await said()).toEqual({ code: 0, said: says("ask", NO_HOST) });
  });

  it.each([
    ["bypassPermissions", "deny"],
    ["auto", "deny"],
    ["dontAsk", "deny"],
    ["yolo", "deny"],
    ["acceptEdits", "ask"],
    ["plan", "ask"],
  ])("answers a failure in mode %s with %s", async (mode, decision) => {
    announce(1);
    expect(await said(CALL.replace('"default"', `"${mode}"`))).toEqual({ code: 0, said: says(decision, NO_HOST) });
    expect(await said(CALL.replace(':"default"', `: "${mode}"`))).toEqual({ code: 0, said: says(decision, NO_HOST) });
  });

  it("says nothing of events that are no calls, where it fails", async () => {
    announce(1);
    expect(await said('{"hook_event_name":"SessionEnd","session_id":"s"}')).toEqual({ code: 0, said: {} });
  });

  it.each(["", "garbage", "[]"])("asks about an event that is none: `%s`", async (event) => {
    expect(await said(event)).toEqual({ code: 0, said: says("ask", "the event could not be read") });
  });
});
