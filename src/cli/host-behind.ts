import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { isRunning, readRuntime } from "../host/http/runtime.ts";
import { dataDir } from "./data-dir.ts";
import { packageRoot } from "./version.ts";

/** Starts the host and waits until it answers, for no longer than `limitMs`: the caller then does without. */
export async function startHostBehind(limitMs: number): Promise<void> {
  const child = spawn(process.execPath, [binFile(), "--no-open"], { stdio: "ignore", detached: true });
  let over = false;
  child.on("error", () => (over = true)); // verdict: no host, which the caller finds out below
  // It ends well where it found another host, which then answers; else nothing comes that could be waited for.
  child.on("exit", (code) => (over = code !== 0));
  child.unref();
  for (const started = Date.now(); !over && Date.now() - started < limitMs; await sleep(50)) {
    const runtime = readRuntime(dataDir());
    if (runtime !== null && (await isRunning(runtime))) return;
  }
}

export function binFile(): string {
  return fileURLToPath(new URL("bin/assent.js", `file://${packageRoot()}/`));
}
