import type { Command, Redirection, SyntaxNode } from "unbash";
import { type Arg, isLiteral, literal } from "./arg.ts";
import { absolute } from "./guard.ts";
import type { Line } from "./line.ts";
import type { Scope } from "./scope.ts";
import { type Run, tell } from "./shell-builtins.ts";
import { addPaths } from "./use.ts";
import type { At, Output } from "./walk.ts";

/** Where a line goes: the directory of each command, as far as it is certain. */

/** `cd` and `pushd`. A folder that is not there yet may be made by then, or the shell stays where it was. */
export function readCd(run: Run, name: string): Output {
  const { args, at, draft } = run;
  const isOption = ({ kind, text }: Arg): boolean => kind === "literal" && /^-[LPe@n]+$/.test(text);
  const options = args.filter(isOption);
  const operands = args.filter((arg) => !isOption(arg) && !isLiteral(arg, "--"));
  const to = operands[0] ?? literal(at.line.world.home);
  const from = at.scope.cwd;
  const fixed =
    to.kind === "literal" &&
    operands.length < 2 &&
    (operands.length === 1 || (name === "cd" && !at.scope.vars.has("HOME") && !at.scope.allVarsUnknown)) &&
    to.text !== "-" &&
    !/^[+-]\d+$/.test(to.text) &&
    // Where links are followed, what comes behind `..` leads elsewhere.
    !options.some(({ text }) => text.includes("P"));
  if (fixed || to.kind !== "literal") addPaths(at.line, draft, { arg: to, act: "read", cwd: from, recursive: false });
  const told = tell(run, name, true);
  // It only puts the folder on the stack.
  if (name === "pushd" && options.some(({ text }) => text.includes("n"))) return told;
  at.line.moves -= 1;
  const target = fixed && at.line.moves >= 0 ? absolute(to.path ?? to.text, from) : null;
  const arrives = target !== null && (at.away || isReached(to.path ?? to.text, at));
  at.scope.cwd = arrives || at.joined ? target : target === from ? from : null;
  return arrives ? { ...told, succeeds: true } : told;
}

/** Each folder that the path goes through to come back by `..` has to be there as well. */
function isReached(path: string, { line, scope }: At): boolean {
  const ways = [...path.matchAll(/(?<=[^/.])\/+\.\.(?=\/|$)/g)].map(({ index }) => path.slice(0, index));
  return path !== "" && [...ways, path].every((way) => isThere(absolute(way, scope.cwd) ?? "", line));
}

function isThere(path: string, { world, made }: Line): boolean {
  if (made.has(path)) return true;
  const real = world.realpath(path);
  return real !== null && world.lstat(real)?.kind === "dir";
}

/** A command that cannot but succeed, so that what `&&` joins to it runs. */
export function succeeds(node: SyntaxNode, output: Output, at: At): boolean {
  if (node.type !== "Command" || mayFail(node.redirects)) return false;
  if (output.succeeds) return true;
  const name = node.name?.value ?? "";
  return ALWAYS.has(name) || (name === "mkdir" && makes(node, at));
}

const ALWAYS: ReadonlySet<string> = new Set(["true", ":", "echo"]);

/** `mkdir -p build`: where folders stand all the way up, or nothing does. */
function makes({ args }: Command, { line, scope }: At): boolean {
  const words = args.map((word) => (word.type === "Assignment" ? "$" : word.value));
  const folders = words.filter((word) => !word.startsWith("-"));
  if (!words.includes("-p") || folders.length === 0) return false;
  const paths = folders.map((word) => (/[$`*?[{~\\'"]/.test(word) ? null : absolute(word, scope.cwd)));
  if (!paths.every((path) => path !== null && canBeMade(path, line))) return false;
  for (const path of paths) if (path !== null) line.made.add(path);
  return true;
}

function canBeMade(path: string, { world }: Line): boolean {
  let at = path;
  while (world.lstat(at) === null && at.lastIndexOf("/") > 0) at = at.slice(0, at.lastIndexOf("/"));
  const real = world.realpath(at);
  return real !== null && world.lstat(real)?.kind === "dir";
}

/** A redirection that cannot be made ends the command before it begins, and a `cd` stays. */
export function mayFail(redirects: readonly Redirection[]): boolean {
  return redirects.some(
    (redirect) => redirect.type !== "Redirect" || !/^(?:\/dev\/null|[12])$/.test(redirect.target?.value ?? ""),
  );
}

/** Where the shell is after a command failed: `cd` itself stays, and what moved within it may have moved or not. */
export function afterFailure(node: SyntaxNode, before: Scope, after: Scope): string | null {
  if (before.cwd === after.cwd) return before.cwd;
  const isCd = node.type === "Command" && !mayFail(node.redirects) && /^(?:cd|pushd)$/.test(node.name?.value ?? "");
  return isCd ? before.cwd : null;
}
