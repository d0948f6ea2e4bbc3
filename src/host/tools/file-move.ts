import { renameSync, rmdirSync, unlinkSync, type BigIntStats } from "node:fs";
import type { PathUse } from "../../core/reading.ts";
import { checkRegular } from "./file-content.ts";
import { mayBeLinked } from "./file-read.ts";
import { linkNew } from "./file-replace.ts";
import { syncDirectory } from "./file-sync.ts";
import { makeFolder } from "./file-write.ts";
import { lookAt, withPlace, type HeldPlace } from "./held-directory.ts";
import { canonicalOf } from "./canonical-of.ts";
import type { ToolContext, ToolResult } from "./tool-context.ts";
import { ToolFault, toFault } from "./tool-fault.ts";

/** `move_file`: a file, folder or link to a name that is free. Nothing is ever replaced by a move. */
export async function runMoveFile(from: PathUse, to: PathUse, context: ToolContext): Promise<ToolResult> {
  const [source, target] = [canonicalOf(from), canonicalOf(to)];
  const roots = context.roots ?? [];
  return withPlace(source, roots, (old) =>
    withPlace(target, roots, async (next) => {
      moveHeld(old, next, from);
      await context.undo?.moved(source, next);
      await syncDirectory(next.folder);
      await syncDirectory(old.folder);
      return { ok: true, output: `moved ${source} to ${target}`, cut: 0 };
    }),
  );
}

function moveHeld(old: HeldPlace, next: HeldPlace, from: PathUse): void {
  const stat = lookAt(old);
  if (stat === null) throw new ToolFault("ENOTFOUND", `\`${old.path}\` is not there`);
  if (from.recursive !== stat.isDirectory()) throw new ToolFault("ECHANGED", `\`${old.path}\` is not what it was`);
  if (lookAt(next) !== null) throw new ToolFault("EEXISTS", `\`${next.path}\` is there already`);
  try {
    if (stat.isDirectory()) moveFolder(old, next);
    else if (stat.isSymbolicLink()) renameSync(old.folder.at(old.name), next.folder.at(next.name));
    else moveFile(old, next, checkRegular(old, stat, mayBeLinked(from)));
  } catch (error) {
    throw toFault(error, next.path);
  }
}

/** Linking fails where the name is taken, which a rename would replace; a name made meanwhile is never lost. */
function moveFile(old: HeldPlace, next: HeldPlace, before: BigIntStats): void {
  if (!linkNew(old.folder.at(old.name), next.folder.at(next.name))) {
    renameSync(old.folder.at(old.name), next.folder.at(next.name));
    return;
  }
  const after = lookAt(next);
  // What was linked may be another file that took the old name in between.
  if (after?.ino !== before.ino || after.dev !== before.dev) {
    unlinkSync(next.folder.at(next.name));
    throw new ToolFault("ECHANGED", `\`${old.path}\` changed while it was being moved`);
  }
  unlinkSync(old.folder.at(old.name));
}

/** An empty folder may be renamed onto, and nothing else: the name is taken first. */
function moveFolder(old: HeldPlace, next: HeldPlace): void {
  makeFolder(next);
  try {
    renameSync(old.folder.at(old.name), next.folder.at(next.name));
  } catch (error) {
    rmdirSync(next.folder.at(next.name));
    throw error;
  }
}
