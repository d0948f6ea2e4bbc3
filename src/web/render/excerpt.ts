import { countLines, LONG_CHARACTERS, LONG_LINES } from "./visible-text.ts";

/** The two ends of a text, with what lies between them counted. */
export interface Excerpt {
  readonly head: string;
  readonly tail: string;
  readonly hiddenCharacters: number;
  readonly hiddenLines: number;
}

interface Room {
  /** Longer or of more lines than this, a text is folded. */
  readonly characters: number;
  readonly lines: number;
  readonly head: { readonly characters: number; readonly lines: number };
  readonly tail: { readonly characters: number; readonly lines: number };
}

/** Both ends fit into the first view with what stands above them: on a laptop, and on a phone. */
const ROOMS = {
  wide: {
    characters: LONG_CHARACTERS,
    lines: LONG_LINES,
    head: { characters: 600, lines: 10 },
    tail: { characters: 300, lines: 5 },
  },
  narrow: { characters: 600, lines: 12, head: { characters: 200, lines: 5 }, tail: { characters: 220, lines: 5 } },
} as const satisfies Readonly<Record<string, Room>>;

/** Null where the text is short enough to stand whole. `tail` holds the end: 200 characters, or the last lines. */
export function excerpt(text: string, size: keyof typeof ROOMS = "wide"): Excerpt | null {
  const room = ROOMS[size];
  const lines = countLines(text);
  if (text.length <= room.characters && lines <= room.lines) return null;
  const headEnd = wholeCharacter(text, Math.min(room.head.characters, offsetOfLine(text, room.head.lines)));
  const tailLines = offsetOfLine(text, lines - room.tail.lines);
  const tailStart = wholeCharacter(text, Math.max(headEnd, text.length - room.tail.characters, tailLines));
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

/** A summary as the heading of a card shows it. */
export function headingOf(summary: string): string {
  return shorten(headline(summary), 180);
}
