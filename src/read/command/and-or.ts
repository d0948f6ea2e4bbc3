import type { AndOr, SyntaxNode } from "unbash";
import { afterFailure, succeeds } from "./moves.ts";
import { copyScope, mergeScopes, type Scope } from "./scope.ts";
import { type At, joinBelow, type Output, walkNode } from "./walk.ts";

/** INVARIANT: after the list the directory is the one that the line is in whichever of its commands ran, or it is not known. */
export function walkAndOr(node: AndOr, at: At): Output {
  /** The directories in which the list may have been left. */
  const left = new Set<string | null>();
  const outputs: Output[] = [];
  for (const [index, command] of node.commands.entries()) {
    const isOther = node.operators[index - 1] === "||";
    const scope = isOther ? copyScope(at.scope) : at.scope;
    // It runs where the list so far failed, and the shell is where that left it.
    if (isOther && left.size > 0) scope.cwd = left.size === 1 ? [...left][0]! : null;
    const before = copyScope(scope);
    const inner = { ...at, scope, joined: needs(node, index) };
    const output = walkNode(command, inner);
    outputs.push(output);
    if (isOther) left.clear();
    if (!leaves(command) && !succeeds(command, output, inner)) left.add(afterFailure(command, before, scope));
    if (isOther && !leaves(command)) mergeScopes(at.scope, [copyScope(at.scope), scope]);
    // A variable may or may not have been set.
    else if (!isOther && index > 0) mergeVars(at.scope, before);
  }
  if ([...left].some((cwd) => cwd !== at.scope.cwd)) at.scope.cwd = null;
  // `grep -c x f || true`
  const telling = outputs.filter(({ text }) => text !== "");
  const number = telling.length === 1 && telling[0]?.number === true;
  return { network: outputs.some((output) => output.network), ...joinBelow(outputs), ...(number && { number }) };
}

function mergeVars(into: Scope, other: Scope): void {
  const { cwd } = into;
  mergeScopes(into, [copyScope(into), other]);
  into.cwd = cwd;
}

/** What follows the command runs only where it succeeded. */
function needs({ commands, operators }: AndOr, index: number): boolean {
  return operators[index] === "&&" || (operators[index] === "||" && leaves(commands[index + 1]!));
}

/** `cd x || exit`. */
function leaves(node: SyntaxNode): boolean {
  return node.type === "Command" && ["exit", "return"].includes(node.name?.value ?? "");
}
