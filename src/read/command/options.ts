import type { Option } from "../knowledge/parse.ts";
import { parseOperands } from "../knowledge/parse.ts";
import {
  completeOption,
  findOption,
  globalsOf,
  hasSubcommands,
  pickSubcommand,
  type Scope as Meaning,
  styleOf,
} from "../knowledge/pick.ts";
import type { Program, Style } from "../knowledge/schema.ts";
import { type Arg, isLiteral, sliceArg } from "./arg.ts";
import { hasEffect } from "./effects.ts";
import { isPrintedForm } from "./languages/clients.ts";
import { staysName } from "./languages/find.ts";

/** One option as it was given, under its canonical name. */
export interface Given {
  readonly kind: "option";
  readonly name: string;
  readonly option: Option;
  readonly global: boolean;
  readonly value: Arg | undefined;
  /** The next word too (`jq --rawfile NAME FILE`). */
  readonly second: Arg | undefined;
  /** The next word, where only a mask lists the option and it has no value: it may be one. */
  readonly after: Arg | undefined;
  /** The words of a command that the option takes (`fd -x cmd …`). */
  readonly argv: readonly Arg[] | undefined;
}

export interface GivenOperand {
  readonly kind: "operand";
  readonly arg: Arg;
}

/** A word that begins with `-` and that the entry does not list. */
export interface GivenUnknown {
  readonly kind: "unknown";
  readonly arg: Arg;
}

export type GivenWord = Given | GivenOperand | GivenUnknown;

/** The words of a command held against what is known of its program. */
export interface ReadWords {
  /** The subcommand that is meant, or the program itself. */
  readonly meaning: Meaning;
  /** Everything after the program and its subcommand, in order. */
  readonly words: readonly GivenWord[];
  /** A subcommand that the entry does not know. */
  readonly strange?: Arg;
  /** How many operands stood before `--`, where it was given. */
  readonly ended?: number;
  /** Words that may turn out to be any option. */
  readonly loose: readonly Arg[];
  /** The words of the command that the program starts (`timeout 5 cmd …`). */
  readonly argv?: readonly Arg[];
  /** Those words start out of sight (kind `i`). */
  readonly hidden?: boolean;
}

interface State {
  meaning: Meaning;
  readonly words: GivenWord[];
  readonly loose: Arg[];
  strange?: Arg;
  argv?: readonly Arg[];
  hidden?: boolean;
  operands: number;
  ended?: number;
  optionsEnded: boolean;
}

/** Reads the words after a program's name. */
export function readWords(program: Program, args: readonly Arg[]): ReadWords {
  const own: Meaning = { program, command: program, path: [] };
  const state: State = { meaning: own, words: [], loose: [], operands: 0, optionsEnded: false };
  for (let at = 0; at < args.length;) at = readNext(state, args, at);
  const { separator } = program;
  if (separator !== undefined)
    for (const arg of args) if (maySeparate(arg, separator)) state.words.push({ kind: "unknown", arg });
  return state;
}

/** A value that is not fixed may hold anything. */
function maySeparate(arg: Arg, separator: string): boolean {
  return arg.kind === "literal" ? arg.text.includes(separator) : !arg.number && !arg.plain;
}

/** Reads what stands at a place; returns the place after it. */
function readNext(state: State, args: readonly Arg[], at: number): number {
  const arg = args[at]!;
  const style = styleOf(state.meaning);
  if (state.optionsEnded || style === "none") return addOperand(state, args, at);
  if (isLiteral(arg, "--") && style !== "single-dash") {
    if (at > 0 && isFlag(state.words.at(-1), args[at - 1]))
      state.loose.push(...args.slice(at + 1).filter((word) => mayAct(state, word)));
    state.optionsEnded = true;
    state.ended = state.operands;
    return at + 1;
  }
  if (arg.kind === "literal" && arg.text === "-") return addOperand(state, args, at);
  if (!arg.dash) {
    const plus = arg.kind === "literal" && arg.text.startsWith("+") && find(state, arg.text);
    if (!plus) return addOperand(state, args, at);
    state.words.push(given(arg.text, plus));
    return at + 1;
  }
  if (arg.kind !== "literal" && !hasFixedName(arg)) {
    state.loose.push(arg);
    return addOperand(state, args, at);
  }
  if (arg.many && !isPrintedForm(arg, state.meaning.program)) state.loose.push(arg);
  return arg.prefix.startsWith("--") || style === "single-dash"
    ? readLong(state, args, { at, style })
    : readShort(state, args, at);
}

/** `--file=$x` and `-f$x`: which option it is does not depend on the expansion. */
function hasFixedName(arg: Arg): boolean {
  return arg.prefix.startsWith("--") ? arg.prefix.includes("=") : /^-[^-]/.test(arg.prefix);
}

function readLong(state: State, args: readonly Arg[], { at, style }: { at: number; style: Style }): number {
  const arg = args[at]!;
  const text = arg.kind === "literal" ? arg.text : arg.prefix;
  const cut = text.indexOf("=");
  const spelled = cut < 0 ? text : text.slice(0, cut);
  const name = style === "single-dash" ? spelled.replace(/^--/, "-") : spelled;
  const found = findLong(state, spelled);
  if (found === undefined) return addUnknown(state, args, at);
  const { option } = found;
  if (cut >= 0) {
    // To pflag a flag may be given so (`--all-containers=true`).
    if (option.value === undefined && state.meaning.program.equals && text.slice(cut) === "=true" && isLiteral(arg)) {
      state.words.push(given(name, found));
      return at + 1;
    }
    if (option.value === undefined) return addUnknown(state, args, at);
    return giveValue(state, args, { at, name, found, value: sliceArg(arg, cut + 1) });
  }
  // `-Wl,$x`: what follows is not known to be anything of what the mask is for.
  if (option.masked && arg.kind !== "literal")
    return giveValue(state, args, { at, name, found, value: sliceArg(arg, text.length) });
  return takeValue(state, args, { at, name, found });
}

/** `-abc`, `-ofile`, `-o file`. */
function readShort(state: State, args: readonly Arg[], at: number): number {
  const arg = args[at]!;
  const text = arg.kind === "literal" ? arg.text : arg.prefix;
  if (arg.kind === "literal") {
    const whole = text.length > 2 ? find(state, text) : undefined;
    if (whole !== undefined) return takeValue(state, args, { at, name: text, found: whole });
    if (/^-\d+$/.test(text)) {
      const digits = find(state, "-#");
      if (digits !== undefined) {
        state.words.push(given(text, { ...digits, option: { ...digits.option, canonical: text } }));
        return at + 1;
      }
    }
  }
  for (let i = 1; i < text.length; i++) {
    const name = `-${text[i]}`;
    const found = find(state, name);
    if (found === undefined) return addUnknown(state, args, at);
    const { option } = found;
    if (option.value === undefined) {
      state.words.push(given(name, found));
      continue;
    }
    const joined = i + 1 < text.length || arg.kind !== "literal";
    if (joined)
      return giveValue(state, args, { at, name, found, value: joinedValue(state, option, sliceArg(arg, i + 1)) });
    return takeValue(state, args, { at, name, found });
  }
  // `-a$x`: the rest could be any further options.
  if (arg.kind !== "literal") state.loose.push(arg);
  return at + 1;
}

/** `-f=x` names `x` to every program but those of getopt, where no file that is meant begins with `=`. Source: pflag 1.0. */
function joinedValue({ meaning }: State, { value }: Option, arg: Arg): Arg {
  const cut =
    meaning.program.equals === true
      ? /^=./.test(arg.prefix)
      : value !== "t" && value !== "n" && arg.prefix.startsWith("=");
  return cut ? sliceArg(arg, 1) : arg;
}

function takeValue(
  state: State,
  args: readonly Arg[],
  { at, name, found }: { at: number; name: string; found: Found },
): number {
  const { option } = found;
  if (option.value === undefined || option.optional) {
    state.words.push(given(name, found, { after: option.masked ? args[at + 1] : undefined }));
    return at + 1;
  }
  if (option.value === "i" && option.ends) {
    state.words.push(given(name, found));
    state.argv = args.slice(at + 1);
    state.hidden = true;
    return args.length;
  }
  if (option.value === "a") {
    const end = endOfArgv(args, at + 1);
    state.words.push(given(name, found, { argv: args.slice(at + 1, end) }));
    return end + 1;
  }
  const value = args[at + 1];
  if (value === undefined) {
    state.words.push(given(name, found));
    return at + 1;
  }
  // A word that may be several shifts what follows it.
  if (mayAct(state, value) || isNoNumber(option, value) || (value.many && !staysValue(state, value)))
    state.loose.push(value);
  return giveValue(state, args, { at: at + 1, name, found, value });
}

/** To another version or program of that name the option is a flag, and the word an operand: `sed -l 'w f' g` on a Mac. */
function isNoNumber({ value: kind }: Option, arg: Arg): boolean {
  return kind === "n" && arg.kind === "literal" && !/\d/.test(arg.text);
}

function staysValue({ meaning: { program, command } }: State, value: Arg): boolean {
  return staysName(value, command) || isPrintedForm(value, program);
}

interface WithValue {
  /** Place of the word that holds the value. */
  readonly at: number;
  readonly name: string;
  readonly found: Found;
  readonly value: Arg;
}

function giveValue(state: State, args: readonly Arg[], { at, name, found, value }: WithValue): number {
  if (found.option.value === "a") {
    const end = endOfArgv(args, at + 1);
    const first = value.prefix.startsWith("=") ? sliceArg(value, 1) : value;
    state.words.push(given(name, found, { argv: [first, ...args.slice(at + 1, end)] }));
    return end + 1;
  }
  const second = found.option.second === undefined ? undefined : args[at + 1];
  state.words.push(given(name, found, { value, second }));
  if (found.option.ends) state.optionsEnded = true;
  return at + (second === undefined ? 1 : 2);
}

/** A command among options ends at `;`, or at a `+` after `{}` (`find -exec cmd {} +`). */
function endOfArgv(args: readonly Arg[], from: number): number {
  const end = args.findIndex(
    (arg, index) => index >= from && (isLiteral(arg, ";") || (isLiteral(arg, "+") && isLiteral(args[index - 1], "{}"))),
  );
  return end < 0 ? args.length : end;
}

function addOperand(state: State, args: readonly Arg[], at: number): number {
  const arg = args[at]!;
  const { command } = state.meaning;
  if (state.operands === 0 && hasSubcommands(command) && state.strange === undefined) {
    const sub = arg.kind === "literal" ? pickSubcommand(state.meaning, arg.text) : undefined;
    if (sub !== undefined) {
      state.meaning = sub;
      return at + 1;
    }
    if (command.operands === undefined || arg.kind !== "literal") state.strange = arg;
  }
  const kinds = command.operands === undefined ? [] : parseOperands(command.operands);
  const index = Math.min(state.operands, kinds.length - 1);
  const kind = kinds[index]?.kind;
  // `i*`: each operand is a line of its own.
  if ((kind === "a" || (kind === "i" && !kinds[index]?.repeats)) && index === state.operands) {
    state.argv = args.slice(at);
    state.hidden = kind === "i";
    return args.length;
  }
  state.words.push({ kind: "operand", arg });
  state.operands++;
  // `uvx tool --help`: what is no subcommand is the first operand, and the rest is the tool's.
  if (styleOf(state.meaning) === "posix" && state.strange !== arg) state.optionsEnded = true;
  return at + 1;
}

function addUnknown(state: State, args: readonly Arg[], at: number): number {
  state.words.push({ kind: "unknown", arg: args[at]! });
  return at + 1;
}

interface Found {
  readonly option: Option;
  readonly global: boolean;
}

type Took = Partial<Pick<Given, "value" | "second" | "after" | "argv">>;

function given(name: string, { option, global }: Found, { value, second, after, argv }: Took = {}): Given {
  const canonical = option.canonical.endsWith("*") || option.canonical.includes("#") ? name : option.canonical;
  return { kind: "option", name: canonical, option, global, value, second, after, argv };
}

/** Options of the subcommand; before one is reached, those that the program takes in front of it. */
function find(state: State, name: string): Found | undefined {
  const { meaning } = state;
  if (meaning.path.length > 0) return findOption(meaning, name);
  const before = findOption(globalsOf(meaning.program), name);
  return before && !before.option.info ? { option: before.option, global: true } : findOption(meaning, name);
}

function findLong(state: State, spelled: string): Found | undefined {
  const style = styleOf(state.meaning);
  const name = style === "single-dash" ? spelled.replace(/^--/, "-") : spelled;
  return (
    find(state, name) ??
    find(state, spelled) ??
    (style === "gnu" || style === "posix" ? complete(state, name) : undefined)
  );
}

/**
 * Versions of a program differ in which options take a value (`man -l`, `last -S`): what spells an option that does
 * something may be that option, also where another one would take it for its value, or `--` for its own.
 */
function mayAct(state: State, arg: Arg): boolean {
  if (!arg.dash) return false;
  const text = arg.kind === "literal" ? arg.text : arg.prefix;
  const whole = findLong(state, text.split("=")[0] ?? text);
  if (whole !== undefined) return hasEffect(whole.option);
  if (text.startsWith("--")) return false;
  for (const letter of text.slice(1)) {
    const found = find(state, `-${letter}`);
    if (found === undefined) return false;
    if (hasEffect(found.option)) return true;
    if (found.option.value !== undefined) return false;
  }
  return false;
}

function isFlag(word: GivenWord | undefined, arg: Arg | undefined): boolean {
  return arg?.dash === true && word?.kind === "option" && word.value === undefined;
}

function complete(state: State, name: string): Found | undefined {
  const { meaning } = state;
  if (meaning.path.length > 0) return completeOption(meaning, name);
  const before = completeOption(globalsOf(meaning.program), name);
  return before && !before.option.info ? { option: before.option, global: true } : completeOption(meaning, name);
}
