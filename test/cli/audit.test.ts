import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openBench, OWNER } from "../host/gate/harness.ts";

const MAIN = new URL("../../src/cli/main.ts", import.meta.url).pathname;

it("tells what was done and what decided it, without hashes", async () => {
  const bench = await openBench();
  await bench.shell("git status");
  const asked = await bench.shell("git tag v1");
  if (!asked.ok) throw new Error("not proposed");
  const { digest } = (await bench.gate.get(asked.approvalId, OWNER)) ?? { digest: "" };
  await bench.gate.decide({ id: asked.approvalId, digest, decision: "deny" }, OWNER);
  await bench.stop();
  const env = { PATH: process.env["PATH"], HOME: join(bench.dir, "home"), ASSENT_HOME: bench.dataDir };
  const { stdout } = spawnSync(process.execPath, [MAIN, "audit", "tail"], { env, encoding: "utf8" });
  const columns = stdout
    .trim()
    .split("\n")
    .map((line) => line.split(/ {2,}/u).slice(2));
  expect(columns).toEqual([
    ["approved", "Read freely (L0)", "Runs `git status`."],
    ["pending", expect.any(String), "Runs `git tag v1`."],
    ["denied", "ana", "Runs `git tag v1`."],
  ]);
  expect(stdout).not.toMatch(/[0-9a-f]{16}/u);
  await bench.close();
}, 180_000);
