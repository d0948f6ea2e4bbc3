import {
  accessSync,
  constants,
  lstatSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  statSync,
  type Stats,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import type { FileFacts, World } from "../../read/world.ts";
import { trackedNames } from "./git-index.ts";
import { gitRuns } from "./git-runs.ts";
import { mountFolds, mountsNow } from "./mounts.ts";
import { zipNames } from "./zip-directory.ts";

export interface NodeWorldOptions {
  /** The environment that the runner will use. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What a relative entry of PATH is held against; default the process's own. */
  readonly cwd?: string;
  readonly dataDir?: string;
  readonly ownPorts?: readonly number[];
}

/**
 * This machine, read with node:fs. What cannot be read is null, which `read` takes for "not there". Files are looked at
 * anew each time; where the data directory is and which shell there is, once.
 */
export function nodeWorld({ env, cwd = process.cwd(), dataDir, ownPorts = [] }: NodeWorldOptions): World {
  const platform = process.platform === "win32" || process.platform === "darwin" ? process.platform : "linux";
  const set = Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const plain: Readonly<Record<string, string>> = Object.fromEntries(set);
  const which = (name: string): string | null => findProgram(name, { env: plain, cwd, platform });
  // Looked for when they are first asked for, and the same from then on: a line is run by the shell that it was read for.
  const shell = once(() => (which("bash") !== null ? "bash" : platform === "win32" ? "powershell" : "sh"));
  const tempDirs = once(() => {
    const named = [tmpdir(), ...(platform === "win32" ? [] : ["/tmp", "/var/tmp"])];
    return [...new Set(named.map((path) => realpath(path) ?? path))];
  });
  const home = plain["HOME"] ?? (platform === "win32" ? (plain["USERPROFILE"] ?? homedir()) : homedir());
  return {
    platform,
    home,
    env: plain,
    get shell() {
      return shell();
    },
    get tempDirs() {
      return tempDirs();
    },
    ...(dataDir === undefined ? {} : { dataDir: realpath(dataDir) ?? dataDir }),
    ownPorts,
    which,
    lstat,
    realpath,
    readlink: (path) => orNull(() => readlinkSync(path)),
    readdir: (path) => orNull(() => readdirSync(path)),
    archiveNames: zipNames,
    tracked: trackedNames,
    gitRuns: (paths) => gitRuns(paths, { env: plain, home }),
    foldsCase: platform === "linux" ? foldsOnLinux : foldsHere,
  };
}

/** The thing at a path itself; null where none can be seen. */
export function lstat(path: string): FileFacts | null {
  const stats = orNull(() => lstatSync(path, { throwIfNoEntry: false }));
  if (stats === null || stats === undefined) return null;
  return { kind: kindOf(stats), dev: stats.dev, ino: stats.ino, links: stats.nlink, size: stats.size };
}

function kindOf(stats: Stats): FileFacts["kind"] {
  if (stats.isSymbolicLink()) return "link";
  if (stats.isDirectory()) return "dir";
  if (stats.isFile()) return "file";
  if (stats.isFIFO()) return "fifo";
  return stats.isSocket() ? "socket" : "device";
}

function realpath(path: string): string | null {
  return orNull(() => realpathSync.native(path));
}

interface Search {
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly platform: World["platform"];
}

/** As a shell looks: each entry of PATH in order, an empty one being the working directory. */
function findProgram(name: string, { env, cwd, platform }: Search): string | null {
  if (name === "" || /[/\0]/.test(name) || (platform === "win32" && name.includes("\\"))) return null;
  const path = env["PATH"] ?? env["Path"] ?? "";
  const endings = platform === "win32" ? ["", ...(env["PATHEXT"] ?? ".COM;.EXE;.BAT;.CMD").split(";")] : [""];
  const files = path
    .split(delimiter)
    .flatMap((entry) => endings.map((ending) => join(resolve(cwd, entry), name + ending)));
  return files.find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  return (
    orNull(() => {
      // An exception for each folder of PATH that has no such program would cost more than all the rest.
      if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false;
      accessSync(path, constants.X_OK);
      return true;
    }) ?? false
  );
}

/** Looked for where the kind of the disk does not say it: asking each disk would double the looks of every path. */
function foldsOnLinux(path: string): boolean {
  const says = mountFolds(path, mountsNow());
  return says === "ask" ? foldsHere(path) : says;
}

/** Does the same name in the other case lead to the same thing? Asked of the nearest parent that is there. */
function foldsHere(path: string): boolean {
  for (let here = path; ; here = dirname(here)) {
    const swapped = swapCase(here);
    const facts = lstat(here);
    if (facts !== null && swapped !== here) return lstat(swapped)?.ino === facts.ino;
    if (dirname(here) === here) return true;
  }
}

function swapCase(path: string): string {
  const parent = dirname(path);
  const name = path.slice(parent.length);
  return parent + (name === name.toLowerCase() ? name.toUpperCase() : name.toLowerCase());
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

function orNull<T>(look: () => T): T | null {
  try {
    return look();
  } catch {
    // verdict: not there or not readable, which `World` says with null
    return null;
  }
}
