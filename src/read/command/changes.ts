import { forEachChild } from "unbash";
import type { Assignment, SyntaxNode } from "unbash";
import { type Arg, unknown } from "./arg.ts";
import { assigns, CHANGES_VARS } from "./builtins.ts";
import { forgetVars, type Scope, setVar } from "./scope.ts";

/** What a part of a script changes in the shell that runs it. */

export const NUMBER: Arg = unknown("", { number: true, dash: false });

/** What a part of a script may change in the shell that runs it. */
interface Changes {
  /** Variables that only ever get numbers, and others. */
  readonly numbers: ReadonlySet<string>;
  readonly others: ReadonlySet<string>;
  readonly all: boolean;
  /** It may move the working directory. */
  readonly moves: boolean;
}

/** Loops are nested, and each level is looked at once. */
const changesCache = new WeakMap<SyntaxNode, Changes>();

export function changesOf(node: SyntaxNode): Changes {
  const known = changesCache.get(node);
  if (known) return known;
  const numbers = new Set<string>();
  const others = new Set<string>();
  let all = false;
  let moves = false;
  const visit = (child: SyntaxNode): void => {
    if (child.type === "Assignment") (isNumber(child) ? numbers : others).add(child.name);
    else if (
      child.type === "ParameterExpansion" &&
      child.operation?.type === "Default" &&
      child.operation.operator.includes("=")
    )
      others.add(child.parameter);
    else if (child.type === "Command") {
      const name = child.name?.value ?? "";
      moves ||= MOVES.has(name);
      const set = CHANGES_VARS.has(name) ? assigns(child) : [];
      if (set === "all") all = true;
      else for (const variable of set) others.add(variable);
    } else if (child.type === "For" || child.type === "Select" || child.type === "While") {
      if (child.type !== "While") others.add(child.name.value);
      if (child !== node) return merge(changesOf(child));
    } else if (child.type === "Subshell" || child.type === "CommandExpansion" || child.type === "ProcessSubstitution")
      return;
    forEachChild(child, visit);
  };
  const merge = (inner: Changes): void => {
    for (const name of inner.numbers) numbers.add(name);
    for (const name of inner.others) others.add(name);
    all ||= inner.all;
    moves ||= inner.moves;
  };
  visit(node);
  const changes = { numbers, others, all, moves };
  changesCache.set(node, changes);
  return changes;
}

const MOVES: ReadonlySet<string> = new Set(["cd", "pushd", "popd", "eval", ".", "source", "command", "builtin"]);

/** Before a part of a script that may run any number of times: what it sets has no fixed value in it. */
export function loosen(scope: Scope, { numbers, others, all }: Changes): void {
  if (all) forgetVars(scope, "all");
  for (const name of numbers) {
    const before = scope.vars.get(name);
    const stays = before === undefined || before?.number || (before?.kind === "literal" && /^-?\d+$/.test(before.text));
    setVar(scope, name, stays ? NUMBER : null);
  }
  for (const name of others) setVar(scope, name, null);
}

function isNumber({ value, append }: Assignment): boolean {
  if (append || value.type !== "Word") return false;
  return /^-?\d+$/.test(value.value) || (value.parts?.length === 1 && value.parts[0]?.type === "ArithmeticExpansion");
}
