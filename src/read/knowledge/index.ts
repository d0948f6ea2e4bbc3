import { archives } from "./archives.ts";
import { files } from "./files.ts";
import { git } from "./git.ts";
import { javascript } from "./javascript.ts";
import { python } from "./python.ts";
import type { Program } from "./schema.ts";
import { search } from "./search.ts";
import { text } from "./text.ts";
import { words } from "./parse.ts";

/** Everything that is known, one list a family. */
const FAMILIES: readonly (readonly Program[])[] = [archives, files, git, javascript, python, search, text];

let byName: ReadonlyMap<string, Program> | undefined;

/** What is known of a program, by its base name; undefined: nothing. */
export function knowledgeOf(program: string): Program | undefined {
  byName ??= new Map(programs().flatMap((entry) => words(entry.names).map((name) => [name, entry] as const)));
  return byName.get(program);
}

export function programs(): readonly Program[] {
  return FAMILIES.flat();
}
