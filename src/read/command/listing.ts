import type { Arg, Below } from "./arg.ts";
import { tidy } from "./guard.ts";
import { fdFindsAll, findsAll, namesFound } from "./languages/find.ts";
import type { Start } from "./program.ts";
import { mayNameSecret } from "./use.ts";
import type { Output } from "./walk.ts";
import type { World } from "../world.ts";
import type { PathUse } from "../../core/reading.ts";

/**
 * Which paths a command prints. Each option that may stand is listed, since
 * many put text of their own into the lines (`--line-prefix`, `-o`, `-ls`), which then would be taken for a path.
 */

/** The paths that a command prints; undefined where they may be any, or something else. */
export function listedBelow(start: Start): Below | undefined {
  if (!onlyReads(start)) return undefined;
  const program = start.draft.program ?? "";
  if (passesLines(start)) return filtered(start, program);
  if (start.at.scope.cwd === null) return undefined;
  if (start.printed !== undefined) return started(start, program, start.printed);
  if (program === "ls") return namedBelow(start);
  if (program === "git") return gitLists(start) ? { dirs: [start.at.scope.cwd], secrets: false } : undefined;
  if (program === "find" || program === "fd" || program === "fdfind")
    return hasOther(start, PRINTS_MORE) ? undefined : printedBelow(start, program);
  return searched(start, program);
}

export function onlyReads({ draft }: Start): boolean {
  return draft.class === "read" && draft.findings.length === 0;
}

export function only({ options }: Start, names: ReadonlySet<string> | undefined): boolean {
  return names !== undefined && options.every(({ name }) => names.has(name) || /^-\d+$/.test(name));
}

export function has({ options }: Start, ...names: readonly string[]): boolean {
  return options.some(({ name }) => names.includes(name));
}

function hasOther({ options }: Start, names: ReadonlySet<string>): boolean {
  return options.some(({ name }) => names.has(name));
}

/** Filters that print some of the lines that they get, unchanged, with the options that leave it at that. */
const FILTERS: Readonly<Record<string, ReadonlySet<string>>> = {
  sort: set(
    "--reverse --unique --numeric-sort --version-sort --human-numeric-sort --general-numeric-sort --random-sort --ignore-case --ignore-leading-blanks --stable --key --field-separator --zero-terminated",
  ),
  head: set("--lines --silent --zero-terminated"),
  tail: set("--lines --silent --zero-terminated"),
  uniq: set("--count --repeated --unique --ignore-case --zero-terminated"),
  tac: set(""),
  cat: set(""),
  shuf: set("--head-count --repeat"),
  ...all(
    "grep egrep fgrep",
    "--invert-match --ignore-case --extended-regexp --fixed-strings --basic-regexp --perl-regexp --word-regexp --line-regexp --regexp --max-count --text --line-buffered --null-data",
  ),
};

/** Those that print all of them. */
const REORDERS = set("sort tac shuf cat uniq");

export function passesLines(start: Start): boolean {
  const filter = FILTERS[start.draft.program ?? ""];
  return start.at.stdin.kind === "pipe" && start.draft.paths.length === 0 && only(start, filter);
}

function filtered({ at: { stdin } }: Start, program: string): Below | undefined {
  if (stdin.kind !== "pipe" || stdin.below === undefined) return undefined;
  return { ...stdin.below, all: stdin.below.all === true && REORDERS.has(program), undashed: false };
}

/** Programs that print nothing beside what the command prints that they start. */
const PASSES = set("xargs gxargs timeout gtimeout nice stdbuf env");

/** `xargs grep -l x`, `find . -exec grep -l x {} +`: what is printed are some of the words that came. */
function started(start: Start, program: string, { below }: Output): Below | undefined {
  if (below === undefined || PASSES.has(program)) return below;
  return program === "find" && only(start, EXEC_AND_TESTS) ? below : undefined;
}

const EXEC_AND_TESTS = set(
  "-exec -type -name -iname -path -ipath -not -o -a -or -and -prune -maxdepth -mindepth -size -mtime -mmin -newer -empty -regex -iregex",
);

const LS_ORDERS = set("-1 -t -S -U -X -c -u -v --reverse --directory --sort --time");

/** ls prints what patterns name as it is given; of a folder the names in it, which then may be any word. */
function namedBelow(start: Start): Below | undefined {
  const { operands, draft, at, cwd } = start;
  if (cwd === null || !only(start, LS_ORDERS) || !operands.every(isInside)) return undefined;
  const masks = operands.map(({ text }) => text.slice(text.lastIndexOf("/") + 1).toLowerCase());
  const patterns = operands.length > 0 && !masks.includes("");
  const opens = !has(start, "--directory") && draft.paths.some((use) => isFolder(use, at.line.world));
  if (!patterns || opens) return undefined;
  const dirs = operands.map(({ prefix }) => tidy(`${cwd}/${prefix.slice(0, prefix.lastIndexOf("/") + 1)}`));
  return { dirs, secrets: masks.some(mayNameSecret), names: masks };
}

function isInside({ kind, path, text }: Arg): boolean {
  return kind === "glob" && path === undefined && !/^\/|(?:^|\/)\.\.(?:\/|$)/.test(text);
}

function isFolder({ spelling, canonical }: PathUse, world: World): boolean {
  return world.lstat(canonical ?? spelling)?.kind === "dir";
}

const GIT_LISTS: Readonly<Record<string, ReadonlySet<string>>> = {
  "ls-files": set("-z -f --cached --modified --deleted --exclude-standard --deduplicate --error-unmatch --full-name"),
  diff: set(
    "--name-only --staged --merge-base --diff-filter -z --renames --no-renames --find-renames --ignore-all-space --ignore-space-change -S -G --pickaxe-all",
  ),
  grep: set(
    "--name-only --ignore-case --word-regexp --extended-regexp --fixed-strings --basic-regexp --perl-regexp --invert-match --all-match --and --or --not -e -I --null --text --max-depth",
  ),
};

function gitLists(start: Start): boolean {
  const [sub = ""] = start.read.meaning.path;
  return only(start, GIT_LISTS[sub]) && (sub === "ls-files" || has(start, "--name-only"));
}

/** find prints what it found behind the folder that it was given, and `.` where it was given none. */
function printedBelow(start: Start, program: string): Below | undefined {
  const below = foundBelow(start);
  const { operands } = start;
  const named = operands.every((arg) => arg.kind === "literal" && !arg.dash) && !has(start, "-files0-from");
  return below && program === "find" && named ? { ...below, undashed: true } : below;
}

/** What find and fd print of their own, or by what they start. */
const PRINTS_MORE = set(
  "-printf -fprintf -ls -fls -exec -execdir -ok -okdir --format --list-details --exec --exec-batch --path-separator --hyperlink --base-directory",
);

/** What find and fd find: all below the folders that they look into, or what has a name that fits. */
export function foundBelow({ draft, options, operands, read, command }: Start): Below | undefined {
  const roots = draft.paths.filter((use) => use.act === "read").map((use) => use.canonical);
  if (roots.length === 0 || roots.includes(null)) return undefined;
  // Names of secret files are compared without case.
  const names = namesFound(read.words)?.map((mask) => mask.toLowerCase());
  return {
    dirs: roots as readonly string[],
    secrets: names === undefined || names.some(mayNameSecret),
    names: names ?? [],
    all: command.language === "find" ? findsAll(read.words, operands) : fdFindsAll(options, operands),
  };
}

const SEARCHES: Readonly<Record<string, ReadonlySet<string>>> = {
  rg: set(
    "--files --files-with-matches --files-without-match --glob --iglob --type --type-not --ignore-case --smart-case --case-sensitive --word-regexp --fixed-strings --line-regexp --regexp --multiline --pcre2 --invert-match --max-depth --max-count --sort --sortr --null --no-messages --threads",
  ),
  ...all(
    "grep egrep fgrep",
    "--files-with-matches --recursive --include --exclude --exclude-dir --ignore-case --word-regexp --line-regexp --extended-regexp --fixed-strings --basic-regexp --perl-regexp --regexp --invert-match --max-count --no-messages --null --text -I",
  ),
};

function searched(start: Start, program: string): Below | undefined {
  const lists = has(start, "--files-with-matches") || (program === "rg" && has(start, "--files"));
  if (!lists || !only(start, SEARCHES[program]) || start.cwd === null) return undefined;
  const dirs = start.draft.paths.map((use) => tidy(use.spelling));
  // Of words that came from elsewhere it prints some.
  const came = start.operands.flatMap(({ below }) => below ?? []);
  const given = start.operands.length - came.length - (has(start, "--regexp", "--files") ? 0 : 1);
  if (came.length === 1 && given === 0) return { ...came[0]!, all: false, undashed: false };
  return came.length === 0 ? { dirs, secrets: false } : undefined;
}

export function set(names: string): ReadonlySet<string> {
  return new Set(names.split(" "));
}

function all(programs: string, names: string): Readonly<Record<string, ReadonlySet<string>>> {
  return Object.fromEntries(programs.split(" ").map((program) => [program, set(names)]));
}
