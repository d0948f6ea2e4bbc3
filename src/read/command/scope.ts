import { type Arg, literal } from "./arg.ts";

/** What a shell knows at one place of a line. A subshell gets a copy. */
export interface Scope {
  /** Absolute; null where it is not known. */
  cwd: string | null;
  /** Values that this line gave; null: no fixed value. A name that is not here has the value it came with. */
  vars: ReadonlyMap<string, Arg | null>;
  /** Names that this line defined as functions or aliases. */
  shadowed: ReadonlySet<string>;
  /** Names that keep the value they have, whatever sets them (`readonly`). */
  frozen: ReadonlySet<string>;
  /** Every variable may have changed (`eval`, `source`, `read`). */
  allVarsUnknown: boolean;
  /** Why no later program is certain (`PATH=…`), as a sentence. */
  tainted: string | null;
}

export function newScope(cwd: string | null): Scope {
  return { cwd, vars: NO_VARS, shadowed: NO_NAMES, frozen: NO_NAMES, allVarsUnknown: false, tainted: null };
}

const NO_VARS: Scope["vars"] = new Map();
const NO_NAMES: ReadonlySet<string> = new Set();

/** Shares what it holds: `setVar` and `shadow` replace the tables of the one scope that they are about. */
export function copyScope(scope: Scope): Scope {
  return { ...scope };
}

/** Beyond this many names, the values that a line gives are no longer followed; copying tables is quadratic. */
const MOST_VARS = 32;

export function setVar(scope: Scope, name: string, given: Arg | null): void {
  // INVARIANT: what a variable holds is the path itself, for a `~` that comes out of it is not replaced again.
  const plain = given?.kind === "literal" && given.path !== undefined ? literal(given.path) : given;
  const value = LIVING.has(name) || scope.frozen.has(name) ? null : plain;
  if (scope.vars.get(name) === value) return;
  if (scope.vars.size < MOST_VARS || scope.vars.has(name)) {
    scope.vars = new Map(scope.vars).set(name, value);
    return;
  }
  scope.vars = new Map([[name, value]]);
  scope.allVarsUnknown = true;
}

/** What the shell itself gives values, whatever a line sets. Source: bash 5.2 manual, "Bash Variables"; zshparam. */
const LIVING: ReadonlySet<string> = new Set(
  (
    "_ PWD OLDPWD SECONDS RANDOM SRANDOM LINENO UID EUID PPID BASHPID BASH_COMMAND BASH_SUBSHELL BASH_REMATCH BASH_ARGV0 " +
    "EPOCHSECONDS EPOCHREALTIME FUNCNAME GROUPS DIRSTACK HISTCMD PIPESTATUS OPTARG OPTIND MATCH match"
  ).split(" "),
);

/**
 * What a program finds: only what is exported comes to it, and the texts that it runs may know each name by the value of
 * the environment or not at all.
 */
export function inherited(scope: Scope): Scope {
  return scope.vars.size === 0
    ? copyScope(scope)
    : { ...scope, vars: new Map([...scope.vars.keys()].map((name) => [name, null])) };
}

export function freeze(scope: Scope, name: string): void {
  if (!scope.frozen.has(name)) scope.frozen = new Set(scope.frozen).add(name);
}

export function shadow(scope: Scope, name: string): void {
  if (!scope.shadowed.has(name)) scope.shadowed = new Set(scope.shadowed).add(name);
}

/** What is certain after one of several ways was taken. */
export function mergeScopes(into: Scope, ways: readonly Scope[]): void {
  const [first, ...rest] = ways;
  if (!first) return;
  into.cwd = rest.every((way) => way.cwd === first.cwd) ? first.cwd : null;
  into.allVarsUnknown = ways.some((way) => way.allVarsUnknown) || into.allVarsUnknown;
  into.vars = rest.every((way) => way.vars === first.vars) ? first.vars : mergeVars(ways);
  for (const way of ways) {
    if (way.shadowed !== into.shadowed) for (const name of way.shadowed) shadow(into, name);
    if (way.frozen !== into.frozen) for (const name of way.frozen) freeze(into, name);
    into.tainted ??= way.tainted;
  }
}

function mergeVars(ways: readonly Scope[]): ReadonlyMap<string, Arg | null> {
  const vars = new Map(ways[0]?.vars);
  for (const way of ways) {
    for (const [name, value] of way.vars) if (!isSame(vars.get(name), value)) vars.set(name, null);
    for (const name of vars.keys()) if (!way.vars.has(name)) vars.set(name, null);
  }
  return vars;
}

/** Two expansions that are spelled alike may have come out differently. */
function isSame(value: Arg | null | undefined, other: Arg | null | undefined): boolean {
  if (value === other) return true;
  return (
    value?.kind === "literal" && other?.kind === "literal" && value.text === other.text && value.path === other.path
  );
}

export function forgetVars(scope: Scope, names: readonly string[] | "all"): void {
  if (names === "all") {
    scope.vars = NO_VARS;
    scope.allVarsUnknown = true;
  } else for (const name of names) setVar(scope, name, null);
}
