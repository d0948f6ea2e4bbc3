import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { commandAnywhere } from "../../src/cli/command-name.ts";
import { binFile } from "../../src/cli/host-behind.ts";
import { type Bench, openBench, OWNER } from "../host/gate/harness.ts";

const MAIN = new URL("../../src/cli/main.ts", import.meta.url).pathname;

function assent(bench: Bench, args: readonly string[]): { readonly out: string; readonly code: number | null } {
  const env = { PATH: process.env["PATH"], HOME: join(bench.dir, "home"), ASSENT_HOME: bench.dataDir };
  const { stdout, status } = spawnSync(process.execPath, [MAIN, "rules", ...args], {
    cwd: bench.project,
    env,
    encoding: "utf8",
  });
  return { out: stdout, code: status };
}

async function answer(bench: Bench, command: string, decision: "allow" | "deny"): Promise<void> {
  const proposed = await bench.shell(command);
  if (!proposed.ok || proposed.effect !== "ask") throw new Error(`not asked about: ${command}`);
  const { digest } = (await bench.gate.get(proposed.approvalId, OWNER)) ?? { digest: "" };
  await bench.gate.decide({ id: proposed.approvalId, digest, decision }, OWNER);
}

it("suggests from what a person approved, and finds nothing wrong with the preset", async () => {
  const bench = await openBench();
  mkdirSync(join(bench.dir, "home"), { recursive: true });
  spawnSync("git", ["init", "-q", bench.project]);
  for (const tag of ["v1", "v2", "v3"]) await answer(bench, `git tag ${tag}`, "allow");
  for (const name of ["a", "b"]) await answer(bench, `git remote add ${name} https://example.com/${name}`, "allow");
  await answer(bench, "git remote add c https://evil.example/c", "deny");
  await bench.stop();
  const bin = commandAnywhere({ env: {}, bin: binFile(), home: join(bench.dir, "home") });
  expect(assent(bench, ["suggest"])).toEqual({
    out: `# would have removed 3 asks\n${bin} rules add --allow 'git tag *'\n`,
    code: 0,
  });
  expect(assent(bench, ["lint"])).toEqual({ out: "nothing found\n", code: 0 });
  await bench.close();
}, 180_000);
