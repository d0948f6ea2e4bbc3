import { archives } from "./archives.ts";
import { build } from "./build.ts";
import { clouds } from "./clouds.ts";
import { containers } from "./containers.ts";
import { databases } from "./databases.ts";
import { dotnet } from "./dotnet.ts";
import { files } from "./files.ts";
import { forges } from "./forges.ts";
import { git } from "./git.ts";
import { go } from "./go.ts";
import { java } from "./java.ts";
import { javascript } from "./javascript.ts";
import { macos } from "./macos.ts";
import { media } from "./media.ts";
import { network } from "./network.ts";
import { php } from "./php.ts";
import { python } from "./python.ts";
import { ruby } from "./ruby.ts";
import { rust } from "./rust.ts";
import { search } from "./search.ts";
import { shells } from "./shells.ts";
import { system } from "./system.ts";
import { text } from "./text.ts";
import type { Program } from "./schema.ts";
import { words } from "./parse.ts";

/** Everything that is known, one list a family. */
const FAMILIES: readonly (readonly Program[])[] = [
  archives,
  build,
  clouds,
  containers,
  databases,
  dotnet,
  files,
  forges,
  git,
  go,
  java,
  javascript,
  macos,
  media,
  network,
  php,
  python,
  ruby,
  rust,
  search,
  shells,
  system,
  text,
];

let byName: ReadonlyMap<string, Program> | undefined;

/** What is known of a program, by its base name; undefined: nothing. */
export function knowledgeOf(program: string): Program | undefined {
  byName ??= new Map(programs().flatMap((entry) => words(entry.names).map((name) => [name, entry] as const)));
  return byName.get(program);
}

export function programs(): readonly Program[] {
  return FAMILIES.flat();
}
