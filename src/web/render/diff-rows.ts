import { structuredPatch } from "diff";

/** One line of a change, with its numbers in the old and the new file. */
export interface DiffRow {
  readonly kind: "same" | "added" | "removed" | "gap";
  readonly text: string;
  readonly old: number | null;
  readonly new: number | null;
}

export interface Diff {
  readonly rows: readonly DiffRow[];
  readonly added: number;
  readonly removed: number;
}

/** A comparison may take this long, in ms; past it the file is shown as it will be. */
const TIMEOUT_MS = 400;
const CONTEXT_LINES = 3;

/** The lines that change with three around each. Null where the comparison takes too long. */
export function diffRows(before: string, after: string): Diff | null {
  const patch = structuredPatch("", "", before, after, undefined, undefined, {
    context: CONTEXT_LINES,
    timeout: TIMEOUT_MS,
  });
  if (patch === undefined) return null;
  const rows: DiffRow[] = [];
  for (const hunk of patch.hunks) {
    if (rows.length > 0 || hunk.oldStart > 1)
      rows.push({ kind: "gap", text: `line ${hunk.newStart}`, old: null, new: null });
    let old = hunk.oldStart;
    let next = hunk.newStart;
    for (const line of hunk.lines) {
      const text = line.slice(1);
      if (line.startsWith("+")) rows.push({ kind: "added", text, old: null, new: next++ });
      else if (line.startsWith("-")) rows.push({ kind: "removed", text, old: old++, new: null });
      else if (line.startsWith(" ")) rows.push({ kind: "same", text, old: old++, new: next++ });
      else rows.push({ kind: "gap", text: text.trim(), old: null, new: null });
    }
  }
  return { rows, added: count(rows, "added"), removed: count(rows, "removed") };
}

/** A new file: every line is added. */
export function newFileRows(after: string): Diff {
  const lines = after === "" ? [] : after.replace(/\n$/, "").split("\n");
  const rows = lines.map((text, i): DiffRow => ({ kind: "added", text, old: null, new: i + 1 }));
  return { rows, added: rows.length, removed: 0 };
}

/** Removed and added lines beside each other; a gap stands across both sides. */
export interface DiffPair {
  readonly left: DiffRow | null;
  readonly right: DiffRow | null;
}

export function pairRows(rows: readonly DiffRow[]): readonly DiffPair[] {
  const pairs: DiffPair[] = [];
  let removed: DiffRow[] = [];
  let added: DiffRow[] = [];
  const flush = (): void => {
    for (let i = 0; i < Math.max(removed.length, added.length); i += 1)
      pairs.push({ left: removed[i] ?? null, right: added[i] ?? null });
    removed = [];
    added = [];
  };
  for (const row of rows) {
    if (row.kind === "removed") removed.push(row);
    else if (row.kind === "added") added.push(row);
    else {
      flush();
      pairs.push({ left: row, right: row });
    }
  }
  flush();
  return pairs;
}

function count(rows: readonly DiffRow[], kind: DiffRow["kind"]): number {
  return rows.filter((row) => row.kind === kind).length;
}
