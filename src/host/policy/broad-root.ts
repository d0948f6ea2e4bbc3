import { homedir } from "node:os";
import { relative, sep } from "node:path";

/**
 * Whether a grant on this folder would be one on nearly everything: the root of a disk, what lies directly below it,
 * the home folder and what holds it. Absolute and canonical. Source: rules.md, "Directory grants".
 */
export function isBroadRoot(path: string, home = homedir()): boolean {
  const parts = path.split(sep).filter((part) => part !== "");
  return parts.length < 2 || path === home || isAbove(path, home);
}

function isAbove(path: string, home: string): boolean {
  const way = relative(path, home);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`);
}
