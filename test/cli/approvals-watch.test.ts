import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type RealHost, startReal, until } from "../host/real-host.ts";

let real: RealHost;
let child: ChildProcessWithoutNullStreams;
beforeEach(async () => {
  real = await startReal();
});
afterEach(async () => {
  child.kill();
  await real.close();
});

it("follows what waits, and passes an answer on to a person", async () => {
  const main = join(import.meta.dirname, "../../src/cli/main.ts");
  const env = { ...process.env, ASSENT_HOME: real.dataDir, NO_COLOR: "1" };
  await real.call({ tool: "Bash", args: { command: "make" }, cwd: real.project, session: "s1", callId: "c1" });
  const [card] = await real.pending();
  child = spawn("node", [main, "approvals", "watch"], { env });
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => (said += String(chunk)));
  await until(async () => /^1 {2}claude-code {2}app {2}.*make/m.test(said));
  child.stdin.write("allow 7\nnonsense\ndeny 1\n");
  const confirm = await until(async () => (await real.pending()).find(({ id }) => id !== card?.id));
  expect(said).not.toContain("denied");
  await real.decide(confirm, "allow");
  await until(async () => said.includes(`denied ${card?.id}`) && said.includes("1  settled"));
  expect((await real.recent()).find(({ id }) => id === card?.id)?.state).toBe("denied");
  child.stdin.end();
  expect(await new Promise((resolve) => child.on("exit", resolve))).toBe(0);
});
