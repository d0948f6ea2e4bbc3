import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openBench } from "../host/gate/harness.ts";

const MAIN = new URL("../../src/cli/main.ts", import.meta.url).pathname;

it("prints nothing but JSON while questions are open, also where there is none", async () => {
  const bench = await openBench();
  const env = { PATH: process.env["PATH"], HOME: join(bench.dir, "home"), ASSENT_HOME: bench.dataDir };
  const printed = (...words: string[]): unknown => {
    const { stdout } = spawnSync(process.execPath, [MAIN, ...words, "--json"], {
      env,
      cwd: bench.project,
      encoding: "utf8",
    });
    return JSON.parse(stdout);
  };
  await bench.stop();
  expect(printed("approvals")).toEqual([]);
  const open = await openBench({ dir: bench.dir });
  await open.shell("git tag here");
  await open.shell("git tag there", { callId: "call-2" });
  await open.stop();
  expect(printed("approvals")).toMatchObject([{ state: "pending" }, { state: "pending" }]);
  expect(printed("check", "git tag here")).toMatchObject({ effect: "ask" });
  expect(printed("rules", "list")).toBeInstanceOf(Array);
  await open.close();
}, 180_000);

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
