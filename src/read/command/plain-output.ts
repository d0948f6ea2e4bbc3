import type { Arg } from "./arg.ts";
import { has, only, onlyReads, passesLines, set } from "./listing.ts";
import type { Start } from "./program.ts";

/**
 * Words of a command's output that are no option, whatever they are: hashes, numbers, names of branches. Each option that
 * may stand is listed. Source: GNU coreutils 9.7 and grep 3.11 manuals, git 2.51 documentation.
 */

/** Whether all that it prints are hashes and numbers: words that are never an option. */
export function printsPlain(start: Start): boolean {
  if (!onlyReads(start)) return false;
  const { stdin } = start.at;
  if (passesLines(start)) return stdin.kind === "pipe" && stdin.plain === true;
  const program = start.draft.program ?? "";
  if (program === "pgrep") return only(start, PRINTS_NUMBERS);
  return program === "git" && start.read.meaning.path.length === 1 && gitPrintsHashes(start);
}

/** Whether all that a command prints is one number, or nothing. */
export function printsNumber(start: Start): boolean {
  const { draft, options, operands, read } = start;
  if (!onlyReads(start) || read.loose.length > 0) return false;
  switch (draft.program) {
    case "wc":
      // Beside a file's name its own is printed.
      return options.length === 1 && operands.length === 0 && only(start, SIZES);
    case "grep":
    case "egrep":
    case "fgrep":
      return has(start, "--count") && only(start, COUNTS) && readsOneFile(start);
    case "date":
      return operands.length === 1 && only(start, TIMES) && DIGITS.test(operands[0]!.text);
    case "nproc":
      return operands.length === 0 && only(start, set("--all"));
    case "git":
      return read.meaning.path.join() === "rev-list" && has(start, "--count") && only(start, COMMITS);
    case "tr":
      return passesNumber(start) && operands.length === 1 && only(start, set("--delete"));
    case "head":
    case "tail":
    case "cat":
      return passesNumber(start) && operands.length === 0 && only(start, set("--lines"));
    default:
      return false;
  }
}

const SIZES = set("--lines --words --chars --bytes --max-line-length");

const COUNTS = set(
  "--count --ignore-case --extended-regexp --fixed-strings --basic-regexp --perl-regexp --word-regexp --line-regexp --invert-match --no-messages --regexp --max-count",
);

const TIMES = set("--utc --date --reference");

/** Counts of both sides stand in one line with `--left-right`. */
const COMMITS = set(
  "-n --count --all --merges --no-merges --first-parent --since --after --until --before --author --grep --max-count",
);

/** `+%s`, `+%s%3N`, `+%F`: digits, and at most a dash between them; or an `N` where the system knows none. */
const DIGITS = /^\+%(?:F|\d?[sNYmdHMSj])(?:-?%(?:F|\d?[sNYmdHMSj]))*$/;

/** Of several files, and of what lies below a folder, each count stands behind a name. */
function readsOneFile(start: Start): boolean {
  const files = start.operands.length - (has(start, "--regexp") ? 0 : 1);
  return files <= 1 && start.operands.every(({ many }) => !many);
}

function passesNumber({ at: { stdin } }: Start): boolean {
  return stdin.kind === "pipe" && stdin.number === true;
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
