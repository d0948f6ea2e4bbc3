import { isReadOnly } from "../../../core/class.ts";
import { readPatch } from "../../agents/apply-patch.ts";
import { type Arg, literal } from "../arg.ts";
import { absolute } from "../guard.ts";
import { raise } from "../line.ts";
import type { Start } from "../program.ts";
import { addPaths } from "../use.ts";
import { applyValue } from "../values.ts";
import { unpacksInto } from "./unpack.ts";

/** A patch as a word or on standard input (`apply_patch <<'EOF'`): the changes to its files are all that it does. */
export function readApplyPatch(start: Start): void {
  const { at, draft, operands } = start;
  const [word] = operands;
  const { stdin } = at;
  const given = stdin.kind === "text" || stdin.kind === "pipe" ? stdin.text : undefined;
  const text = word === undefined ? given : word.kind === "literal" ? word.text : undefined;
  const files = typeof text === "string" ? readPatch(text) : null;
  start.stdinRead = true;
  if (files === null) return raise(draft, "unknown");
  for (const { path, ...use } of files)
    addPaths(at.line, draft, { arg: named(path, start), ...use, cwd: start.cwd, recursive: false });
}

/** The same name for the tool of that name and the program: `~/` is the home folder. */
function named(path: string, { at }: Start): Arg {
  return path.startsWith("~/") ? { ...literal(path), path: `${at.line.world.home}${path.slice(1)}` } : literal(path);
}

/** `git cat-file --batch` prints the objects that standard input names. */
export function readGitBatch(start: Start): void {
  const { options, at, draft } = start;
  const has = (...names: readonly string[]): boolean => options.some(({ name }) => names.includes(name));
  if (!has("--batch", "--batch-command") || has("--batch-all-objects")) return;
  const { stdin } = at;
  const text = stdin.kind === "text" || stdin.kind === "pipe" ? stdin.text : undefined;
  start.stdinRead = true;
  if (typeof text !== "string") return raise(draft, "unknown");
  for (const name of text.split(/\s+/)) if (name !== "") applyValue(start, { kind: "v", arg: literal(name) });
}

/** `git apply`, `git am`: the patch says itself which files it changes; one that stands on the line can be asked. */
export function readGitPatch(start: Start): void {
  const { at, draft, operands, options, cwd } = start;
  if (isReadOnly(draft.class) || options.some(({ name }) => TOUCHES_NONE.has(name))) return;
  const { stdin } = at;
  const text = stdin.kind === "text" || stdin.kind === "pipe" ? stdin.text : undefined;
  const plain = operands.length === 0 && !options.some(({ name }) => name === "--directory" || name === "-p");
  const named = plain && typeof text === "string" ? patchedBy(text) : null;
  if (named === null) return unpacksInto(start, literal("."));
  for (const path of named) addPaths(at.line, draft, { arg: literal(path), act: "write", cwd, recursive: false });
}

/** They only change the index, or give up what was begun. */
const TOUCHES_NONE: ReadonlySet<string> = new Set(["--cached", "--quit", "--abort", "--show-current-patch"]);

/** The names on both sides of a patch in the format of git; null where one is written in another way. */
function patchedBy(text: string): readonly string[] | null {
  const lines = text.split("\n").filter((line) => /^(?:diff --git|---|\+\+\+|rename|copy) /.test(line));
  const names = lines.map((line) =>
    line.startsWith("diff --git ")
      ? /^diff --git a\/([^\s"]+) b\/([^\s"]+)$/.exec(line)?.slice(1)
      : /^(?:(?:---|\+\+\+) (?:[ab]\/|(?=\/dev\/null$))|(?:rename|copy) (?:from|to) )([^\s"]+)$/.exec(line)?.slice(1),
  );
  if (names.length === 0 || names.includes(undefined)) return null;
  return [...new Set(names.flatMap((pair) => pair ?? []))].filter((name) => name !== "/dev/null");
}

/** The files that `git checkout` and `git restore` put back. */
export function readGitPaths(start: Start): void {
  for (const arg of namedPaths(start)) applyValue(start, { kind: "E", arg: folderOf(arg) });
}

/** Their words that are paths; none where only the index changes, or a branch is made. */
export function namedPaths(start: Start): readonly Arg[] {
  const { operands, options, read } = start;
  const has = (...names: readonly string[]): boolean => options.some(({ name }) => names.includes(name));
  const restores = read.meaning.path[0] === "restore";
  if (restores ? has("--staged") && !has("--worktree") : has("-b", "-B", "--orphan", "--detach")) return [];
  const paths = restores || read.meaning.path[0] === "stash";
  return operands.slice(read.ended ?? (paths || isPath(start, operands[0]) ? 0 : 1));
}

/** What is there, or can only be a path; any other first word is a branch or commit. */
export function isPath({ at, cwd }: Start, arg: Arg | undefined): boolean {
  if (arg === undefined) return false;
  if (arg.kind !== "literal") return arg.kind === "glob" || arg.prefix.includes("/");
  if (/^(?:\.{1,2}(?:\/|$)|\/|:[/(!^])|\/$|\*/.test(arg.text)) return true;
  const path = absolute(arg.path ?? arg.text, cwd);
  if (path === null) return false;
  const slash = path.lastIndexOf("/");
  return at.line.world.readdir(path.slice(0, slash) || "/")?.includes(path.slice(slash + 1)) === true;
}

/** Git matches its own patterns, at any depth: the folder that they begin in is meant. */
export function folderOf(arg: Arg): Arg {
  if (arg.kind !== "literal") return arg;
  if (arg.text.startsWith(":")) return literal(".");
  const pattern = /[*?[]/.exec(arg.text);
  if (pattern === null) return arg;
  return literal(arg.text.slice(0, arg.text.lastIndexOf("/", pattern.index) + 1) || ".");
}
