import type { Act } from "../../core/reading.ts";
import { segmentsOf, startsWith } from "../../core/rule/match-path.ts";
import type { World } from "../world.ts";
import { foldName } from "./fold.ts";
import type { Protection } from "./protected-index.ts";
import type { Ends } from "./protection.ts";
import { resolvePath } from "./resolve.ts";
import { readSpelling } from "./spelling.ts";

const RUN_BY_GIT: Protection = {
  class: "W",
  category: "vcs",
  reason: "is run by git, or tells git what to run, as its settings say",
};

export interface GitRunContext {
  readonly world: World;
  readonly act: Act;
  readonly recursive: boolean;
  /** Where the call starts, whose repository may name what lies elsewhere. */
  readonly cwd?: string | null | undefined;
  /** Of a recursive write: the names that arrive, or the tree that they come from. */
  readonly brings?: readonly string[] | undefined;
  readonly from?: string | undefined;
}

/**
 * Protection of what no list can know: hooks where `core.hooksPath` says, files of settings that others include, programs
 * of filters. A folder counts with all that is below it, and so does one that is changed as a whole around it.
 */
export function gitRun(path: Ends, context: GitRunContext): Protection | undefined {
  const { world, act, recursive, cwd, brings } = context;
  if (act === "read" || world.gitRuns === undefined) return undefined;
  const texts = [...new Set([path.spelling, path.canonical ?? path.spelling])];
  const places = cwd === null || cwd === undefined ? texts : [...texts, cwd];
  const runs = new Set(world.gitRuns(places).flatMap(both(world)));
  const ends = texts.map(namesOf);
  const brought = (recursive ? (brings ?? []) : []).map((name) => ({
    names: texts.map((text) => namesOf(`${text}/${name}`)),
    isFolder: name.endsWith("/"),
  }));
  for (const run of runs) {
    const names = namesOf(run);
    if (ends.some((end) => startsWith(end, names, false))) return RUN_BY_GIT;
    const below = { ...RUN_BY_GIT, below: run };
    if (brought.some((member) => meets(member, names))) return below;
    if (recursive && brings === undefined && ends.some((end) => reaches(end, run, context))) return below;
  }
  return undefined;
}

/** A folder that is there already stays as it is; a file in its place leads elsewhere. */
function meets(
  member: { readonly names: readonly (readonly string[])[]; readonly isFolder: boolean },
  run: readonly string[],
): boolean {
  return member.names.some((end) => startsWith(end, run, false) || (!member.isFolder && startsWith(run, end, false)));
}

/** A folder is changed as a whole around it, or a tree is copied here that has it, or a link or file on the way to it. */
function reaches(end: readonly string[], run: string, { world, from }: GitRunContext): boolean {
  if (!startsWith(namesOf(run), end, false)) return false;
  if (from === undefined) return true;
  const rest = segmentsOf(run).slice(end.length);
  const kinds = rest.map((_, at) => world.lstat(`${from}/${rest.slice(0, at + 1).join("/")}`)?.kind);
  const stop = kinds.find((kind) => kind !== "dir");
  return stop !== undefined || !kinds.includes(undefined);
}

/** As the settings spell it, and where that leads. */
function both(world: World): (run: string) => readonly string[] {
  return (run) => {
    const spelled = readSpelling(run, null, world.platform);
    const place = spelled.kind === "path" ? resolvePath(spelled, world, true) : null;
    return place === null || place.path === run ? [run] : [run, place.path];
  };
}

function namesOf(path: string): readonly string[] {
  return segmentsOf(path.replaceAll("\\", "/")).map(foldName);
}
