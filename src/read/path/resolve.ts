import type { FileFacts, World } from "../world.ts";
import { joinRoot } from "./spelling.ts";
import type { Spelled } from "./spelling.ts";

/** Where a path leads. `facts` is null where nothing is there; then `path` is its nearest existing parent plus the rest. */
export interface Place {
  readonly path: string;
  readonly facts: FileFacts | null;
}

/** Linux gives up after 40 links, and a loop ends there too. */
const MOST_LINKS = 40;

/**
 * Follows links component by component, so that `..` after a link is read as the kernel reads it. `followLast: false`
 * stays on a link in the last place (a deletion removes the link). Null: cannot be established.
 */
export function resolvePath(
  spelled: Extract<Spelled, { kind: "path" }>,
  world: World,
  followLast: boolean,
): Place | null {
  // The common case in two questions to the disk: it is there, and no link is on the way.
  if (world.platform === "linux" && !spelled.raw.includes("..")) {
    const facts = world.lstat(spelled.path);
    const plain = facts !== null && facts.kind !== "link" && !isMagic(spelled.path);
    if (plain && world.realpath(spelled.path) === spelled.path) return { path: spelled.path, facts };
  }
  return walk(spelled, world, followLast);
}

function walk(spelled: Extract<Spelled, { kind: "path" }>, world: World, followLast: boolean): Place | null {
  const waiting = [...spelled.raw].reverse();
  const done: string[] = [];
  let facts = world.lstat(joinRoot(spelled.root, done));
  let missing = false;
  /** How many of `done` exist. */
  let there = 0;
  for (let links = 0; waiting.length > 0;) {
    const name = waiting.pop() as string;
    if (name === "..") {
      // `..` of something that is not there is read by no kernel, only by programs that tidy the text first.
      if (missing) return null;
      done.pop();
      facts = world.lstat(joinRoot(spelled.root, done));
      continue;
    }
    done.push(name);
    if (missing) continue;
    const here = joinRoot(spelled.root, done);
    if (world.platform !== "win32" && isMagic(here)) return null;
    facts = world.lstat(here);
    if (facts === null) {
      if (world.platform === "win32" && isShortName(name)) return null;
      missing = true;
      there = done.length - 1;
    } else if (facts.kind === "link" && (followLast || waiting.length > 0)) {
      links += 1;
      const target = world.readlink(here);
      if (target === null || target === "" || links > MOST_LINKS) return null;
      done.pop();
      if (!pushTarget(target, { spelled, done, waiting, world })) return null;
    }
  }
  return named(spelled.root, done, { there: missing ? there : done.length, facts, world });
}

interface Walk {
  readonly spelled: Extract<Spelled, { kind: "path" }>;
  readonly done: string[];
  readonly waiting: string[];
  readonly world: World;
}

/** Puts a link's target in front of what is still to be walked; false where it leads out of what can be followed. */
function pushTarget(target: string, { spelled, done, waiting, world }: Walk): boolean {
  let text = target;
  if (world.platform === "win32") {
    text = target.replaceAll("\\", "/").replace(/^\/\/\?\/(?=[a-z]:\/)/i, "");
    if (text.startsWith("//")) return false;
    const drive = /^[a-z]:/i.exec(text)?.[0]?.toLowerCase();
    if (drive !== undefined && drive !== spelled.root) return false;
    text = drive === undefined ? text : text.slice(2);
  }
  if (text.startsWith("/")) done.length = 0;
  waiting.push(
    ...text
      .split("/")
      .filter((part) => part !== "" && part !== ".")
      .reverse(),
  );
  return true;
}

/**
 * Links of `/proc` that name no path but a live object of some process (`/proc/self/root`, `/proc/7/cwd`,
 * `/proc/self/fd/3`). They lead elsewhere for the runner than for the reader, so nothing below them is known.
 */
function isMagic(path: string): boolean {
  return /^\/proc\/(?:[^/]+\/(?:task\/[^/]+\/)?(?:root|cwd|exe|fd|map_files|ns)|self|thread-self)$|^\/dev\/fd$|^\/\.(?:vol|file)$/.test(
    path,
  );
}

interface Walked {
  readonly there: number;
  readonly facts: FileFacts | null;
  readonly world: World;
}

/** Where names ignore case or have short forms, the disk knows the one spelling of what exists. */
function named(root: string, parts: readonly string[], { there, facts, world }: Walked): Place | null {
  const path = joinRoot(root, parts);
  if (world.platform === "linux" || facts?.kind === "link") return { path, facts };
  const existing = parts.slice(0, there);
  const real = world.realpath(joinRoot(root, existing));
  const disk = real === null ? existing : diskParts(real, world.platform);
  if (world.platform === "win32" && disk.some(isShortName)) return null;
  return { path: joinRoot(root, [...disk, ...parts.slice(there)]), facts };
}

function diskParts(real: string, platform: World["platform"]): readonly string[] {
  const text = platform === "win32" ? real.replaceAll("\\", "/").replace(/^[a-z]:/i, "") : real.normalize("NFC");
  return text.split("/").filter((part) => part !== "");
}

/** `GIT~1`: the 8.3 name of a longer one. */
function isShortName(name: string): boolean {
  return /^[^.]{1,6}~\d+(?:\.[^.]{0,3})?$/.test(name) && name.length <= 12;
}
