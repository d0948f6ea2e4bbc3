import { lstatSync, mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { rm, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { Undone } from "../../wire/undo.ts";
import { hashOf } from "./content-hash.ts";
import { readContent, type FileContent } from "./file-content.ts";
import { replaceContent } from "./file-replace.ts";
import { lookAt, withPlace, type HeldPlace } from "./held-directory.ts";
import { ToolFault } from "./tool-fault.ts";
import { createTurns } from "./turns.ts";
import { addToJournal, type Entry, numberOf, pathOf, readJournal, writeJournal } from "./undo-journal.ts";
import { isSameThing, movedThing } from "./undo-moved.ts";
import { MOST_TOTAL } from "./zip-check.ts";

/** What a tool changed and how to take it back, kept for one run in a folder of the host's own. */
export interface UndoLog {
  /** A file is about to be replaced, made or taken away. */
  content(path: string, change: ContentChange): Promise<void>;
  /** It was at `from` and is at `to` by now. */
  moved(from: string, to: HeldPlace): Promise<void>;
  made(folder: string): void;
  /** Takes a file or a whole folder away by moving it into the log as it is; true where that was possible. */
  take(place: HeldPlace): boolean;
}

export interface ContentChange {
  /** Null: nothing is there. */
  readonly before: FileContent | null;
  /** What it will hold; null: it goes. */
  readonly after: Uint8Array | null;
  /** Name beside it of what may be left of a host that dies meanwhile. */
  readonly temporary?: string;
}

export function openUndoLog(folder: string): UndoLog {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const known = readJournal(folder);
  let next = Math.max(0, ...known.map((entry) => 1 + numberOf(entry)));
  if (known.length > 0) writeJournal(folder, known);
  const add = (entry: Entry): void => addToJournal(folder, entry);
  return {
    async content(path, { before, after, temporary }) {
      const stored = before === null ? null : `${next++}.bin`;
      if (before !== null && stored !== null) writeFileSync(join(folder, stored), before.bytes, { mode: 0o600 });
      const mode = before === null ? 0 : Number(before.stat.mode & 0o777n);
      const hash = after === null ? null : await hashOf(after);
      add({ kind: "content", path, stored, mode, after: hash, ...(temporary === undefined ? {} : { temporary }) });
    },
    async moved(from, to) {
      const thing = await movedThing(to);
      add({ kind: "moved", from, to: to.path, ...(thing && { thing }) });
    },
    made: (path) => add({ kind: "made", path }),
    take(place) {
      // Written down first: what a host took that died meanwhile is found.
      const stored = `${next++}.taken`;
      add({ kind: "taken", path: place.path, stored });
      try {
        renameSync(place.folder.at(place.name), join(folder, stored));
        return true;
      } catch {
        // verdict: not kept (another disk); the caller deletes it and says what of it can be undone
        writeJournal(folder, readJournal(folder).slice(0, -1));
        return false;
      }
    },
  };
}

/** One whose folder is made with the first thing that it keeps. */
export function lazyUndoLog(folder: string): UndoLog {
  let log: UndoLog | null = null;
  const open = (): UndoLog => (log ??= openUndoLog(folder));
  return {
    content: (path, change) => open().content(path, change),
    moved: (from, to) => open().moved(from, to),
    made: (path) => open().made(path),
    take: (place) => open().take(place),
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
  const turn = createTurns();
  for (const together of stepsOf(readJournal(folder).toReversed())) {
    await turn();
    const done = await Promise.allSettled(together.map((entry) => takeBack(folder, entry)));
    // verdict of what failed: left as it is, and named in the answer
    for (const [at, { status }] of done.entries())
      (status === "fulfilled" ? restored : left).push(together[at] as Entry);
  }
  if (left.length === 0) await rm(folder, { recursive: true, force: true });
  else writeJournal(folder, left.toReversed());
  return { restored: restored.map(pathOf), left: left.map(pathOf) };
}

/** Steps that wait for the disk at once, each with its folder held. */
const MOST_AT_ONCE = 32;

/** Contents of different files go together, since each alone waits for the disk; all else goes in order. */
function stepsOf(entries: readonly Entry[]): readonly (readonly Entry[])[] {
  const steps: Entry[][] = [];
  let paths = new Set<string>();
  for (const entry of entries) {
    // Names that differ in case alone are one file on some disks.
    const path = entry.kind === "content" ? entry.path.normalize("NFC").toLowerCase() : undefined;
    if (path === undefined || paths.size === 0 || paths.size === MOST_AT_ONCE || paths.has(path)) {
      steps.push([]);
      paths = new Set();
    }
    steps.at(-1)?.push(entry);
    if (path !== undefined) paths.add(path);
  }
  return steps;
}

async function takeBack(folder: string, entry: Entry): Promise<void> {
  if (entry.kind === "content") return withPlace(entry.path, [], (place) => restoreContent(folder, { entry, place }));
  if (entry.kind === "made") return withPlace(entry.path, [], ({ folder: held, name }) => rmdirSync(held.at(name)));
  if (entry.kind === "taken") return withPlace(entry.path, [], (place) => putBack(join(folder, entry.stored), place));
  return withPlace(entry.to, [], (to) => withPlace(entry.from, [], (from) => moveBack(entry, to, from)));
}

async function moveBack({ thing }: Extract<Entry, { kind: "moved" }>, to: HeldPlace, from: HeldPlace): Promise<void> {
  if (thing !== undefined && !isSameThing(thing, await movedThing(to)))
    throw new ToolFault("ECHANGED", `\`${to.path}\` is another one by now`);
  renameNew(to.folder.at(to.name), from);
}

async function restoreContent(
  folder: string,
  { entry, place }: { readonly entry: Extract<Entry, { kind: "content" }>; readonly place: HeldPlace },
): Promise<void> {
  if (entry.temporary !== undefined) rmSync(place.folder.at(entry.temporary), { force: true });
  const now = lookAt(place) === null ? null : await readContent(place, { limit: MOST_TOTAL, mayBeLinked: true });
  const hash = now && (await hashOf(now.bytes));
  const before = entry.stored === null ? null : readFileSync(join(folder, entry.stored));
  // It was written down, and then not done.
  if (hash === (before && (await hashOf(before)))) return;
  if (hash !== entry.after) throw new ToolFault("ECHANGED", `\`${place.path}\` was changed since`);
  if (before === null) await unlink(place.folder.at(place.name));
  else await replaceContent(place, { bytes: before, expect: now?.stat ?? null, mode: entry.mode });
}

function putBack(stored: string, place: HeldPlace): void {
  // It was written down, and then not done.
  if (lstatSync(stored, { throwIfNoEntry: false }) === undefined && lookAt(place) !== null) return;
  renameNew(stored, place);
}

function renameNew(from: string, to: HeldPlace): void {
  if (lookAt(to) !== null) throw new ToolFault("EEXISTS", `\`${to.path}\` is there already`);
  renameSync(from, to.folder.at(to.name));
}
