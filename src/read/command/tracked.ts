import type { PathUse } from "../../core/reading.ts";
import type { Arg } from "./arg.ts";
import { literal } from "./arg.ts";
import { folderOf, isPath, namedPaths } from "./languages/patches.ts";
import { usePath } from "./line.ts";
import type { Start } from "./program.ts";
import { repositoryOf } from "./repository.ts";

/**
 * Git prints files that no word names: all that was changed, a commit, a tree. They count as mentions of the folder that
 * they lie in, so that only a rule about reading meets them. `skip`: so many operands are neither a revision nor a path.
 * git 2.47.
 */
export function mentionTracked(start: Start, skip = 0): void {
  const { at, draft, cwd } = start;
  if (at.away) return;
  const whole = cwd === null ? "/" : (repositoryOf(at.line.world, cwd) ?? cwd);
  const mark = trackedMark(start);
  for (const folder of foldersOf(start, skip) ?? [literal(whole)])
    draft.mentions.push(mark(usePath(at.line, folder, "read", { cwd, recursive: true })));
}

/**
 * Git changes, makes and deletes files that no word names (`git merge`, `git stash pop`). Only rules about that meet them:
 * who may run it has agreed to what it does to every other file. `git clean` deletes what is not tracked.
 */
export function mentionChanged(start: Start): void {
  const { at, draft, cwd, command, read } = start;
  if (at.away || (command.language === "git-paths" && namedPaths(start).length > 0)) return;
  const root = cwd === null ? "/" : (repositoryOf(at.line.world, cwd) ?? cwd);
  const use: PathUse = { ...usePath(at.line, literal(root), "edit", { cwd }), recursive: true, unlisted: true };
  draft.mentions.push(read.meaning.path[0] === "clean" ? use : trackedMark(start)(use));
}

/** Marks a folder as read only where git tracks its files; as it is where the repository or index is not certain. */
export function trackedMark(start: Start): (use: PathUse) => PathUse {
  const repository = start.cwd === null ? null : repositoryOf(start.at.line.world, start.cwd);
  if (repository === null || !usesItsIndex(start)) return (use) => use;
  return (use) => (use.recursive ? { ...use, tracked: repository } : use);
}

/** Neither options nor variables lead to another repository or index, and the line has not changed it before. */
function usesItsIndex({ at, draft }: Start): boolean {
  const { line, scope } = at;
  const names = [...scope.vars.keys(), ...Object.keys(line.world.env)];
  const moved =
    scope.allVarsUnknown || names.some((name) => /^GIT_(?:DIR|INDEX_FILE|WORK_TREE|COMMON_DIR)$/.test(name));
  const changed = line.parts.some(
    ({ program, class: cls, words: [first] }) =>
      program === "git" && cls !== "read" && first?.text !== "fetch" && first?.text !== "push",
  );
  return !moved && !changed && draft.globals.every(({ text }) => text === "--no-pager");
}

/** What the words leave of the repository; null: all of it. */
function foldersOf(start: Start, skip: number): readonly Arg[] | null {
  const { read } = start;
  const operands = start.operands.slice(skip);
  // `HEAD:f` is a file, which the reading of revisions names.
  if (operands.length > 0 && operands.every(isFileOfRevision)) return [];
  const given =
    read.ended === undefined
      ? operands.filter((arg) => isPath(start, arg))
      : start.operands.slice(Math.max(read.ended, skip));
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
