import type { PathUse } from "../reading.ts";
import type { Match } from "./match-command.ts";
import type { PathPattern, PathSegment } from "./pattern.ts";
import { foldCase, matchesMask } from "./wildcard.ts";

/** What path patterns start from; each a list of names. */
export interface Bases {
  readonly projects: readonly (readonly string[])[];
  readonly home: readonly string[] | null;
}

/** `/a/b` → `["a", "b"]`; a drive is the first name. Of one path it is asked several times in a row. */
export function segmentsOf(path: string): readonly string[] {
  if (path !== last.path) last = { path, names: split(path) };
  return last.names;
}

let last: { readonly path: string; readonly names: readonly string[] } = { path: "", names: [] };

function split(path: string): readonly string[] {
  const names = (path.startsWith("/") ? path.slice(1) : path).split("/");
  return names.includes("") ? names.filter((name) => name !== "") : names;
}

/** The other way round: `["a", "b"]` → `/a/b`. */
export function pathOf(names: readonly string[]): string {
  return /^[a-z]:$/i.test(names[0] ?? "") ? names.join("/") : `/${names.join("/")}`;
}

/** A path of a call in both of its forms, as names. */
export interface PathView {
  readonly use: PathUse;
  readonly spelling: readonly string[];
  /** Null: where the path leads is not known. */
  readonly canonical: readonly string[] | null;
  /** Those of the two that differ, each with its names folded, for looking rules up. */
  readonly forms: readonly PathForm[];
}

interface PathForm {
  readonly names: readonly string[];
  readonly folded: readonly string[];
}

export function pathViewOf(use: PathUse): PathView {
  const first = formOf(use.spelling);
  const spelling = first.names;
  if (use.canonical === use.spelling) return { use, spelling, canonical: spelling, forms: [first] };
  if (use.canonical === null) return { use, spelling, canonical: null, forms: [first] };
  const second = formOf(use.canonical);
  return { use, spelling, canonical: second.names, forms: [first, second] };
}

function formOf(path: string): PathForm {
  const names = segmentsOf(path);
  const folded = foldCase(path);
  return { names, folded: folded === path ? names : segmentsOf(folded) };
}

/**
 * Does the pattern cover the path? An allow needs spelling and target, an ask or deny either.
 * Source: rules.md, "Path rules".
 */
export function matchPath(
  pattern: PathPattern,
  view: PathView,
  asked: { readonly bases: Bases; readonly forAllow: boolean },
): Match {
  const { spelling, canonical, use } = view;
  const fold = use.foldCase || (!asked.forAllow && use.foldSpelling === true);
  const covers = (names: readonly string[]): boolean => coversPath(pattern, names, { bases: asked.bases, fold });
  if (asked.forAllow) {
    if (canonical === null || !covers(spelling) || (canonical !== spelling && !covers(canonical))) return "no";
    return use.recursive && !coversBelow(pattern) ? "no" : "yes";
  }
  if (covers(spelling) || (canonical !== null && canonical !== spelling && covers(canonical))) return "yes";
  if (!use.recursive) return "no";
  // An archive whose names are known touches those, and nothing else of the folder.
  const { brings } = use;
  if (brings !== undefined) return brings.some((name) => coversBrought(covers, view, name)) ? "yes" : "no";
  const reaches = (names: readonly string[]): boolean => reachesBelow(pattern, names, { bases: asked.bases, fold });
  if (!reaches(spelling) && !(canonical !== null && reaches(canonical))) return "no";
  // A change or deletion of a folder changes what is below it; a read of one may leave it out, and so may what is unpacked
  // there: a person is asked.
  return use.act === "read" || use.unlisted === true ? "maybe" : "yes";
}

function coversBrought(
  covers: (names: readonly string[]) => boolean,
  { spelling, canonical }: PathView,
  name: string,
): boolean {
  const names = segmentsOf(name);
  return (
    covers([...spelling, ...names]) ||
    (canonical !== null && canonical !== spelling && covers([...canonical, ...names]))
  );
}

interface Compare {
  readonly bases: Bases;
  /** Names are compared without case. */
  readonly fold: boolean;
}

export function coversPath(pattern: PathPattern, names: readonly string[], compare: Compare): boolean {
  return basesOf(pattern, compare.bases).some(
    (base) =>
      startsWith(names, base, compare.fold) &&
      matchSegments(pattern.segments, names, { from: base.length, fold: compare.fold }),
  );
}

/** Could the pattern cover something below the folder? */
export function reachesBelow(pattern: PathPattern, folder: readonly string[], compare: Compare): boolean {
  return basesOf(pattern, compare.bases).some((base) => {
    if (startsWith(base, folder, compare.fold)) return true;
    return (
      startsWith(folder, base, compare.fold) &&
      matchPrefix(pattern.segments, folder, { from: base.length, fold: compare.fold })
    );
  });
}

/** The exact path, or an end in `**`: whatever is below is covered as well. */
function coversBelow(pattern: PathPattern): boolean {
  return pattern.segments.at(-1)?.kind === "deep" || isExactPath(pattern);
}

export function isExactPath(pattern: PathPattern): boolean {
  return pattern.segments.every((segment) => segment.kind === "literal");
}

const ROOT: readonly (readonly string[])[] = [[]];

function basesOf(pattern: PathPattern, bases: Bases): readonly (readonly string[])[] {
  if (pattern.base === "root") return ROOT;
  if (pattern.base === "project") return bases.projects;
  return bases.home === null ? [] : [bases.home];
}

export function startsWith(names: readonly string[], prefix: readonly string[], fold: boolean): boolean {
  return prefix.length <= names.length && prefix.every((name, at) => sameName(name, names[at] as string, fold));
}

function sameName(a: string, b: string, fold: boolean): boolean {
  return a === b || (fold && foldCase(a) === foldCase(b));
}

interface Names {
  /** Index of the first name that the segments speak of. */
  readonly from: number;
  readonly fold: boolean;
}

/** The same way through as `matchesMask`, over names: only the last `**` is come back to. */
export function matchSegments(
  segments: readonly PathSegment[],
  names: readonly string[],
  { from, fold }: Names,
): boolean {
  let at = from;
  let inPattern = 0;
  let deep = -1;
  let resume = 0;
  while (at < names.length) {
    const segment = segments[inPattern];
    if (segment?.kind === "deep") {
      deep = inPattern++;
      resume = at;
    } else if (segment !== undefined && matchName(segment, names[at] as string, fold)) {
      inPattern += 1;
      at += 1;
    } else if (deep >= 0) {
      inPattern = deep + 1;
      at = ++resume;
    } else {
      return false;
    }
  }
  while (segments[inPattern]?.kind === "deep") inPattern += 1;
  return inPattern === segments.length;
}

/** Could some continuation of the names be matched? Follows every place in the pattern at once. */
function matchPrefix(segments: readonly PathSegment[], names: readonly string[], { from, fold }: Names): boolean {
  let places = closure(segments, new Set([0]));
  for (let at = from; at < names.length && places.size > 0; at += 1) {
    const next = new Set<number>();
    for (const place of places) {
      const segment = segments[place];
      if (segment === undefined) continue;
      if (segment.kind === "deep") next.add(place);
      else if (matchName(segment, names[at] as string, fold)) next.add(place + 1);
    }
    places = closure(segments, next);
  }
  return places.size > 0;
}

/** A `**` may stand for nothing, so the place after it is reached with it. */
function closure(segments: readonly PathSegment[], places: Set<number>): Set<number> {
  for (const place of places) if (segments[place]?.kind === "deep") places.add(place + 1);
  return places;
}

function matchName(segment: PathSegment, name: string, fold: boolean): boolean {
  if (segment.kind === "deep") return false;
  if (segment.kind === "literal") return sameName(segment.text, name, fold);
  return fold ? matchesMask(foldCase(segment.text), foldCase(name)) : matchesMask(segment.text, name);
}
