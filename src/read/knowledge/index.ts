import { archives } from "./archives.ts";
import { build } from "./build.ts";
import { bundlers } from "./bundlers.ts";
import { checkers } from "./checkers.ts";
import { clients } from "./clients.ts";
import { cloudPlatforms } from "./cloud-platforms.ts";
import { clouds } from "./clouds.ts";
import { clusters } from "./clusters.ts";
import { containers } from "./containers.ts";
import { data } from "./data.ts";
import { databases } from "./databases.ts";
import { digests } from "./digests.ts";
import { dotnet } from "./dotnet.ts";
import { files } from "./files.ts";
import { forges } from "./forges.ts";
import { git } from "./git.ts";
import { go } from "./go.ts";
import { infrastructure } from "./infrastructure.ts";
import { interfaces } from "./interfaces.ts";
import { java } from "./java.ts";
import { javascript } from "./javascript.ts";
import { launchers } from "./launchers.ts";
import { linters } from "./linters.ts";
import { macos } from "./macos.ts";
import { media } from "./media.ts";
import { named } from "./named.ts";
import { network } from "./network.ts";
import { inOneShape } from "./one-shape.ts";
import { packages } from "./packages.ts";
import { php } from "./php.ts";
import { processes } from "./processes.ts";
import { python } from "./python.ts";
import { ruby } from "./ruby.ts";
import { rust } from "./rust.ts";
import { search } from "./search.ts";
import { shells } from "./shells.ts";
import { system } from "./system.ts";
import { text } from "./text.ts";
import { lazy } from "../../core/lazy.ts";
import type { Family, Program } from "./schema.ts";

/** Everything that is known, one list a family. */
const FAMILIES: readonly Family[] = [
  archives,
  build,
  bundlers,
  checkers,
  clients,
  cloudPlatforms,
  clouds,
  clusters,
  containers,
  data,
  databases,
  digests,
  dotnet,
  files,
  forges,
  git,
  go,
  infrastructure,
  interfaces,
  java,
  javascript,
  launchers,
  linters,
  macos,
  media,
  named,
  network,
  packages,
  php,
  processes,
  python,
  ruby,
  rust,
  search,
  shells,
  system,
  text,
];

interface Shelf {
  readonly names: string;
  readonly family: Family;
  made?: Program;
}

/** What is known of a program, by its base name; undefined: nothing. */
export function knowledgeOf(program: string): Program | undefined {
  const shelf = shelves().get(program);
  return shelf && take(shelf);
}

/** Every entry that there is. Makes them all: for tests and documentation. */
export function programs(): readonly Program[] {
  return [...new Set(shelves().values())].map(take);
}

const shelves = lazy<ReadonlyMap<string, Shelf>>(() => {
  const byName = new Map<string, Shelf>();
  for (const family of FAMILIES) {
    for (const names of Object.keys(family)) {
      const shelf = { names, family };
      for (const name of names.split(" ")) byName.set(name, shelf);
    }
  }
  return byName;
});

/** INVARIANT: one object for each entry, since what is parsed of it is kept by it. */
function take(shelf: Shelf): Program {
  shelf.made ??= inOneShape({ names: shelf.names, ...shelf.family[shelf.names]!() });
  return shelf.made;
}
