import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { nodeWorld } from "../../../src/host/tools/node-world.ts";
import { createRunner } from "../../../src/host/tools/runner.ts";
import { type Bench, HOST, openBench, OWNER } from "../gate/harness.ts";

let bench: Bench;
beforeEach(async () => void (bench = await openBench({ opened: "edit" })));
afterEach(() => bench.close());

test.each([
  ["stopped between its claim and its beginning, does nothing", true],
  ["not stopped, does what it was claimed for", false],
])("a call that is %s", async (_name, stopped) => {
  const path = join(bench.project, "new.txt");
  const world = () => nodeWorld({ env: {}, cwd: bench.project, dataDir: bench.dataDir });
  const runner = createRunner({ world, outputLimit: async () => 1_000 });
  const { approvalId: id } = await bench.propose("write_file", { path, content: "x" });
  const digest = (await bench.gate.get(id, OWNER))?.digest ?? "";
  await bench.gate.decide({ id, digest, decision: "allow" }, OWNER);
  const claimed = await bench.gate.claim(id, HOST);
  if (!claimed.ok) throw new Error(claimed.message);
  if (stopped) runner.stop([id]);
  const result = await runner.run(claimed);
  expect([result.ok ? "done" : result.code, existsSync(path)]).toEqual(stopped ? ["ESTOPPED", false] : ["done", true]);
  await runner.close();
});
