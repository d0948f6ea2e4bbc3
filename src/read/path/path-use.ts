import type { Act, PathUse } from "../../core/reading.ts";
import type { World } from "../world.ts";
import type { Protection } from "./protected-index.ts";
import { protectionOf } from "./protection.ts";
import { resolvePath } from "./resolve.ts";
import type { Place } from "./resolve.ts";
import { readSpelling } from "./spelling.ts";
import { isOwnStream, isSystemPlace } from "./system-places.ts";

export interface PathContext {
  /** Absolute; null where the call has none, and then a relative path is unknowable. */
  readonly cwd: string | null;
  readonly world: World;
  /** The act reaches everything below. Default false. */
  readonly recursive?: boolean | undefined;
  /**
   * What is below leaves as content (`cp -r`, `tar c`, `cat dir/*`), so files that ask before they are read count.
   * A search leaves it out. Default false.
   */
  readonly contents?: boolean | undefined;
  /** Of a recursive read: names that begin with a dot are passed over. Default false. */
  readonly visible?: boolean | undefined;
  /** Of a recursive write: the tree that is copied or moved here, so that the names it brings are checked. */
  readonly from?: string | undefined;
  /** Of a recursive deletion: masks of the names that go (`find -name '*.o' -delete`). Default: all. */
  readonly named?: readonly string[] | undefined;
  /** Names that a recursive write makes below (members of an archive), relative. */
  readonly brings?: readonly string[] | undefined;
  /** Of a recursive write: what arrives can be looked up nowhere (an archive that a command unpacks). */
  readonly unlisted?: boolean | undefined;
  /** False: a link in the last place is itself meant (`mv link x`). Default: only a deletion means the link. */
  readonly follow?: boolean | undefined;
  /** Its content goes on under another name. */
  readonly moved?: boolean | undefined;
  /** Entries below folders that the call as a whole may still look at. */
  readonly budget?: { left: number } | undefined;
  /** The chat's scratch folder, absolute. */
  readonly scratch?: string | undefined;
}

/**
 * The facts about one path of a call: `spelling` as the caller wrote it (unquoted, `~` already replaced where its
 * program would), held against the working directory and the disk. Never throws. A path that cannot be established has
 * `canonical: null` and is outside of every grant. Source: rules.md, "Path rules" and "Protected files".
 */
export function pathUse(spelling: string, act: Act, context: PathContext): PathUse {
  const { cwd, world, recursive = false } = context;
  const spelled = readSpelling(spelling, cwd, world.platform);
  const base: PathUse = {
    spelling: spelled.path,
    canonical: null,
    act,
    foldCase: world.foldsCase(spelled.path),
    recursive,
    kind: "none",
    system: false,
    scratch: false,
  };
  if (spelled.kind === "refused")
    return { ...base, protected: "D", protectedBecause: "lies on another machine or is a device" };
  if (spelled.kind === "device") return { ...base, protected: "D", protectedBecause: "is a device", kind: "device" };
  // A `..` after a link leads elsewhere than the text: such a spelling is not taken by its looks.
  if (!spelling.includes("..") && isOwnStream(spelled.path, world.platform)) {
    return {
      ...base,
      canonical: spelled.path,
      kind: "device",
      system: act === "read",
      scratch: act === "write" || act === "edit",
    };
  }
  const follow = context.follow ?? (act !== "delete" || (spelled.kind === "path" && spelled.toDirectory));
  return placeUse(base, spelled.kind === "path" ? resolvePath(spelled, world, follow) : null, context);
}

function placeUse(base: PathUse, place: Place | null, context: PathContext): PathUse {
  const { act, spelling } = base;
  const { world, brings, unlisted, moved, scratch } = context;
  const canonical = place?.path ?? null;
  const ends = { spelling, canonical };
  const source = context.from === undefined ? null : sourceOf(context);
  // A file has nothing below it, and one that is moved or copied brings nothing.
  const recursive = base.recursive && ((source ?? place)?.facts?.kind ?? "dir") === "dir";
  const system = act === "read" && isSystemPlace(ends, world);
  // A link may lead to a disk that compares names otherwise.
  const foldCase = canonical === null || canonical === spelling ? base.foldCase : world.foldsCase(canonical);
  const use: Writable<PathUse> = {
    spelling,
    canonical,
    act,
    foldCase,
    recursive,
    kind: kindOf(place, act),
    system,
    scratch: isBelow(canonical, scratch),
  };
  if (base.foldCase && !foldCase) use.foldSpelling = true;
  if (recursive && act === "write" && isFew(brings)) use.brings = brings;
  if (moved === true) use.moved = true;
  if (recursive && act === "write" && unlisted === true) use.unlisted = true;
  const guard = system
    ? undefined
    : protectionOf(ends, { ...context, act, recursive, from: source?.path ?? context.from });
  if (guard === undefined) return use;
  return { ...use, protected: guard.class, protectedBecause: becauseOf(guard) };
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** More names are held against rules as though any could arrive. */
const MOST_BROUGHT = 1_000;

/** A name that leads elsewhere when it is joined is no name of what arrives. */
function isFew(brings: readonly string[] | undefined): brings is readonly string[] {
  return (
    brings !== undefined &&
    brings.length <= MOST_BROUGHT &&
    brings.every((name) => !/(?:^|[/\\])\.\.?(?:[/\\]|$)|\\|^\//.test(name))
  );
}

function becauseOf({ reason, below }: Protection): string {
  return below === undefined ? reason : `holds \`${below}\`, which ${reason}`;
}

function sourceOf({ from = "", cwd, world }: PathContext): Place | null {
  const spelled = readSpelling(from, cwd, world.platform);
  return spelled.kind === "path" ? resolvePath(spelled, world, true) : null;
}

function kindOf(place: Place | null, act: Act): PathUse["kind"] {
  const facts = place?.facts ?? null;
  if (place === null || facts === null) return "none";
  if (facts.kind === "link") return "file";
  if (facts.kind !== "file" || facts.links < 2) return facts.kind;
  // Package stores (pnpm, uv) fill `node_modules` and site-packages with hard links; reading them is ordinary.
  return act === "delete" || (act === "read" && /\/(node_modules|site-packages)\//.test(place.path))
    ? "file"
    : "hardlink";
}

function isBelow(path: string | null, root: string | undefined): boolean {
  return path !== null && root !== undefined && root !== "" && (path === root || path.startsWith(`${root}/`));
}
