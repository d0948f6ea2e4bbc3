import type {
  CommandPattern,
  PathPattern,
  PathSegment,
  Pattern,
  PatternWord,
  UrlPattern,
} from "../../src/core/rule/pattern.ts";
import type { Part, PathUse, Target, Word } from "../../src/core/reading.ts";
import type { Policy } from "../../src/core/policy.ts";

/**
 * Slow matching, written from rules.md by trying everything. `surely`: whatever a word of unknown value is, the rule
 * speaks of the command. `maybe`: for some value of it. An allow matches surely and options where the program is
 * unknown only as written; a deny that matches only maybe asks.
 */
export type Side = "allow" | "surely" | "maybe";

/** `*` and `?` stand for characters inside one word. */
function maskMatches(mask: string, text: string): boolean {
  if (mask === "") return text === "";
  if (mask.startsWith("*"))
    return maskMatches(mask.slice(1), text) || (text !== "" && maskMatches(mask, text.slice(1)));
  return text !== "" && (mask[0] === "?" || mask[0] === text[0]) && maskMatches(mask.slice(1), text.slice(1));
}

export function commandMatches(pattern: CommandPattern, part: Part, side: Side): boolean {
  if (pattern.program !== part.program) return false;
  if (!pattern.globals.every((global) => part.globals.some((word) => wordMatches(global, word, side)))) return false;
  if (side === "allow" && !part.known) return asWritten(pattern, part.words);
  // "Operands are compared in order. Options may stand anywhere."
  const wanted = pattern.words.filter((word) => word.option !== undefined);
  const given = part.words.filter((word) => word.option !== undefined);
  const operands = inOrder(
    pattern.words.filter((word) => word.option === undefined),
    part.words.filter((word) => word.option === undefined),
    pattern.open,
    side,
  );
  return (
    operands &&
    wanted.every(
      (want) => given.some((word) => wordMatches(want, word, side)) || part.words.some((word) => isWild(word, side)),
    ) &&
    (given.every((word) => wanted.some((want) => wordMatches(want, word, side) || isUnsureOf(want, word, side))) ||
      (pattern.open && given.every((word) => reachable(word, side))))
  );
}

/** "For a program without knowledge an allow compares words in order as written." */
function asWritten({ words: patterns, open }: CommandPattern, words: readonly Word[]): boolean {
  const given = words.slice(0, patterns.length);
  const same = given.every(({ kind, text }, at) => kind === "literal" && maskMatches(patterns[at]?.text ?? "", text));
  const rest = words.slice(patterns.length);
  return (
    given.length === patterns.length &&
    same &&
    (open ? rest.every((word) => reachable(word, "allow")) : rest.length === 0)
  );
}

function inOrder(patterns: readonly PatternWord[], words: readonly Word[], open: boolean, side: Side): boolean {
  const [pattern, ...patternsLeft] = patterns;
  const [word, ...wordsLeft] = words;
  if (pattern === undefined) return word === undefined || (open && words.every((rest) => reachable(rest, side)));
  return word !== undefined && wordMatches(pattern, word, side) && inOrder(patternsLeft, wordsLeft, open, side);
}

/** A closed deny or ask also ends in an option that it names and whose value is not known. */
function isUnsureOf(pattern: PatternWord, word: Word, side: Side): boolean {
  return side !== "allow" && word.kind !== "literal" && pattern.option === word.option;
}

/** What comes from an expansion may bring any option. */
function isWild(word: Word, side: Side): boolean {
  return side === "maybe" && word.kind !== "literal" && word.option === undefined;
}

/** The lone `*`: a glob counts as an argument, a word of unknown value could be any option. */
function reachable(word: Word, side: Side): boolean {
  return side !== "allow" || word.kind !== "unknown" || word.option !== undefined;
}

function wordMatches(pattern: PatternWord, word: Word, side: Side): boolean {
  if (pattern.option !== word.option) return false;
  // The name alone takes any value, one that is not known too.
  if (
    pattern.option !== undefined &&
    (pattern.text === pattern.option || (side !== "allow" && pattern.text === `${pattern.option}=*`))
  )
    return true;
  if (word.kind !== "literal") return side === "maybe";
  return pattern.kind === "mask" ? maskMatches(pattern.text, word.text) : pattern.text === word.text;
}

/** Nothing open, nothing masked, nothing left out: the very command. */
export function isExact(pattern: CommandPattern, part: Part): boolean {
  const given = [...part.globals, ...part.words];
  const texts = given.map(({ text }) => text);
  return !pattern.open && given.every(({ kind }) => kind === "literal") && holds(pattern, texts);
}

/** Each text stands literally in the pattern, a repeated one as often. */
function holds(pattern: CommandPattern, texts: readonly string[]): boolean {
  const left = [...pattern.globals, ...pattern.words]
    .filter((word) => word.kind === "literal")
    .map((word) => word.text);
  return texts.every((text) => left.includes(text) && left.splice(left.indexOf(text), 1).length === 1);
}

/** Deny and ask match on spelling or target, allow needs both. */
export function pathMatches(pattern: PathPattern, path: PathUse, where: { policy: Policy; side: Side }): boolean {
  const { policy, side } = where;
  const names =
    side === "allow"
      ? [path.spelling, path.canonical]
      : [path.spelling, path.canonical].filter((name) => name !== null);
  // Of a read that reaches what is below it is not certain that it reads what a deny names, nor of what arrives from an
  // archive.
  const certain = path.act !== "read" && path.unlisted !== true;
  const below = path.recursive && (certain || side !== "surely");
  const one = (name: string | null) =>
    name !== null &&
    absolute(pattern, policy).some((full) => oneName(full, toParts(name), { fold: path.foldCase, below, side }));
  return side === "allow" ? names.every(one) : names.some(one);
}

function oneName(
  pattern: readonly PathSegment[],
  names: readonly string[],
  how: { fold: boolean; below: boolean; side: Side },
): boolean {
  if (how.below && how.side !== "allow") return couldMatchBelow(pattern, names, how.fold);
  if (how.below && !coversBelow(pattern)) return false;
  return segmentsMatch(pattern, names, how.fold);
}

/** An allow of what reaches everything below ends in `**`, or is the exact path of the whole. */
export function coversBelow(pattern: readonly PathSegment[]): boolean {
  return pattern.at(-1)?.kind === "deep" || pattern.every((segment) => segment.kind === "literal");
}

function absolute(pattern: PathPattern, policy: Policy): readonly (readonly PathSegment[])[] {
  if (pattern.base === "root") return [pattern.segments];
  const bases = pattern.base === "project" ? policy.projectRoots : policy.home === undefined ? [] : [policy.home];
  return bases.map((base) => [
    ...toParts(base).map((text): PathSegment => ({ kind: "literal", text })),
    ...pattern.segments,
  ]);
}

export function toParts(path: string): readonly string[] {
  return path.split("/").filter((part) => part !== "");
}

/** `**` stands for any number of folders, none included. */
export function segmentsMatch(pattern: readonly PathSegment[], names: readonly string[], fold: boolean): boolean {
  const [first, ...rest] = pattern;
  if (first === undefined) return names.length === 0;
  if (first.kind === "deep")
    return segmentsMatch(rest, names, fold) || (names.length > 0 && segmentsMatch(pattern, names.slice(1), fold));
  const [name, ...left] = names;
  return name !== undefined && segmentMatches(first.text, name, fold) && segmentsMatch(rest, left, fold);
}

/** Whether the pattern could match the folder or anything that might be below it. */
export function couldMatchBelow(pattern: readonly PathSegment[], names: readonly string[], fold: boolean): boolean {
  const [first, ...rest] = pattern;
  const [name, ...left] = names;
  if (name === undefined) return true;
  if (first === undefined) return false;
  if (first.kind === "deep") return couldMatchBelow(rest, names, fold) || couldMatchBelow(pattern, left, fold);
  return segmentMatches(first.text, name, fold) && couldMatchBelow(rest, left, fold);
}

function segmentMatches(pattern: string, name: string, fold: boolean): boolean {
  return fold ? maskMatches(pattern.toLowerCase(), name.toLowerCase()) : maskMatches(pattern, name);
}

export function urlMatches(pattern: UrlPattern, { url }: Target, side: Side): boolean {
  if (url === undefined) return side === "maybe";
  if (url.host !== pattern.host) return false;
  const same = url.scheme === pattern.scheme && port(url.scheme, url.port) === port(pattern.scheme, pattern.port);
  return (same || (side !== "allow" && pattern.anyPort)) && segmentsMatch(pattern.segments, toParts(url.path), false);
}

function port(scheme: string, given: string): string {
  return given === "" ? (scheme === "https" ? "443" : "80") : given;
}

/** "Pattern spells them exactly": the words that carry the program, or the whole command that destroys work. */
export function spells(pattern: CommandPattern, part: Part): boolean {
  return part.exactOnly === "destructive" ? isExact(pattern, part) : holds(pattern, part.spell ?? []);
}

/** Every effect that rides on an option or a subcommand is named, or the subcommand's group. */
export function namesOptions(pattern: CommandPattern, part: Part): boolean {
  const named = [...pattern.words, ...pattern.globals].map((word) => word.option ?? word.text);
  const isNamed = (effect: string): boolean => named.includes(effect);
  const { name, group } = part.obscure ?? {};
  return part.optionEffects.every(
    (effect) => isNamed(effect) || (effect === name && group !== undefined && isNamed(group)),
  );
}

/** Every destination stands literally, or with a mask that starts only after the host's `/`. */
export function spellsHosts(pattern: CommandPattern, part: Part): boolean {
  return part.targets.every((target) =>
    pattern.words.some(({ text }) => {
      const fixed = text.split(/[*?]/)[0] ?? "";
      return text === target.text || (/^(\w+:\/\/)?[^/]+\//.test(fixed) && maskMatches(text, target.text));
    }),
  );
}

/** More words matched exactly, then without the trailing `*`, then more literal characters (rules.md). */
export function specificity(pattern: Pattern): readonly [number, number, number] {
  if (pattern.kind === "any") return [0, 0, 0];
  if (pattern.kind === "command") {
    const words: readonly PatternWord[] = [
      { text: pattern.program, kind: "literal" },
      ...pattern.globals,
      ...pattern.words,
    ];
    return [words.filter((word) => word.kind === "literal").length, pattern.open ? 0 : 1, literalLength(words)];
  }
  const host: readonly PathSegment[] = pattern.kind === "url" ? [{ kind: "literal", text: pattern.host }] : [];
  const named = [...host, ...pattern.segments].filter((segment) => segment.kind !== "deep");
  const trailing = pattern.segments.at(-1);
  const open = trailing !== undefined && (trailing.kind === "deep" || trailing.text === "*");
  return [named.filter((segment) => segment.kind === "literal").length, open ? 0 : 1, literalLength(named)];
}

function literalLength(words: readonly { readonly text: string }[]): number {
  return words.reduce((sum, word) => sum + word.text.replaceAll(/[*?]/g, "").length, 0);
}
