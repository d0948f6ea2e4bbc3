import { LEAST_LITERAL, literalsOf } from "./literals.ts";
import type { TokenShape } from "./token-shapes.ts";

/** Of the shapes, in their order, those that may match in a text; the others cannot. */
export type ShapeIndex = (text: string) => readonly TokenShape[];

/**
 * Tells by the runs of three characters in a text which patterns are worth trying on it: going through the text once is
 * much quicker than each of them is in failing. INVARIANT: a shape that matches in a text is in the answer for it.
 */
export function indexShapes(shapes: readonly TokenShape[]): ShapeIndex {
  const entries = shapes.map((shape) => ({ shape, literals: literalsOf(shape.pattern)?.map(runsOf) }));
  /** In which text a run was seen last. */
  const seen = new Uint8Array(RUNS);
  let now = 0;
  const isSeen = (runs: readonly number[]): boolean => {
    for (const run of runs) if (seen[run] !== now) return false;
    return true;
  };
  return (text) => {
    // Cleared once in 255 texts: most are short, and clearing it would be most of the work.
    now = now === 255 ? 1 : now + 1;
    if (now === 1) seen.fill(0);
    let run = 0;
    for (let at = 0; at < text.length; at += 1) seen[(run = runWith(run, text.charCodeAt(at)))] = now;
    return entries.filter(({ literals }) => literals?.some(isSeen) !== false).map(({ shape }) => shape);
  };
}

/** The lowest bits of a letter are those of its capital as well; that other characters share them costs a vain try. */
const BITS = 5;
const LETTER = 2 ** BITS - 1;
const RUNS = 2 ** (BITS * LEAST_LITERAL);

/** The run that ends with this character, after the one that ends before it. */
function runWith(before: number, code: number): number {
  return ((before << BITS) | (code & LETTER)) & (RUNS - 1);
}

function runsOf(literal: string): readonly number[] {
  let run = 0;
  return Array.from(literal, (character) => (run = runWith(run, character.charCodeAt(0)))).slice(LEAST_LITERAL - 1);
}
