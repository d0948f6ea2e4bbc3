import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openBench } from "../host/gate/harness.ts";

const MAIN = new URL("../../src/cli/main.ts", import.meta.url).pathname;

it("tells what waits here apart from what an agent asks in its own prompt", async () => {
  const bench = await openBench();
  await bench.shell("git tag here");
  await bench.shell("git tag there", { askedIn: "agent", callId: "call-2" });
  await bench.stop();
  const env = { PATH: process.env["PATH"], HOME: join(bench.dir, "home"), ASSENT_HOME: bench.dataDir };
  const { stdout } = spawnSync(process.execPath, [MAIN, "approvals"], { env, encoding: "utf8" });
  expect(stdout.split("\n").map((line) => /`(.*)`/u.exec(line)?.[1] ?? line)).toEqual([
    "git tag here",
    "asked in the agent's own prompt, to be answered there:",
    "git tag there",
    "",
  ]);
  await bench.close();
}, 180_000);
