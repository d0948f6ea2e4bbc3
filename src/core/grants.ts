import type { DirectoryGrant } from "./policy.ts";
import type { Act } from "./reading.ts";
import { coversPath, reachesBelow, segmentsOf, startsWith } from "./rule/match-path.ts";
import type { PathPattern } from "./rule/pattern.ts";

/** A grant with its names apart and its globs read. Source: rules.md, "Directory grants". */
export interface CompiledGrant {
  readonly grant: DirectoryGrant;
  readonly root: readonly string[];
  /** Null: everything below. */
  readonly include: readonly PathPattern[] | null;
  readonly exclude: readonly PathPattern[];
}

export function compiledGrant(grant: DirectoryGrant, globs: { readonly include: readonly PathPattern[] | null; readonly exclude: readonly PathPattern[] }): CompiledGrant {
  return { grant, root: segmentsOf(grant.root), ...globs };
}

export type GrantAnswer = "inside" | "outside" | "missing";

/** What is held against the grants: a canonical path and what is done there. */
export interface Reach {
  /** Null: not known, so outside of every grant. */
  readonly path: readonly string[] | null;
  readonly act: Act | null;
  readonly recursive: boolean;
  readonly fold: boolean;
}

/**
 * Containment is by names and never by the text of the path. The grants with the longest root that holds the path
 * decide alone: a narrow grant inside a wide one takes away as well as gives.
 */
export function heldByGrants(grants: readonly CompiledGrant[], reach: Reach): GrantAnswer {
  const { path } = reach;
  if (path === null) return "outside";
  const holding = grants.filter((grant) => holds(grant, path, reach));
  const deepest = Math.max(0, ...holding.map(({ root }) => root.length));
  const answers = holding.filter(({ root }) => root.length === deepest).map((grant) => answerOf(grant, reach));
  const here = answers.includes("inside") ? "inside" : answers.includes("missing") ? "missing" : "outside";
  if (here !== "inside" || !reach.recursive) return here;
  const below = grants.filter(({ root }) => root.length > path.length && startsWith(root, path, reach.fold));
  return below.every((grant) => lets(grant, reach.act)) ? "inside" : "missing";
}

function holds({ grant, root }: CompiledGrant, path: readonly string[], { fold, recursive }: Reach): boolean {
  if (!startsWith(path, root, fold)) return false;
  return grant.recursive || (path.length <= root.length + 1 && !recursive);
}

function answerOf(compiled: CompiledGrant, reach: Reach): GrantAnswer {
  const { include, exclude, root } = compiled;
  const path = reach.path as readonly string[];
  const compare = { bases: { projects: [root], home: null }, fold: reach.fold };
  const meets = reach.recursive ? reachesBelow : coversPath;
  if (exclude.some((glob) => meets(glob, path, compare))) return "outside";
  const included = include === null || include.some((glob) => coversPath(glob, path, compare) && (!reach.recursive || glob.segments.at(-1)?.kind === "deep"));
  if (!included) return "outside";
  return lets(compiled, reach.act) ? "inside" : "missing";
}

function lets({ grant }: CompiledGrant, act: Act | null): boolean {
  return act === null || grant.can.includes(act);
}
