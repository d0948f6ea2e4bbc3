import type { Program } from "./schema.ts";
import { words } from "./parse.ts";

/** Everything that is known, one list a family. */
const FAMILIES: readonly (readonly Program[])[] = [];

let byName: ReadonlyMap<string, Program> | undefined;

/** What is known of a program, by its base name; undefined: nothing. */
export function knowledgeOf(program: string): Program | undefined {
  byName ??= new Map(programs().flatMap((entry) => words(entry.names).map((name) => [name, entry] as const)));
  return byName.get(program);
}

export function programs(): readonly Program[] {
  return FAMILIES.flat();
}
