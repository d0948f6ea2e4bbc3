import { readFileSync, statSync } from "node:fs";
import { isAbsolute, join } from "node:path";

/** Bytes of an index; larger ones are not read while somebody waits. */
const MOST_BYTES = 4 * 1024 * 1024;
/** Bytes of an entry in front of its name, where hashes are SHA-1: ten numbers, the hash, the flags. */
const FIXED = 62;
const MODE = 24;
const FLAGS = 60;
const EXTENDED = 0x4000;
/** Regular files, plain and executable, and links. */
const FILES: ReadonlySet<number> = new Set([0o100644, 0o100755, 0o120000]);

/**
 * Names that git tracks in the repository at a folder, relative to it. Null: there is no index of version 2 or 3 that
 * can be read whole, or it holds more than files (submodules, folders left out of a sparse checkout, a second index).
 * Source: gitformat-index.
 */
export function trackedNames(repository: string): readonly string[] | null {
  try {
    const file = join(gitFolder(repository), "index");
    return statSync(file).size > MOST_BYTES ? null : namesIn(readFileSync(file));
  } catch {
    return null; // verdict: not known, so that a rule about a file asks
  }
}

/** `.git` is a folder, or a file that names one (worktrees, submodules). */
function gitFolder(repository: string): string {
  const path = join(repository, ".git");
  if (statSync(path).isDirectory()) return path;
  const named = /^gitdir: (.+)\n?$/.exec(readFileSync(path, "utf8"))?.[1] ?? "";
  return isAbsolute(named) ? named : join(repository, named);
}

/** Throws where the bytes end before the entries do. */
function namesIn(index: Buffer): readonly string[] | null {
  const version = index.readUInt32BE(4);
  if (index.toString("latin1", 0, 4) !== "DIRC" || (version !== 2 && version !== 3)) return null;
  const names: string[] = [];
  let at = 12;
  for (let left = index.readUInt32BE(8); left > 0; left -= 1) {
    if (!FILES.has(index.readUInt32BE(at + MODE))) return null;
    const from = at + FIXED + (index.readUInt16BE(at + FLAGS) & EXTENDED ? 2 : 0);
    const end = index.indexOf(0, from);
    if (end <= from) return null;
    names.push(index.toString("utf8", from, end));
    // Padded with one to eight NULs to a multiple of eight.
    at += (end - at + 8) & ~7;
  }
  // `link`: the rest of the names stands in another file.
  return index.toString("latin1", at, at + 4) === "link" ? null : names;
}
