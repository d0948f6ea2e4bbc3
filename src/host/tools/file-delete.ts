import { rmdirSync, unlinkSync } from "node:fs";
import type { PathUse } from "../../core/reading.ts";
import { readContent } from "./file-content.ts";
import { MOST_BYTES } from "./file-read.ts";
import { listHeld } from "./file-walk.ts";
import { modeOf } from "./file-write.ts";
import { holdChild, lookAt, syncDirectory, withPlace, type HeldDirectory, type HeldPlace } from "./held-directory.ts";
import { canonicalOf, type ToolContext, type ToolResult } from "./tool-context.ts";
import { ToolFault, toFault } from "./tool-fault.ts";

/** `delete_file`: one name. Of a link the link goes, never what it leads to. */
export async function runDeleteFile(use: PathUse, context: ToolContext): Promise<ToolResult> {
  const path = canonicalOf(use);
  return withPlace(path, context.roots ?? [], (place) => {
    const stat = lookAt(place);
    if (stat === null) throw new ToolFault("ENOTFOUND", `\`${path}\` is not there`);
    if (stat.isDirectory()) throw new ToolFault("EKIND", `\`${path}\` is a folder`);
    const kept = stat.isFile() && stat.size <= BigInt(MOST_BYTES) && context.undo !== undefined;
    if (kept) {
      const { bytes } = readContent(place, { limit: MOST_BYTES, mayBeLinked: true });
      context.undo.content(path, { bytes, mode: modeOf(stat.mode) }, null);
    }
    remove(() => unlinkSync(place.folder.at(place.name)), path);
    syncDirectory(place.folder);
    return { ok: true, output: `deleted ${path}${kept ? "" : "; this cannot be undone"}`, cut: 0 };
  });
}

/** `delete_directory`: the folder and all below it; links below go themselves. */
export async function runDeleteDirectory(use: PathUse, context: ToolContext): Promise<ToolResult> {
  const path = canonicalOf(use);
  return withPlace(path, context.roots ?? [], (place) => {
    const stat = lookAt(place);
    if (stat === null) throw new ToolFault("ENOTFOUND", `\`${path}\` is not there`);
    if (stat.isSymbolicLink()) throw new ToolFault("ECHANGED", `\`${path}\` is a link`);
    if (!stat.isDirectory()) throw new ToolFault("EKIND", `\`${path}\` is not a folder`);
    const kept = context.undo?.tree(place) ?? false;
    if (!kept) deleteFolder(place, context.signal);
    syncDirectory(place.folder);
    return { ok: true, output: `deleted ${path}${kept ? "" : "; this cannot be undone"}`, cut: 0 };
  });
}

function deleteFolder({ folder, name, path }: HeldPlace, signal: AbortSignal): void {
  const held = holdChild(folder, name);
  try {
    deleteBelow(held, signal);
  } finally {
    held.close();
  }
  remove(() => rmdirSync(folder.at(name)), path);
}

/** Each folder is opened from the one that holds it: a link that takes its place fails instead of being emptied. */
function deleteBelow(held: HeldDirectory, signal: AbortSignal): void {
  for (const { name, kind, path } of listHeld(held, `${held.path}/`)) {
    if (signal.aborted) throw new ToolFault("ESTOPPED", "stopped; a part is deleted");
    if (kind === "dir") deleteFolder({ folder: held, name, path }, signal);
    else remove(() => unlinkSync(held.at(name)), path);
  }
}

function remove(act: () => void, path: string): void {
  try {
    act();
  } catch (error) {
    throw toFault(error, path);
  }
}
