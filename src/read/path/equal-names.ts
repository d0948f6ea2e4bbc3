import type { World } from "../world.ts";
import { readSpelling } from "./spelling.ts";

/** No other name is taken for one of these. */
const PLAIN = /^[\w.-]*$/;
/** Names that are equal to one are few; more are not looked at. */
const MOST = 8;

/**
 * What other programs open where nothing is at a path: the same names composed otherwise, or with other quotes and
 * blanks. Absolute; none where something is there. A file that a rule keeps has no second spelling that way. Source:
 * server-filesystem 2026.1, `resolveUnicodeEquivalentPath`; Claude Code 2.1, its tool for reading.
 */
export function equalPaths(path: string, cwd: string | null, world: World): readonly string[] {
  const spelled = readSpelling(path, cwd, world.platform);
  if (spelled.kind !== "path" || spelled.raw.includes("..")) return [];
  const names = spelled.raw;
  if (names.every((name) => PLAIN.test(name)) || world.lstat(spelled.path) !== null) return [];
  let found = [spelled.root];
  for (const name of names) found = found.flatMap((folder) => namesIn(folder, name, world)).slice(0, MOST);
  return found.filter((each) => each !== spelled.path);
}

/** The name itself where it is there, or where no other is equal to it. */
function namesIn(folder: string, name: string, world: World): readonly string[] {
  const own = `${folder}/${name}`;
  if (PLAIN.test(name) || world.lstat(own) !== null) return [own];
  const wanted = plainForm(name);
  const equal = (world.readdir(folder === "" ? "/" : folder) ?? []).filter((each) => plainForm(each) === wanted);
  return equal.length === 0 ? [own] : equal.map((each) => `${folder}/${each}`);
}

function plainForm(name: string): string {
  return name
    .normalize("NFC")
    .replace(/[\u2018\u2019\u02bc\u2032]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/\p{Zs}/gu, " ");
}
