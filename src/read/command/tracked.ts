import type { Arg } from "./arg.ts";
import { literal } from "./arg.ts";
import { folderOf, isPath } from "./languages/patches.ts";
import { usePath } from "./line.ts";
import type { Start } from "./program.ts";
import { repositoryOf } from "./repository.ts";

/**
 * Git prints files that no word names: all that was changed, a commit, a tree. They count as mentions of the folder that
 * they lie in, so that only a rule about reading meets them. git 2.47.
 */
export function mentionTracked(start: Start): void {
  const { at, draft, cwd } = start;
  if (at.away) return;
  const whole = cwd === null ? "/" : (repositoryOf(at.line.world, cwd) ?? cwd);
  for (const folder of foldersOf(start) ?? [literal(whole)])
    draft.mentions.push(usePath(at.line, folder, "read", { cwd, recursive: true }));
}

/** What the words leave of the repository; null: all of it. */
function foldersOf(start: Start): readonly Arg[] | null {
  const { operands, read } = start;
  // `HEAD:f` is a file, which the reading of revisions names.
  if (operands.length > 0 && operands.every(isFileOfRevision)) return [];
  const given = read.ended === undefined ? operands.filter((arg) => isPath(start, arg)) : operands.slice(read.ended);
  const kept = given.filter(({ prefix }) => !/^:(?:\(exclude|[!^])/.test(prefix));
  return kept.length === 0 || kept.some(isAnywhere) ? null : kept.map(folderOf);
}

function isFileOfRevision({ kind, text }: Arg): boolean {
  return kind === "literal" && /^[^:].*:./.test(text);
}

/** `:/x` begins at the top, and of a word that is not fixed nothing is known. */
function isAnywhere({ kind, prefix }: Arg): boolean {
  return kind === "unknown" || prefix.startsWith(":");
}
