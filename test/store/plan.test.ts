import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { planOf } from "../../src/host/tools/task.ts";
import { openSqlite } from "../../src/store/sqlite.ts";

it("keeps the plan of each chat, in order, and tells of changes", async () => {
  const dir = mkdtempSync(join(tmpdir(), "assent-plan-"));
  let changes = 0;
  const store = await openSqlite(join(dir, "assent.db"));
  const plan = planOf(store.plans, "a", { now: () => 1, changed: () => (changes += 1) });
  await plan.put({ id: 2, title: "second", state: "open" });
  await plan.put({ id: 1, title: "first", state: "open" });
  await plan.put({ id: 2, title: "second", state: "done" });
  expect([await plan.items(), await store.plans.of("b"), changes]).toEqual([
    [
      { id: 1, title: "first", state: "open" },
      { id: 2, title: "second", state: "done" },
    ],
    [],
    3,
  ]);
  await store.close();
  rmSync(dir, { recursive: true });
});
