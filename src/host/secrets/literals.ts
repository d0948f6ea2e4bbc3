/**
 * What a pattern cannot do without, read from its source: of these texts each match contains one, in whatever case. Null
 * where no such texts are known. What is not understood here counts as anything at all, so that the pattern is tried.
 */
export function literalsOf(pattern: RegExp): readonly string[] | null {
  const source: Source = { text: pattern.source, at: 0 };
  try {
    // With this flag other characters count as capitals of letters.
    if (/[uv]/.test(pattern.flags)) throw new NotUnderstood();
    return withoutLonger(best(readChoice(source)));
  } catch (error) {
    if (error instanceof NotUnderstood) return null; // verdict: the pattern is tried on every text
    throw error;
  }
}

/** Shorter ones are in nearly every text. */
const LEAST_LITERAL = 2;
const MOST_TEXTS = 100;

class NotUnderstood extends Error {}

interface Source {
  readonly text: string;
  at: number;
}

type Texts = readonly string[] | null;

/** A part of a pattern. */
interface Piece {
  /** All that it matches; null: more, or not known. */
  readonly exact: Texts;
  /** Each match of it contains one of these. */
  readonly needs: Texts;
}

const ANYTHING: Piece = { exact: null, needs: null };
const NOTHING: Piece = { exact: [""], needs: null };

function readChoice(source: Source): Piece {
  const choices = [readSequence(source)];
  while (source.text[source.at] === "|") {
    source.at += 1;
    choices.push(readSequence(source));
  }
  return {
    exact: all(choices.map((each) => each.exact)),
    needs: all(choices.map(best)),
  };
}

/** What each of them has; null where one has none. */
function all(lists: readonly Texts[]): Texts {
  const known = lists.filter((list) => list !== null);
  const texts = [...new Set(known.flat())];
  return known.length === lists.length && texts.length <= MOST_TEXTS ? texts : null;
}

function readSequence(source: Source): Piece {
  let needs: Texts = null;
  let run: readonly string[] = [""];
  let whole = true;
  while (source.at < source.text.length && !"|)".includes(source.text[source.at] ?? "")) {
    const piece = readQuantified(source);
    const longer = piece.exact && product(run, piece.exact);
    if (longer !== null) {
      run = longer;
      continue;
    }
    needs = betterOf(needs, run, piece.needs);
    run = piece.exact ?? [""];
    whole = false;
  }
  return whole ? { exact: run, needs: null } : { exact: null, needs: betterOf(needs, run) };
}

function product(heads: readonly string[], tails: readonly string[]): Texts {
  if (heads.length * tails.length > MOST_TEXTS) return null;
  return heads.flatMap((head) => tails.map((tail) => head + tail));
}

/** A text with another one in it adds nothing. */
function withoutLonger(texts: Texts): Texts {
  return texts && texts.filter((text) => !texts.some((other) => other !== text && text.includes(other)));
}

function best({ exact, needs }: Piece): Texts {
  return betterOf(exact, needs);
}

/** The longer its shortest text, the fewer texts a pattern is tried on. */
function betterOf(...lists: readonly Texts[]): Texts {
  const usable = lists.filter((list) => list !== null && list.length > 0 && shortest(list) >= LEAST_LITERAL);
  return usable.reduce((best, list) => (best === null || shortest(list ?? []) > shortest(best) ? list : best), null);
}

function shortest(texts: readonly string[]): number {
  return Math.min(...texts.map((text) => text.length));
}

function readQuantified(source: Source): Piece {
  const piece = readAtom(source);
  const match = /^(?:([?*+])|\{(\d+)(,\d*)?\})\??/.exec(source.text.slice(source.at));
  if (match === null) return piece;
  source.at += match[0].length;
  const [, sign, least] = match;
  if (sign === "?") return { exact: piece.exact && ["", ...piece.exact], needs: null };
  if (sign === "*" || least === "0") return ANYTHING;
  const [only, another] = piece.exact ?? [];
  const repeated = only !== undefined && another === undefined ? [only.repeat(Number(least ?? 1))] : piece.exact;
  return { exact: null, needs: betterOf(repeated, piece.needs) };
}

function readAtom(source: Source): Piece {
  const rest = source.text.slice(source.at);
  const look = /^\(\?<?[=!]/.exec(rest)?.[0];
  const open = look ?? /^\((?:\?:|\?<\w+>)?/.exec(rest)?.[0];
  if (open !== undefined) {
    source.at += open.length;
    const group = readChoice(source);
    source.at += 1;
    return look === undefined ? group : NOTHING;
  }
  const part = /^(?:\[\^?(?:\\.|[^\]\\])*\]|\\.|.)/s.exec(rest)?.[0] ?? "";
  source.at += part.length;
  return pieceOf(part);
}

/** A class, an escape or a character. */
function pieceOf(part: string): Piece {
  if (part === "^" || part === "$" || part === String.raw`\b` || part === String.raw`\B`) return NOTHING;
  if (part === "." || /^\\[sSwWdDnrt]$/.test(part)) return ANYTHING;
  if (part.startsWith("[")) return /^\[\w+-?\]$/.test(part) ? exactly(part.slice(1, -1).split("")) : ANYTHING;
  const character = part.startsWith("\\") ? part.slice(1) : part;
  if (!/^[ -~]$/.test(character) || (part.length > 1 ? /\w/ : /[?*+{]/).test(character)) throw new NotUnderstood();
  return exactly([character]);
}

function exactly(texts: readonly string[]): Piece {
  return { exact: [...new Set(texts.map((text) => text.toLowerCase()))], needs: null };
}
