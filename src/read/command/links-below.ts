import type { PathUse } from "../../core/reading.ts";
import { matchesMask } from "../../core/rule/wildcard.ts";
import { type Arg, unknown } from "./arg.ts";
import { type Line, usePath } from "./line.ts";
import type { PathWord } from "./use.ts";

/**
 * Links below a folder, which lead whoever opens what lies there to somewhere else: `find . -exec cat {} +`, `grep -R`,
 * `cp -rL`, `tar ch`. Each counts as a path of its own, and where it leads is held against grants, rules and the list.
 */

/** More of them are not spelled out. */
const MOST_LINKS = 200;

/** Folders of installed packages and of git, whose names are made by programs. */
const NOT_WALKED: ReadonlySet<string> = new Set(["node_modules", "site-packages", "__pycache__", ".git"]);

/** What the links below a folder lead to. */
export function linkUses(
  line: Line,
  dir: string,
  { arg, act, names, ...facts }: PathWord & { readonly names?: readonly string[] },
): readonly PathUse[] {
  const links = linksBelow(line, dir, names);
  if (links === null) return [usePath(line, unknown(arg.text), act, facts)];
  const named = (path: string): Arg => ({ ...arg, kind: "literal", text: path, path });
  return links.map((path) => usePath(line, named(path), act, { ...facts, recursive: true, contents: act === "read" }));
}

/** Their absolute paths, and those of files with a second name, of all below the folder and below what they lead to; null where they may be any. */
export function linksBelow(line: Line, dir: string, masks: readonly string[] = []): readonly string[] | null {
  const known = line.linksBelow.get(dir);
  const links = known === undefined ? walk(line, dir) : known;
  line.linksBelow.set(dir, links);
  if (links === null || masks.length === 0) return links;
  return links.filter((link) => masks.some((mask) => matchesMask(mask.toLowerCase(), nameOf(link).toLowerCase())));
}

/** INVARIANT: what was not looked at may be a link to anywhere. */
function walk({ world, entries }: Line, dir: string): readonly string[] | null {
  const links: string[] = [];
  const waiting = [dir];
  const seen = new Set([world.realpath(dir) ?? dir]);
  while (waiting.length > 0) {
    const folder = waiting.pop() as string;
    for (const name of world.readdir(folder) ?? []) {
      if (--entries.left < 0 || links.length > MOST_LINKS) return null;
      const path = `${folder}/${name}`;
      const { kind, links: names = 1 } = world.lstat(path) ?? {};
      if (kind === "link" || (kind === "file" && names > 1)) links.push(path);
      const next = kind === "link" ? world.realpath(path) : kind === "dir" ? path : null;
      if (next === null || NOT_WALKED.has(name) || seen.has(next)) continue;
      if (kind === "link") seen.add(next);
      waiting.push(next);
    }
  }
  return links;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
