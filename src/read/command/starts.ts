import type { Part, Spelling, Started } from "../../core/reading.ts";
import { knowledgeOf } from "../knowledge/index.ts";
import type { Command } from "../knowledge/schema.ts";
import { type Arg, isLiteral, literal } from "./arg.ts";
import { spend } from "./behind.ts";
import { programName } from "./guard.ts";
import { type Draft, type Line, raise } from "./line.ts";
import { loosens } from "./program.ts";
import { NO_STDIN } from "./redirect.ts";
import { copyScope } from "./scope.ts";
import { readArgv, readScript } from "./unwrap.ts";
import type { At } from "./walk.ts";

/**
 * A program that nothing is known of may be a launcher: of its words each that names a known program, or holds a line
 * for a shell, may be what it starts (`pueue add rm x`, `pueue add 'rm x'`).
 */
export function readStarts(args: readonly Arg[], at: At, draft: Draft): void {
  const found: Started[] = [];
  for (const [index, { text: word }] of args.entries()) {
    // What is left is not looked at, and the line says so.
    if (at.line.hidden < 0) break;
    const parts = partsFrom(args, index, at);
    for (const part of parts) found.push(...spellingsOf(part).map((other) => ({ ...other, word })));
    if (parts.some((part) => part.class === "admin")) loosens(draft);
    const deletes = parts.find(destroys);
    if (deletes !== undefined && isMeant(args, index)) mayDestroy(draft, deletes);
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
  if (/\s/.test(text)) return aside(at.line, text.length, () => readScript(text, inner));
  const name = programName(text, at.line.world.platform);
  if (name !== "assent" && knowledgeOf(name) === undefined) return NONE;
  const rest = args.slice(index + 1);
  const size = rest.reduce((sum, word) => sum + word.text.length + 1, text.length);
  return aside(at.line, size, () => readArgv([literal(text), ...rest], inner));
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
