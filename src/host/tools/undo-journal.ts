import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { replaceFile } from "../plain-file.ts";
import type { MovedThing } from "./undo-moved.ts";

/** One step of a run, as it is written down. */
export type Entry =
  | {
      readonly kind: "content";
      readonly path: string;
      readonly stored: string | null;
      readonly mode: number;
      readonly after: string | null;
      readonly temporary?: string;
    }
  | {
      readonly kind: "moved";
      readonly from: string;
      readonly to: string;
      /** Absent in what was written down before this was kept. */
      readonly thing?: MovedThing;
    }
  | { readonly kind: "made"; readonly path: string }
  | { readonly kind: "taken"; readonly path: string; readonly stored: string };

const JOURNAL = "journal.jsonl";

export function readJournal(folder: string): readonly Entry[] {
  const path = join(folder, JOURNAL);
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, "utf8").split("\n");
  // What follows the last line end is half a line of a host that died.
  return lines.slice(0, -1).map((line) => JSON.parse(line) as Entry);
}

export function writeJournal(folder: string, entries: readonly Entry[]): void {
  replaceFile(join(folder, JOURNAL), entries.map(toLine).join(""), 0o600);
}

export function addToJournal(folder: string, entry: Entry): void {
  appendFileSync(join(folder, JOURNAL), toLine(entry), { mode: 0o600 });
}

/** Of what the log keeps for it; -1 where that is nothing. */
export function numberOf(entry: Entry): number {
  return "stored" in entry && entry.stored !== null ? Number.parseInt(entry.stored, 10) : -1;
}

export function pathOf(entry: Entry): string {
  return entry.kind === "moved" ? entry.from : entry.path;
}

function toLine(entry: Entry): string {
  return `${JSON.stringify(entry)}\n`;
}
