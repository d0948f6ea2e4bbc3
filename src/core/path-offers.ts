import type { PartOffer, PathUse } from "./reading.ts";
import { ruleAct } from "./tools.ts";

interface Roots {
  /** Of the project, as given and canonical; none where the call has no project. */
  readonly roots: readonly string[];
  /** Null: not known. */
  readonly home: string | null;
}

/**
 * What the card may offer for the paths of a call: the folder and all below it (preselected), the exact path, the
 * whole project; of a deletion only the exact path. Nothing where a pattern could not spell a path. Source: rules.md.
 */
export function pathOffers(paths: readonly PathUse[], { roots, home }: Roots): readonly PartOffer[] {
  const acting = paths.filter((path) => path.act !== "read" || paths.every(({ act }) => act === "read"));
  const first = acting[0];
  if (first === undefined || acting.some((path) => path.canonical === null || path.protected === "D")) return [];
  const ends = [...new Set(acting.flatMap((path) => [path.spelling, path.canonical as string]))];
  if (!ends.every(isPatternSafe)) return [];
  const tool = ruleAct(first.act);
  const exact = ends.length === 1 ? toPattern(ends[0] as string, { roots, home }) : null;
  const exactOffer: readonly PartOffer[] =
    exact === null || exact === "" ? [] : [{ kind: "path", tool, pattern: exact }];
  if (tool === "delete") return exactOffer;
  const folder = toPattern(commonFolder(acting, ends), { roots, home });
  const below = folder === null ? null : folder === "" ? "**" : `${folder}/**`;
  const inProject = roots.length > 0 && ends.every((end) => isProjectPath(end, roots));
  const offers: PartOffer[] = below === null || below === "**" ? [] : [{ kind: "folder", tool, pattern: below }];
  return [...offers, ...exactOffer, ...(inProject ? [{ kind: "project", tool, pattern: "**" } as const] : [])];
}

/** The folder around every end; of one directory that is used as such, itself. */
function commonFolder(paths: readonly PathUse[], ends: readonly string[]): string {
  const single = paths.length === 1 && paths[0]?.kind === "dir";
  const folders = ends.map((end) => end.split("/").slice(0, single ? undefined : -1));
  const [first = []] = folders;
  const length = first.findIndex((part, at) => folders.some((folder) => folder[at] !== part));
  return (length < 0 ? first : first.slice(0, length)).join("/");
}

/** Relative to the project, else to the home folder, else absolute; null for a root, which no card offers. */
function toPattern(path: string, { roots, home }: Roots): string | null {
  for (const root of roots) {
    if (path === root) return "";
    if (path.startsWith(`${root}/`)) return path.slice(root.length + 1);
  }
  if (home !== null && path.startsWith(`${home}/`)) return `~/${path.slice(home.length + 1)}`;
  return path === "" || path === home || /^[a-z]:$/.test(path) ? null : path;
}

function isProjectPath(path: string, roots: readonly string[]): boolean {
  return roots.some((root) => path === root || path.startsWith(`${root}/`));
}

/** Whether a path can be written as a pattern that means this path alone. */
function isPatternSafe(path: string): boolean {
  return !/[*?{}\\\p{Cc}]/u.test(path) && !/(^|\/)(!|~$)/.test(path);
}
