/**
 * What a hook costs an agent at each call, with the host running: the command form (the bash launcher) and the HTTP
 * form, against starting Node for nothing and against one durable row in a database on the same disk. Wall time. `NODE_EXTRA_CA_CERTS` is left out: it alone costs a start 38 ms.
 */
import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { callEvent, startHostProcess } from "../test/e2e/host-process.ts";
import { hookClient } from "./hook-client.ts";
import { median, percentile, printTable, times } from "./measure.ts";

const ROUNDS = 300;
/** Where other work shares the processor, the least of many short spans is nearest to what the host needs by itself. */
const BATCHES = 80;
const BATCH = 20;

export async function run(): Promise<void> {
  delete process.env["NODE_EXTRA_CA_CERTS"];
  const host = await startHostProcess();
  try {
    host.cli("hook", "install", "claude-code");
    const event = JSON.stringify(callEvent(host.project, "Bash", { command: "git status" }));
    const settings = JSON.parse(readFileSync(join(host.project, "../../.claude/settings.json"), "utf8")) as {
      hooks: { PreToolUse: { hooks: { command: string }[] }[] };
    };
    const command = settings.hooks.PreToolUse[0]?.hooks[0]?.command as string;
    const node = repeat(40, () => void spawnSync(process.execPath, ["-e", "0"]));
    const bash = repeat(100, () => void spawnSync("/bin/bash", ["-c", ":"]));
    const launcher = await repeatAsync(ROUNDS, () => launch(command, event));
    const post = hookClient(host);
    const http = await repeatAsync(ROUNDS, () => post(event));
    const thread = await threadTime(hostThread(host.dataDir), () => post(event));
    const durable = repeat(ROUNDS, rowAppender(host.dataDir));
    printTable(`hook, host running (ms wall; ${ROUNDS} calls; each answer is recorded durably)`, [
      ["client", "p50", "p99", "÷ node -e 0"],
      row("node -e 0", node, node),
      row("one durable row", durable, node),
      row("bash -c :", bash, node),
      row("command hook", launcher, node),
      row("HTTP hook, keep-alive", http, node),
    ]);
    console.log(
      `  of an HTTP hook the host's thread runs ${thread.toFixed(2)} ms, least of ${BATCHES} times ${BATCH} calls`,
    );
  } finally {
    await host.close();
  }
}

function row(name: string, spans: readonly number[], node: readonly number[]): string[] {
  return [name, median(spans).toFixed(2), percentile(spans, 99).toFixed(2), times(median(spans) / median(node))];
}

function repeat(count: number, work: () => void): number[] {
  return Array.from({ length: count }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
}

async function repeatAsync(count: number, work: () => Promise<unknown>): Promise<number[]> {
  const spans: number[] = [];
  for (let i = 0; i < count; i += 1) {
    const start = performance.now();
    await work();
    spans.push(performance.now() - start);
  }
  return spans;
}

/** ms of processor time that the host's main thread has had; only Linux tells. */
function hostThread(dataDir: string): () => number {
  const { pid } = JSON.parse(readFileSync(join(dataDir, "runtime.json"), "utf8")) as { pid: number };
  return () => Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
}

async function threadTime(thread: () => number, work: () => Promise<unknown>): Promise<number> {
  let least = Infinity;
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const before = thread();
    for (let i = 0; i < BATCH; i += 1) await work();
    least = Math.min(least, (thread() - before) / BATCH);
  }
  return least;
}

function rowAppender(dir: string): () => void {
  const db = new DatabaseSync(join(dir, "bench.db"));
  db.exec("pragma journal_mode = wal; pragma synchronous = full; create table log (at integer)");
  const insert = db.prepare("insert into log values (?)");
  return () => void insert.run(Date.now());
}

/** The installed command without the shell around it, which the agent brings. */
function launch(command: string, event: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const [program = "", ...args] = command.replaceAll("'", "").split(" ");
    const child = spawn(program, args, { stdio: ["pipe", "ignore", "ignore"] });
    child.on("error", reject);
    child.on("exit", () => resolve());
    child.stdin.end(event);
  });
}
