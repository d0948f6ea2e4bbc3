import { createHash } from "node:crypto";
import { constants, type Stats } from "node:fs";
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
 * State of each file that the call would change, of each script that it would run and of an archive that it unpacks: what a
 * person agrees to is done to and with these and no later ones. Source: approvals.md, "Bound to what was seen".
 */
export async function fileStates(reading: Reading): Promise<readonly FileState[]> {
  const unpacks = reading.tool.id === "zip_extract";
  const uses = reading.parts.flatMap((part) => part.paths.filter((use) => matters(part, use, unpacks)));
  const paths = [...new Set(uses.map((use) => use.canonical ?? use.spelling))].slice(0, MAX_FILES);
  return Promise.all(paths.map(async (path) => ({ path, state: await stateOf(path) })));
}

function matters(part: Part, use: PathUse, unpacks: boolean): boolean {
  if (use.system || use.protected === "D") return false;
  if (unpacks && use.act === "read") return true;
  if (use.scratch) return false;
  return use.act !== "read" || part.projectCode || part.exactOnly === "launcher";
}

/** Content of a plain file of at most `limit` bytes; null of anything else. */
export function readBytes(path: string, limit: number): Promise<Uint8Array | null> {
  return withFile(path, {
    absent: () => null,
    use: async (file, stat) => (stat.isFile() && stat.size <= limit ? file.readFile() : null),
  });
}

function stateOf(path: string): Promise<string> {
  return withFile(path, {
    absent: (code) => (code === "ENOENT" ? "none" : code),
    async use(file, stat) {
      const identity = `${stat.dev}:${stat.ino}`;
      if (!stat.isFile()) return `${stat.isDirectory() ? "dir" : "other"}:${identity}`;
      if (stat.size > MAX_HASHED) return `large:${identity}:${stat.size}:${stat.mtimeMs}`;
      return `sha256:${createHash("sha256")
        .update(await file.readFile())
        .digest("hex")}`;
    },
  });
}

interface Use<T> {
  /** What a file comes to that cannot be opened. */
  readonly absent: (code: string) => T;
  readonly use: (file: FileHandle, stat: Stats) => Promise<T>;
}

/** Opens without following a last link and without waiting for the other end of a pipe. */
async function withFile<T>(path: string, { absent, use }: Use<T>): Promise<T> {
  let file: FileHandle;
  try {
    file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    // verdict: a state of its own, which must be the same again when the call runs
    return absent((error as NodeJS.ErrnoException).code ?? "error");
  }
  try {
    return await use(file, await file.stat());
  } finally {
    await file.close();
  }
}
