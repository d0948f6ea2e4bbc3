import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { isRunning, readRuntime } from "../host/http/runtime.ts";
import { dataDir } from "./data-dir.ts";
import { packageRoot } from "./version.ts";

/** Starts the host and waits until it answers, for no longer than `limitMs`: the caller then does without. */
export async function startHostBehind(limitMs: number): Promise<void> {
  const child = spawn(process.execPath, [binFile(), "--no-open"], { stdio: "ignore", detached: true });
  child.on("error", () => undefined); // verdict: no host, which the caller finds out below
  child.unref();
  // Ended well it found another host, which then answers; else nothing comes that could be waited for.
  const mayCome = (): boolean => child.pid !== undefined && (child.exitCode ?? 0) === 0;
  for (const started = Date.now(); mayCome() && Date.now() - started < limitMs; await sleep(50)) {
    const runtime = readRuntime(dataDir());
    if (runtime !== null && (await isRunning(runtime))) return;
  }
}

export function binFile(): string {
  return fileURLToPath(new URL("bin/assent.js", `file://${packageRoot()}/`));
}
