import { isSystemPlace } from "../path/system-places.ts";
import type { Below } from "./arg.ts";
import type { Line } from "./line.ts";

/**
 * Names with blanks in a list that is split at blanks or lines: of `./x /etc/passwd`, a file in the folder `x `, a shell makes two
 * words, and `xargs` drops quotes and backslashes besides.
 */

/** More such names than this are not spelled out. */
const MOST_PIECES = 200;

/** The words that such names fall into, as a program would get them; null where they may be any. */
export function piecesOf(line: Line, { dirs, split }: Below): readonly string[] | null {
  if (split !== true) return NOTHING;
  const key = dirs.join("\n");
  const known = line.pieces.get(key);
  if (known !== undefined) return known;
  const pieces = dirs
    .filter((dir) => !isSystemPlace({ spelling: dir, canonical: dir }, line.world))
    .reduce<readonly string[] | null>((all, dir) => join(all, piecesBelow(line, dir)), NOTHING);
  line.pieces.set(key, pieces);
  return pieces;
}

const NOTHING: readonly string[] = [];

function join(all: readonly string[] | null, more: readonly string[] | null): readonly string[] | null {
  return all === null || more === null || all.length + more.length > MOST_PIECES ? null : [...all, ...more];
}

/** Folders of installed packages and of git, whose names are made by programs. */
const NOT_WALKED: ReadonlySet<string> = new Set(["node_modules", "site-packages", "__pycache__", ".git"]);

/** INVARIANT: what was not looked at may have any name. */
function piecesBelow({ world, entries }: Line, root: string): readonly string[] | null {
  const pieces: string[] = [];
  const waiting = [root];
  while (waiting.length > 0) {
    const folder = waiting.pop() as string;
    for (const name of world.readdir(folder) ?? []) {
      if (--entries.left < 0 || pieces.length > MOST_PIECES) return null;
      const path = `${folder}/${name}`;
      if (/[\s'"\\]/.test(path.slice(root.length))) pieces.push(...splitName(path, root));
      if (!NOT_WALKED.has(name) && world.lstat(path)?.kind === "dir") waiting.push(path);
    }
  }
  return pieces;
}

/** What stands before the first blank begins with the folder; with and without what `xargs` drops. */
function splitName(path: string, root: string): readonly string[] {
  const below = path.slice(root.length);
  const texts = [below, below.replace(/['"\\]/g, "")];
  return [...new Set(texts)].flatMap((text) => {
    const [first = "", ...rest] = text.split(/\s+/);
    return [root + first, ...rest.filter((piece) => piece !== "")];
  });
}
