import { segmentsOf } from "../../core/rule/match-path.ts";
import type { World } from "../world.ts";
import { foldName } from "./fold.ts";
import type { Protection } from "./protected-index.ts";

/**
 * A folder with `HEAD`, `objects` and `refs` is a repository to git whatever its name, and its `config` then runs
 * programs; so is one with `HEAD` and `commondir`, which says where the rest lies. Writing the piece that is missing
 * makes one. Source: `is_git_directory` of git 2.39, setup.c.
 */
const WHOLES: readonly (readonly string[])[] = [
  ["HEAD", "objects", "refs"],
  ["HEAD", "commondir"],
];

const PIECES = new Set(["head", "objects", "refs", "config", "config.worktree", "hooks", "commondir", "info"]);

const GIT_DATA: Protection = {
  class: "W",
  category: "vcs",
  reason: "belongs to a repository's own data: hooks, settings, history",
};

/** Protection of an absolute path as a piece of such a folder. `isThere`: also of what arrives in the same call. */
export function gitPiece(path: string, isThere: (path: string) => boolean): Protection | undefined {
  const names = segmentsOf(path);
  const root = path.startsWith("/") ? "/" : "";
  const found = names.some((name, at) => {
    const own = foldName(name);
    if (!PIECES.has(own)) return false;
    const folder = root + names.slice(0, at).join("/");
    const has = (piece: string): boolean => foldName(piece) === own || isThere(`${folder}/${piece}`);
    return WHOLES.some((pieces) => pieces.every(has));
  });
  return found ? GIT_DATA : undefined;
}

/** The same for names, relative to `root`, that arrive together: one may bring what another lacks. */
export function gitPieceBrought(root: string, names: readonly string[], world: World): Protection | undefined {
  const brought = new Set(names.flatMap((name) => piecesOn(root, name)));
  const isThere = (path: string): boolean => brought.has(folded(path)) || world.lstat(path) !== null;
  return names.some((name) => gitPiece(`${root}/${name}`, isThere) !== undefined) ? GIT_DATA : undefined;
}

/**
 * The same for an entry of a tree that is copied to `root`, where it meets what stands there. A tree that is a repository
 * already may be copied to a place of its own: that makes no new settings.
 */
export function gitPieceMerged(
  from: string,
  { root, below, world }: { readonly root: string; readonly below: string; readonly world: World },
): Protection | undefined {
  const at = below.lastIndexOf("/");
  if (!PIECES.has(foldName(below.slice(at + 1))) || world.lstat(root + below.slice(0, at)) === null) return undefined;
  const isThere = (path: string): boolean =>
    world.lstat(path) !== null || world.lstat(from + path.slice(root.length)) !== null;
  return gitPiece(root + below, isThere);
}

/** Of a path and every folder on the way to it from the root those that are called as a piece is, folded. */
function piecesOn(root: string, name: string): readonly string[] {
  const parts = segmentsOf(name);
  return parts.flatMap((part, at) =>
    PIECES.has(foldName(part)) ? [folded(`${root}/${parts.slice(0, at + 1).join("/")}`)] : [],
  );
}

function folded(path: string): string {
  return segmentsOf(path).map(foldName).join("/");
}
