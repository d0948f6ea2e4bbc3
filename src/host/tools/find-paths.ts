import { realpathSync } from "node:fs";
import { walkFolder } from "./file-walk.ts";

/** Folders that hold what was made or fetched, and nothing that a person would name. */
const PASSED_OVER = new Set([
  ".git",
  ".hg",
  ".svn",
  ".venv",
  "node_modules",
  "__pycache__",
  "target",
  "dist",
  "build",
  "coverage",
]);
/** Entries that are looked at; what lies behind them is not offered. */
const LIMIT = 20_000;
/** How long a listing is used again, in ms: while somebody types. */
const FRESH_MS = 5_000;

interface Listing {
  readonly at: number;
  readonly paths: readonly string[];
}

/** Completes paths of files within a folder. Names only; links are never followed. */
export function createPathFinder(now: () => number): (root: string, query: string) => Promise<readonly string[]> {
  const known = new Map<string, Listing>();

  async function list(root: string): Promise<readonly string[]> {
    const before = known.get(root);
    if (before !== undefined && now() - before.at < FRESH_MS) return before.paths;
    const paths: string[] = [];
    await walkFolder(realpathSync(root), {
      roots: [],
      limit: LIMIT,
      enter: ({ name }) => !PASSED_OVER.has(name),
      closed: () => undefined,
      visit: ({ path, kind }) => {
        if (kind === "file") paths.push(path);
      },
    });
    known.clear();
    known.set(root, { at: now(), paths });
    return paths;
  }

  return async (root, query) => bestPaths(await list(root), query);
}

/** Paths that hold the letters in this order: those of the name first, short ones before long ones. Pure. */
export function bestPaths(paths: readonly string[], query: string, limit = 12): readonly string[] {
  const words = query.toLowerCase();
  return paths
    .flatMap((path) => {
      const rank = rankOf(path.toLowerCase(), words);
      return rank === null ? [] : [{ path, rank }];
    })
    .sort((a, b) => a.rank - b.rank || a.path.length - b.path.length || (a.path < b.path ? -1 : 1))
    .slice(0, limit)
    .map(({ path }) => path);
}

function rankOf(path: string, words: string): number | null {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (name.startsWith(words)) return 0;
  if (name.includes(words)) return 1;
  if (path.includes(words)) return 2;
  return holdsInOrder(path, words) ? 3 : null;
}

function holdsInOrder(path: string, letters: string): boolean {
  let at = 0;
  for (const letter of letters) {
    at = path.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
