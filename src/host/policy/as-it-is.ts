import type { CompiledPolicy } from "../../core/compile.ts";
import type { World } from "../../read/world.ts";
import { withLinkedRules } from "./linked-rules.ts";
import { withRootsAsTheyAre } from "./root-identity.ts";

/** A policy held against the disk, for one decision: replaced roots, and rules about files that are links. */
export function policyAsItIs(policy: CompiledPolicy, world: World): CompiledPolicy {
  return withLinkedRules(withRootsAsTheyAre(policy, world), world);
}
