import type { DirectoryGrant } from "./policy.ts";
import type { Act } from "./reading.ts";
import { coversPath, reachesBelow, segmentsOf } from "./rule/match-path.ts";
import type { PathPattern } from "./rule/pattern.ts";
import { foldCase } from "./rule/wildcard.ts";

/** A grant with its root in one form and its globs read. Source: rules.md, "Directory grants". */
export interface CompiledGrant {
  readonly grant: DirectoryGrant;
  /** Ends in `/`, so that a path is held only where a name ends: `/work/` holds no `/workshop`. */
  readonly root: string;
  /** Null: everything below. */
  readonly include: readonly PathPattern[] | null;
  readonly exclude: readonly PathPattern[];
  /** Another folder stands at the root than the one that was granted. */
  readonly replaced?: true;
}

export function compiledGrant(
  grant: DirectoryGrant,
  globs: { readonly include: readonly PathPattern[] | null; readonly exclude: readonly PathPattern[] },
): CompiledGrant {
  return { grant, root: asFolder(grant.root), ...globs };
}

/** `replaced`: outside as well, since what is there is not what was granted. */
export type GrantAnswer = "inside" | "outside" | "missing" | "replaced";

/** What is held against the grants: a canonical path and what is done there. */
export interface Reach {
  /** Absolute and normal. Null: not known, so outside of every grant. */
  readonly path: string | null;
  /** Null: only being there. */
  readonly act: Act | null;
  readonly recursive: boolean;
  readonly foldCase: boolean;
}

/**
 * The grants with the deepest root that holds the path decide alone: a narrow grant inside a wide one takes away as
 * well as gives.
 */
export function heldByGrants(grants: readonly CompiledGrant[], reach: Reach): GrantAnswer {
  if (reach.path === null) return "outside";
  let depth = 0;
  let here: GrantAnswer = "outside";
  for (const grant of grants) {
    if (grant.root.length < depth || !holds(grant, reach.path, reach)) continue;
    const answer = answerOf(grant, reach.path, reach);
    here = grant.root.length > depth ? answer : kinder(here, answer);
    depth = grant.root.length;
  }
  if (here !== "inside" || !reach.recursive) return here;
  const folder = asFolder(reach.path);
  const below = grants.filter(({ root }) => root.length > folder.length && startsIn(root, folder, reach.foldCase));
  return below.every((grant) => lets(grant, reach.act) && grant.replaced !== true) ? "inside" : "missing";
}

const KINDEST_FIRST: readonly GrantAnswer[] = ["inside", "missing", "replaced", "outside"];

function kinder(a: GrantAnswer, b: GrantAnswer): GrantAnswer {
  return KINDEST_FIRST.find((answer) => answer === a || answer === b) ?? "outside";
}

function holds({ grant, root }: CompiledGrant, path: string, { foldCase, recursive }: Reach): boolean {
  if (!startsIn(path, root, foldCase)) return false;
  // Not recursive: the root and what lies directly in it.
  return grant.recursive || (!recursive && !path.slice(root.length).includes("/"));
}

function answerOf(compiled: CompiledGrant, path: string, reach: Reach): GrantAnswer {
  const { include, exclude, root } = compiled;
  // INVARIANT: a replaced root still decides alone, so that it never falls to a wider grant around it.
  if (compiled.replaced === true) return "replaced";
  if (include === null && exclude.length === 0) return lets(compiled, reach.act) ? "inside" : "missing";
  const names = segmentsOf(path);
  const compare = { bases: { projects: [segmentsOf(root)], home: null }, fold: reach.foldCase };
  const meets = reach.recursive ? reachesBelow : coversPath;
  if (exclude.some((glob) => meets(glob, names, compare))) return "outside";
  const included =
    include === null ||
    include.some(
      (glob) => coversPath(glob, names, compare) && (!reach.recursive || glob.segments.at(-1)?.kind === "deep"),
    );
  if (!included) return "outside";
  return lets(compiled, reach.act) ? "inside" : "missing";
}

function lets({ grant }: CompiledGrant, act: Act | null): boolean {
  return act === null || grant.can.includes(act);
}

/** Is the path the root, or below it? `root` ends in `/`. */
function startsIn(path: string, root: string, fold: boolean): boolean {
  if (path.startsWith(root) || (path.length === root.length - 1 && root.startsWith(path))) return true;
  return fold && asFolder(foldCase(path)).startsWith(foldCase(root));
}

function asFolder(path: string): string {
  return path.endsWith("/") ? path : `${path}/`;
}
