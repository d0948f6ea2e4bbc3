/**
 * What the chain of the audit trail costs: a durable line that is numbered, redacted and hashed with the one before it,
 * against a durable row of the same text that is only numbered, and against a bare insert. Wall time, in turn, since
 * the disk dominates all three.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { openBench, type Bench } from "../test/host/gate/harness.ts";
import { inTurn, median, micros, percentile, printTable, times } from "./measure.ts";

const ROUNDS = 400;
const DATA = {
  tool: "shell",
  summary: "Runs `git status`.",
  effect: "allow",
  code: "level-allow",
  args: "0".repeat(64),
};

export async function run(): Promise<void> {
  const bench = await openBench();
  const file = join(bench.dir, "bare.db");
  const bare = new DatabaseSync(file);
  bare.exec("pragma journal_mode = wal; pragma synchronous = full; create table log (at integer, line text)");
  const insert = bare.prepare("insert into log values (?, ?)");
  const contenders: readonly (readonly [string, () => Promise<unknown>])[] = [
    ["numbered row", () => plainRow(bench)],
    ["chained line", () => chainedLine(bench)],
    ["bare insert", async () => insert.run(Date.now(), JSON.stringify(DATA))],
  ];
  try {
    const spans = await inTurn(
      contenders.map(([, work]) => work),
      { rounds: ROUNDS, warmUp: 50 },
    );
    const base = median(spans[0] ?? []);
    printTable(`durable append (µs wall; ${ROUNDS} each, in turn)`, [
      ["contender", "p50", "p99", "÷ numbered row"],
      ...contenders.map(([name], at) => {
        const own = spans[at] ?? [];
        return [name, micros(median(own)), micros(percentile(own, 99)), times(median(own) / base)];
      }),
    ]);
  } finally {
    bare.close();
    rmSync(file);
    await bench.close();
  }
}

/** The same table and columns, by the same statements, without chain and redaction. */
function plainRow({ store, clock }: Bench): Promise<unknown> {
  const row = { at: clock.now, type: "bench", actor: "host", chat: null, approval: null, hash: "0".repeat(64) };
  return store.transaction((tables) => tables.audit.append([(seq) => ({ ...row, seq, line: JSON.stringify(DATA) })]));
}

function chainedLine({ recorder, clock }: Bench): Promise<unknown> {
  const line = { at: clock.now, type: "bench", actor: "host", chat: null, approval: null, data: DATA };
  return recorder.commit((_, log) => log(line));
}
