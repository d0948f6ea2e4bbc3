import type { Arg, Below } from "./arg.ts";
import { tidy } from "./guard.ts";
import { fdFindsAll, findsAll, namesFound } from "./languages/find.ts";
import type { Start } from "./program.ts";
import { mayNameSecret } from "./use.ts";

/**
 * What the words are that a command prints: paths below a folder, or hashes. Each option that may stand is listed, since
 * many put text of their own into the lines (`--line-prefix`, `-o`, `-ls`), which then would be taken for a path.
 */

/** The paths that a command prints; undefined where they may be any, or something else. */
export function listedBelow(start: Start): Below | undefined {
  if (!onlyReads(start)) return undefined;
  const program = start.draft.program ?? "";
  if (passesLines(start)) return filtered(start, program);
  if (start.at.scope.cwd === null) return undefined;
  if (program === "git") return gitLists(start) ? { dirs: [start.at.scope.cwd], secrets: false } : undefined;
  if (program === "find" || program === "fd" || program === "fdfind")
    return hasOther(start, PRINTS_MORE) ? undefined : printedBelow(start, program);
  return searched(start, program);
}

/** Whether all that it prints are hashes and numbers: words that are never an option. */
export function printsPlain(start: Start): boolean {
  if (!onlyReads(start)) return false;
  const { stdin } = start.at;
  if (passesLines(start)) return stdin.kind === "pipe" && stdin.plain === true;
  const program = start.draft.program ?? "";
  if (program === "pgrep") return only(start, PRINTS_NUMBERS);
  return program === "git" && start.read.meaning.path.length === 1 && gitPrintsHashes(start);
}

function onlyReads({ draft }: Start): boolean {
  return draft.class === "read" && draft.findings.length === 0;
}

function only({ options }: Start, names: ReadonlySet<string> | undefined): boolean {
  return names !== undefined && options.every(({ name }) => names.has(name) || /^-\d+$/.test(name));
}

function has({ options }: Start, ...names: readonly string[]): boolean {
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

function passesLines(start: Start): boolean {
  const filter = FILTERS[start.draft.program ?? ""];
  return start.at.stdin.kind === "pipe" && start.draft.paths.length === 0 && only(start, filter);
}

function filtered({ at: { stdin } }: Start, program: string): Below | undefined {
  if (stdin.kind !== "pipe" || stdin.below === undefined) return undefined;
  return { ...stdin.below, all: stdin.below.all === true && REORDERS.has(program), undashed: false };
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
  return { dirs: start.draft.paths.map((use) => tidy(use.spelling)), secrets: false };
}

const PRINTS_NUMBERS = set("--full --exact --newest --oldest --euid --parent --ignore-case");

const PRINTS_HASHES: Readonly<Record<string, ReadonlySet<string>>> = {
  "merge-base": set("--all --octopus --independent --fork-point"),
  "rev-parse": set("--verify --quiet --short"),
  "rev-list": set(
    "-n --max-count --skip --since --after --until --before --author --grep --merges --no-merges --min-parents --max-parents --first-parent --all --reverse --topo-order --date-order --abbrev-commit --count",
  ),
  log: set(
    "-n --max-count --skip --since --after --until --before --author --grep --merges --no-merges --first-parent --all --reverse --diff-filter --format --pretty",
  ),
};

/** What git is asked about it may print again, so that no word of it may be more than a revision or a path. */
function gitPrintsHashes(start: Start): boolean {
  const [sub = ""] = start.read.meaning.path;
  const formats = start.options.filter(({ name }) => name === "--format" || name === "--pretty");
  return (
    only(start, PRINTS_HASHES[sub]) &&
    (sub !== "log" || formats.length === 1) &&
    formats.every(({ value }) => value?.kind === "literal" && /^(?:t?format:)?%[Hh]$/.test(value.text)) &&
    start.operands.every(isRevision)
  );
}

const PRINTS_NAME: Readonly<Record<string, ReadonlySet<string>>> = {
  branch: set("--show-current"),
  describe: set("--tags --abbrev --always --exact-match --first-parent --no-abbrev --all"),
  "rev-parse": set("--abbrev-ref --verify --quiet"),
  "symbolic-ref": set("--short --quiet"),
};

/** Whether it is the name of one branch or tag at most, which git lets hold neither a blank nor a pattern. */
export function printsName(start: Start): boolean {
  const [sub = "", more] = start.read.meaning.path;
  const asked = sub !== "branch" || has(start, "--show-current");
  const single = start.operands.length <= 1 && start.operands.every(isRevision);
  return (
    onlyReads(start) &&
    start.draft.program === "git" &&
    more === undefined &&
    single &&
    asked &&
    only(start, PRINTS_NAME[sub])
  );
}

function isRevision(arg: Arg): boolean {
  return arg.plain === true || (arg.kind === "literal" && /^[\w@^./][\w@^./~{}:+-]*$/.test(arg.text));
}

function set(names: string): ReadonlySet<string> {
  return new Set(names.split(" "));
}

function all(programs: string, names: string): Readonly<Record<string, ReadonlySet<string>>> {
  return Object.fromEntries(programs.split(" ").map((program) => [program, set(names)]));
}
