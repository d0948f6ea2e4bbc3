import type { PathUse, Reading } from "../../core/reading.ts";
import { protectionByName } from "../../read/path/protection.ts";
import type { World } from "../../read/world.ts";
import { gitDoes } from "./sandbox-git.ts";

/** What a command in the sandbox may not write although it lies in a folder that it may write. Absolute paths. */
export interface Held {
  /** Files, and folders with all that is below. What is not there yet may not come up either. */
  readonly hold: readonly string[];
  /** Nothing can stand in for these: what the command left there is taken away when it has ended. */
  readonly sweep: readonly string[];
}

/**
 * What an editor, a shell or another agent starts by itself, at the top of a folder that is worked in. The list of
 * protected files is longer; each of these stands there as an empty folder while a command runs.
 */
const STARTED = [
  ".git",
  ".assent.json",
  ".mcp.json",
  ".envrc",
  ".claude",
  ".codex",
  ".cursor",
  ".devcontainer",
  ".gemini",
  ".opencode",
  ".vscode",
] as const;

/** Of the data of a repository, what makes programs run. All else is bookkeeping. */
const RUNS: Readonly<Record<string, readonly string[]>> = {
  ".git": ["hooks", "config", "config.worktree", "gitdir", "commondir"],
  ".hg": ["hgrc", "hgrc-not-shared"],
  ".jj": ["repo/config.toml", "repo/store/git/config", "repo/store/git/hooks"],
  ".svn": [],
};
/** Says where hooks and settings lie. */
const ELSEWHERE = "commondir";

/** Git reads no repository where a folder or nothing stands in for one of these, so it cannot be there meanwhile. */
const NO_STAND_IN = new Set(["commondir", "config", "config.worktree", "gitdir"]);
/** Folders of a repository's data with such data of others. */
const HAS_OTHERS = new Set(["modules", "worktrees"]);

/** Entries looked at, those nearest to the top first; what lies beyond is not held. */
const MOST_ENTRIES = 20_000;
/** Installed packages: what came with them protects nothing of the project's. */
const INSTALLED = new Set(["node_modules", "site-packages", "__pycache__"]);

interface Places {
  readonly world: World;
  /** Folders that may be written. */
  readonly folders: readonly string[];
  /** Those of them that are worked in. */
  readonly tops: readonly string[];
}

/** Protected files that a claimed call does not itself name. */
export function heldFor({ parts }: Pick<Reading, "parts">, { world, folders, tops }: Places): Held {
  const uses = parts.flatMap(({ paths }) => paths).filter(({ act }) => act !== "read");
  const does = gitDoes(parts);
  const { files, repositories } = protectedBelow(folders, { world, uses });
  const isThere = (path: string): boolean => world.lstat(path) !== null;
  const runs = repositories.flatMap(({ folder, names }) => names.map((name) => `${folder}/${name}`));
  const settings = runs.filter((path) => !isNamed(path, uses) && (!does.sets || path.endsWith("/hooks")));
  const [there, absent] = [settings.filter(isThere), settings.filter((path) => !isThere(path))];
  const hasStandIn = (path: string): boolean => !NO_STAND_IN.has(nameOf(path));
  const standIns = [
    ...absent.filter(hasStandIn),
    ...(does.checksOut ? [] : tops.flatMap((top) => started(top, { world, uses }))),
  ];
  const kept = does.checksOut
    ? []
    : [...files, ...runByGit(folders, { world, uses })].filter((path) => !isNamed(path, uses));
  return {
    hold: [...there, ...kept, ...standIns.map(asFolder)],
    sweep: absent.filter((path) => !hasStandIn(path)),
  };
}

/** What git's settings name in these folders, where it is there. */
function runByGit(folders: readonly string[], { world, uses }: Walk): readonly string[] {
  const there = (world.gitRuns?.(folders) ?? []).flatMap((path) => world.realpath(path) ?? []);
  return there.filter(
    (path) =>
      folders.some((folder) => isBelow(path, folder)) && !uses.some(({ canonical }) => isBelow(canonical, path)),
  );
}

/** As the name of something below, since the sandbox puts a folder only in the place of what is to hold another. */
function asFolder(path: string): string {
  return `${path}/any`;
}

function started(top: string, { world, uses }: Walk): readonly string[] {
  return STARTED.map((name) => `${top}/${name}`).filter(
    (path) =>
      world.lstat(path) === null && !uses.some(({ canonical }) => canonical === path || isBelow(canonical, path)),
  );
}

interface Repository {
  readonly folder: string;
  readonly names: readonly string[];
}

interface Found {
  readonly files: readonly string[];
  readonly repositories: readonly Repository[];
}

interface Walk {
  readonly world: World;
  /** What the call writes. */
  readonly uses: readonly PathUse[];
}

interface Folder {
  readonly path: string;
  /** Whose data it is: a key of `RUNS`. */
  readonly of?: string;
}

/**
 * What stands there, looked for from the top down. Files of builds are left out: package managers and compilers write
 * them, and what they name runs in the sandbox too.
 */
function protectedBelow(folders: readonly string[], { world, uses }: Walk): Found {
  const found = { files: [] as string[], repositories: [] as Repository[] };
  const waiting: Folder[] = folders.map((path) => ({ path }));
  for (let at = 0, looked = 0; at < waiting.length && looked <= MOST_ENTRIES; at++) {
    const { path, of } = waiting[at] as Folder;
    const names = world.readdir(path) ?? [];
    looked += names.length;
    const own = of ?? (isGitData(names) ? ".git" : undefined);
    const isRepository = own !== undefined && (own !== ".git" || isGitData(names));
    if (isRepository) found.repositories.push({ folder: path, names: RUNS[own] ?? [] });
    const next = isRepository ? names.filter((name) => HAS_OTHERS.has(name)) : names;
    for (const name of next) {
      const below = {
        path: `${path}/${name}`,
        of: own ?? (name.toLowerCase() in RUNS ? name.toLowerCase() : undefined),
      };
      const isFolder = world.lstat(below.path)?.kind === "dir";
      if (isHeld(below, { isFolder, world, uses })) found.files.push(below.path);
      else if (isFolder && !INSTALLED.has(name)) waiting.push(below as Folder);
    }
  }
  return found;
}

function isHeld(
  { path, of }: { readonly path: string; readonly of: string | undefined },
  at: Walk & { readonly isFolder: boolean },
): boolean {
  if (of !== undefined && at.isFolder && !isHollow(path, at.world)) return false;
  const protection = protectionByName(path, at.world);
  return (
    protection !== undefined && protection.category !== "build" && !at.uses.some((use) => isBelow(use.canonical, path))
  );
}

/** Whatever came up in it would make it a repository. */
function isHollow(path: string, world: World): boolean {
  return nameOf(path).toLowerCase() === ".git" && !isGitData(world.readdir(path) ?? []);
}

/** As git takes a folder for its data whatever its name; a new one may have less. */
function isGitData(names: readonly string[]): boolean {
  return names.includes("HEAD") && (names.includes("objects") || names.includes(ELSEWHERE));
}

/** A person saw on the card that it is written, or that something protected below is. */
function isNamed(path: string, uses: readonly PathUse[]): boolean {
  return uses.some(
    ({ canonical, recursive, protected: guard }) =>
      canonical === path || (recursive && guard !== undefined && isBelow(path, canonical)),
  );
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function isBelow(path: string | null, folder: string | null): boolean {
  return path !== null && folder !== null && path.startsWith(`${folder}/`);
}
