import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";

/**
 * The variable by which a command's processes are known, those too that left its process group (`setsid`): the run that
 * it belongs to, and the command.
 */
export const CALL_MARK = "AGENT_CALL";

/** Between a polite and a hard end, ms. */
const GRACE = 2_000;

/**
 * `run`: where there is none, its processes are only found by the command's own end. `approval`: what the command was
 * claimed by, so that the next host finds what this one could not end.
 */
export function newMark(run = "none", approval: string = randomUUID()): string {
  return `${run}/${approval}`;
}

/** Ends what the commands of these runs left behind, and hard what is still there after a while. */
export function endLeftBehind(runs: readonly string[]): void {
  endInTime((mark) => runs.some((run) => mark.startsWith(`${run}/`)));
}

/** Ends what a host that died was running by these claims: nobody else limits or stops it. */
export function endOrphans(approvals: readonly string[]): void {
  if (approvals.length > 0) endInTime((mark) => approvals.some((id) => mark.endsWith(`/${id}`)));
}

function endInTime(fits: (mark: string) => boolean): void {
  endWhere(fits, "SIGTERM");
  setTimeout(() => endWhere(fits, "SIGKILL"), GRACE).unref();
}

/** Ends the processes of one command. */
export function endMarked(mark: string, signal: NodeJS.Signals): void {
  endWhere((each) => each === mark, signal);
}

/** Linux only: elsewhere the group is all that can be ended. A process that clears its environment is not found. */
function endWhere(fits: (mark: string) => boolean, signal: NodeJS.Signals): void {
  if (process.platform !== "linux") return;
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  for (const pid of pids.filter((each) => fits(markOf(each)))) endOne(Number(pid), signal);
}

/** Empty: it has none, is gone, or another account's. */
function markOf(pid: string): string {
  try {
    const variables = readFileSync(`/proc/${pid}/environ`, "latin1").split("\0");
    return variables.find((each) => each.startsWith(`${CALL_MARK}=`))?.slice(CALL_MARK.length + 1) ?? "";
  } catch {
    return ""; // verdict: nothing that could be ended
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
