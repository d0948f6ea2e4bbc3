import { opendirSync, type Dir } from "node:fs";
import { protectionByName } from "../../read/path/protection.ts";
import type { World } from "../../read/world.ts";
import { holdChild, holdDirectory, type HeldDirectory, type KnownRoot } from "./held-directory.ts";
import { ToolFault, toFault } from "./tool-fault.ts";
import { createTurns, type Turn } from "./turns.ts";

/** One thing below a folder. `path` is relative to where the walk began. */
export interface Found {
  readonly path: string;
  readonly name: string;
  readonly kind: "file" | "dir" | "link" | "other";
  readonly folder: HeldDirectory;
}

export interface WalkOptions {
  readonly roots: readonly KnownRoot[];
  readonly signal?: AbortSignal;
  /** Entries; more end the walk. */
  readonly limit: number;
  /** Whether to go into a folder. */
  readonly enter: (found: Found) => boolean;
  readonly visit: (found: Found) => Promise<void> | void;
  /** A folder that was to be entered and could not be: closed to this account, or gone since it was listed. */
  readonly closed: (found: Found) => void;
}

/**
 * In order of names, links never followed, each folder opened from the one that holds it. False where the limit ended
 * it, or a folder held more than is listed.
 */
export async function walkFolder(canonical: string, options: WalkOptions): Promise<boolean> {
  const held = holdDirectory(canonical, options.roots);
  const walking = { options, state: { left: options.limit }, turn: createTurns(options.signal) };
  try {
    return await walkListed(await listHeld(held, "", walking.turn), walking);
  } finally {
    held.close();
  }
}

/** A path that was given itself has been asked about; what lies below a folder has not. */
export function isSecret(path: string, world: World): boolean {
  const guard = protectionByName(path, world);
  return guard !== undefined && guard.class !== "W";
}

interface Walking {
  readonly options: WalkOptions;
  readonly state: { left: number };
  readonly turn: Turn;
}

async function walkListed({ entries, whole }: Listed, walking: Walking): Promise<boolean> {
  const { options, state, turn } = walking;
  for (const found of entries) {
    const pause = turn();
    if (pause !== undefined) await pause;
    if (state.left-- <= 0) return false;
    await options.visit(found);
    if (found.kind === "dir" && options.enter(found) && !(await walkChild(found, walking))) return false;
  }
  return whole;
}

async function walkChild(found: Found, walking: Walking): Promise<boolean> {
  const opened = await openChild(found, walking);
  if (opened === null) return true;
  try {
    return await walkListed(opened.listed, walking);
  } finally {
    opened.child.close();
  }
}

async function openChild(
  found: Found,
  { options, turn }: Walking,
): Promise<{ readonly child: HeldDirectory; readonly listed: Listed } | null> {
  let child: HeldDirectory | null = null;
  try {
    child = holdChild(found.folder, found.name);
    return { child, listed: await listHeld(child, `${found.path}/`, turn) };
  } catch (error) {
    child?.close();
    if (error instanceof ToolFault && error.code === "ESTOPPED") throw error;
    // verdict: not entered, which the tool says; what took the folder's place since is not looked into
    options.closed(found);
    return null;
  }
}

interface Listed {
  /** In order of names. */
  readonly entries: readonly Found[];
  /** False: the folder holds more. */
  readonly whole: boolean;
}

/** Entries of one folder that are listed; which ones of more is as the disk has it. */
const MOST_LISTED = 50_000;

/** What a held folder holds. */
export async function listHeld(held: HeldDirectory, prefix: string, turn: Turn): Promise<Listed> {
  const entries: Found[] = [];
  const folder = openFolder(held);
  try {
    for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) {
      const pause = turn();
      if (pause !== undefined) await pause;
      if (entries.length === MOST_LISTED) return { entries: inOrder(entries), whole: false };
      entries.push({ path: prefix + entry.name, name: entry.name, kind: kindOf(entry), folder: held });
    }
    return { entries: inOrder(entries), whole: true };
  } catch (error) {
    throw toFault(error, held.path);
  } finally {
    folder.closeSync();
  }
}

function openFolder(held: HeldDirectory): Dir {
  try {
    return opendirSync(process.platform === "linux" ? `/proc/self/fd/${held.fd}` : held.path || "/", {
      bufferSize: 256,
    });
  } catch (error) {
    throw toFault(error, held.path);
  }
}

function inOrder(entries: Found[]): readonly Found[] {
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function kindOf(entry: { isFile(): boolean; isDirectory(): boolean; isSymbolicLink(): boolean }): Found["kind"] {
  if (entry.isSymbolicLink()) return "link";
  if (entry.isDirectory()) return "dir";
  return entry.isFile() ? "file" : "other";
}
