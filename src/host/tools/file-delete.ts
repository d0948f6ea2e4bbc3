import { rmdirSync, unlinkSync, type BigIntStats } from "node:fs";
import type { PathUse } from "../../core/reading.ts";
import { readContent } from "./file-content.ts";
import { MOST_BYTES } from "./file-read.ts";
import { syncDirectory } from "./file-sync.ts";
import { listHeld, type Found } from "./file-walk.ts";
import { holdChild, lookAt, withPlace, type HeldPlace } from "./held-directory.ts";
import { canonicalOf } from "./canonical-of.ts";
import type { ToolContext, ToolResult } from "./tool-context.ts";
import { partly, ToolFault, toFault } from "./tool-fault.ts";
import { createTurns, type Turn } from "./turns.ts";

/** `delete_file`: one name. Of a link the link goes, never what it leads to. */
export async function runDeleteFile(use: PathUse, context: ToolContext): Promise<ToolResult> {
  return withPlace(canonicalOf(use), context.roots ?? [], async (place) => {
    const stat = lookAt(place);
    if (stat === null) throw new ToolFault("ENOTFOUND", `\`${place.path}\` is not there`);
    if (stat.isDirectory()) throw new ToolFault("EKIND", `\`${place.path}\` is a folder`);
    const kept = await keepFile(place, stat, context);
    if (kept !== "taken") remove(() => unlinkSync(place.folder.at(place.name)), place.path);
    return deleted(place, kept !== null);
  });
}

/** Taken away as it is; on another disk than the log its content is all that is kept. */
async function keepFile(
  place: HeldPlace,
  stat: BigIntStats,
  { undo, signal }: ToolContext,
): Promise<"taken" | "content" | null> {
  if (undo === undefined || stat.size > BigInt(MOST_BYTES)) return null;
  if (undo.take(place)) return "taken";
  if (!stat.isFile()) return null;
  const before = await readContent(place, { limit: MOST_BYTES, mayBeLinked: true, signal });
  await undo.content(place.path, { before, after: null });
  return "content";
}

/** `delete_directory`: the folder and all below it; links below go themselves. */
export async function runDeleteDirectory(use: PathUse, context: ToolContext): Promise<ToolResult> {
  return withPlace(canonicalOf(use), context.roots ?? [], async (place) => {
    const stat = lookAt(place);
    if (stat === null) throw new ToolFault("ENOTFOUND", `\`${place.path}\` is not there`);
    if (stat.isSymbolicLink()) throw new ToolFault("ECHANGED", `\`${place.path}\` is a link`);
    if (!stat.isDirectory()) throw new ToolFault("EKIND", `\`${place.path}\` is not a folder`);
    const kept = context.undo?.take(place) === true;
    if (!kept) await deleteAll(place, createTurns(context.signal));
    return deleted(place, kept);
  });
}

async function deleted({ folder, path }: HeldPlace, kept: boolean): Promise<ToolResult> {
  await syncDirectory(folder);
  return { ok: true, output: `deleted ${path}${kept ? "" : "; this cannot be undone"}`, cut: 0 };
}

async function deleteAll(place: HeldPlace, turn: Turn): Promise<void> {
  try {
    await deleteFolder(place, turn);
  } catch (error) {
    throw partly(error, place.path, "deleted");
  }
}

/** Each folder is opened from the one that holds it: a link that takes its place fails instead of being emptied. */
async function deleteFolder({ folder, name, path }: HeldPlace, turn: Turn): Promise<void> {
  const held = holdChild(folder, name);
  try {
    for (let whole = false; !whole;) {
      const listed = await listHeld(held, `${path}/`, turn);
      for (const found of listed.entries) await deleteFound(found, turn);
      whole = listed.whole;
    }
  } finally {
    held.close();
  }
  remove(() => rmdirSync(folder.at(name)), path);
}

async function deleteFound(found: Found, turn: Turn): Promise<void> {
  await turn();
  if (found.kind === "dir") await deleteFolder(found, turn);
  else remove(() => unlinkSync(found.folder.at(found.name)), found.path);
}

function remove(act: () => void, path: string): void {
  try {
    act();
  } catch (error) {
    throw toFault(error, path);
  }
}
