/** Brace expansion, which a shell does on the text of a word before anything else. */

/** More words than this are not spelled out. */
const MOST_WORDS = 512;

/** The words that a word's source text stands for, in order; null where that is not certain. */
export function expandBraces(text: string): readonly string[] | null {
  const words = expand(text, { left: MOST_WORDS });
  return words && words.length <= MOST_WORDS ? words : null;
}

/** Whether the text could hold a brace expansion at all; cheap, and true too often rather than too seldom. */
export function mayHoldBraces(text: string): boolean {
  const open = text.indexOf("{");
  return open >= 0 && text.indexOf("}", open) > 0 && (text.includes(",", open) || text.includes("..", open));
}

interface Budget {
  left: number;
}

function expand(text: string, budget: Budget): readonly string[] | null {
  if (budget.left-- <= 0) return null;
  const group = firstGroup(text);
  if (group === null) return null;
  if (group === undefined) return [text];
  const heads = group.items ?? sequence(group.body);
  if (heads === null) return null;
  const tails = expand(text.slice(group.end), budget);
  if (tails === null) return null;
  const words: string[] = [];
  for (const head of heads) {
    const middles = group.items ? expand(head, budget) : [head];
    if (middles === null) return null;
    for (const middle of middles) {
      for (const tail of tails) {
        if (words.push(text.slice(0, group.start) + middle + tail) > MOST_WORDS) return null;
      }
    }
  }
  return words;
}

interface Group {
  readonly start: number;
  readonly end: number;
  readonly body: string;
  /** Absent for `{1..9}`. */
  readonly items?: readonly string[];
}

/** The first braces that expand; undefined where none do, null where quoting or substitutions make it unclear. */
function firstGroup(text: string): Group | null | undefined {
  for (let at = 0; at < text.length; at++) {
    const skipped = skipQuoted(text, at);
    if (skipped === null) return null;
    if (skipped > at) at = skipped - 1;
    else if (text[at] === "{") {
      const group = readGroup(text, at);
      if (group !== undefined) return group;
    }
  }
  return undefined;
}

function readGroup(text: string, start: number): Group | null | undefined {
  const commas: number[] = [];
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const skipped = skipQuoted(text, at);
    if (skipped === null) return null;
    if (skipped > at) at = skipped - 1;
    else if (text[at] === "{") depth++;
    else if (text[at] === "," && depth === 1) commas.push(at);
    else if (text[at] === "}" && --depth === 0) {
      const body = text.slice(start + 1, at);
      if (commas.length > 0) {
        const cuts = [start, ...commas, at];
        return {
          start,
          end: at + 1,
          body,
          items: cuts.slice(1).map((cut, index) => text.slice(cuts[index]! + 1, cut)),
        };
      }
      if (body.includes("..")) return { start, end: at + 1, body };
      // Where more braces close than open in what follows, bash looks for the end of such a group there.
      return closesMore(text.slice(at + 1)) ? null : undefined;
    }
  }
  return undefined;
}

function closesMore(text: string): boolean {
  let depth = 0;
  for (const char of text) {
    if (char === "{") depth++;
    else if (char === "}" && --depth < 0) return true;
  }
  return false;
}

/** End of the quoted text, escape or expansion that starts at a place; the place itself where none does. */
function skipQuoted(text: string, at: number): number | null {
  const char = text[at];
  if (char === "\\") return at + 2;
  if (char === "'") return endOf(text, text.indexOf("'", at + 1));
  if (char === '"') return plainDoubleQuoted(text, at);
  if (char === "$") return plainVariable(text, at);
  return char === "`" ? null : at;
}

/**
 * `${` and what it closes is no group, and a name in front of other text is put in place where it stands. Shells differ
 * about a name that touches a group.
 */
const PLAIN_VARIABLE = /\$(?:\{\w+\}|\w+(?![\w{]))/y;

function plainVariable(text: string, at: number): number | null {
  PLAIN_VARIABLE.lastIndex = at;
  return PLAIN_VARIABLE.test(text) ? PLAIN_VARIABLE.lastIndex : null;
}

/** Double quotes and other expansions than of a name nest in ways that only the parser knows. */
const PLAIN_QUOTED = /"(?:[^"$`\\]|\$\w+|\$\{\w+\})*"/y;

function plainDoubleQuoted(text: string, at: number): number | null {
  PLAIN_QUOTED.lastIndex = at;
  return PLAIN_QUOTED.test(text) ? PLAIN_QUOTED.lastIndex : null;
}

function endOf(text: string, at: number): number | null {
  return at < 0 || at >= text.length ? null : at + 1;
}

/** `1..9`, `9..1`, `a..e`, with a step; zero-padded ones are left unclear. */
function sequence(body: string): readonly string[] | null {
  const numbers = /^(-?\d+)\.\.(-?\d+)(?:\.\.(-?\d+))?$/.exec(body);
  const letters = /^([a-zA-Z])\.\.([a-zA-Z])(?:\.\.(-?\d+))?$/.exec(body);
  if (!numbers && !letters) return null;
  if (numbers && /^-?0\d|\.\.-?0\d/.test(body)) return null;
  const from = numbers ? Number(numbers[1]) : letters![1]!.charCodeAt(0);
  const to = numbers ? Number(numbers[2]) : letters![2]!.charCodeAt(0);
  const step = Math.abs(Number((numbers ?? letters)![3] ?? 1)) || 1;
  if (Math.abs(to - from) / step > MOST_WORDS) return null;
  const words: string[] = [];
  const up = from <= to;
  for (let value = from; up ? value <= to : value >= to; value += up ? step : -step) {
    words.push(numbers ? String(value) : String.fromCharCode(value));
  }
  return words;
}
