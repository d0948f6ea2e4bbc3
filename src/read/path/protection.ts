import type { Act } from "../../core/reading.ts";
import { matchSegments, segmentsOf, startsWith } from "../../core/rule/match-path.ts";
import { matchesMask } from "../../core/rule/wildcard.ts";
import type { World } from "../world.ts";
import { foldName } from "./fold.ts";
import { gitPiece, gitPieceBrought, gitPieceMerged } from "./git-folder.ts";
import { gitRun } from "./git-runs.ts";
import type { Glob } from "./glob.ts";
import type { PathContext } from "./path-use.ts";
import { protectedCandidates, type Protection } from "./protected-index.ts";

export interface ProtectionContext extends Omit<PathContext, "recursive"> {
  readonly act: Act;
  readonly recursive: boolean;
}

/** Both ends of a path: as spelled, and where it leads. */
export interface Ends {
  readonly spelling: string;
  readonly canonical: string | null;
}

/** The strictest protection of a path by spelling or target, and of what the act reaches below it. */
export function protectionOf(path: Ends, context: ProtectionContext): Protection | undefined {
  const { spelling, canonical } = path;
  let own = protectionOfEnd(spelling, context);
  if (canonical !== null && canonical !== spelling) own = stricter([own, protectionOfEnd(canonical, context)]);
  own ??= gitRun(path, context);
  return context.recursive ? stricter([own, holdsHost(path, context), protectionBelow(path, context)]) : own;
}

function protectionOfEnd(path: string, context: ProtectionContext): Protection | undefined {
  return protectionByName(path, context.world) ?? ownGitPiece(path, context);
}

/** Protection of one absolute path by its name alone; the host's own data directory included. */
export function protectionByName(path: string, world: World): Protection | undefined {
  const names = segmentsOf(path).map(foldName);
  if (world.dataDir !== undefined && world.dataDir !== "" && startsWith(names, foldedNames(world.dataDir), false))
    return HOST_DATA;
  const candidates = protectedCandidates(names);
  if (candidates.length === 0) return undefined;
  const homes = homesOf(world);
  const found = candidates.filter(
    (entry) => covers(entry.glob, names, homes) && !entry.except.some((glob) => covers(glob, names, homes)),
  );
  return stricter(found.map((entry) => entry.protection));
}

const RANK = { W: 1, R: 2, D: 3 } as const;

function stricter(found: readonly (Protection | undefined)[]): Protection | undefined {
  return found.reduce(
    (worst, next) =>
      next !== undefined && (worst === undefined || RANK[next.class] > RANK[worst.class]) ? next : worst,
    undefined,
  );
}

/** Deleting, moving or copying a folder around the host's data directory reaches it. */
function holdsHost(path: Ends, { world, act, contents }: ProtectionContext): Protection | undefined {
  const { dataDir } = world;
  if (dataDir === undefined || act === "write" || (act === "read" && contents !== true)) return undefined;
  const around = [path.spelling, path.canonical].some((text) => text !== null && isWithin(dataDir, text));
  return around ? HOST_DATA : undefined;
}

const HOST_DATA: Protection = {
  class: "D",
  category: "host",
  reason: "holds this program's database, keys and policy",
};

function ownGitPiece(path: string, { world, act }: ProtectionContext): Protection | undefined {
  return act === "read" ? undefined : gitPiece(path, (piece) => world.lstat(piece) !== null);
}

/** Entries looked at below a folder before it is taken for one that holds protected files. */
const WALK_BUDGET = 20_000;

/**
 * Folders of installed packages: each has build files, keys of examples and the like, which protect nothing. What they
 * install as programs (`.bin`) is started by its name.
 */
const INSTALLED = new Set(["node_modules", "site-packages", "__pycache__"]);

/** What a recursive act reaches below: the names that it brings where they are known, else what is there. */
function protectionBelow({ spelling, canonical }: Ends, context: ProtectionContext): Protection | undefined {
  const { world, act, contents, visible = false, from, brings, named, unlisted, budget } = context;
  const walk = { world, ...(budget && { budget }) };
  const root = canonical ?? spelling;
  if (act === "read") return contents === true ? walkBelow(root, { ...walk, visible, counts: isSecret }) : undefined;
  // A build file that goes away makes nothing run.
  if (act === "delete")
    return walkBelow(root, { ...walk, ...(named && { named }), counts: ({ category }) => category !== "build" });
  if (brings !== undefined && brings.length > WALK_BUDGET) return tooMany(root);
  if (brings !== undefined)
    return stricter([
      ...brings.map((name) => protectionByName(`${root}/${name}`, world)),
      gitPieceBrought(root, brings, world),
    ]);
  if (from !== undefined)
    return walkBelow(from, {
      ...walk,
      counts: isAny,
      as: root,
      also: (below) => gitPieceMerged(from, { root, below, world }),
    });
  const there = stricter([walkBelow(root, { ...walk, counts: isAny }), unlisted === true ? UNLISTED : undefined]);
  // Which names are written is not known: a person looks at what could be overwritten, but it is no refusal.
  return act === "write" && there?.class === "D" ? { ...there, class: "R" } : there;
}

interface WalkOptions {
  readonly world: World;
  readonly budget?: { left: number };
  readonly counts: (found: Protection) => boolean;
  /** Masks of the names that are meant. Default: all. */
  readonly named?: readonly string[];
  /** Names that begin with a dot are passed over. */
  readonly visible?: boolean;
  /** Judge the names as though the tree lay here. */
  readonly as?: string;
  /** What is protected otherwise than by its name; `below` begins with `/`. */
  readonly also?: (below: string) => Protection | undefined;
}

function walkBelow(
  root: string,
  { world, counts, named, visible = false, as = root, also, budget = { left: WALK_BUDGET } }: WalkOptions,
): Protection | undefined {
  let worst: Protection | undefined;
  const waiting = [""];
  for (let seen = 0; waiting.length > 0;) {
    const folder = waiting.pop() as string;
    for (const name of world.readdir(root + folder) ?? []) {
      if (++seen > WALK_BUDGET || --budget.left < 0) return stricter([worst, tooMany(root)]);
      if (visible && name.startsWith(".")) continue;
      const below = `${folder}/${name}`;
      const found = isMeant(name, named) ? (protectionByName(as + below, world) ?? also?.(below)) : undefined;
      if (found !== undefined && counts(found)) worst = stricter([worst, { ...found, below: root + below }]);
      const next = INSTALLED.has(name) ? `${below}/.bin` : below;
      if (world.lstat(root + next)?.kind === "dir") waiting.push(next);
    }
  }
  return worst;
}

/** Names are folded on both sides, so that a mask never misses one that the disk takes for it. */
function isMeant(name: string, masks: readonly string[] | undefined): boolean {
  return masks === undefined || masks.some((mask) => matchesMask(mask.toLowerCase(), name.toLowerCase()));
}

function isSecret(found: Protection): boolean {
  return found.class !== "W";
}

function isAny(): boolean {
  return true;
}

/** INVARIANT: a file whose name nobody knows could be any of the list. */
const UNLISTED: Protection = {
  class: "W",
  category: "build",
  reason: "gets files whose names are not known before they are there: settings and hooks could be among them",
};

/** INVARIANT: what was not looked at counts as protected, for a read too. */
function tooMany(root: string): Protection {
  return { class: "R", category: "secret", reason: "has more below it than can be looked at", below: root };
}

function covers({ base, segments }: Glob, names: readonly string[], homes: readonly (readonly string[])[]): boolean {
  const matches = (from: number): boolean => matchSegments(segments, names, { from, fold: false });
  if (base === "root") return matches(0);
  if (base === "home") return homes.some((home) => startsWith(names, home, false) && matches(home.length));
  if (segments.some((segment) => segment.kind === "deep")) return names.some((_, from) => matches(from));
  return segments.length <= names.length && matches(names.length - segments.length);
}

/** A world keeps its home, and asking the disk for it again for every path would cost more than all the rest. */
const HOMES = new WeakMap<World, readonly (readonly string[])[]>();

function homesOf(world: World): readonly (readonly string[])[] {
  const known = HOMES.get(world) ?? readHomes(world);
  HOMES.set(world, known);
  return known;
}

function readHomes(world: World): readonly (readonly string[])[] {
  const real = world.realpath(world.home);
  return [...new Set([world.home, real ?? world.home])].map(foldedNames);
}

function foldedNames(path: string): readonly string[] {
  return segmentsOf(path.replaceAll("\\", "/")).map(foldName);
}

function isWithin(path: string, root: string | undefined): boolean {
  if (root === undefined || root === "") return false;
  return startsWith(segmentsOf(path).map(foldName), foldedNames(root), false);
}
