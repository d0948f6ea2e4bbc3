import { parse } from "unbash";
import type { ParameterExpansionPart, ParsedScript, Word, WordPart } from "unbash";
import { type Arg, bothSecret, literal, type Secret, unknown } from "./arg.ts";
import { isExpansion, split } from "./fields.ts";
import { checkArithmeticText, visitArithmetic } from "./arithmetic.ts";
import { expandBraces, mayHoldBraces } from "./braces.ts";
import { addFixed, addPattern, addUnknown, type Cooking, mayBeDash, newCooking } from "./cooking.ts";
import { checkComputed } from "./conditions.ts";
import { checkReprinted } from "./reprinted.ts";
import { expandTilde, expandTildes, homeOf, LIKE_ASSIGNMENT, tildeOf } from "./tilde.ts";
import type { Output } from "./walk.ts";

/** What expanding a word needs of the shell around it. */
export interface Expander {
  readonly shell: string;
  /** The text that positions of words point into. */
  readonly source: string;
  readonly home: string;
  /** The value of a variable; null: the line gives it one that is not fixed; undefined: it has that of the environment. */
  readonly valueOf: (name: string) => Arg | null | undefined;
  /** A substitution runs a script. Returns what it prints. */
  readonly onScript: (script: ParsedScript | undefined, kind: "command" | "pipe") => Output;
  /** An expansion gives a variable a value (`${x:=y}`, `$((x = 1))`); null: one that is not fixed. */
  readonly onSet: (name: string, value: Arg | null) => void;
  /** Something that cannot be read; the rest of the sentence "the line …". */
  readonly onFault: (message: string) => void;
  /** Expansions make the line longer by this much; false: too long, so what they give is not known. */
  readonly grow: (by: number) => boolean;
}

/** The words that a program gets for one word of the line. */
export function expandWord(word: Word, expander: Expander): readonly Arg[] {
  checkHidden(word, expander);
  if (word.parts?.some(isExpansion) && expander.valueOf("IFS") !== undefined) return [pieces(word, expander)];
  if (mayHoldBraces(word.text)) return expandBraced(word, expander);
  const [assigned] = expander.shell === "bash" ? (LIKE_ASSIGNMENT.exec(word.text) ?? []) : [];
  if (assigned !== undefined) {
    return [keepSecret(expandTildes(word, assigned, expander), cookAll(word, expander))];
  }
  if (word.parts === undefined) return [plainWord(word, expander)];
  return split(cook(word.parts, expander, word.text), word);
}

/** The line itself says where values are cut into words. */
function pieces(word: Word, expander: Expander): Arg {
  const prefix = /^[\w./-]*/.exec(word.text)?.[0] ?? "";
  return keepSecret(unknown(word.text, { many: true, prefix }), cookAll(word, expander));
}

/** One value, as an assignment or a redirection takes it: neither split nor expanded to names. */
export function expandValue(word: Word, expander: Expander): Arg {
  checkHidden(word, expander);
  if (word.parts === undefined) return plainWord(word, expander);
  const arg = cook(word.parts, expander, word.text);
  return arg.kind === "glob" ? unknown(word.text) : { ...arg, many: false };
}

/** Visits what a text with expansions starts (here-documents, `case` words), and gives its value. */
export function expandParts(parts: readonly WordPart[] | undefined, text: string, expander: Expander): Arg {
  return parts === undefined ? literal(text) : cook(parts, expander, text);
}

function expandBraced(word: Word, expander: Expander): readonly Arg[] {
  // The substitutions of the whole word are visited once, whatever the braces make of it.
  const whole = cookAll(word, expander);
  const texts = isPosix(expander.shell) ? null : expandBraces(word.text);
  const prefix = /^[^{}$`'"\\*?[~]*/.exec(word.text)?.[0] ?? "";
  if (texts === null || !expander.grow(texts.reduce((sum, text) => sum + text.length, 0)))
    return [keepSecret(unknown(word.text, { many: true, prefix }), whole)];
  return texts.flatMap((text) => {
    if (text === "") return [];
    const again = firstWord(text);
    if (again === undefined) return [keepSecret(unknown(word.text, { many: true }), whole)];
    return again.parts === undefined
      ? [plainWord(again, expander)]
      : split(cook(again.parts, quiet(expander), text), again);
  });
}

/** Visits what a word starts, whatever else is made of the word. */
function cookAll({ parts, text }: Word, expander: Expander): Arg | undefined {
  return parts && cook(parts, expander, text);
}

function keepSecret(arg: Arg, from: Arg | undefined): Arg {
  return from?.secret ? { ...arg, secret: from.secret } : arg;
}

function firstWord(text: string): Word | undefined {
  const script = parse(`: ${text}`);
  const command = script.commands[0]?.command;
  const [word, more] = command?.type === "Command" ? command.suffix : [];
  return script.errors?.length || script.commands.length !== 1 || more !== undefined || word?.type !== "Word"
    ? undefined
    : word;
}

function quiet(expander: Expander): Expander {
  return { ...expander, onScript: () => ({ network: false }), onFault: () => undefined, onSet: () => undefined };
}

/**
 * The parser takes `1<(cmd)` and `{a}>(cmd)` for plain text; the shell runs what stands in them.
 */
function checkHidden({ text, parts }: Word, expander: Expander): void {
  const plain = parts === undefined ? [text] : parts.flatMap((part) => (part.type === "Literal" ? [part.text] : []));
  if (plain.some((part) => /[<>]\(/.test(part))) expander.onFault("joins a process substitution to other text");
}

/** To zsh `$a[x]` is an element, whose number it computes; so are `$@[x]` and `$#a[x]`. */
function checkElements(source: string, expander: Expander): void {
  if (expander.shell !== "zsh") return;
  for (const [, index = ""] of source.matchAll(/\$(?:[#+=^~]*\w+|[@*?!$#-])\[([^\]]*)/g))
    checkArithmeticText(index, expander);
}

function plainWord(word: Word, expander: Expander): Arg {
  if (word.text.charCodeAt(0) === 0x7e) return expandTilde(word.text, word.value, expander);
  if (expander.shell === "zsh" && word.text.startsWith("="))
    expander.onFault("holds a `=name`, which zsh replaces by a program");
  return literal(word.value);
}

/** Joins the parts of a word to one value. */
function cook(parts: readonly WordPart[], expander: Expander, source: string): Arg {
  checkElements(source, expander);
  const state = newCooking();
  for (const part of parts) cookPart(part, state, expander, false);
  if (state.whole !== null && state.fixed === false) return state.whole;
  const kept = state.secret ? { secret: state.secret } : {};
  if (source.startsWith("~/") && homeOf(expander) === null) return unknown(source, { many: state.many, ...kept });
  // bash takes what follows `~:` for the rest of a user's name, and leaves even a substitution in it as text.
  if (/^~[^/]/.test(source)) return unknown(source, { prefix: "/", many: state.many, ...kept });
  if (state.fuzzy)
    return unknown(source, {
      prefix: state.prefix,
      many: state.many,
      dash: mayBeDash(state),
      ...(state.network && { network: true }),
      ...kept,
      ...(state.plain && { plain: true }),
      ...(state.shape !== null && { shape: state.shape }),
      ...(state.pattern !== null && { pattern: state.pattern }),
    });
  if (state.glob) {
    return {
      text: state.text,
      kind: "glob",
      prefix: state.prefix,
      many: true,
      dash: mayBeDash(state),
      ...kept,
      ...tildeOf(source, state.text, expander),
    };
  }
  return { ...literal(state.text), ...tildeOf(source, state.text, expander) };
}

function cookPart(part: WordPart, state: Cooking, expander: Expander, quoted: boolean): void {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
      return addFixed(state, part.value);
    case "AnsiCQuoted":
      if (isPosix(expander.shell)) expander.onFault("holds a `$'...'`, which this shell reads differently");
      // What bash makes of it stands in no manual, and the parser does not know it: `$'\x{72}m'` is `rm`.
      if (BRACED_BYTE.test(part.text)) {
        expander.onFault("holds a `\\x{...}`, whose meaning is not certain");
        return addUnknown(state, unknown(part.text));
      }
      return addFixed(state, part.value);
    case "LocaleString":
      expander.onFault('holds a `$"..."`, whose text depends on translations');
      return addUnknown(state, unknown(part.text));
    case "DoubleQuoted":
      if (part.parts.length === 0) return addFixed(state, "");
      for (const child of part.parts) cookPart(child, state, expander, true);
      return;
    case "Glob":
      addPattern(state, part.text);
      for (const child of part.parts ?? []) if (child.type !== "Literal") cookPart(child, state, expander, true);
      return;
    case "ExtendedGlob":
      if (expander.shell !== "bash") expander.onFault("holds a glob qualifier, which this shell may run as code");
      addPattern(state, part.text);
      for (const child of part.parts ?? []) cookPart(child, { ...state }, expander, true);
      return;
    case "BraceExpansion":
      for (const child of part.parts ?? []) cookPart(child, { ...state }, expander, quoted);
      return addUnknown(state, unknown(part.text, { many: true }));
    case "SimpleExpansion":
      return addUnknown(state, named(part.text.slice(1), part.text, quoted, expander));
    case "ParameterExpansion":
      return addUnknown(state, parameter(part, quoted, expander));
    case "CommandExpansion": {
      if (part.text.startsWith("${") && isPosix(expander.shell))
        expander.onFault("holds a `${ ...; }`, which this shell reads differently");
      if (!part.text.startsWith("`")) checkReprinted(part.script, expander);
      const { below, network, text, plain, single, number } = expander.onScript(part.script, "command");
      // What is printed is known: `$(pwd)`, `$(echo x)`. In quotes it is one word, whatever is in it; who takes
      // backslashes away differs.
      if (typeof text === "string" && (quoted ? !text.includes("\\") : /^(?:[\w./:@%+=,-]*\n*|[\d\n]*)$/.test(text)))
        return addUnknown(state, literal(text.replace(/\n+$/, "")));
      return addUnknown(
        state,
        unknown(part.text, {
          many: !quoted,
          ...(number && { number }),
          ...((plain || number) && { plain: true, dash: false }),
          ...((single || number) && { single: true }),
          ...(below && { below: quoted ? below : { ...below, split: true } }),
          ...(network && { network }),
        }),
      );
    }
    case "ProcessSubstitution": {
      if (isPosix(expander.shell)) expander.onFault("holds a process substitution, which this shell reads differently");
      // Parser and shell disagree on where a word ends that holds more than the substitution.
      if (
        !/^(?:|[\s(])$/.test(expander.source[part.pos - 1] ?? "") ||
        !/^(?:|[\s;&|)])$/.test(expander.source[part.end] ?? "")
      ) {
        expander.onFault("joins a process substitution to other text");
      }
      checkReprinted(part.script, expander);
      const { network, below } = expander.onScript(part.script, "pipe");
      const facts = { ...(network && { network }), ...(below && { below }) };
      return addUnknown(state, unknown(part.text, { prefix: "/dev/fd/", pipe: true, ...facts }));
    }
    case "ArithmeticExpansion":
      visitArithmetic(part.expression, expander);
      return addUnknown(state, unknown(part.text, { number: true, dash: false }));
  }
}

const BRACED_BYTE = /(?:^|[^\\])(?:\\\\)*\\x\{/;

function parameter(part: ParameterExpansionPart, quoted: boolean, expander: Expander): Arg {
  if (part.prefix === "!") expander.onFault("expands a variable whose name is not fixed");
  if (part.index !== undefined && part.index.value !== "@" && part.index.value !== "*") {
    checkSubscript(part.index, expander);
  }
  const inside = visitOperation(part, expander);
  const secret = bothSecret(secretIn(part, expander), inside);
  const loose = unknown(part.text, {
    many: !quoted || part.parameter === "@" || part.index?.value === "@",
    ...(secret && { secret }),
  });
  if (part.operation?.type === "Default") {
    const { operator } = part.operation;
    if (operator.includes("=")) expander.onSet(part.parameter, inside ? loose : null);
    if (operator.includes("=") && part.index) expander.onFault("gives an element of an array a value on the way");
    if (operator.includes("?") && secret === "part") expander.onFault("tells by an error what a secret variable holds");
    else if (operator.includes("?") && inside) expander.onFault("shows the value of a secret variable in a message");
  }
  if (part.prefix === "#") return unknown(part.text, { number: true, dash: false, ...(secret && { secret }) });
  if (part.index === undefined && part.prefix === undefined && part.operation === undefined) {
    return named(part.parameter, part.text, quoted, expander);
  }
  return loose;
}

/**
 * `${TOKEN:+x}` gives only the other text and `${#TOKEN}` a length; of a piece both say what it is. `${!TOKEN}` and
 * `${!TOKEN*}` have their own ways.
 */
function secretIn(
  { parameter: name, operation, prefix }: ParameterExpansionPart,
  expander: Expander,
): Secret | undefined {
  if (prefix === "!") return undefined;
  const secret = expander.valueOf(name)?.secret;
  if (secret === undefined || secret === "part") return secret;
  if (prefix === "#" || (operation?.type === "Default" && operation.operator.includes("+"))) return undefined;
  return operation === undefined || operation.type === "Default" ? "whole" : "part";
}

function checkSubscript(index: Word, expander: Expander): void {
  if (index.parts !== undefined) cook(index.parts, expander, index.text);
  if (!/^-?\d+$/.test(index.value))
    checkArithmeticText(index.value.replace(/^\$\{?([A-Za-z_]\w*)\}?$/, "$1"), expander);
}

/** What of a secret is among the words of the operation. */
function visitOperation(part: ParameterExpansionPart, expander: Expander): Secret | undefined {
  const { operation } = part;
  switch (operation?.type) {
    case undefined:
    case "Names":
      return undefined;
    case "Transform":
      expander.onFault("expands a value a second time (`@`), which can run commands");
      return undefined;
    case "Unknown":
      expander.onFault("holds an expansion that cannot be read");
      return undefined;
    case "Replace":
      return visitOperands([operation.pattern, operation.replacement], expander) && "part";
    case "Slice":
      // `${a::=b}` of zsh gives `a` a value.
      if (expander.shell === "zsh" && part.text.includes("::=")) expander.onSet(part.parameter, null);
      return visitSlice([operation.offset, operation.length], expander) && "part";
    case "Default":
      return visitOperands([operation.operand], expander);
    case "Remove":
    case "CaseModification":
      return visitOperands([operation.operand], expander) && "part";
  }
}

function visitOperands(words: readonly (Word | undefined)[], expander: Expander): Secret | undefined {
  return secretAmong(words.map((word) => word && cookAll(word, expander)));
}

function visitSlice(words: readonly (Word | undefined)[], expander: Expander): Secret | undefined {
  const args = words.map((word) => word && (cookAll(word, expander) ?? literal(word.value)));
  for (const arg of args) if (arg !== undefined) checkComputed(arg, expander);
  return secretAmong(args);
}

function secretAmong(args: readonly (Arg | undefined)[]): Secret | undefined {
  return args.reduce<Secret | undefined>((found, arg) => bothSecret(found, arg?.secret), undefined);
}

/** `$name`, `$1`, `$@`, `$?` and the like. */
function named(name: string, source: string, quoted: boolean, expander: Expander): Arg {
  if (/^[#?$!]$/.test(name)) return unknown(source, { number: true, dash: false });
  const value = /^(?:[A-Za-z_]\w*|\d+)$/.test(name) ? expander.valueOf(name) : undefined;
  if (value === null || value === undefined || !expander.grow(value.text.length))
    return unknown(source, { many: !quoted || name === "@", ...(value?.secret && { secret: value.secret }) });
  // What a command printed may be nothing (`plain`), and then no word.
  if (quoted || value.kind === "literal" || (value.number && !value.plain))
    return { ...value, text: value.kind === "literal" ? value.text : source, many: false };
  if (value.plain || value.single) return { ...value, text: source, many: true };
  // A name of it may still be a pattern, which stands for others beside it.
  if (value.unsplit) return { ...value, text: source, many: true };
  // Unquoted, a name with blanks in it becomes several words.
  const { below, secret } = value;
  return unknown(source, { many: true, ...(secret && { secret }), ...(below && { below: { ...below, split: true } }) });
}

/** Shells that have nothing but what POSIX names. */
export function isPosix(shell: string): boolean {
  return shell === "sh" || shell === "dash";
}
