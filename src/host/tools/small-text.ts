import { readFileSync, statSync, type BigIntStats } from "node:fs";

interface Kept {
  readonly stat: BigIntStats;
  readonly text: string;
}

/** Bytes; no file of settings is larger. */
const MOST_BYTES = 1024 * 1024;
const MOST_KEPT = 100;
/** ms after which a change shows in the times of a file for certain, however coarse the disk's clock is. */
const SETTLED = 2_000;

const kept = new Map<string, Kept>();

/**
 * The text of a small file that is looked at for each call, read anew where it is another one or was changed since. Null:
 * there is none that can be read.
 */
export function smallText(path: string): string | null {
  try {
    const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (stat?.isFile() !== true || stat.size > MOST_BYTES) return null;
    const known = kept.get(path);
    if (known !== undefined && isSame(known.stat, stat)) return known.text;
    const text = readFileSync(path, "utf8");
    if (kept.size >= MOST_KEPT) kept.clear();
    // INVARIANT: one that changed just now could change again within the same tick of the clock.
    if (Date.now() - Number(stat.ctimeMs) > SETTLED) kept.set(path, { stat, text });
    return text;
  } catch {
    return null; // verdict: who reads its settings cannot read it either
  }
}

/** The time of the last change of anything about it is none that a program can set. */
function isSame(a: BigIntStats, b: BigIntStats): boolean {
  return a.dev === b.dev && a.ino === b.ino && a.size === b.size && a.ctimeNs === b.ctimeNs;
}
