import { Lexer, type MarkedToken } from "marked";

/**
 * Markdown as tokens of the one parser that is used for it. Pure. A text that would hold the page up, or that the parser
 * gives up, is no Markdown: it is shown as it was written.
 */

/** Quotes and lists inside of each other, so many on one line: the parser descends into each, and its stack ends. */
const TOO_DEEP = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])[ \t])){40}/m;
/** Of one block, in characters: reading emphasis takes the square of it. */
const LONGEST_BLOCK = 16_384;

/** Top-level blocks, without what is inside of a line; null: the text is one block that is not Markdown. */
export function lexBlocks(text: string): readonly MarkedToken[] | null {
  if (TOO_DEEP.test(text)) return null;
  try {
    return new Lexer().blockTokens(text) as MarkedToken[];
  } catch {
    return null; // the stack of the parser has ended; the text is shown as it is
  }
}

/** One block with all that is inside of it; null: it is not Markdown. */
export function lexBlock(block: string): readonly MarkedToken[] | null {
  if (block.length > LONGEST_BLOCK || TOO_DEEP.test(block)) return null;
  try {
    return Lexer.lex(block) as MarkedToken[];
  } catch {
    return null; // as above
  }
}

/** The words of what is inside of a line, without their look. */
export function wordsOf(tokens: readonly MarkedToken[]): string {
  return tokens
    .map((token) => {
      if ("tokens" in token && token.tokens !== undefined) return wordsOf(token.tokens as MarkedToken[]);
      if (token.type === "codespan" || token.type === "escape") return token.text;
      return "text" in token ? decodeEntities(token.text) : "";
    })
    .join("");
}

/** What people and models write. Others stay as they were written: the browser's own table wants HTML to be parsed. */
const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  apos: "'",
  bull: "•",
  cent: "¢",
  check: "✓",
  copy: "©",
  darr: "↓",
  deg: "°",
  ensp: "\u2002",
  euro: "€",
  ge: "≥",
  gt: ">",
  hellip: "…",
  laquo: "«",
  larr: "←",
  ldquo: "“",
  le: "≤",
  lsquo: "‘",
  lt: "<",
  mdash: "—",
  middot: "·",
  minus: "−",
  nbsp: "\u00a0",
  ndash: "–",
  ne: "≠",
  para: "¶",
  plusmn: "±",
  pound: "£",
  quot: '"',
  raquo: "»",
  rarr: "→",
  rdquo: "”",
  reg: "®",
  rsquo: "’",
  sect: "§",
  thinsp: "\u2009",
  times: "×",
  trade: "™",
  uarr: "↑",
  yen: "¥",
};

/** Character references of a text: `&lt;`, `&#8212;`, `&#x2014;`. */
export function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (written, decimal, hex, name) => {
    if (name !== undefined) return NAMED[name as string] ?? written;
    return characterOf(decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal));
  });
}

/** As CommonMark has it: what is no character is the replacement character. */
function characterOf(code: number): string {
  const isNone = code === 0 || code > 0x10_ffff || (code >= 0xd800 && code <= 0xdfff);
  return isNone ? "\ufffd" : String.fromCodePoint(code);
}
