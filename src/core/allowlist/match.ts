import { parseRegex, WORD, type Ranges } from "./parse.ts";
import { toProgram, type Instruction } from "./program.ts";

/**
 * A regular expression that is matched in linear time under a budget of steps. The states of its automaton are made as
 * they are needed and kept for the next match; the charge is the same whether a state was there or not, so that a
 * verdict never depends on what was matched before.
 */
export interface LinearRegex {
  readonly source: string;
  readonly program: readonly Instruction[];
  /** Where a new kind of character begins: characters between two cuts are alike to every set of the pattern. */
  readonly cuts: readonly number[];
  /** It asks whether places lie at the end of a word; if not, no state has to know. */
  readonly bounded: boolean;
  readonly states: Map<string, State>;
  readonly first: State;
}

interface State {
  /** The `set` instructions that wait for a character: for one that is of no word, and for one of a word. */
  readonly sets: readonly [readonly number[], readonly number[]];
  readonly accepts: boolean;
  readonly cost: number;
  readonly next: Map<number, State>;
}

export type LoadedRegex =
  | { readonly ok: true; readonly regex: LinearRegex }
  | { readonly ok: false; readonly message: string };

/** `message` names the construct that has no linear match. */
export function loadRegex(source: string): LoadedRegex {
  const parsed = parseRegex(source);
  if (!parsed.ok) return parsed;
  const program = toProgram(parsed.node);
  if (program === null) return { ok: false, message: "too large when its repeats are written out" };
  const bounded = program.some(({ op }) => op === "boundary");
  const draft = { source, program, bounded, cuts: cutsOf(program, bounded), states: new Map<string, State>() };
  const first = stateOf(draft, [0], { atStart: true, afterWord: false });
  return { ok: true, regex: { ...draft, first } };
}

/** Steps that one match may take; each character costs the places that the match could be at, and one. */
const MATCH_BUDGET = 50_000;

/** Anchored at both ends. `budget`: given up, which is no match and never taken for one. */
export function matchRegex(regex: LinearRegex, text: string, budget = MATCH_BUDGET): "yes" | "no" | "budget" {
  let state = regex.first;
  let left = budget;
  for (let at = 0; at < text.length; at += 1) {
    left -= state.cost;
    if (left < 0) return "budget";
    if (state.sets[0].length + state.sets[1].length === 0) return "no";
    const kind = kindOf(regex.cuts, text.charCodeAt(at));
    state = state.next.get(kind) ?? step(regex, state, kind);
  }
  return state.accepts ? "yes" : "no";
}

/** States that are kept; past it all are made anew, so that a hostile pattern cannot fill the memory. */
const MAX_STATES = 500;

function step(regex: LinearRegex, state: State, kind: number): State {
  const unit = regex.cuts[kind] as number;
  const isWord = regex.bounded && holds(WORD, unit);
  const reached = state.sets[isWord ? 1 : 0]
    .filter((place) => holds((regex.program[place] as { ranges: Ranges }).ranges, unit))
    .map((place) => place + 1);
  if (regex.states.size >= MAX_STATES) {
    for (const kept of regex.states.values()) kept.next.clear();
    regex.states.clear();
  }
  const next = stateOf(regex, reached, { atStart: false, afterWord: isWord });
  state.next.set(kind, next);
  return next;
}

/** What has been seen of the text before a place. */
interface Before {
  readonly atStart: boolean;
  /** The last character is one of a word; always false where no boundary asks. */
  readonly afterWord: boolean;
}

function stateOf(
  { program, states, bounded }: Pick<LinearRegex, "program" | "states" | "bounded">,
  starts: readonly number[],
  before: Before,
): State {
  const beforeOther = follow(program, starts, { ...before, atEnd: false, beforeWord: false });
  const beforeWord = bounded ? follow(program, starts, { ...before, atEnd: false, beforeWord: true }) : beforeOther;
  const ends = follow(program, starts, { ...before, atEnd: true, beforeWord: false });
  const key = [before.atStart, before.afterWord, ...(bounded ? [keyOf(beforeWord)] : []), keyOf(beforeOther)].join(":");
  const known = states.get(key);
  if (known !== undefined) return known;
  const sets = [setsIn(program, beforeOther), setsIn(program, beforeWord)] as const;
  const accepts = [...ends].some((place) => program[place]?.op === "match");
  // Places without a character are work as well, if less.
  const places = Math.max(beforeOther.size, beforeWord.size);
  const cost = 1 + Math.max(sets[0].length, sets[1].length, Math.ceil(places / 4));
  const made = { sets, accepts, cost, next: new Map() };
  states.set(key, made);
  return made;
}

function keyOf(places: ReadonlySet<number>): string {
  return [...places].sort((a, b) => a - b).join();
}

function setsIn(program: readonly Instruction[], places: ReadonlySet<number>): readonly number[] {
  return [...places].filter((place) => program[place]?.op === "set");
}

/** Every place that can be reached without a character. */
function follow(
  program: readonly Instruction[],
  starts: readonly number[],
  where: Before & { readonly atEnd: boolean; readonly beforeWord: boolean },
): ReadonlySet<number> {
  const places = new Set(starts);
  for (const place of places) {
    const instruction = program[place];
    if (instruction?.op === "fork") for (const to of instruction.to) places.add(to);
    else if (instruction !== undefined && lets(instruction, where)) places.add(place + 1);
  }
  return places;
}

function lets(
  instruction: Instruction,
  { atStart, atEnd, afterWord, beforeWord }: Parameters<typeof follow>[2],
): boolean {
  if (instruction.op === "start") return atStart;
  if (instruction.op === "end") return atEnd;
  return instruction.op === "boundary" && (afterWord === beforeWord) === instruction.inside;
}

function cutsOf(program: readonly Instruction[], bounded: boolean): readonly number[] {
  const cuts = new Set([0]);
  const sets = program.flatMap((instruction) => (instruction.op === "set" ? [instruction.ranges] : []));
  for (const ranges of bounded ? [...sets, WORD] : sets) for (const [low, high] of ranges) cuts.add(low).add(high + 1);
  return [...cuts].filter((cut) => cut <= 0xffff).sort((a, b) => a - b);
}

/** Index of the last cut that is not after the unit. */
function kindOf(cuts: readonly number[], unit: number): number {
  let low = 0;
  let high = cuts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((cuts[middle] as number) <= unit) low = middle;
    else high = middle - 1;
  }
  return low;
}

function holds(ranges: Ranges, unit: number): boolean {
  return ranges.some(([low, high]) => low <= unit && unit <= high);
}
