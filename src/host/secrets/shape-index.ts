import { literalsOf } from "./literals.ts";
import type { TokenShape } from "./token-shapes.ts";

/** Of the shapes, in their order, those that may match in a text; the others cannot. */
export type ShapeIndex = (text: string) => readonly TokenShape[];

/**
 * Tells by the runs of two and three characters in a text which patterns are worth trying on it: going through the text
 * once is much quicker than each of them is in failing. INVARIANT: a shape that matches in a text is in the answer for it.
 */
export function indexShapes(shapes: readonly TokenShape[]): ShapeIndex {
  const entries = shapes.map((shape) => ({ shape, literals: literalsOf(shape.pattern)?.map(runsOf) }));
  /** In which text a run was seen last: those of three, and behind them those of two. */
  const seen = new Uint8Array(TRIPLES + PAIRS);
  let now = 0;
  // Four times as quick as `every` here, and short texts are looked at for each line of the trail.
  const isSeen = (runs: readonly number[]): boolean => {
    for (let at = 0; at < runs.length; at += 1) if (seen[runs[at] ?? 0] !== now) return false;
    return true;
  };
  return (text) => {
    // Cleared once in 255 texts: most are short, and clearing it would be most of the work.
    now = now === 255 ? 1 : now + 1;
    if (now === 1) seen.fill(0);
    let triple = 0;
    for (let at = 0; at < text.length; at += 1) {
      triple = next(triple, text.charCodeAt(at));
      seen[triple] = now;
      seen[pairIn(triple)] = now;
    }
    return entries.filter(({ literals }) => literals?.some(isSeen) !== false).map(({ shape }) => shape);
  };
}

/** The lowest bits of a letter are those of its capital as well; that other characters share them costs a vain try. */
const BITS = 5;
const LETTER = 2 ** BITS - 1;
const PAIRS = 2 ** (2 * BITS);
const TRIPLES = 2 ** (3 * BITS);

/** The three characters that end with this one, after those that end before it. */
function next(before: number, code: number): number {
  return ((before << BITS) | (code & LETTER)) & (TRIPLES - 1);
}

/** Its last two characters. */
function pairIn(triple: number): number {
  return TRIPLES + (triple & (PAIRS - 1));
}

function runsOf(literal: string): readonly number[] {
  let triple = 0;
  const triples = Array.from(literal, (character) => (triple = next(triple, character.charCodeAt(0))));
  return literal.length === 2 ? [pairIn(triple)] : triples.slice(2);
}
