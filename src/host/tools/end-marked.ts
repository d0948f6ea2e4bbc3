import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** The variable by which a command's processes are known, those too that left its process group (`setsid`). */
export const CALL_MARK = "AGENT_CALL";

/**
 * Ends the processes that carry this mark in their environment. Linux only: elsewhere the group is all that can be ended.
 * A process that clears its environment is not found.
 */
export function endMarked(mark: string, signal: NodeJS.Signals): void {
  if (process.platform !== "linux") return;
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  for (const pid of pids.filter((each) => isMarked(each, mark))) endOne(Number(pid), signal);
}

function isMarked(pid: string, mark: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1").split("\0").includes(`${CALL_MARK}=${mark}`);
  } catch {
    return false; // verdict: gone, or another account's
  }
}

function endOne(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    return; // verdict: gone already
  }
}

/** Ends a process that leads a group of its own, with all of the group. Undefined: it never started. */
export function endGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  if (process.platform === "win32")
    spawn("taskkill", ["/pid", String(pid), "/t", "/f"], { stdio: "ignore", windowsHide: true });
  else endOne(-pid, signal);
}
