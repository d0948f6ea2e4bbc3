import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../make-folder.ts";
import { stampOf } from "../plain-file.ts";

/** The host that runs on a data directory; `<data>/runtime.json`, 0600. Hooks and other commands find it by this. */
export interface Runtime {
  readonly port: number;
  readonly pid: number;
  readonly version: string;
}

/** Null where there is none, or the file is not one of ours. */
export function readRuntime(dataDir: string): Runtime | null {
  try {
    const { port, pid, version } = JSON.parse(readFileSync(fileOf(dataDir), "utf8")) as Partial<Runtime>;
    return isPositive(port) && isPositive(pid) ? { port, pid, version: String(version) } : null;
  } catch {
    return null; // verdict: no running host
  }
}

/** Whether a host answers there, within `limitMs`: one that was killed leaves its file behind, one may hang. */
export async function isRunning({ port, pid }: Runtime, limitMs = 5_000): Promise<boolean> {
  try {
    process.kill(pid, 0);
    const response = await fetch(`http://127.0.0.1:${port}/api/health`, { signal: AbortSignal.timeout(limitMs) });
    const body = (await response.json()) as { readonly code?: unknown };
    return response.status === 401 && body.code === "EUNAUTHENTICATED";
  } catch {
    return false; // verdict: nobody there, so this process may take its place
  }
}

/** Says where this host is. False where another one was faster; the file is whole from its first moment. */
export function writeRuntime(dataDir: string, runtime: Runtime): boolean {
  makeFolder(dataDir);
  const draft = `${fileOf(dataDir)}.${runtime.port}`;
  // One field a line: the launcher of a hook reads them with shell builtins.
  writeFileSync(draft, `${JSON.stringify(runtime, null, 2)}\n`, { mode: 0o600 });
  try {
    linkSync(draft, fileOf(dataDir));
    return true;
  } catch {
    return false; // verdict: another host has the directory
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Whether another host has taken the data directory since: this one hung, and was thought dead. Cheap enough for each
 * call. A file that is gone names nobody; one that named another counts from then on.
 */
export function supersededOn(dataDir: string, own: Pick<Runtime, "pid" | "port">): () => boolean {
  let superseded = false;
  let seen = "";
  return () => {
    const stamp = superseded ? seen : stampOf(fileOf(dataDir));
    if (stamp === seen) return superseded;
    seen = stamp;
    const runtime = readRuntime(dataDir);
    superseded = runtime !== null && (runtime.pid !== own.pid || runtime.port !== own.port);
    return superseded;
  };
}

/** Removes the file of the host with this pid, and no other's. */
export function removeRuntime(dataDir: string, pid: number): void {
  if (readRuntime(dataDir)?.pid === pid) rmSync(fileOf(dataDir), { force: true });
}

function fileOf(dataDir: string): string {
  return join(dataDir, "runtime.json");
}

function isPositive(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) > 0;
}
