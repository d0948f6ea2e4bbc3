import type { PathUse, Target, Word } from "../reading.ts";
import type { CompiledRule } from "./compiled.ts";
import { isOption, optionName, type CommandView } from "./match-command.ts";
import { segmentsOf, startsWith, type Bases, type PathView } from "./match-path.ts";
import type { CommandPattern, PathPattern, PathSegment } from "./pattern.ts";
import { foldCase } from "./wildcard.ts";

/**
 * Where rules are found: a trie of words for each tool, one edge for each literal word at the start of a pattern. A
 * rule stands where its literal start ends, so a look-up walks the words of the call and meets every rule that could
 * match and few that do not; `match*` then says which do. INVARIANT: a rule that matches is always among the
 * candidates (tested against a scan of all).
 *
 * Adding a rule builds a small trie beside the others; tries of like size are merged as in a binary counter, so that
 * adding to 100,000 rules touches few of them and older policies stay as they were.
 */
export type RuleIndex = readonly Tries[];

interface Tries {
  readonly rules: readonly CompiledRule[];
  readonly tools: ReadonlyMap<string, ToolTries>;
}

interface ToolTries {
  /** Rules about the whole of the tool, and presets' denies of a finding. */
  readonly whole: CompiledRule[];
  /** Commands, options first: they may stand anywhere, so their sorted names come before the operands. */
  readonly loose: Node;
  /** Allows for programs without knowledge: words as written. */
  readonly written: Node;
  readonly paths: { readonly project: Node; readonly home: Node; readonly root: Node };
  readonly urls: Node;
}

interface Node {
  readonly rules: CompiledRule[];
  words: Map<string, Node> | null;
  options: Map<string, Node> | null;
}

export function buildIndex(rules: readonly CompiledRule[]): RuleIndex {
  return rules.length === 0 ? [] : [buildTries(rules)];
}

export function addToIndex(index: RuleIndex, rule: CompiledRule): RuleIndex {
  let added: readonly CompiledRule[] = [rule];
  let kept = index.length;
  while (kept > 0 && (index[kept - 1] as Tries).rules.length <= added.length)
    added = [...(index[--kept] as Tries).rules, ...added];
  return [...index.slice(0, kept), buildTries(added)];
}

/** Takes rules out by id; only the tries that hold one are built anew. */
export function removeFromIndex(index: RuleIndex, id: string): RuleIndex {
  return index.flatMap((tries) => {
    const rules = tries.rules.filter(({ rule }) => rule.id !== id);
    return rules.length === tries.rules.length ? [tries] : buildIndex(rules);
  });
}

export function allRules(index: RuleIndex): readonly CompiledRule[] {
  return index.flatMap((tries) => tries.rules);
}

const NONE: readonly CompiledRule[] = [];

/** Rules about the whole of a tool. */
export function wholeRules(index: RuleIndex, tool: string): readonly CompiledRule[] {
  if (index.length === 1) return index[0]?.tools.get(tool)?.whole ?? NONE;
  return index.flatMap((tries) => tries.tools.get(tool)?.whole ?? NONE);
}

/** Rules with a command pattern that could match the part. */
export function commandCandidates(index: RuleIndex, tool: string, view: CommandView): readonly CompiledRule[] {
  const { program, words } = view.command;
  if (program === null) return NONE;
  let found: CompiledRule[] | undefined;
  for (const { tools } of index) {
    const tries = tools.get(tool);
    const loose = tries?.loose.words?.get(program);
    const written = tries?.written.words?.get(program);
    if (loose === undefined && written === undefined) continue;
    found ??= [];
    if (loose !== undefined) {
      const options = [...new Set(view.options.map(optionName))].sort();
      walkOptions(loose, { options, uncertain: view.uncertain, operands: { words: view.operands, found } }, 0);
    }
    if (written !== undefined) walkWords(written, { words, found }, 0);
  }
  return found ?? NONE;
}

/** Whether any command rule speaks of the program. */
export function speaksOf(index: RuleIndex, tool: string, program: string): boolean {
  return index.some(({ tools }) => tools.get(tool)?.loose.words?.has(program) === true);
}

/** Rules of an act (`read`, `change`, `delete`) whose pattern could match the path, or something below a folder. */
export function pathCandidates(index: RuleIndex, act: string, view: PathView, bases: Bases): readonly CompiledRule[] {
  const found: CompiledRule[] = [];
  for (const { tools } of index) {
    const tries = tools.get(act);
    if (tries === undefined) continue;
    for (const form of view.forms) {
      const walk = { ...form, use: view.use, found };
      if (!isEmpty(tries.paths.root)) walkFrom(tries.paths.root, NO_NAMES, walk);
      if (!isEmpty(tries.paths.project)) for (const root of bases.projects) walkFrom(tries.paths.project, root, walk);
      if (bases.home !== null && !isEmpty(tries.paths.home)) walkFrom(tries.paths.home, bases.home, walk);
    }
  }
  return found;
}

export function urlCandidates(index: RuleIndex, tool: string, targets: readonly Target[]): readonly CompiledRule[] {
  const found: CompiledRule[] = [];
  for (const { tools } of index) {
    const root = tools.get(tool)?.urls;
    if (root === undefined) continue;
    for (const { url } of targets) {
      if (url === undefined) collect(root, found);
      else
        walkNames(root, [foldCase(url.host), ...segmentsOf(url.path).map(foldCase)], { from: 0, below: false, found });
    }
  }
  return found;
}

const NO_NAMES: readonly string[] = [];

interface OptionWalk {
  /** Names, sorted. */
  readonly options: readonly string[];
  /** A word of unknown value could be any option. */
  readonly uncertain: boolean;
  readonly operands: WordWalk;
}

function walkOptions(node: Node, walk: OptionWalk, from: number): void {
  walkWords(node, walk.operands, 0);
  if (node.options === null) return;
  if (walk.uncertain) {
    for (const child of node.options.values()) walkOptions(child, walk, 0);
    return;
  }
  for (let at = from; at < walk.options.length; at += 1) {
    const child = node.options.get(walk.options[at] as string);
    if (child !== undefined) walkOptions(child, walk, at + 1);
  }
}

interface WordWalk {
  readonly words: readonly Word[];
  readonly found: CompiledRule[];
}

function walkWords(start: Node, walk: WordWalk, at: number): void {
  let node = start;
  for (let next = at; ; next += 1) {
    for (const rule of node.rules) walk.found.push(rule);
    const word = walk.words[next];
    if (word === undefined || node.words === null) return;
    if (word.kind !== "literal") {
      for (const child of node.words.values()) walkWords(child, walk, next + 1);
      return;
    }
    const child = node.words.get(word.text);
    if (child === undefined) return;
    node = child;
  }
}

interface PathWalk {
  readonly names: readonly string[];
  readonly folded: readonly string[];
  readonly use: PathUse;
  readonly found: CompiledRule[];
}

function walkFrom(root: Node, base: readonly string[], { names, folded, use, found }: PathWalk): void {
  const fold = use.foldCase || use.foldSpelling === true;
  if (startsWith(names, base, fold)) walkNames(root, folded, { from: base.length, below: use.recursive, found });
  else if (use.recursive && startsWith(base, names, fold)) collect(root, found);
}

function isEmpty(node: Node): boolean {
  return node.words === null && node.rules.length === 0;
}

interface NameWalk {
  readonly from: number;
  /** Rules about what lies below are wanted too. */
  readonly below: boolean;
  readonly found: CompiledRule[];
}

function walkNames(root: Node, names: readonly string[], { from, below, found }: NameWalk): void {
  let node = root;
  for (let at = from; ; at += 1) {
    if (at === names.length && below) return collect(node, found);
    for (const rule of node.rules) found.push(rule);
    const child = node.words?.get(names[at] ?? "");
    if (child === undefined) return;
    node = child;
  }
}

function collect(node: Node, found: CompiledRule[]): void {
  for (const rule of node.rules) found.push(rule);
  for (const child of node.words?.values() ?? []) collect(child, found);
}

function buildTries(rules: readonly CompiledRule[]): Tries {
  const tools = new Map<string, ToolTries>();
  for (const rule of rules) {
    let tries = tools.get(rule.rule.tool);
    if (tries === undefined) tools.set(rule.rule.tool, (tries = emptyTries()));
    place(tries, rule);
  }
  return { rules, tools };
}

function place(tries: ToolTries, rule: CompiledRule): void {
  const { pattern } = rule;
  switch (pattern.kind) {
    case "any":
      tries.whole.push(rule);
      return;
    case "command":
      placeCommand(tries, rule, pattern);
      return;
    case "path":
      descend(tries.paths[pattern.base], literalStart(pattern.segments)).rules.push(rule);
      return;
    case "url":
      descend(tries.urls, [foldCase(pattern.host), ...literalStart(pattern.segments)]).rules.push(rule);
  }
}

function placeCommand(tries: ToolTries, rule: CompiledRule, pattern: CommandPattern): void {
  const asWritten = !pattern.known && rule.rule.decision === "allow";
  let node = descend(asWritten ? tries.written : tries.loose, [pattern.program]);
  if (!asWritten)
    for (const name of [...new Set(pattern.words.filter(isOption).map(optionName))].sort())
      node = optionChild(node, name);
  const words = asWritten ? pattern.words : pattern.words.filter((word) => !isOption(word));
  const end = words.findIndex((word) => word.kind !== "literal");
  descend(
    node,
    (end < 0 ? words : words.slice(0, end)).map((word) => word.text),
  ).rules.push(rule);
}

function literalStart(segments: PathPattern["segments"]): readonly string[] {
  const end = segments.findIndex((segment) => segment.kind !== "literal");
  return (end < 0 ? segments : segments.slice(0, end)).map((segment: PathSegment) =>
    segment.kind === "deep" ? "" : foldCase(segment.text),
  );
}

function descend(start: Node, keys: readonly string[]): Node {
  let node = start;
  for (const key of keys) {
    node.words ??= new Map();
    let child = node.words.get(key);
    if (child === undefined) node.words.set(key, (child = emptyNode()));
    node = child;
  }
  return node;
}

function optionChild(node: Node, name: string): Node {
  node.options ??= new Map();
  let child = node.options.get(name);
  if (child === undefined) node.options.set(name, (child = emptyNode()));
  return child;
}

function emptyTries(): ToolTries {
  return {
    whole: [],
    loose: emptyNode(),
    written: emptyNode(),
    paths: { project: emptyNode(), home: emptyNode(), root: emptyNode() },
    urls: emptyNode(),
  };
}

function emptyNode(): Node {
  return { rules: [], words: null, options: null };
}
