import type { Ranges, RegexNode } from "./parse.ts";

/** Thompson's construction: one instruction a place; `set`, anchors and boundaries go on to the next one. */
export type Instruction =
  | { readonly op: "set"; readonly ranges: Ranges }
  | { readonly op: "fork"; readonly to: readonly number[] }
  | { readonly op: "start" }
  | { readonly op: "end" }
  | { readonly op: "boundary"; readonly inside: boolean }
  | { readonly op: "match" };

/** Bounds what one step of a match can cost. */
const MAX_INSTRUCTIONS = 1000;
/** Repeats of what is empty emit nothing, and so are counted by their turns. */
const MAX_TURNS = 20_000;

/** Null: too large when its repeats are written out. */
export function toProgram(node: RegexNode): readonly Instruction[] | null {
  const draft: Draft = { code: [], turns: 0 };
  emit(draft, node);
  draft.code.push({ op: "match" });
  return isTooLarge(draft) ? null : draft.code;
}

interface Draft {
  readonly code: Instruction[];
  turns: number;
}

function isTooLarge(draft: Draft): boolean {
  return draft.code.length > MAX_INSTRUCTIONS || draft.turns > MAX_TURNS;
}

function emit(draft: Draft, node: RegexNode): void {
  draft.turns += 1;
  if (isTooLarge(draft)) return;
  switch (node.kind) {
    case "set":
      draft.code.push({ op: "set", ranges: node.ranges });
      return;
    case "start":
    case "end":
      draft.code.push({ op: node.kind });
      return;
    case "boundary":
      draft.code.push({ op: "boundary", inside: node.inside });
      return;
    case "sequence":
      for (const part of node.nodes) emit(draft, part);
      return;
    case "choice":
      emitChoice(draft, node.nodes);
      return;
    case "repeat":
      for (let turn = 0; turn < node.min && !isTooLarge(draft); turn += 1) emit(draft, node.node);
      if (node.max === null) emitLoop(draft, node.node);
      else for (let turn = node.min; turn < node.max && !isTooLarge(draft); turn += 1) emitOptional(draft, node.node);
  }
}

function emitChoice(draft: Draft, nodes: readonly RegexNode[]): void {
  const fork = hold(draft);
  const starts: number[] = [];
  const exits: number[] = [];
  for (const node of nodes) {
    starts.push(draft.code.length);
    emit(draft, node);
    exits.push(hold(draft));
  }
  draft.code[fork] = { op: "fork", to: starts };
  for (const exit of exits) draft.code[exit] = { op: "fork", to: [draft.code.length] };
}

function emitLoop(draft: Draft, node: RegexNode): void {
  const fork = hold(draft);
  emit(draft, node);
  draft.code.push({ op: "fork", to: [fork] });
  draft.code[fork] = { op: "fork", to: [fork + 1, draft.code.length] };
}

function emitOptional(draft: Draft, node: RegexNode): void {
  const fork = hold(draft);
  emit(draft, node);
  draft.code[fork] = { op: "fork", to: [fork + 1, draft.code.length] };
}

/** A place that is filled once it is known where it leads. */
function hold(draft: Draft): number {
  return draft.code.push({ op: "fork", to: [] }) - 1;
}
