import { homedir } from "node:os";
import { isAbsolute, relative, sep } from "node:path";

/** A disk that is not the machine's own, where such are put. */
const DRIVE = /^\/(?:(?:mnt|Volumes)\/[^/]+|(?:run\/)?media(?:\/[^/]+){0,2})$/;

/**
 * Whether a grant on this folder would be one on nearly everything: the root of a disk, what lies directly below the
 * machine's own (`/etc`), the home folder and what holds it. Absolute and canonical. Source: rules.md, "Directory grants".
 */
export function isBroadRoot(path: string, home = homedir()): boolean {
  const parts = path.split(/[\\/]/).filter((part) => part !== "");
  return parts.length < 2 || DRIVE.test(path) || isInside(home, path);
}

export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}
