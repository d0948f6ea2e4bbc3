/**
 * What a granted `read_file` of 10 kB costs from proposal to outcome: read and decided, recorded and claimed, opened by
 * handles, recorded again, on a real data directory; against a bare `fs.readFile` and one durable row in SQLite. Wall
 * time, the contenders in turn, since the disk dominates both.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { runTool } from "../src/host/tools/run-tool.ts";
import { decide } from "../src/core/decide.ts";
import { nodeWorld } from "../src/host/tools/node-world.ts";
import { read } from "../src/read/read.ts";
import { openBench, type Bench } from "../test/host/gate/harness.ts";
import { inTurn, median, micros, percentile, printTable, times } from "./measure.ts";

const ROUNDS = 400;
const WARM_UP = 500;
const BYTES = 10_000;

export async function run(): Promise<void> {
  const bench = await openBench({ opened: "edit" });
  const bare = openBare();
  const path = join(bench.project, "a.txt");
  writeFileSync(path, `${"x".repeat(99)}\n`.repeat(BYTES / 100));
  try {
    const contenders: readonly (readonly [string, () => Promise<unknown>])[] = [
      ["fs.readFile", () => readFile(path, "utf8")],
      ["fs.readFile and one durable row", () => bare.readAndRecord(path)],
      ["read and decide", await readAndDecide(bench)],
      ["guarded open alone", guardedOpen(bench)],
      ["the gate: propose, claim, read_file, finish", () => throughGate(bench)],
    ];
    const spans = await inTurn(
      contenders.map(([, work]) => work),
      { rounds: ROUNDS, warmUp: WARM_UP },
    );
    const base = median(spans[1] ?? []);
    printTable(`read_file of 10 kB, granted (µs wall; ${ROUNDS} calls each, in turn)`, [
      ["contender", "p50", "p99", "÷ bare"],
      ...contenders.map(([name], at) => {
        const own = spans[at] ?? [];
        return [name, micros(median(own)), micros(percentile(own, 99)), times(median(own) / base)];
      }),
    ]);
  } finally {
    bare.close();
    await bench.close();
  }
}

async function throughGate(bench: Bench): Promise<void> {
  const proposed = await bench.propose("read_file", { path: "a.txt" }, { claims: true });
  if (proposed.effect !== "allow" || !proposed.claimed) throw new Error(proposed.decision.reason);
  const { call, reading, roots } = proposed.claimed;
  const result = await runTool(call, reading, { ...context(bench), roots });
  if (!result.ok || result.output.length !== BYTES) throw new Error("read_file failed");
  await bench.gate.finish(proposed.approvalId, { state: "executed", text: result.output });
}

async function readAndDecide(bench: Bench): Promise<() => Promise<unknown>> {
  const policy = await bench.policies.policyFor("chat", "run-1");
  return async () => decide(read(callOf(bench), worldOf(bench)), policy, 0);
}

function guardedOpen(bench: Bench): () => Promise<unknown> {
  const reading = read(callOf(bench), worldOf(bench));
  return () => runTool(callOf(bench), reading, context(bench));
}

function callOf({ project }: Bench) {
  return {
    tool: "read_file",
    args: { path: "a.txt" },
    cwd: project,
    project,
    source: "model",
    attended: true,
  } as const;
}

function context(bench: Bench) {
  return { world: worldOf(bench), signal: new AbortController().signal, outputLimit: 64 * 1024 };
}

function worldOf({ dir, dataDir, project }: Bench) {
  return nodeWorld({ env: { PATH: "/usr/bin:/bin", HOME: join(dir, "home") }, cwd: project, dataDir });
}

/** The least that a program does which reads a file and will not forget that it did. */
function openBare() {
  const dir = mkdtempSync(join(tmpdir(), "assent-bare-"));
  const db = new DatabaseSync(join(dir, "log.db"));
  db.exec(
    "pragma journal_mode = wal; pragma synchronous = full; create table log (at integer, path text, bytes integer)",
  );
  const insert = db.prepare("insert into log values (?, ?, ?)");
  return {
    async readAndRecord(path: string) {
      const text = await readFile(path, "utf8");
      insert.run(Date.now(), path, text.length);
      return text;
    },
    close() {
      db.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
