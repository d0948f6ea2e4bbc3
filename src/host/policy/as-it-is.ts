import type { CompiledPolicy } from "../../core/compile.ts";
import type { Reading } from "../../core/reading.ts";
import type { World } from "../../read/world.ts";
import { withLinkedRules } from "./linked-rules.ts";
import { withRootsAsTheyAre } from "./root-identity.ts";
import { withUntracked } from "./untracked.ts";

/**
 * A policy held against the disk, for the decision about one call: replaced roots, rules about files that are links, and
 * those about files that git does not track.
 */
export function policyAsItIs(policy: CompiledPolicy, world: World, reading: Reading): CompiledPolicy {
  return withUntracked(withLinkedRules(withRootsAsTheyAre(policy, world), world), world, reading);
}
