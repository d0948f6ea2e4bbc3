import { countLines, isLong } from "./visible-text.ts";

/** The two ends of a text, with what lies between them counted. */
export interface Excerpt {
  readonly head: string;
  readonly tail: string;
  readonly hiddenCharacters: number;
  readonly hiddenLines: number;
}

const HEAD_CHARACTERS = 1_200;
const TAIL_CHARACTERS = 600;
const HEAD_LINES = 14;
const TAIL_LINES = 8;

/** Null where the text is short enough to stand whole. `tail` holds the last 600 characters, or the last lines of a text that is long by its lines. */
export function excerpt(text: string): Excerpt | null {
  if (!isLong(text)) return null;
  const headEnd = wholeCharacter(text, Math.min(HEAD_CHARACTERS, offsetOfLine(text, HEAD_LINES)));
  const tailLines = offsetOfLine(text, countLines(text) - TAIL_LINES);
  const tailStart = wholeCharacter(text, Math.max(headEnd, text.length - TAIL_CHARACTERS, tailLines));
  if (tailStart <= headEnd) return null;
  const hidden = text.slice(headEnd, tailStart);
  return {
    head: text.slice(0, headEnd),
    tail: text.slice(tailStart),
    hiddenCharacters: hidden.length,
    hiddenLines: countLines(hidden) - 1,
  };
}

/** The folded middle in words: `18,204 characters in 310 lines`. */
export function saysHidden(cut: Excerpt): string {
  const characters = `${cut.hiddenCharacters.toLocaleString("en")} characters`;
  return cut.hiddenLines > 1 ? `${characters} in ${cut.hiddenLines.toLocaleString("en")} lines` : characters;
}

/** A sentence as a heading: without its full stop. */
export function headline(sentence: string): string {
  return sentence.endsWith(".") && !sentence.endsWith("..") ? sentence.slice(0, -1) : sentence;
}

/** Short enough for a heading or a list; a long text keeps both its ends. The whole stands on the card. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const tail = Math.floor(limit / 3);
  return `${text.slice(0, wholeCharacter(text, limit - tail))} … ${text.slice(wholeCharacter(text, text.length - tail))}`;
}

/** Where line number `line` (from 0) begins. */
function offsetOfLine(text: string, line: number): number {
  let at = 0;
  for (let passed = 0; passed < line; passed += 1) {
    const next = text.indexOf("\n", at);
    if (next === -1) return text.length;
    at = next + 1;
  }
  return at;
}

/** Never between the two halves of a character outside the first plane. */
function wholeCharacter(text: string, at: number): number {
  const low = text.charCodeAt(at);
  return low >= 0xdc00 && low <= 0xdfff && at > 0 ? at - 1 : at;
}
