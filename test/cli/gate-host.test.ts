import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type ConnectedHost, connectHost } from "../../src/cli/gate-host.ts";

const PROOF = "b".repeat(43);
const GATE = {
  session: "s",
  entry: { command: "server", args: [], env: [], cwd: "/" },
  name: null,
  project: null,
};
const CALL = { tool: "t", descriptor: null, args: {}, beside: {}, callId: "1" };

let dataDir = "";
let server: Server | undefined;
let host: ConnectedHost | undefined;
afterEach(async () => {
  await host?.end();
  server?.closeAllConnections();
  server?.close();
  rmSync(dataDir, { recursive: true });
});

/** A gate that has found a host which does this with a call. */
async function gateOn(listener: RequestListener): Promise<ConnectedHost> {
  const running = createServer((request, response) => {
    if (request.url === "/api/mcp/calls") listener(request, response);
    else response.writeHead(200, { "x-assent-proof": PROOF }).end("{}");
  });
  server = running;
  await new Promise<void>((resolve) => running.listen(0, "127.0.0.1", resolve));
  dataDir = mkdtempSync(join(tmpdir(), "assent-gate-"));
  mkdirSync(join(dataDir, "agents"));
  const { port } = running.address() as AddressInfo;
  writeFileSync(join(dataDir, "runtime.json"), JSON.stringify({ port, pid: process.pid, version: "1" }));
  writeFileSync(join(dataDir, "agents/mcp.token"), `${"a".repeat(43)}\n${PROOF}\n`);
  host = connectHost({ dataDir, gate: GATE, waitMs: 0, answerMs: 200, onChange: () => undefined });
  return host;
}

const ALLOW = `${JSON.stringify({ answer: "allow", approval: "apr_1" })}\n`;
const WAITING = `${JSON.stringify({ waiting: "apr_1" })}\n`;
const proven = { "x-assent-proof": PROOF };

test.each<[string, RequestListener, string]>([
  ["does not answer", () => undefined, "the host of Assent does not answer; make the call again later"],
  [
    "says that a person is asked, and then nothing more",
    (_request, response) => response.writeHead(200, proven).write(WAITING),
    "the host of Assent does not answer; make the call again later",
  ],
  [
    "ends before it has answered",
    (_request, response) => {
      response.writeHead(200, proven).write(WAITING);
      setTimeout(() => response.destroy(), 20);
    },
    "the host of Assent went away before it had answered; make the same call again",
  ],
  [
    "does not know the token",
    (_request, response) =>
      response.writeHead(401).end('{"code":"EUNAUTHENTICATED","message":"this token is not known"}'),
    "this token is not known; start the host of Assent again, which writes it anew",
  ],
  [
    "is none",
    (_request, response) => response.writeHead(200).end(ALLOW),
    "what answers there is not the host of Assent",
  ],
  [
    "answers nonsense",
    (_request, response) => response.writeHead(200, proven).end("{"),
    "the host of Assent answers nothing that can be read",
  ],
])("a host that %s allows nothing, and the client is told what to do", async (_what, listener, message) => {
  const asked = (await gateOn(listener)).propose(CALL, () => undefined, new AbortController().signal);
  await expect(asked).rejects.toThrow(new Error(message));
});

test("a host that takes as long as it may is heard", async () => {
  const slow = await gateOn((_request, response) => {
    response.writeHead(200, proven).write(WAITING);
    setTimeout(() => response.end(ALLOW), 50);
  });
  const answer = await slow.propose(CALL, () => undefined, new AbortController().signal);
  expect(answer).toEqual({ answer: "allow", approval: "apr_1" });
});

test("a call that the client takes back ends without a word of the host", async () => {
  const left = new AbortController();
  const asked = (await gateOn(() => left.abort())).propose(CALL, () => undefined, left.signal);
  await expect(asked).rejects.toThrow("aborted");
});
