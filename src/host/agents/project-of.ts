import { readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { isBroadRoot, isInside } from "../policy/broad-root.ts";

/** The directory that policy and grants of a session belong to. Paths are absolute and canonical. */
export interface ProjectPlace {
  readonly path: string;
  readonly gitWorkTree: boolean;
  /** A linked worktree outside of `path` that the session works in. */
  readonly worktree?: string;
}

/**
 * The git top level of where a session started, else that directory itself. Null where that would be the home folder,
 * a folder above it or a folder of the system: such a session has no project. Source: rules.md, "Directory grants".
 */
export function projectOf(cwd: string | null, home: string): ProjectPlace | null {
  const start = cwd === null || !isAbsolute(cwd) ? null : canonical(cwd);
  if (start === null || !isDirectory(start)) return null;
  const top = gitTopOf(start);
  if (top !== null && !isBroadRoot(top, home)) return ofGitTop(top, home);
  return isBroadRoot(start, home) ? null : { path: start, gitWorkTree: false };
}

/** Those of `roots` that are linked worktrees of a project now: its repository still points at them. */
export function worktreesOf(project: string, roots: readonly string[], home: string): readonly string[] {
  return roots.filter((root) => {
    const place = projectOf(root, home);
    return place?.path === project && place.worktree === root;
  });
}

/** The innermost of the projects that a folder lies in. */
export function projectAround<P extends { readonly path: string }>(projects: readonly P[], folder: string): P | null {
  const around = projects.filter(({ path }) => isInside(folder, path));
  return around.reduce<P | null>((best, each) => (best && best.path.length > each.path.length ? best : each), null);
}

function ofGitTop(top: string, home: string): ProjectPlace {
  const main = mainRepositoryOf(top);
  if (main === null || main === top || isBroadRoot(main, home)) return { path: top, gitWorkTree: true };
  return isInside(top, main) ? { path: main, gitWorkTree: true } : { path: main, gitWorkTree: true, worktree: top };
}

function gitTopOf(start: string): string | null {
  for (let at = start; ; at = dirname(at)) {
    if (exists(join(at, ".git"))) return at;
    if (dirname(at) === at) return null;
  }
}

/**
 * A worktree's `.git` is a file that names a folder of its main repository. Anybody can write such a file, so it counts
 * only where that folder points back: else a cloned repository could claim to be another project and take its grants.
 */
function mainRepositoryOf(top: string): string | null {
  const own = join(top, ".git");
  if (isDirectory(own)) return null;
  const named = /^gitdir: (.+)$/m.exec(readText(own) ?? "")?.[1];
  const gitDir = named === undefined ? null : canonical(resolve(top, named.trim()));
  if (gitDir === null) return null;
  const back = readText(join(gitDir, "gitdir"))?.trim();
  if (back === undefined || canonical(resolve(gitDir, back)) !== own) return null;
  const common = canonical(resolve(gitDir, readText(join(gitDir, "commondir"))?.trim() ?? "."));
  if (common === null || basename(common) !== ".git" || !isInside(gitDir, common)) return null;
  return dirname(common);
}

function canonical(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null; // verdict: not there, so no project
  }
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null; // verdict: no main repository
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
