import { readdirSync } from "node:fs";
import { holdChild, holdDirectory, type HeldDirectory, type KnownRoot } from "./held-directory.ts";
import { toFault } from "./tool-fault.ts";
import { createTurns } from "./turns.ts";

/** One thing below a folder. `path` is relative to where the walk began. */
export interface Found {
  readonly path: string;
  readonly name: string;
  readonly kind: "file" | "dir" | "link" | "other";
  readonly folder: HeldDirectory;
}

export interface WalkOptions {
  readonly roots: readonly KnownRoot[];
  readonly signal: AbortSignal;
  /** Entries; more end the walk with `full`. */
  readonly limit: number;
  /** Whether to go into a folder. */
  readonly enter: (found: Found) => boolean;
  readonly visit: (found: Found) => Promise<void> | void;
}

/** In order of names, links never followed, each folder opened from the one that holds it. False where the limit ended it. */
export async function walkFolder(canonical: string, options: WalkOptions): Promise<boolean> {
  const held = holdDirectory(canonical, options.roots);
  const walking = { options, state: { left: options.limit }, turn: createTurns(options.signal) };
  try {
    return await walkHeld(held, "", walking);
  } finally {
    held.close();
  }
}

interface Walking {
  readonly options: WalkOptions;
  readonly state: { left: number };
  readonly turn: () => Promise<void> | void;
}

async function walkHeld(held: HeldDirectory, prefix: string, walking: Walking): Promise<boolean> {
  const { options, state, turn } = walking;
  for (const found of listHeld(held, prefix)) {
    const pause = turn();
    if (pause !== undefined) await pause;
    if (state.left-- <= 0) return false;
    await options.visit(found);
    if (found.kind === "dir" && options.enter(found) && !(await walkChild(found, walking))) return false;
  }
  return true;
}

async function walkChild(found: Found, walking: Walking): Promise<boolean> {
  let child: HeldDirectory;
  try {
    child = holdChild(found.folder, found.name);
  } catch {
    // verdict: not entered; what took the folder's place since it was listed is not looked into
    return true;
  }
  try {
    return await walkHeld(child, `${found.path}/`, walking);
  } finally {
    child.close();
  }
}

/** What a held folder holds, in order of names. */
export function listHeld(held: HeldDirectory, prefix: string): readonly Found[] {
  try {
    const path = process.platform === "linux" ? `/proc/self/fd/${held.fd}` : held.path || "/";
    const entries = readdirSync(path, { withFileTypes: true });
    const found = entries.map((entry) => ({
      path: prefix + entry.name,
      name: entry.name,
      kind: kindOf(entry),
      folder: held,
    }));
    return found.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    throw toFault(error, held.path);
  }
}

function kindOf(entry: { isFile(): boolean; isDirectory(): boolean; isSymbolicLink(): boolean }): Found["kind"] {
  if (entry.isSymbolicLink()) return "link";
  if (entry.isDirectory()) return "dir";
  return entry.isFile() ? "file" : "other";
}
