import { parseRegex, type Ranges } from "./parse.ts";
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
  readonly states: Map<string, State>;
  readonly first: State;
}

interface State {
  /** The `set` instructions that wait for a character. */
  readonly sets: readonly number[];
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
  const states = new Map<string, State>();
  const first = stateOf({ program, states }, [0], true);
  return { ok: true, regex: { source, program, cuts: cutsOf(program), states, first } };
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
    if (state.sets.length === 0) return "no";
    const kind = kindOf(regex.cuts, text.charCodeAt(at));
    state = state.next.get(kind) ?? step(regex, state, kind);
  }
  return state.accepts ? "yes" : "no";
}

/** States that are kept; past it all are made anew, so that a hostile pattern cannot fill the memory. */
const MAX_STATES = 500;

function step(regex: LinearRegex, state: State, kind: number): State {
  const unit = regex.cuts[kind] as number;
  const reached = state.sets
    .filter((place) => holds((regex.program[place] as { ranges: Ranges }).ranges, unit))
    .map((place) => place + 1);
  if (regex.states.size >= MAX_STATES) {
    for (const kept of regex.states.values()) kept.next.clear();
    regex.states.clear();
  }
  const next = stateOf(regex, reached, false);
  state.next.set(kind, next);
  return next;
}

function stateOf(
  { program, states }: Pick<LinearRegex, "program" | "states">,
  starts: readonly number[],
  atStart: boolean,
): State {
  const places = follow(program, starts, { atStart, atEnd: false });
  const key = `${atStart}:${[...places].sort((a, b) => a - b).join()}`;
  const known = states.get(key);
  if (known !== undefined) return known;
  const sets = [...places].filter((place) => program[place]?.op === "set");
  const ends = follow(program, starts, { atStart, atEnd: true });
  const accepts = [...ends].some((place) => program[place]?.op === "match");
  // Places without a character are work as well, if less.
  const made = { sets, accepts, cost: 1 + Math.max(sets.length, Math.ceil(places.size / 4)), next: new Map() };
  states.set(key, made);
  return made;
}

/** Every place that can be reached without a character. */
function follow(
  program: readonly Instruction[],
  starts: readonly number[],
  where: { readonly atStart: boolean; readonly atEnd: boolean },
): ReadonlySet<number> {
  const places = new Set(starts);
  for (const place of places) {
    const instruction = program[place];
    if (instruction?.op === "fork") for (const to of instruction.to) places.add(to);
    else if ((instruction?.op === "start" && where.atStart) || (instruction?.op === "end" && where.atEnd))
      places.add(place + 1);
  }
  return places;
}

function cutsOf(program: readonly Instruction[]): readonly number[] {
  const cuts = new Set([0]);
  for (const instruction of program) {
    if (instruction.op !== "set") continue;
    for (const [low, high] of instruction.ranges) cuts.add(low).add(high + 1);
  }
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
