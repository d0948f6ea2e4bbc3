import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import type { Part, PathUse, Reading } from "../../core/reading.ts";

/** What was at a path when the call was shown. */
export interface FileState {
  readonly path: string;
  /** `none`, `sha256:…`, or the identity of what is no plain file or too large to read. */
  readonly state: string;
}

/** Larger files are known by size, inode and time of their last change. */
const MAX_HASHED = 16 * 1024 * 1024;
const MAX_FILES = 64;

/**
 * State of each file that the call would change, and of each script that it would run: what a person agrees to is done
 * to these and to no later ones. Source: approvals.md, "Bound to what was seen".
 */
export async function fileStates(reading: Reading): Promise<readonly FileState[]> {
  const uses = reading.parts.flatMap((part) => part.paths.filter((use) => matters(part, use)));
  const paths = [...new Set(uses.map((use) => use.canonical ?? use.spelling))].slice(0, MAX_FILES);
  return Promise.all(paths.map(async (path) => ({ path, state: await stateOf(path) })));
}

function matters(part: Part, use: PathUse): boolean {
  if (use.system || use.scratch || use.protected === "D") return false;
  return use.act !== "read" || part.projectCode || part.exactOnly === "launcher";
}

/** Text of a plain file of at most `limit` bytes; null of anything else. */
export async function readText(path: string, limit: number): Promise<string | null> {
  return withFile(path, null, async (file, stat) => (stat.size > limit ? null : (await file.readFile()).toString("utf8")));
}

function stateOf(path: string): Promise<string> {
  return withFile(path, "none", async (file, stat) => {
    const identity = `${stat.dev}:${stat.ino}`;
    if (stat.size > MAX_HASHED) return `large:${identity}:${stat.size}:${stat.mtimeMs}`;
    return `sha256:${createHash("sha256").update(await file.readFile()).digest("hex")}`;
  });
}

interface Stat {
  readonly dev: number;
  readonly ino: number;
  readonly size: number;
  readonly mtimeMs: number;
}

/** Opens without following a last link and without waiting for the other end of a pipe. */
async function withFile<T>(path: string, absent: T, use: (file: FileHandle, stat: Stat) => Promise<T | string>): Promise<T | string> {
  let file: FileHandle;
  try {
    file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    // verdict: a state of its own, which must be the same again when the call runs
    const code = (error as NodeJS.ErrnoException).code ?? "error";
    return code === "ENOENT" || absent === null ? absent : code;
  }
  try {
    const stat = await file.stat();
    if (stat.isDirectory()) return absent === null ? absent : `dir:${stat.dev}:${stat.ino}`;
    if (!stat.isFile()) return absent === null ? absent : `other:${stat.dev}:${stat.ino}`;
    return await use(file, stat);
  } finally {
    await file.close();
  }
}
