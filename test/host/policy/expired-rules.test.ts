import { expect, test } from "vitest";
import { readLine } from "../../../src/host/audit/line.ts";
import { startHost } from "../../../src/host/start.ts";
import { openBench } from "../gate/harness.ts";

const EARLY = 1_800_000_000_000;

test("what was allowed until a time is gone for good after it, whatever the clock says later", async () => {
  const bench = await openBench({ opened: "edit" });
  const rules = [
    ["over", "git remote *", "allow", EARLY + 1_000],
    ["later", "git tag *", "allow", EARLY + 100_000],
    ["denies", "git stash *", "deny", EARLY + 1_000],
    ["ever", "git branch *", "allow", undefined],
  ] as const;
  for (const [id, pattern, decision, expiresAt] of rules) {
    const until = expiresAt === undefined ? {} : { expiresAt };
    const rule = {
      id,
      tool: "shell",
      pattern,
      decision,
      scope: "global",
      target: "",
      createdAt: EARLY,
      ...until,
    } as const;
    await bench.store.rules.add(rule);
  }
  // Control: before that time it counts.
  expect((await bench.shell("git remote add r url")).effect).toBe("allow");
  await bench.stop();

  const options = { dataDir: bench.dataDir, port: 0, adapters: [], webDir: null, version: "0.0.0" };
  const host = await startHost({ ...options, now: () => EARLY + 2_000 });
  await host.close();

  const again = await openBench({ dir: bench.dir });
  again.clock.now = EARLY;
  const lines = await again.store.audit.find({ type: "rule.expired", limit: 9 });
  expect(lines.map(readLine)).toMatchObject([{ actor: "host", data: { rule: { id: "over" } } }]);
  // What denied counts again where the clock goes back: that is the stricter answer.
  expect((await again.store.rules.list()).map(({ id }) => id).toSorted()).toEqual(["denies", "ever", "later"]);
  const args = { command: "git remote add r url" };
  const call = { tool: "shell", args, cwd: again.project, source: "model", attended: true } as const;
  expect((await again.gate.check(call, "chat")).decision.effect).toBe("ask");
  await again.close();
}, 60_000);
