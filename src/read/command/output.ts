import type { Below } from "./arg.ts";
import type { Start } from "./program.ts";
import { tidy } from "./guard.ts";
import { fdFindsAll, findsAll } from "./languages/find.ts";
import { mayNameSecret } from "./use.ts";
import type { At, Output } from "./walk.ts";

/** What a command prints, as far as what reads it must know. */
export function outputOf(start: Start): Output {
  const { at, draft } = start;
  const fromNetwork = draft.class === "network" || draft.class === "remote-read" || draft.targets.length > 0;
  const network = fromNetwork || ((at.stdin.kind === "pipe" || at.stdin.kind === "file") && at.stdin.network);
  const below = belowOf(start);
  const text = textOf(start);
  return { network, ...(below && { below }), ...(text !== null && { text }) };
}

/** Filters that print some of the lines that they get, unchanged. */
const FILTERS: ReadonlySet<string> = new Set([
  "sort",
  "head",
  "tail",
  "uniq",
  "tac",
  "grep",
  "egrep",
  "fgrep",
  "shuf",
  "cat",
]);

/** Those that print all of them. */
const REORDERS: ReadonlySet<string> = new Set(["sort", "tac", "shuf", "cat", "uniq"]);

/** Programs that print the paths of files, by the word that makes them do so. */
function belowOf(start: Start): Below | undefined {
  const { at, draft, options, read, cwd } = start;
  if (draft.class !== "read" || draft.findings.length > 0) return undefined;
  const has = (...names: readonly string[]): boolean => options.some(({ name }) => names.includes(name));
  const sub = read.meaning.path[0];
  const program = draft.program ?? "";
  if (FILTERS.has(program) && at.stdin.kind === "pipe" && draft.paths.every((use) => use.spelling === at.scope.cwd))
    return at.stdin.below && { ...at.stdin.below, all: at.stdin.below.all === true && REORDERS.has(program) };
  if (at.scope.cwd === null) return undefined;
  if (program === "git") {
    const lists =
      sub === "ls-files" ||
      (sub === "diff" && has("--name-only")) ||
      (sub === "grep" && has("--files-with-matches", "--name-only", "-l"));
    return lists && !has("--others", "--stdin", "--no-index", "--format")
      ? { dirs: [at.scope.cwd], secrets: false }
      : undefined;
  }
  if (program === "find" || program === "fd" || program === "fdfind")
    return has("-printf", "--format") ? undefined : foundBelow(start);
  const lists =
    (program === "rg" && has("--files", "--files-with-matches")) || (program === "grep" && has("--files-with-matches"));
  if (lists && cwd !== null) return { dirs: draft.paths.map((use) => tidy(use.spelling)), secrets: false };
  return undefined;
}

/** What find and fd find: all below the folders that they look into, or what has a name that fits. */
export function foundBelow({ draft, options, operands, read, command }: Start): Below | undefined {
  const roots = draft.paths.filter((use) => use.act === "read").map((use) => use.canonical);
  if (roots.length === 0 || roots.includes(null)) return undefined;
  const names = options
    .filter(({ name }) => name === "-name" || name === "-iname")
    .map(({ value }) => value?.text ?? "*");
  const either =
    options.some(({ name }) => name === "-o" || name === "-or" || name === "-not") ||
    operands.some((arg) => arg.text === "!");
  return {
    dirs: roots as readonly string[],
    secrets: either || names.length === 0 || names.some(mayNameSecret),
    names,
    all: command.language === "find" ? findsAll(read.words, operands) : fdFindsAll(options, operands),
  };
}

/** `echo text` prints exactly that. */
function textOf({ draft, operands, options, at }: Start): string | null {
  if (draft.program === "cat" && operands.length === 0 && at.stdin.kind === "text") return at.stdin.text;
  if (draft.program === "pwd" && operands.length === 0 && options.length === 0 && at.scope.cwd !== null)
    return `${at.scope.cwd}\n`;
  if (
    draft.program === "git" &&
    draft.words.map(({ text }) => text).join(" ") === "rev-parse --show-toplevel" &&
    draft.globals.length === 0
  )
    return topLevel(at);
  if (operands[0]?.dash) return null;
  if (
    draft.program !== "echo" ||
    options.length > 0 ||
    operands.some((arg) => arg.kind !== "literal" || arg.text.includes("\\"))
  )
    return null;
  return `${operands.map((arg) => arg.path ?? arg.text).join(" ")}\n`;
}

/** The folder around the directory that holds `.git`; null where none does. */
function topLevel({ line, scope }: At): string | null {
  for (let dir = scope.cwd; dir !== null && dir !== ""; dir = dir.slice(0, dir.lastIndexOf("/"))) {
    if (line.world.lstat(`${dir}/.git`) !== null) return `${dir}\n`;
  }
  return null;
}
