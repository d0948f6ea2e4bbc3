import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createSandbox } from "../../../../src/host/tools/sandbox.ts";
import { callsIn } from "../../engine/chat-client.ts";
import { call, type Scripted, startScripted } from "../../engine/scripted.ts";
import { FILESYSTEM } from "../gated.ts";
import { node, type Own, ownOf } from "./own.ts";
import { canUnshare } from "../../../support/processes.ts";

const works = (await createSandbox().missing()) === null && canUnshare();
if (!works) console.warn("not run: MCP servers in the sandbox (no bubblewrap, or namespaces are not allowed here)");

let host: Scripted;
let own: Own;
beforeEach(async () => {
  host = await startScripted();
  own = ownOf(host.real);
});
afterEach(() => host.close());

const folder = (): string => {
  const path = join(host.real.project, "kept");
  mkdirSync(path, { recursive: true });
  return path;
};

/** Has the server write a file, with a person's yes. */
async function write(path: string): Promise<string | undefined> {
  const chat = await host.chat();
  host.provider.script({ calls: [call("mcp__files__write_file", { path, content: "x" })] }, { text: "done" });
  await chat.send("write it");
  await chat.answer("allow");
  return callsIn((await chat.reaches("idle")).messages)[0]?.state;
}

describe.skipIf(!works)("a server in the sandbox", () => {
  test.each([
    [true, "kept/a.txt", true],
    [true, "b.txt", false],
    // Without it the server may.
    [false, "b.txt", true],
  ])("held: %s, writes %s: %s", async (sandboxed, name, written) => {
    await own.add("files", { ...node(FILESYSTEM, host.real.project), cwd: folder(), sandboxed });
    await write(join(host.real.project, name));
    expect(existsSync(join(host.real.project, name))).toBe(written);
  });

  test("does not reach the host's own data", async () => {
    writeFileSync(join(host.real.dataDir, "mark"), "here");
    const script = `console.error(require("node:fs").existsSync(${JSON.stringify(join(host.real.dataDir, "mark"))}))`;
    await own.add("looks", { ...node("-e", script), cwd: folder(), sandboxed: true });
    await host.real.person.send("POST", "/api/mcp/servers/looks/restart", {});
    expect((await own.reaches("looks", "failed")).reason).toMatch(/: false$/u);
  });
});

test("a server in the sandbox needs a folder of its own", async () => {
  const body = { name: "a", entry: { ...node("-e", ""), sandboxed: true } };
  const response = await host.real.person.send("POST", "/api/mcp/servers", body);
  expect([response.status, await response.json()]).toMatchObject([400, { code: "EBODY", path: "$.entry.cwd" }]);
});
