import type { Tables } from "../../store/store.ts";
import type { AuditRow } from "../../store/tables/audit.ts";
import type { AuditLine } from "../../wire/audit.ts";
import { hashLine, readLine } from "./line.ts";

/** A line that is known to have been there: from `audit-head.json`, or kept outside. */
export interface Anchor {
  readonly seq: number;
  readonly hash: string;
}

export type Verified =
  /** `anchored`: a line that is kept outside of the trail was compared, so that a cut at the end would have shown. */
  | { readonly ok: true; readonly lines: number; readonly head: Anchor | null; readonly anchored: boolean }
  /** `seq` is the first line that is not as it was written. */
  | { readonly ok: false; readonly seq: number; readonly reason: string };

const PAGE = 1_000;

/**
 * Finds any line that was altered, dropped, moved or added without the key. A cut at the end shows by the counter, and
 * where that was set back as well, by the anchor; so does a chain that was made anew with the key.
 */
export async function verifyAudit(
  store: Pick<Tables, "audit">,
  key: Buffer,
  anchor: Anchor | null = null,
): Promise<Verified> {
  let head: Anchor = { seq: 0, hash: "" };
  for (;;) {
    const rows = await store.audit.since(head.seq, PAGE);
    for (const row of rows) {
      const reason = faultOf(row, { key, before: head, anchor });
      if (reason !== null) return { ok: false, seq: Math.min(row.seq, head.seq + 1), reason };
      head = { seq: row.seq, hash: row.hash };
    }
    if (rows.length < PAGE) break;
  }
  const expected = Math.max(await store.audit.count(), anchor?.seq ?? 0);
  if (head.seq < expected)
    return { ok: false, seq: head.seq + 1, reason: `lines up to ${expected} were written, and the end is missing` };
  return { ok: true, lines: head.seq, head: head.seq === 0 ? null : head, anchored: anchor !== null };
}

/** The trail as JSON Lines, oldest first, each line with its hash. */
export async function* exportAudit(
  store: Pick<Tables, "audit">,
  isSeen: (row: AuditRow) => Promise<boolean> = async () => true,
): AsyncGenerator<string> {
  let seq = 0;
  for (;;) {
    const rows = await store.audit.since(seq, PAGE);
    for (const row of rows) if (await isSeen(row)) yield `${JSON.stringify(readLine(row))}\n`;
    const last = rows.at(-1);
    if (!last) return;
    seq = last.seq;
  }
}

interface Expected {
  readonly key: Buffer;
  readonly before: Anchor;
  readonly anchor: Anchor | null;
}

function faultOf(row: AuditRow, expected: Expected): string | null {
  if (row.seq !== expected.before.seq + 1) return `line ${expected.before.seq + 1} is missing`;
  if (hashLine(expected.key, expected.before.hash, row.line) !== row.hash)
    return "its text, its hash or the line before was altered";
  if (!repeats(row, parse(row))) return "the columns beside its text were altered";
  if (expected.anchor?.seq === row.seq && expected.anchor.hash !== row.hash)
    return "it is not the line that the anchor names";
  return null;
}

function repeats(row: AuditRow, line: AuditLine | null): boolean {
  if (line === null) return false;
  const columns = ["seq", "at", "type", "actor", "chat", "approval"] as const;
  return columns.every((column) => row[column] === line[column]);
}

function parse(row: AuditRow): AuditLine | null {
  try {
    return readLine(row);
  } catch {
    return null; // verdict: counts as altered
  }
}
