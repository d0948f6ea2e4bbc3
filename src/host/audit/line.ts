import { createHmac } from "node:crypto";
import type { AuditRow } from "../../store/tables/audit.ts";
import type { AuditLine } from "../../wire/audit.ts";

/** What happened, before it has a place in the chain. */
export type AuditEntry = Omit<AuditLine, "seq" | "hash">;

/** A row whose hash covers its text and, through the hash before it, every line so far. */
export function chainLine(
  key: Buffer,
  entry: AuditEntry,
  place: { readonly seq: number; readonly before: string },
): AuditRow {
  const { at, type, actor, chat, approval, data } = entry;
  const line = toAscii(JSON.stringify({ seq: place.seq, at, type, actor, chat, approval, data }));
  return { seq: place.seq, at, type, actor, chat, approval, line, hash: hashLine(key, place.before, line) };
}

export function hashLine(key: Buffer, before: string, line: string): string {
  return createHmac("sha256", key).update(before).update("\n").update(line).digest("hex");
}

/** Throws where the text is not one of ours. */
export function readLine(row: Pick<AuditRow, "line" | "hash">): AuditLine {
  const line = JSON.parse(row.line) as Omit<AuditLine, "hash">;
  return { ...line, hash: row.hash };
}

/** A flipped byte in plain ASCII is never decoded to the character that was there before. */
function toAscii(json: string): string {
  return json.replace(/[\u007f-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
