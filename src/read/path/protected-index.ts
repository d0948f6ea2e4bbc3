import { lazy } from "../../core/lazy.ts";
import { compileGlob, type Glob } from "./glob.ts";
import { protectedFiles } from "./protected.ts";
import type { ProtectedCategory } from "./protected/group.ts";

/** What a protected file is told apart by on its card. */
export interface Protection {
  readonly class: "W" | "R" | "D";
  readonly category: ProtectedCategory;
  /** Ends the sentence "this file …". */
  readonly reason: string;
  /** The path below, where it is not the one asked about. */
  readonly below?: string;
}

interface Entry {
  readonly glob: Glob;
  readonly except: readonly Glob[];
  readonly protection: Protection;
}

/**
 * By a name that a path must hold for the glob to cover it, by the extension of one, or by the extension or the beginning
 * of its last name: few globs are tried, however long the list.
 */
interface Index {
  readonly byName: Map<string, Entry[]>;
  readonly byAnyExtension: Map<string, Entry[]>;
  readonly byExtension: Map<string, Entry[]>;
  readonly byStart: Map<string, Entry[]>;
  readonly others: Entry[];
}

/** Characters of a beginning. */
const START = 3;

const protectedIndex = lazy(makeIndex);

/** The entries that may cover a path of these folded names; none that is left out does. */
export function protectedCandidates(names: readonly string[]): readonly Entry[] {
  const { byName, byAnyExtension, byExtension, byStart, others } = protectedIndex();
  const last = names.at(-1) ?? "";
  const found = [...others];
  addAll(found, byExtension.get(extensionOf(last)));
  addAll(found, byStart.get(last.slice(0, START)));
  for (const name of names) {
    addAll(found, byName.get(name));
    if (name.includes(".")) addAll(found, byAnyExtension.get(extensionOf(name)));
  }
  return found;
}

function extensionOf(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

function addAll(found: Entry[], list: readonly Entry[] | undefined): void {
  if (list !== undefined) for (const entry of list) found.push(entry);
}

function makeIndex(): Index {
  const index: Index = {
    byName: new Map(),
    byAnyExtension: new Map(),
    byExtension: new Map(),
    byStart: new Map(),
    others: [],
  };
  for (const { glob: text, except: exceptions, ...protection } of protectedFiles()) {
    const except = exceptions.flatMap(compileFolded);
    for (const glob of compileFolded(text)) placeOf(glob, index).push({ glob, except, protection });
  }
  return index;
}

/** Masks keep their `*` and `?`; a name's fold would drop a dot at the end of `x.*` too. */
function compileFolded(text: string): readonly Glob[] {
  return compileGlob(text.toUpperCase().toLowerCase());
}

function placeOf({ segments }: Glob, { byName, byAnyExtension, byExtension, byStart, others }: Index): Entry[] {
  const name = longestLiteral(segments);
  if (name !== undefined) return listAt(byName, name);
  const last = segments.at(-1);
  const mask = segments.findLast((segment) => segment.kind === "mask");
  const extension = mask && /\.([^.*?]+)$/.exec(mask.text)?.[1];
  if (extension !== undefined) return listAt(mask === last ? byExtension : byAnyExtension, extension);
  if (last?.kind !== "mask") return others;
  const start = last.text.slice(0, START);
  return /[*?]/.test(start) ? others : listAt(byStart, start);
}

function longestLiteral(segments: Glob["segments"]): string | undefined {
  let longest: string | undefined;
  for (const segment of segments)
    if (segment.kind === "literal" && segment.text.length > (longest?.length ?? 0)) longest = segment.text;
  return longest;
}

function listAt(lists: Map<string, Entry[]>, key: string): Entry[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}
