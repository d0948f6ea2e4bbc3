import type { Arg } from "./arg.ts";

/** What a shell knows at one place of a line. A subshell gets a copy. */
export interface Scope {
  /** Absolute; null where it is not known. */
  cwd: string | null;
  /** Values that this line gave; null: no fixed value. A name that is not here has the value it came with. */
  readonly vars: Map<string, Arg | null>;
  /** Names that this line defined as functions or aliases. */
  readonly shadowed: Set<string>;
  /** Every variable may have changed (`eval`, `source`, `read`). */
  allVarsUnknown: boolean;
  /** Why no later program is certain (`PATH=…`), as a sentence. */
  tainted: string | null;
}

export function newScope(cwd: string | null): Scope {
  return { cwd, vars: new Map(), shadowed: new Set(), allVarsUnknown: false, tainted: null };
}

export function copyScope(scope: Scope): Scope {
  return { ...scope, vars: new Map(scope.vars), shadowed: new Set(scope.shadowed) };
}

/** What is certain after one of several ways was taken. */
export function mergeScopes(into: Scope, ways: readonly Scope[]): void {
  const [first, ...rest] = ways;
  if (!first) return;
  into.cwd = rest.every((way) => way.cwd === first.cwd) ? first.cwd : null;
  for (const name of new Set(ways.flatMap((way) => [...way.vars.keys()]))) {
    const value = first.vars.get(name);
    const same = rest.every(
      (way) => way.vars.has(name) === first.vars.has(name) && way.vars.get(name)?.text === value?.text,
    );
    into.vars.set(name, same && value !== undefined ? value : null);
  }
  for (const way of ways) {
    for (const name of way.shadowed) into.shadowed.add(name);
    into.allVarsUnknown ||= way.allVarsUnknown;
    into.tainted ??= way.tainted;
  }
}

export function forgetVars(scope: Scope, names: readonly string[] | "all"): void {
  if (names === "all") scope.allVarsUnknown = true;
  else for (const name of names) scope.vars.set(name, null);
}
