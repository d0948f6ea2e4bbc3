/**
 * Text of a call, made safe to look at: what is not a plain printable character is shown as `<U+XXXX>`, so that
 * no text can hide, reorder, overdraw or imitate anything. Pure; used by every place that shows a call's text.
 *
 * INVARIANT: `readSpelled(spell(show(x).tokens)) === x` for every string. A literal `<U+` has its `<` escaped, so each
 * `<U+…>` on screen is one of ours. Source: approvals.md, "The card".
 */
import { isWordLookalike, LOOKALIKES } from "./lookalikes.ts";

export type Token =
  | { readonly kind: "text"; readonly text: string }
  /** A run of right-to-left words; shown isolated, so that nothing around it changes its place. */
  | { readonly kind: "rtl"; readonly text: string }
  | { readonly kind: "escape"; readonly char: string; readonly text: string; readonly why: Flag }
  | { readonly kind: "newline" }
  | { readonly kind: "tab" };

export type Flag =
  | "control"
  | "bidi"
  | "hidden"
  | "space"
  | "combining"
  | "mixed-script"
  | "confusable"
  | "escaped"
  | "rtl"
  | "long"
  | "deep"
  | "newline"
  | "markup"
  | "url"
  | "claim"
  | "name-clash";

export interface Shown {
  readonly tokens: readonly Token[];
  readonly flags: ReadonlySet<Flag>;
}

export interface ShowOptions {
  /** Text of a file: typography and foreign words that would be noise there stay as they are. */
  readonly content?: boolean;
}

/** From here on a text is `long`: its middle is folded away. */
export const LONG_CHARACTERS = 2_000;
export const LONG_LINES = 24;

const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const CONTROL = /[\p{Cc}\u2028\u2029]/u;
const HIDDEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800\ufffc]/u;
const SPACE = /\p{Z}/u;
const PRINTABLE = /[\p{L}\p{N}\p{P}\p{S}]/u;
const MARK = /\p{M}/u;
/** Marks that join any letter, and so can be stacked on one; those of one script alone belong to its words. */
const FREE_MARK = /[\p{Script=Inherited}\p{Script=Common}\p{Me}]/u;
const RTL =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}]/u;
/** Scripts of past peoples and notations that run right to left; nobody names a file so. */
const ODD_RTL = /[\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** ASCII but for what is looked at more closely below. */
const PLAIN = /^[ -;=-~]*$/;

export function show(text: string, options: ShowOptions = {}): Shown {
  const flags = new Set<Flag>(textFlags(text));
  if (PLAIN.test(text)) return { tokens: text === "" ? [] : [{ kind: "text", text }], flags };
  const out = new Builder();
  const escapedWords = readWords(text, options);
  const chars = [...text];
  let at = 0;
  let marks = 0;
  for (const [i, char] of chars.entries()) {
    marks = MARK.test(char) ? marks + 1 : 0;
    const why =
      escapedWords.get(at) ??
      refuse({ char, marks, next: text.slice(at + 1, at + 3), previous: chars[i - 1] ?? "", options });
    at += char.length;
    if (why !== null) {
      flags.add(why);
      out.escape(char, why);
    } else if (char === "\n") out.mark("newline");
    else if (char === "\t") out.mark("tab");
    else if (RTL.test(char)) {
      flags.add("rtl");
      out.text("rtl", char);
    } else out.text("text", char);
  }
  return { tokens: out.done(), flags };
}

/** The tokens as one string; line breaks and tabs stand as themselves. */
export function spell(tokens: readonly Token[]): string {
  return tokens.map(spellToken).join("");
}

/** The text that was shown as `spelled`. */
export function readSpelled(spelled: string): string {
  return spelled.replace(/<U\+([0-9A-F]{4,6})>/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
}

function spellToken(token: Token): string {
  if (token.kind === "newline") return "\n";
  if (token.kind === "tab") return "\t";
  return token.text;
}

interface Look {
  readonly char: string;
  /** How many combining marks in a row this one ends. */
  readonly marks: number;
  readonly next: string;
  readonly previous: string;
  readonly options: ShowOptions;
}

/** Why a character is not shown as itself; null where it is. Whatever is not allowed at the end is refused. */
function refuse({ char, marks, next, previous, options }: Look): Flag | null {
  if (char === "<") return next === "U+" ? "escaped" : null;
  if (char === " " || char === "\n" || char === "\t") return null;
  if (BIDI.test(char)) return "bidi";
  if (CONTROL.test(char)) return "control";
  if (HIDDEN.test(char)) return "hidden";
  if (SPACE.test(char)) return "space";
  if (MARK.test(char)) return marks > 2 || FREE_MARK.test(char) || !/[\p{L}\p{M}]/u.test(previous) ? "combining" : null;
  if (ODD_RTL.test(char) && !RTL.test(char)) return "bidi";
  if (LOOKALIKES.test(char) && !(options.content === true && char === "–")) return "confusable";
  // A browser reads this full stop as a dot; behind a Latin letter it ends no sentence.
  if (char === "。" && /[!-~]/.test(previous)) return "confusable";
  return PRINTABLE.test(char) ? null : "hidden";
}

/** Letters of words that pass for Latin ones: offset in the text → why each is spelled out. */
function readWords(text: string, options: ShowOptions): ReadonlyMap<number, Flag> {
  const found = new Map<number, Flag>();
  for (const match of text.matchAll(/[\p{L}\p{M}\p{N}_]+/gu)) {
    const word = match[0];
    if (!/[^ -~]/.test(word)) continue;
    const why = readWord(word, options);
    if (why === null) continue;
    let at = match.index;
    for (const char of word) {
      if (foreign(char)) found.set(at, why);
      at += char.length;
    }
  }
  return found;
}

function readWord(word: string, options: ShowOptions): Flag | null {
  const latin = /\p{Script=Latin}/u.test(word);
  const other = [...word].filter(foreign);
  if (other.length === 0) return null;
  if (latin) return "mixed-script";
  return options.content !== true && other.every(isWordLookalike) ? "confusable" : null;
}

/** A letter of a script that has look-alikes of Latin letters, or that is not written in one word with them. */
function foreign(char: string): boolean {
  return (
    /\p{L}/u.test(char) &&
    !/[\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Common}]/u.test(
      char,
    )
  );
}

/** HTML with its entities, links and fences of Markdown, the end of a JSON text. */
const MARKUP = [
  /<!|<\/?[a-z][\w-]*[\s/>]|&(?:#\d+|#x[\da-f]+|[a-z]{2,8}\d{0,2});/i,
  /!?\[[^\]\n]{0,200}\]\(|<[a-z]{2,10}:\/\/|^\s{0,3}\[[^\]\n]{1,200}\]:\s|```|\*\*\w[^*\n]{0,200}\w[.!]?\*\*/im,
  /"\s*[}\]]\s*,\s*[{["]/,
];

/** What the text as a whole is like; for the badges beside it. */
function textFlags(text: string): readonly Flag[] {
  const flags: Flag[] = [];
  if (text.includes("\n")) flags.push("newline");
  if (isLong(text)) flags.push("long");
  if (MARKUP.some((pattern) => pattern.test(text))) flags.push("markup");
  if (/!?\[[^\]\n]{0,200}\]\(\s*[a-z]+:/i.test(text)) flags.push("url");
  return flags;
}

function isLong(text: string): boolean {
  return text.length > LONG_CHARACTERS || countLines(text) > LONG_LINES;
}

export function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}

/** Collects tokens, joining characters of one kind. */
class Builder {
  private readonly tokens: Token[] = [];
  private kind: "text" | "rtl" = "text";
  private run = "";

  text(kind: "text" | "rtl", char: string): void {
    if (kind !== this.kind) this.flush();
    this.kind = kind;
    this.run += char;
  }

  escape(char: string, why: Flag): void {
    this.flush();
    const hex = (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    this.tokens.push({ kind: "escape", char, text: `<U+${hex}>`, why });
  }

  mark(kind: "newline" | "tab"): void {
    this.flush();
    this.tokens.push({ kind });
  }

  done(): readonly Token[] {
    this.flush();
    return joinRtl(this.tokens);
  }

  private flush(): void {
    if (this.run !== "") this.tokens.push({ kind: this.kind, text: this.run });
    this.run = "";
  }
}

/** Right-to-left words with single spaces between them are one run, so that a sentence reads in its own order. */
function joinRtl(tokens: readonly Token[]): readonly Token[] {
  const joined: Token[] = [];
  for (const token of tokens) {
    const space = joined.at(-1);
    const before = joined.at(-2);
    if (token.kind === "rtl" && space?.kind === "text" && space.text === " " && before?.kind === "rtl") {
      joined.splice(-2, 2, { kind: "rtl", text: `${before.text} ${token.text}` });
    } else joined.push(token);
  }
  return joined;
}
