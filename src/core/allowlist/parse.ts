/**
 * Regular expressions of an allowlist as a tree. Only what has a linear match is taken: the rest is refused by its
 * name, so that a person learns which construct to leave out. Source: decision.md, Allowlists.
 */
export type RegexNode =
  | { readonly kind: "set"; readonly ranges: Ranges }
  | { readonly kind: "sequence"; readonly nodes: readonly RegexNode[] }
  | { readonly kind: "choice"; readonly nodes: readonly RegexNode[] }
  /** `max` null: without end. */
  | { readonly kind: "repeat"; readonly node: RegexNode; readonly min: number; readonly max: number | null }
  | { readonly kind: "start" }
  | { readonly kind: "end" }
  /** `\b`, and with `inside` `\B`: between two characters of a word, or between two of none. */
  | { readonly kind: "boundary"; readonly inside: boolean };

/** Pairs of first and last UTF-16 code unit, sorted, apart from each other. */
export type Ranges = readonly (readonly [number, number])[];

export type ParsedRegex =
  | { readonly ok: true; readonly node: RegexNode }
  | { readonly ok: false; readonly message: string };

const MAX_LENGTH = 2000;
const MAX_DEPTH = 60;
const MAX_REPEAT = 1000;

export function parseRegex(source: string): ParsedRegex {
  if (source.length > MAX_LENGTH) return refuse(`longer than ${MAX_LENGTH} characters`);
  const state: State = { source, at: 0, depth: 0, fault: null };
  const node = parseChoice(state);
  if (state.fault === null && state.at < source.length) state.fault = "a `)` without its `(`";
  return state.fault === null ? { ok: true, node } : refuse(state.fault);
}

interface State {
  readonly source: string;
  at: number;
  depth: number;
  /** The first fault; whatever is parsed after it does not count. */
  fault: string | null;
}

const NOTHING: RegexNode = { kind: "sequence", nodes: [] };

function parseChoice(state: State): RegexNode {
  const nodes = [parseSequence(state)];
  while (state.fault === null && state.source[state.at] === "|") {
    state.at += 1;
    nodes.push(parseSequence(state));
  }
  return nodes.length === 1 ? (nodes[0] as RegexNode) : { kind: "choice", nodes };
}

function parseSequence(state: State): RegexNode {
  const nodes: RegexNode[] = [];
  while (state.fault === null && state.at < state.source.length && !"|)".includes(state.source[state.at] as string)) {
    nodes.push(parseRepeat(state, parseAtom(state)));
  }
  return { kind: "sequence", nodes };
}

const COUNT = /\{(\d+)(?:(,)(\d*))?\}/y;

function parseRepeat(state: State, node: RegexNode): RegexNode {
  const bounds = readBounds(state);
  if (bounds === null) return node;
  if (node.kind === "start" || node.kind === "end" || node.kind === "boundary") return fail(state, "a repeated anchor");
  // Which of several matches is taken does not matter to a yes or no, so the lazy form is the same.
  if (state.source[state.at] === "?") state.at += 1;
  if (readBounds(state) !== null) return fail(state, "a repeat of a repeat");
  const [min, max] = bounds;
  if (min > MAX_REPEAT || (max !== null && max > MAX_REPEAT)) return fail(state, `more than ${MAX_REPEAT} repeats`);
  if (max !== null && max < min) return fail(state, "a repeat whose end is before its start");
  return { kind: "repeat", node, min, max };
}

function readBounds(state: State): readonly [number, number | null] | null {
  const simple = { "*": [0, null], "+": [1, null], "?": [0, 1] } as const;
  const mark = state.source[state.at];
  if (mark === "*" || mark === "+" || mark === "?") {
    state.at += 1;
    return simple[mark];
  }
  COUNT.lastIndex = state.at;
  const counted = COUNT.exec(state.source);
  if (counted === null) return null;
  state.at = COUNT.lastIndex;
  const min = Number(counted[1]);
  if (counted[2] === undefined) return [min, min];
  return [min, counted[3] === "" ? null : Number(counted[3])];
}

/** Any unit but a line's end. */
const DOT = invert([
  [10, 10],
  [13, 13],
  [0x2028, 0x2029],
]);

function parseAtom(state: State): RegexNode {
  const unit = state.source[state.at++] as string;
  switch (unit) {
    case "(":
      return parseGroup(state);
    case "[":
      return parseClass(state);
    case "\\":
      return parseBoundary(state) ?? { kind: "set", ranges: parseEscape(state) };
    case ".":
      return { kind: "set", ranges: DOT };
    case "^":
      return { kind: "start" };
    case "$":
      return { kind: "end" };
    case "*":
    case "+":
    case "?":
      return fail(state, `a \`${unit}\` with nothing before it`);
    default:
      return { kind: "set", ranges: single(unit.charCodeAt(0)) };
  }
}

function parseBoundary(state: State): RegexNode | null {
  const unit = state.source[state.at];
  if (unit !== "b" && unit !== "B") return null;
  state.at += 1;
  return { kind: "boundary", inside: unit === "B" };
}

const GROUP_HEADS: readonly (readonly [RegExp, string | null])[] = [
  [/\?:/y, null],
  [/\?(?:=|!)/y, "look-ahead"],
  [/\?<(?:=|!)/y, "look-behind"],
  [/\?<[A-Za-z_$][\w$]*>/y, null],
  [/\?>/y, "an atomic group"],
  [/\?/y, "flags inside the pattern"],
];

function parseGroup(state: State): RegexNode {
  for (const [head, refusal] of GROUP_HEADS) {
    head.lastIndex = state.at;
    if (!head.test(state.source)) continue;
    if (refusal !== null) return fail(state, refusal);
    state.at = head.lastIndex;
    break;
  }
  if (++state.depth > MAX_DEPTH) return fail(state, `groups more than ${MAX_DEPTH} deep`);
  const node = parseChoice(state);
  state.depth -= 1;
  if (state.source[state.at] !== ")") return fail(state, "a `(` without its `)`");
  state.at += 1;
  return node;
}

function parseClass(state: State): RegexNode {
  const negated = state.source[state.at] === "^";
  if (negated) state.at += 1;
  const ranges: (readonly [number, number])[] = [];
  while (state.fault === null && state.source[state.at] !== "]") {
    if (state.at >= state.source.length) return fail(state, "a `[` without its `]`");
    const from = parseClassUnit(state);
    if (state.source[state.at] !== "-" || state.source[state.at + 1] === "]" || state.at + 1 >= state.source.length) {
      ranges.push(...from);
      continue;
    }
    state.at += 1;
    const to = parseClassUnit(state);
    const [low, high] = [unitOf(from), unitOf(to)];
    if (low === null || high === null || low > high)
      return fail(state, "a range in `[...]` that does not run from one character up to another");
    ranges.push([low, high]);
  }
  state.at += 1;
  const sorted = normal(ranges);
  return { kind: "set", ranges: negated ? invert(sorted) : sorted };
}

function parseClassUnit(state: State): Ranges {
  const unit = state.source[state.at++] as string;
  if (unit !== "\\") return single(unit.charCodeAt(0));
  if (state.source[state.at] === "b") {
    state.at += 1;
    return single(8);
  }
  return parseEscape(state);
}

const DIGIT: Ranges = [[48, 57]];
/** `\w`. */
export const WORD: Ranges = [
  [48, 57],
  [65, 90],
  [95, 95],
  [97, 122],
];
const SPACE: Ranges = [
  [9, 13],
  [32, 32],
  [160, 160],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];

const ESCAPES: Readonly<Record<string, Ranges>> = {
  d: DIGIT,
  D: invert(DIGIT),
  w: WORD,
  W: invert(WORD),
  s: SPACE,
  S: invert(SPACE),
  n: single(10),
  r: single(13),
  t: single(9),
  f: single(12),
  v: single(11),
  "0": single(0),
};

const REFUSED: Readonly<Record<string, string>> = {
  k: "a named backreference",
  p: "a Unicode property",
  P: "a Unicode property",
};

const HEX = /x([0-9a-f]{2})|u([0-9a-f]{4})/iy;

function parseEscape(state: State): Ranges {
  HEX.lastIndex = state.at;
  const hex = HEX.exec(state.source);
  if (hex !== null) {
    state.at = HEX.lastIndex;
    return single(Number.parseInt((hex[1] ?? hex[2]) as string, 16));
  }
  const unit = state.source[state.at++];
  if (unit === undefined) return failRanges(state, "a `\\` at the end");
  const known = Object.hasOwn(ESCAPES, unit) ? ESCAPES[unit] : undefined;
  const followed = unit === "0" && /[0-9]/.test(state.source[state.at] ?? "");
  if (known !== undefined && !followed) return known;
  if (/[0-9]/.test(unit)) return failRanges(state, "a backreference");
  if (/[A-Za-z]/.test(unit))
    return failRanges(state, (Object.hasOwn(REFUSED, unit) ? REFUSED[unit] : undefined) ?? `the escape \`\\${unit}\``);
  return single(unit.charCodeAt(0));
}

function single(unit: number): Ranges {
  return [[unit, unit]];
}

function unitOf(ranges: Ranges): number | null {
  const [only] = ranges;
  return ranges.length === 1 && only !== undefined && only[0] === only[1] ? only[0] : null;
}

function normal(ranges: Ranges): Ranges {
  const merged: [number, number][] = [];
  for (const [low, high] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last !== undefined && low <= last[1] + 1) last[1] = Math.max(last[1], high);
    else merged.push([low, high]);
  }
  return merged;
}

function invert(ranges: Ranges): Ranges {
  const inverted: [number, number][] = [];
  let from = 0;
  for (const [low, high] of ranges) {
    if (low > from) inverted.push([from, low - 1]);
    from = high + 1;
  }
  if (from <= 0xffff) inverted.push([from, 0xffff]);
  return inverted;
}

function fail(state: State, fault: string): RegexNode {
  state.fault ??= fault;
  return NOTHING;
}

function failRanges(state: State, fault: string): Ranges {
  state.fault ??= fault;
  return [];
}

function refuse(message: string): ParsedRegex {
  return { ok: false, message };
}
