import { isReadOnly } from "../../core/class.ts";
import type { Part, PathUse, Reading } from "../../core/reading.ts";
import { protectionByName } from "../../read/path/protection.ts";
import type { World } from "../../read/world.ts";

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
  ".hg": ["hgrc"],
  ".jj": ["repo/config.toml"],
  ".svn": [],
};
/** Says where hooks and settings lie. Git reads no repository with an empty one, so it cannot be there meanwhile. */
const ELSEWHERE = "commondir";

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));
/** Subcommands of git whose bookkeeping is the settings too, or the files that are checked out. */
const SETS = words(
  "branch checkout clone config fetch init pull push remote sparse-checkout submodule switch worktree",
);
const CHECKS_OUT = words(
  "am apply checkout cherry-pick clean clone init merge mv pull rebase reset restore revert rm stash submodule switch",
);

/** Folders of a repository's data with such data of others. */
const HAS_OTHERS = words("modules worktrees");

/** Entries looked at, those nearest to the top first; what lies beyond is not held. */
const MOST_ENTRIES = 20_000;
/** Installed packages: what came with them protects nothing of the project's. */
const INSTALLED = words("node_modules site-packages __pycache__");

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
  const settings = runs.filter((path) => isThere(path) && (!does.sets || path.endsWith("/hooks")));
  const absent = tops.flatMap((top) => started(top, { world, uses }));
  const hold = [...settings, ...(does.checksOut ? [] : [...files, ...absent])];
  const sweep = does.sets ? [] : runs.filter((path) => path.endsWith(`/${ELSEWHERE}`) && !isThere(path));
  const unnamed = (path: string): boolean => !isNamed(path, uses);
  return { hold: hold.filter(unnamed), sweep: sweep.filter(unnamed) };
}

/** As the name of something below, since the sandbox puts a folder only in the place of what is to hold another. */
function started(top: string, { world, uses }: Walk): readonly string[] {
  return STARTED.map((name) => `${top}/${name}`)
    .filter(
      (path) =>
        world.lstat(path) === null && !uses.some(({ canonical }) => canonical === path || isBelow(canonical, path)),
    )
    .map((path) => `${path}/any`);
}

/** Of a line with another program beside git nothing is left to git: that program could do it too. */
function gitDoes(parts: readonly Part[]): { readonly sets: boolean; readonly checksOut: boolean } {
  const others = parts.some(({ program, class: cls }) => program !== "git" && !isReadOnly(cls));
  const does = (of: ReadonlySet<string>): boolean => !others && parts.some((part) => of.has(subcommandOf(part)));
  return { sets: does(SETS), checksOut: does(CHECKS_OUT) };
}

function subcommandOf({ program, words: given }: Part): string {
  return program === "git" ? (given.find(({ text }) => !text.startsWith("-"))?.text ?? "") : "";
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
  if (of !== undefined && at.isFolder) return false;
  const protection = protectionByName(path, at.world);
  return (
    protection !== undefined && protection.category !== "build" && !at.uses.some((use) => isBelow(use.canonical, path))
  );
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

function isBelow(path: string | null, folder: string | null): boolean {
  return path !== null && folder !== null && path.startsWith(`${folder}/`);
}
