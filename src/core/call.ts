import type { CompiledPolicy } from "./compile.ts";
import type { CompiledGrant } from "./grants.ts";
import { isMcp, resolveModes, type ToolModes } from "./modes.ts";
import type { Reading, ToolFacts } from "./reading.ts";
import type { CompiledRule } from "./rule/compiled.ts";

/** What the stages work on. */
export interface Call {
  readonly reading: Reading;
  readonly policy: CompiledPolicy;
  /** ms since 1970. */
  readonly now: number;
  readonly modes: ToolModes;
  /** The tool is not the one that was accepted: what loosens for it does not count. */
  readonly changed: boolean;
  readonly grants: readonly CompiledGrant[];
  /** Rules that are only tried out: what an offer would add. */
  readonly tried: readonly CompiledRule[];
}

export function openCall(reading: Reading, policy: CompiledPolicy, now: number): Call {
  const changed = hasChanged(reading.tool);
  return { reading, policy, now, changed, modes: modesOf(reading.tool, policy), grants: policy.grants, tried: [] };
}

function hasChanged({ pinned, hash }: ToolFacts): boolean {
  return pinned !== undefined && hash !== pinned;
}

export function modesOf(tool: ToolFacts, policy: CompiledPolicy): ToolModes {
  const setAside = hasChanged(tool);
  const resolved = isMcp(tool) || setAside ? undefined : policy.modes.get(tool.id);
  return resolved ?? resolveModes(policy.layers, tool, { limits: policy.limits, setAside });
}
