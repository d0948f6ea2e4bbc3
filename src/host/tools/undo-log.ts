import { createHash } from "node:crypto";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Undone } from "../../wire/undo.ts";
import { readContent, replaceContent } from "./file-content.ts";
import { lookAt, withPlace, type HeldPlace } from "./held-directory.ts";
import { ToolFault } from "./tool-fault.ts";

/** What a tool changed and how to take it back, kept for one run in a folder of the host's own. */
export interface UndoLog {
  /** A file is about to be replaced, or made (`before` null). `after`: what it will hold; null: it goes. */
  content(
    path: string,
    before: { readonly bytes: Uint8Array; readonly mode: number } | null,
    after: Uint8Array | null,
  ): void;
  moved(from: string, to: string): void;
  made(folder: string): void;
  /** Takes a whole folder away by moving it into the log; true where that was possible. */
  tree(place: HeldPlace): boolean;
}

type Entry =
  | {
      readonly kind: "content";
      readonly path: string;
      readonly stored: string | null;
      readonly mode: number;
      readonly after: string | null;
    }
  | { readonly kind: "moved"; readonly from: string; readonly to: string }
  | { readonly kind: "made"; readonly path: string }
  | { readonly kind: "tree"; readonly path: string; readonly stored: string };

const JOURNAL = "journal.jsonl";

export function openUndoLog(folder: string): UndoLog {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const entries = readJournal(folder);
  let next = Math.max(0, ...entries.map((entry) => 1 + numberOf(entry)));
  if (entries.length > 0) writeJournal(folder, entries);
  const add = (entry: Entry): void => appendFileSync(join(folder, JOURNAL), toLine(entry), { mode: 0o600 });
  return {
    content(path, before, after) {
      const stored = before === null ? null : `${next++}.bin`;
      if (before !== null && stored !== null) writeFileSync(join(folder, stored), before.bytes, { mode: 0o600 });
      add({ kind: "content", path, stored, mode: before?.mode ?? 0, after: after === null ? null : hashOf(after) });
    },
    moved: (from, to) => add({ kind: "moved", from, to }),
    made: (path) => add({ kind: "made", path }),
    tree(place) {
      const stored = `${next++}.tree`;
      try {
        renameSync(place.folder.at(place.name), join(folder, stored));
      } catch {
        // verdict: not kept (another disk); the caller deletes it and says that it cannot be undone
        return false;
      }
      add({ kind: "tree", path: place.path, stored });
      return true;
    },
  };
}

/** One whose folder is made with the first thing that it keeps. */
export function lazyUndoLog(folder: string): UndoLog {
  let log: UndoLog | null = null;
  const open = (): UndoLog => (log ??= openUndoLog(folder));
  return {
    content: (path, before, after) => open().content(path, before, after),
    moved: (from, to) => open().moved(from, to),
    made: (path) => open().made(path),
    tree: (place) => open().tree(place),
  };
}

/** The paths that a log would bring back, each once, in the order in which they were changed. */
export function undoPaths(folder: string): readonly string[] {
  return [...new Set(readJournal(folder).map(pathOf))];
}

/**
 * Takes back what a run did, last first. What somebody changed since stays, and what the log keeps of it stays too: it may
 * be the only copy of a deleted folder.
 */
export async function undoRun(folder: string): Promise<Undone> {
  const restored: Entry[] = [];
  const left: Entry[] = [];
  for (const entry of readJournal(folder).toReversed()) {
    try {
      await takeBack(folder, entry);
      restored.push(entry);
    } catch {
      // verdict: left as it is, and named in the answer
      left.push(entry);
    }
  }
  if (left.length === 0) rmSync(folder, { recursive: true, force: true });
  else writeJournal(folder, left.toReversed());
  return { restored: restored.map(pathOf), left: left.map(pathOf) };
}

/** Of what the log keeps for it; -1 where that is nothing. */
function numberOf(entry: Entry): number {
  return "stored" in entry && entry.stored !== null ? Number.parseInt(entry.stored, 10) : -1;
}

function pathOf(entry: Entry): string {
  return entry.kind === "moved" ? entry.from : entry.path;
}

function toLine(entry: Entry): string {
  return `${JSON.stringify(entry)}\n`;
}

async function takeBack(folder: string, entry: Entry): Promise<void> {
  if (entry.kind === "content") return withPlace(entry.path, [], (place) => restoreContent(folder, { entry, place }));
  if (entry.kind === "made") return withPlace(entry.path, [], ({ folder: held, name }) => rmdirSync(held.at(name)));
  if (entry.kind === "tree") return withPlace(entry.path, [], (place) => renameNew(join(folder, entry.stored), place));
  return withPlace(entry.to, [], (to) => withPlace(entry.from, [], (from) => renameNew(to.folder.at(to.name), from)));
}

function restoreContent(
  folder: string,
  { entry, place }: { readonly entry: Extract<Entry, { kind: "content" }>; readonly place: HeldPlace },
): void {
  const now = lookAt(place);
  const hash = now === null ? null : hashOf(readContent(place, { limit: Number(now.size), mayBeLinked: true }).bytes);
  const before = entry.stored === null ? null : readFileSync(join(folder, entry.stored));
  // It was written down, and then not done.
  if (hash === (before && hashOf(before))) return;
  if (hash !== entry.after) throw new ToolFault("ECHANGED", `\`${place.path}\` was changed since`);
  if (before === null) unlinkSync(place.folder.at(place.name));
  else replaceContent(place, { bytes: before, expect: now, mode: entry.mode });
}

function renameNew(from: string, to: HeldPlace): void {
  if (lookAt(to) !== null) throw new ToolFault("EEXISTS", `\`${to.path}\` is there already`);
  renameSync(from, to.folder.at(to.name));
}

function readJournal(folder: string): readonly Entry[] {
  const path = join(folder, JOURNAL);
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, "utf8").split("\n");
  // What follows the last line end is half a line of a host that died.
  return lines.slice(0, -1).map((line) => JSON.parse(line) as Entry);
}

function writeJournal(folder: string, entries: readonly Entry[]): void {
  writeFileSync(join(folder, JOURNAL), entries.map(toLine).join(""), { mode: 0o600 });
}

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
