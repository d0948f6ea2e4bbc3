import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync, StatementResultingChanges } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readHeadFile } from "../../../src/host/audit/head-file.ts";
import { type Bench, openBench } from "./harness.ts";

let bench: Bench;
let db: DatabaseSync;
/** `synchronous` of each commit: 2 waits for the disk, 1 does not. */
let commits: unknown[] = [];

beforeEach(async () => {
  bench = await openBench({ opened: "edit", prepare: watch });
  const rule = { id: "r", tool: "change", pattern: "**", decision: "allow", scope: "global" } as const;
  await bench.store.rules.add({ ...rule, target: "", createdAt: 1 });
  commits = [];
});
afterEach(() => bench.close());

function watch(opened: DatabaseSync): void {
  db = opened;
  const prepare = opened.prepare.bind(opened);
  opened.prepare = (sql, options) => {
    const statement = prepare(sql, options);
    if (sql !== "commit") return statement;
    const run: () => StatementResultingChanges = statement.run.bind(statement, {});
    statement.run = () => {
      commits.push(level());
      return run();
    };
    return statement;
  };
}

function level(): unknown {
  return db.prepare("pragma synchronous").get()?.["synchronous"];
}

/** Proposes and claims, and tells how it went. */
async function run(tool: string, args: unknown): Promise<void> {
  const proposed = await bench.propose(tool, args, { claims: true });
  expect(proposed.effect).toBe("allow");
  await bench.gate.finish(proposed.approvalId, { state: "executed", text: "done" });
}

const newest = async () => (await bench.store.audit.since(0, 1_000)).at(-1)?.seq;
const anchored = () => readHeadFile(join(bench.dataDir, "audit-head.json"))?.seq;

describe("what is on the disk before anything follows", () => {
  it.each([
    ["a read", "read_file", { path: "a.txt" }, [2, 1]],
    ["a command that reads", "shell", { command: "cat a.txt" }, [2, 1]],
    ["a write", "write_file", { path: "b.txt", content: "x" }, [2, 2]],
  ])("of %s", async (_, tool, args, expected) => {
    writeFileSync(join(bench.project, "a.txt"), "one\n");
    await run(tool, args);
    expect([commits, level()]).toEqual([expected, 2]);
  });

  it("stays so when an outcome cannot be written", async () => {
    writeFileSync(join(bench.project, "a.txt"), "one\n");
    const proposed = await bench.propose("read_file", { path: "a.txt" }, { claims: true });
    db.exec("create trigger fault before insert on audit begin select raise(fail, 'disk full'); end");
    await expect(bench.gate.finish(proposed.approvalId, { state: "executed", text: "x" })).rejects.toThrow();
    db.exec("drop trigger fault");
    expect(level()).toBe(2);
    commits = [];
    await run("write_file", { path: "b.txt", content: "x" });
    expect(commits).toEqual([2, 2]);
  });

  it("an anchor never names a line that the machine's end could take back", async () => {
    writeFileSync(join(bench.project, "a.txt"), "one\n");
    await run("read_file", { path: "a.txt" });
    await bench.head.flush();
    const last = (await newest()) ?? 0;
    expect(anchored()).toBe(last - 1);
    await run("write_file", { path: "b.txt", content: "x" });
    await bench.head.flush();
    expect(anchored()).toBe(await newest());
  });
});
