import type { Part, Spelling, Started } from "../../core/reading.ts";
import { knowledgeOf } from "../knowledge/index.ts";
import { operandKinds } from "../knowledge/pick.ts";
import type { Command } from "../knowledge/schema.ts";
import { type Arg, isLiteral, literal } from "./arg.ts";
import { showText, spend } from "./behind.ts";
import { programName } from "./guard.ts";
import { commandsIn } from "./languages/inside.ts";
import { type Draft, type Line, raise } from "./line.ts";
import type { GivenWord } from "./options.ts";
import { loosens, type Start } from "./program.ts";
import { NO_STDIN } from "./redirect.ts";
import { copyScope } from "./scope.ts";
import { readArgv, readScript } from "./unwrap.ts";
import type { At } from "./walk.ts";

/**
 * A program that nothing is known of may be a launcher: of its words each that names a known program, or holds a line
 * for a shell, may be what it starts (`pueue add rm x`, `pueue add 'rm x'`).
 */
export function readStarts(args: readonly Arg[], at: At, draft: Draft): void {
  readEach(args, at, draft, (parts, index) => {
    const deletes = parts.find(destroys);
    if (deletes !== undefined && isMeant(args, index)) mayDestroy(draft, deletes);
  });
  const code = args.flatMap((_, index) => codeAt(args, index));
  if (code.length === 0) return;
  for (const text of code) for (const line of commandsIn(text, draft.program)) showText({ at, draft }, line);
  draft.exactOnly ??= "launcher";
  draft.spell.push(...code);
}

/** The same for words of a known program that executes something, where its entry says nothing of them (`tox exec -- rm x`). */
export function readOpenStarts(start: Start): void {
  const { at, draft, command, read, operands } = start;
  if (start.started || draft.exactOnly === "launcher") return;
  if (read.strange !== undefined) return readEach(read.words.map(wordOf), at, draft);
  if (draft.class !== "execute" && draft.class !== "unknown") return;
  const open = operandKinds(command.operands, operands.length).findIndex(
    (kind) => kind === undefined || kind.kind === "t",
  );
  if (open >= 0) readEach(operands.slice(open), at, draft);
}

function wordOf(word: GivenWord): Arg {
  return word.kind === "option" ? (word.value ?? literal(word.name)) : word.arg;
}

function readEach(
  args: readonly Arg[],
  at: At,
  draft: Draft,
  look: (parts: readonly Part[], index: number) => void = () => undefined,
): void {
  const found: Started[] = [];
  for (const [index, { text: word }] of args.entries()) {
    // What is left is not looked at, and the line says so.
    if (at.line.hidden < 0) break;
    const parts = partsFrom(args, index, at);
    for (const part of parts) found.push(...spellingsOf(part).map((other) => ({ ...other, word })));
    if (parts.some((part) => part.class === "admin")) loosens(draft);
    look(parts, index);
  }
  // Also without one that is known: a rule may speak of another.
  draft.mayStart = found;
}

function spellingsOf({ program, words, globals, others = [], mayStart = [] }: Part): readonly Spelling[] {
  return program === null ? NONE : [{ program, words, globals }, ...others, ...mayStart];
}

/** The first word may well be a subcommand, and a text behind an option a message. */
function isMeant(args: readonly Arg[], index: number): boolean {
  const before = args.slice(0, index);
  if (before.some((arg) => isLiteral(arg, "--"))) return true;
  return before.some(({ dash }) => !dash) && !(before.at(-1)?.dash && /\s/.test(args[index]!.text));
}

/** What the words from a place on would be, were they a command. */
function partsFrom(args: readonly Arg[], index: number, at: At): readonly Part[] {
  const arg = args[index]!;
  if (arg.kind !== "literal") return NONE;
  const text = arg.dash ? arg.text.slice(arg.text.indexOf("=") + 1) : arg.text;
  if (text === "" || text.startsWith("-")) return NONE;
  const inner = { ...at, scope: copyScope(at.scope), stdin: NO_STDIN, away: true };
  if (/\s/.test(text))
    return linesOf(text).flatMap((line) => aside(at.line, line.length, () => readScript(line, inner)));
  const name = programName(text, at.line.world.platform);
  if (name !== "assent" && knowledgeOf(name) === undefined) return NONE;
  const rest = args.slice(index + 1);
  const size = rest.reduce((sum, word) => sum + word.text.length + 1, text.length);
  return aside(at.line, size, () => readArgv([literal(text), ...rest], inner));
}

/** A word that may be a line, the value of a name (`commands=rm x`) or JSON with lines among its strings. */
function linesOf(text: string): readonly string[] {
  const value = /^[\w.-]+=([^]*)$/.exec(text)?.[1] ?? text;
  if (/^[[{]/.test(value)) return [text, ...(value.match(/"(?:[^"\\]|\\.)*"/g) ?? []).map((one) => one.slice(1, -1))];
  return value === text ? [text] : [text, value];
}

/** Options that most interpreters take the text of a program by. */
const TAKES_CODE =
  /^(?:-[ecrxE]|--?(?:eval|evaluate|exec|execute|expr|expression|code|script|command|cmd|batch(?:-string)?))$/;

/** The text of a program behind an option or joined to it; a plain word is a pattern or a name. */
function codeAt(args: readonly Arg[], index: number): readonly string[] {
  const [, name = "", joined] = /^(-[^=]*)(?:=([^]*))?$/.exec(args[index]!.text) ?? [];
  const next = args[index + 1];
  const text = joined ?? (next?.kind === "literal" ? next.text : "");
  if (!TAKES_CODE.test(name) || !/[(;"'`{]/.test(text)) return NONE;
  return [joined === undefined ? text : args[index]!.text];
}

const NONE: readonly never[] = [];

/** Reads what may never run, and leaves nothing of it in the line. */
function aside(line: Line, size: number, read: () => void): readonly Part[] {
  if (!spend(line, size)) return NONE;
  const [parts, findings, links] = [line.parts.length, line.findings.length, line.links.length];
  read();
  line.findings.length = findings;
  line.links.length = links;
  if (line.hidden < 0) spend(line, 0);
  return line.parts.splice(parts);
}

function destroys({ class: cls, words }: Part): boolean {
  return cls === "destructive" && words.length > 0;
}

function mayDestroy(draft: Draft, { text }: Part): void {
  raise(draft, "destructive");
  draft.exactOnly = "destructive";
  draft.does ??= `may start \`${text}\``;
  draft.spell = draft.words.map((word) => word.text);
}

/** Of what the words of such an entry are nothing is known, as with a program without one. */
export function saysNothing({ class: cls, operands, language }: Command): boolean {
  return cls === "unknown" && operands === undefined && language === undefined;
}
