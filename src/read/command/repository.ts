import type { World } from "../world.ts";

/** The folder around a directory that holds `.git`; null where none does. */
export function repositoryOf(world: World, from: string): string | null {
  for (let dir = from; dir !== ""; dir = dir.slice(0, dir.lastIndexOf("/")))
    if (world.lstat(`${dir}/.git`) !== null) return dir;
  return null;
}
