import { closeSync, constants, fstatSync, lstatSync, openSync, realpathSync, type BigIntStats } from "node:fs";
import { ToolFault, toFault } from "./tool-fault.ts";

/**
 * A folder held open, so that names below it mean what they meant when it was opened, whatever is renamed around it.
 *
 * Linux: each component is opened from the one before it as `/proc/self/fd/<folder>/<name>` without following a link,
 * so nothing can be swapped between a check and its use. macOS has no such path and node no openat: there every open
 * passes O_NOFOLLOW_ANY, which refuses a link anywhere in the path; a rename, a deletion and a new folder go by name and
 * can be raced. Windows: the real path of the folder must be the one that was read when it is opened, and what happens
 * after can be raced. Both gaps stand in the support table of the documentation.
 */
export interface HeldDirectory {
  /** Of the folder itself; on Linux good for `at` and `fstat` only. */
  readonly fd: number;
  readonly path: string;
  /** A path that reaches `name` in this very folder. One name: no `/`, no `..`. */
  at(name: string): string;
  close(): void;
}

const LINUX = process.platform === "linux";
/** Opens a place without reading it: search permission is enough, and no device is woken. Not among node's constants. */
const O_PATH = 0x200000;
/** macOS: a link in any component makes the open fail. */
const O_NOFOLLOW_ANY = process.platform === "darwin" ? 0x20000000 : 0;

const NO_FOLLOW = (constants.O_NOFOLLOW ?? 0) | O_NOFOLLOW_ANY;

/** Flags with which a name in a held folder is opened: never through a link, never waiting for a pipe. */
export const READ_FLAGS = constants.O_RDONLY | NO_FOLLOW | (constants.O_NONBLOCK ?? 0);
export const CREATE_FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NO_FOLLOW;

/** A granted root and what it was when it was granted: one that was replaced since is refused. */
export interface KnownRoot {
  readonly root: string;
  readonly dev: bigint;
  readonly ino: bigint;
}

/** Holds the folder of a canonical path. A link on the way was not there when the path was read: `ECHANGED`. */
export function holdDirectory(canonical: string, roots: readonly KnownRoot[] = []): HeldDirectory {
  if (!LINUX) return holdByPath(canonical, roots);
  const names = namesOf(canonical);
  let held = heldAt(openSync("/", O_PATH | constants.O_DIRECTORY), "");
  for (const name of names) {
    const from = held;
    try {
      held = step(from, name);
    } finally {
      from.close();
    }
    checkRoot(held, roots);
  }
  return held;
}

/** Opens a folder inside a held one. */
export function holdChild(held: HeldDirectory, name: string): HeldDirectory {
  return LINUX ? step(held, name) : holdByPath(held.at(name), []);
}

function step(held: HeldDirectory, name: string): HeldDirectory {
  try {
    return heldAt(
      openSync(held.at(name), O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW),
      `${held.path}/${name}`,
    );
  } catch (error) {
    // verdict: refused, with what stood in the way
    const path = `${held.path}/${name}`;
    if (isNoFolder({ folder: held, name, path })) throw new ToolFault("EKIND", `\`${path}\` is not a folder`, error);
    throw toFault(error, path);
  }
}

/** A link where a folder was is a change; anything else there is a mistake of who asked. */
function isNoFolder(place: HeldPlace): boolean {
  const stat = lookAt(place);
  return stat !== null && !stat.isDirectory() && !stat.isSymbolicLink();
}

function heldAt(fd: number, path: string): HeldDirectory {
  let open = true;
  return {
    fd,
    path,
    at: (name) => `/proc/self/fd/${fd}/${plainName(name)}`,
    close: () => {
      if (open) closeSync(fd);
      open = false;
    },
  };
}

function holdByPath(canonical: string, roots: readonly KnownRoot[]): HeldDirectory {
  const path = canonical.replace(/\/$/, "");
  const folder = path === "" || path.endsWith(":") ? `${path}/` : path;
  if (process.platform === "win32" && !isRealPath(folder))
    throw new ToolFault("ECHANGED", `\`${folder}\` leads elsewhere by now`);
  const fd = openSync(folder, constants.O_RDONLY | NO_FOLLOW | (constants.O_DIRECTORY ?? 0));
  const held = { fd, path, at: (name: string) => `${path}/${plainName(name)}`, close: () => closeSync(fd) };
  checkRoot(held, roots);
  return held;
}

function isRealPath(path: string): boolean {
  return realpathSync.native(path).replaceAll("\\", "/").toLowerCase() === path.toLowerCase();
}

function checkRoot(held: HeldDirectory, roots: readonly KnownRoot[]): void {
  const known = roots.find(({ root }) => root === held.path);
  if (known === undefined) return;
  const now = fstatSync(held.fd, { bigint: true });
  if (now.dev === known.dev && now.ino === known.ino) return;
  held.close();
  throw new ToolFault("ECHANGED", `\`${held.path}\` is no longer the folder that was granted`);
}

/** INVARIANT: only one plain name is ever put after a held folder. */
function plainName(name: string): string {
  if (name === "" || name === "." || name === ".." || name.includes("/") || name.includes("\0")) {
    throw new ToolFault("EINVALID", `\`${name}\` is not the name of a file`);
  }
  return name;
}

function namesOf(path: string): readonly string[] {
  return path.split("/").filter((name) => name !== "");
}

/** A canonical path as the held folder around it and its own name. */
export interface HeldPlace {
  readonly folder: HeldDirectory;
  readonly name: string;
  readonly path: string;
}

/** Runs `use` with the folder of the path held, and lets go of it afterwards. */
export async function withPlace<T>(
  canonical: string,
  roots: readonly KnownRoot[],
  use: (place: HeldPlace) => T | Promise<T>,
): Promise<T> {
  const name = namesOf(canonical).at(-1);
  if (name === undefined) throw new ToolFault("EKIND", "the root of the disk is not a file");
  const folder = holdDirectory(canonical.slice(0, canonical.lastIndexOf("/")) || "/", roots);
  try {
    return await use({ folder, name, path: canonical });
  } finally {
    folder.close();
  }
}

/** The thing itself at a name of a held folder; null where nothing is. */
export function lookAt({ folder, name, path }: HeldPlace): BigIntStats | null {
  try {
    return lstatSync(folder.at(name), { bigint: true, throwIfNoEntry: false }) ?? null;
  } catch (error) {
    throw toFault(error, path);
  }
}
