import type { DirectoryGrant, Entry, Layer, Policy } from "../../src/core/policy.ts";
import type { Act, PathUse, ToolFacts } from "../../src/core/reading.ts";
import { couldMatchBelow, coversBelow, segmentsMatch, toParts } from "./match.ts";
import { readRulePattern } from "./pattern-text.ts";

/** An entry that speaks of the tool, and where it stands. */
export interface Found {
  readonly id: string;
  readonly entry: Entry;
  readonly managed: boolean;
  /** Of a server or of all servers. */
  readonly wide: boolean;
}

/** "Most specific first; the first layer with a mode wins"; within a layer the tool before its family. */
export function entriesFor(tool: ToolFacts, layers: Policy["layers"]): readonly Found[] {
  return (["chat", "project", "app", "managed"] as const).flatMap((name) =>
    named(tool, layers[name] ?? {}).flatMap(({ path, entry, wide }) =>
      entry === undefined ? [] : [{ id: `${name}.${path}`, entry: asLoaded(entry), managed: name === "managed", wide }],
    ),
  );
}

function named(
  tool: ToolFacts,
  layer: Layer,
): readonly { readonly path: string; readonly entry: Entry | undefined; readonly wide: boolean }[] {
  if (tool.origin !== "mcp") {
    const family = tool.family === null || tool.family === tool.id ? [] : [tool.family];
    return [tool.id, ...family].map((name) => ({ path: `native.${name}`, entry: layer.native?.[name], wide: false }));
  }
  const server = tool.server ?? "";
  return [
    { path: `mcp.tools.${tool.id}`, entry: layer.mcp?.tools?.[tool.id], wide: false },
    { path: `mcp.servers.${server}`, entry: layer.mcp?.servers?.[server], wide: true },
    { path: "mcp.shared", entry: layer.mcp?.shared, wide: true },
  ];
}

/** "A construct that has no linear match: that pattern is out, the entry reads as ask." Here a back-reference. */
function asLoaded(entry: Entry): Entry {
  return entry.mode === "allowlist" && entry.allowlist?.some((text) => /\\\d/.test(text)) === true
    ? { ...entry, mode: "ask" }
    : entry;
}

/** "So does every off and ask of the managed layer. Every enforced entry counts." */
export function enforcedEntries(entries: readonly Found[]): readonly Found[] {
  return entries.filter(
    ({ entry, managed }) => entry.enforced === true || (managed && (entry.mode === "off" || entry.mode === "ask")),
  );
}

type Place = Pick<PathUse, "canonical" | "foldCase" | "recursive">;

/** What may be done at a path; null outside of every grant. "Where grants intersect, the most specific applies." */
export function capability(place: Place, grants: readonly DirectoryGrant[]): readonly Act[] | null {
  if (place.canonical === null) return null;
  const names = toParts(place.canonical);
  const around = grants.filter((grant) => reaches(grant, names, place));
  const longest = Math.max(...around.map(({ root }) => toParts(root).length));
  const nearest = around.filter(({ root }) => toParts(root).length === longest);
  const applying = nearest.filter((grant) => includes(grant, names, place));
  return applying.length === 0 ? null : applying.flatMap(({ can }) => can);
}

/** What reaches everything below also reaches a folder there with a grant of its own, which applies to it. */
export function narrowedBelow(path: PathUse, grants: readonly DirectoryGrant[]): boolean {
  const { canonical } = path;
  if (!path.recursive || canonical === null) return false;
  const names = toParts(canonical);
  const inside = grants.filter(
    ({ root }) => toParts(root).length > names.length && startsWith(toParts(root), names, path.foldCase),
  );
  return inside.some(({ can }) => !can.includes(path.act));
}

function startsWith(names: readonly string[], start: readonly string[], fold: boolean): boolean {
  const same = (a: string, b: string | undefined) => (fold ? a.toLowerCase() === b?.toLowerCase() : a === b);
  return start.every((name, index) => same(name, names[index]));
}

function reaches(grant: DirectoryGrant, names: readonly string[], place: Place): boolean {
  const root = toParts(grant.root);
  if (!startsWith(names, root, place.foldCase)) return false;
  return grant.recursive || (!place.recursive && names.length <= root.length + 1);
}

/** What is recursive must be included with everything below it. */
function includes(grant: DirectoryGrant, names: readonly string[], { recursive, foldCase }: Place): boolean {
  const below = names.slice(toParts(grant.root).length);
  const read = (globs: readonly string[]) =>
    globs.map((glob) => readRulePattern("read", glob)).filter((pattern) => pattern.kind === "path");
  const excluded = read(grant.exclude ?? []).some(({ segments }) =>
    recursive ? couldMatchBelow(segments, below, foldCase) : segmentsMatch(segments, below, foldCase),
  );
  const included = read(grant.include ?? ["**"]).some(
    ({ segments }) => segmentsMatch(segments, below, foldCase) && (!recursive || coversBelow(segments)),
  );
  return included && !excluded && (!recursive || grant.recursive);
}
