import { expandBraces } from "../../path/glob.ts";
import { type Arg, literal, unknown } from "../arg.ts";
import { addUse } from "../line.ts";
import { linkUses } from "../links-below.ts";
import type { Start } from "../program.ts";
import { mentionTracked, trackedMark } from "../tracked.ts";
import { addPaths, mayNameSecret } from "../use.ts";

/**
 * A search prints the lines that fit. One for a text that it names runs, whatever lies there; one that fits nearly every
 * line, or that picks out files which hold secrets, prints those files. Source: rules.md, "A recursive read".
 */
export function readSearch(start: Start): void {
  const { draft, options, at } = start;
  readLinked(start);
  if (options.some(({ name }) => TELLS_NAMES.has(name))) return;
  const roots = rootsOf(start);
  if (roots.length === 0) return;
  const reads = { act: "read", cwd: start.cwd, recursive: true, contents: true } as const;
  const names = picked(start);
  if (names.length > 0) {
    const below = { dirs: roots.map(({ text }) => text), secrets: true, names };
    return addPaths(at.line, draft, { ...reads, arg: unknown(names.join(" "), { below }) });
  }
  if (!printsAll(start)) return;
  for (const arg of roots) addPaths(at.line, draft, { ...reads, arg, visible: skipsHidden(start) });
}

/** `grep -R` and `rg -L` search what links below lead to. */
function readLinked(start: Start): void {
  const { draft, options, at, cwd } = start;
  const follows = options.some(({ name }) => name === "--follow" || name === "--dereference-recursive");
  // Of `pdfgrep` and the old ones.
  const old = draft.program !== "rg" && draft.program !== "ag" && options.some(({ name }) => name === "-R");
  if (!follows && !old) return;
  for (const arg of rootsOf(start))
    for (const use of linkUses(at.line, arg.text, { arg, act: "read", cwd, recursive: true })) addUse(draft, use);
}

/** Masks of names that are asked for and fit files which hold secrets. */
function picked({ options }: Start): readonly string[] {
  const given = options.flatMap(({ name, value }) => (PICKS.has(name) && value !== undefined ? [value.text] : []));
  return given
    .filter((mask) => !mask.startsWith("!"))
    .flatMap((mask) => expandBraces(mask.toLowerCase()))
    .filter(mayNameSecret);
}

/** Git searches what it tracks, from the working directory down, and on request what else lies there. git 2.49. */
export function readGitGrep(start: Start): void {
  const { draft, at, cwd, operands, options } = start;
  const given = draft.paths.map(({ spelling }) => spelling);
  const skip = givesPattern(start) ? 0 : 1;
  // A revision, and a pattern of git's own (`:/sec*`), stand for files that the words do not name.
  if (operands.length > skip && !options.some(({ name }) => TELLS_NAMES.has(name))) mentionTracked(start, skip);
  const roots = operands.length <= skip ? ["."] : given;
  for (const root of roots) addPaths(at.line, draft, { arg: literal(root), act: "read", cwd, recursive: true });
  readSearch(start);
  if (options.some(({ name }) => BEYOND_TRACKED.has(name))) return;
  const mark = trackedMark(start);
  for (const [i, use] of draft.paths.entries()) draft.paths[i] = mark(use);
}

const BEYOND_TRACKED: ReadonlySet<string> = new Set(["--untracked", "--no-index", "--recurse-submodules"]);

const TELLS_NAMES: ReadonlySet<string> = new Set(
  "--files-with-matches --files-without-match --files-without-matches --name-only --count --count-matches --quiet --files --type-list -g".split(
    " ",
  ),
);
const PICKS: ReadonlySet<string> = new Set(["--include", "--glob", "--iglob", "--file-search-regex"]);

/** The folders that are searched. */
function rootsOf({ draft, options }: Start): readonly Arg[] {
  const below = options.some(({ name, value }) => name === "--directories" && value?.text === "recurse");
  return draft.paths
    .filter((use) => use.act === "read" && (use.recursive || below || draft.program === "rgrep"))
    .map((use) => literal(use.spelling));
}

/** `rg` and `ag` pass over names that begin with a dot; git knows those that hold secrets only where they are none. */
function skipsHidden({ draft, options }: Start): boolean {
  const program = draft.program ?? "";
  if (program === "git") return !options.some(({ name }) => name === "--untracked" || name === "--no-index");
  const all = options.filter(({ name }) => name === "--unrestricted").length > (program === "rg" ? 1 : 0);
  return (program === "rg" || program === "ag") && !all && !options.some(({ name }) => name === "--hidden");
}

function givesPattern({ options }: Start): boolean {
  return options.some(({ option }) => option.standsFor === "first");
}

function printsAll(start: Start): boolean {
  const { options, operands } = start;
  if (options.some(({ name }) => PRINTS_OTHERS.has(name))) return true;
  const given = options.filter(({ option }) => option.standsFor === "first");
  // What stands in a file of patterns is not known.
  if (given.some(({ option }) => option.value !== "t")) return true;
  const patterns = givesPattern(start) ? given.map(({ value }) => value) : operands.slice(0, 1);
  return patterns.some((arg) => arg !== undefined && !(arg.kind === "literal" && namesText(arg.text)));
}

/** Lines that do not fit, or files without lines. */
const PRINTS_OTHERS: ReadonlySet<string> = new Set(["--invert-match", "--passthru", "--passthrough", "--null-data"]);

/** Whether a regular expression of any dialect can only fit where some letters stand together. */
export function namesText(pattern: string): boolean {
  return withoutOptional(pattern)
    .split(/\\?\||\n/)
    .every((branch) => /[\p{L}\p{N}_]{2}/u.test(branch));
}

/** Takes away what may fit anything or nothing. */
function withoutOptional(pattern: string): string {
  let text = pattern.replace(/\\[A-Za-z<>](?:\{[^}]*\})?/g, " ").replace(/\[\^?\]?[^\]]*\]/g, " ");
  for (let before = ""; before !== text;) {
    before = text;
    text = text.replace(/\\?\((?:\?<?!)[^()]*\)|\\?\([^()]*\)(?:\\?[*?]|\\?\{0)/g, " ");
  }
  return text.replace(/[^)](?:\\?[*?]|\\?\{0)/gu, " ");
}
