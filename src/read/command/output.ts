import type { Arg } from "./arg.ts";
import { listedBelow } from "./listing.ts";
import { printsName, printsNumber, printsPlain } from "./plain-output.ts";
import type { Start } from "./program.ts";
import { repositoryOf } from "./repository.ts";
import type { At, Output } from "./walk.ts";

/** What a command prints, as far as what reads it must know. */
export function outputOf(start: Start): Output {
  const { at, draft } = start;
  const fromNetwork = draft.class === "network" || draft.class === "remote-read" || draft.targets.length > 0;
  const network = fromNetwork || ((at.stdin.kind === "pipe" || at.stdin.kind === "file") && at.stdin.network);
  const output: { -readonly [Key in keyof Output]: Output[Key] } = { network };
  const below = listedBelow(start);
  const text = textOf(start);
  if (below !== undefined) output.below = below;
  if (text !== null) output.text = text;
  if (printsPlain(start)) output.plain = true;
  if (printsName(start)) output.single = true;
  if (printsNumber(start)) output.number = true;
  return output;
}

/** What is printed, where the words and the machine say it: `pwd`, `echo text`, `which node`, `dirname a/b`. */
function textOf(start: Start): string | null {
  const { draft, operands, options, at } = start;
  const [first] = operands;
  const fixed = options.length === 0 && operands.every((arg) => arg.kind === "literal" && !arg.text.includes("\\"));
  switch (draft.program) {
    case "cat":
      return operands.length + options.length === 0 && at.stdin.kind === "text" ? at.stdin.text : null;
    case "git":
      return asksTopLevel(start) ? topLevel(at) : null;
    case "true":
      return "";
    case "pwd":
      return operands.length === 0 && options.length === 0 && at.scope.cwd !== null ? `${at.scope.cwd}\n` : null;
    case "echo":
      return fixed && first?.dash !== true ? `${operands.map(textIn).join(" ")}\n` : null;
    case "which":
      return fixed && first !== undefined && operands.length === 1 ? foundAt(first.text, at) : null;
    case "dirname":
      return fixed && first !== undefined && operands.length === 1 ? `${folderOf(textIn(first))}\n` : null;
    case "basename":
      return fixed && first !== undefined && operands.length === 1 ? `${nameOf(textIn(first))}\n` : null;
    case "seq":
      return fixed ? countIn(operands.map(({ text }) => text)) : null;
    default:
      return null;
  }
}

/** More numbers than a line would spell out. */
const MOST_COUNTED = 100;

function countIn(words: readonly string[]): string | null {
  if (words.length === 0 || words.length > 2 || !words.every((word) => /^\d{1,9}$/.test(word))) return null;
  const [from, to] = words.length === 1 ? [1, Number(words[0])] : [Number(words[0]), Number(words[1])];
  if (to < from || to - from >= MOST_COUNTED) return null;
  return Array.from({ length: to - from + 1 }, (_, at) => `${from + at}\n`).join("");
}

function textIn(arg: Arg): string {
  return arg.path ?? arg.text;
}

/** Where the PATH of the runner finds a program, as long as the line changes nothing about that. */
function foundAt(program: string, { line, scope, shell }: At): string | null {
  const known = shell !== "zsh" && scope.tainted === null && !scope.allVarsUnknown && !scope.vars.has("PATH");
  const file = known ? line.world.which(program) : null;
  return file === null ? null : `${file}\n`;
}

function folderOf(path: string): string {
  const trimmed = path.replace(/\/+$/, "");
  if (trimmed === "") return path === "" ? "." : "/";
  const cut = trimmed.lastIndexOf("/");
  return cut < 0 ? "." : trimmed.slice(0, cut).replace(/\/+$/, "") || "/";
}

function nameOf(path: string): string {
  const trimmed = path.replace(/\/+$/, "");
  return trimmed === "" && path !== "" ? "/" : trimmed.slice(trimmed.lastIndexOf("/") + 1);
}

function asksTopLevel({ draft }: Start): boolean {
  return draft.globals.length === 0 && draft.words.map(({ text }) => text).join(" ") === "rev-parse --show-toplevel";
}

function topLevel({ line, scope }: At): string | null {
  const dir = scope.cwd === null ? null : repositoryOf(line.world, scope.cwd);
  return dir === null ? null : `${dir}\n`;
}
