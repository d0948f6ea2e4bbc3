/** The host's cold start, from the process to the first answer over HTTP, and the memory it holds when idle. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { median, percentile, printTable, times } from "./measure.ts";

const BIN = join(import.meta.dirname, "../bin/assent.js");
const ROUNDS = 15;

export async function run(): Promise<void> {
  delete process.env["NODE_EXTRA_CA_CERTS"];
  const dir = mkdtempSync(join(tmpdir(), "assent-bench-"));
  const spans: number[] = [];
  const bare: number[] = [];
  let memory = 0;
  try {
    for (let i = 0; i < ROUNDS; i += 1) {
      bare.push(await timeNode());
      const { child, ms } = await timeHost(dir);
      spans.push(ms);
      if (i === ROUNDS - 1) {
        await sleep(3_000);
        memory = residentMb(child.pid as number);
      }
      await stop(child);
    }
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
  printTable(`host (${ROUNDS} starts on one data directory, the compile cache warm but for the first)`, [
    ["figure", "p50", "worst"],
    ["node -e 0, ms", median(bare).toFixed(0), percentile(bare, 100).toFixed(0)],
    ["start to first answer, ms", median(spans).toFixed(0), percentile(spans, 100).toFixed(0)],
    ["÷ node -e 0", times(median(spans) / median(bare)), ""],
    ["idle memory (RSS), MB", memory.toFixed(0), ""],
  ]);
}

async function timeHost(dir: string): Promise<{ child: ChildProcess; ms: number }> {
  const start = performance.now();
  const child = spawn(process.execPath, [BIN, "--no-open", "--port", "4799"], {
    env: { ...process.env, ASSENT_HOME: dir },
    stdio: "ignore",
  });
  for (;;) {
    const answered = await fetch("http://127.0.0.1:4799/api/health").then(
      (response) => response.status === 401,
      () => false, // not listening yet
    );
    if (answered) return { child, ms: performance.now() - start };
    await sleep(2);
  }
}

function timeNode(): Promise<number> {
  const start = performance.now();
  const child = spawn(process.execPath, ["-e", "0"], { stdio: "ignore" });
  return new Promise((resolve) => child.on("exit", () => resolve(performance.now() - start)));
}

function residentMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/u.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? Number.NaN) / 1024;
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.on("exit", () => resolve());
    child.kill("SIGTERM");
  });
}
