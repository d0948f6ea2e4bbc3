import { isReadOnly, type Class } from "./class.ts";
import type { CompiledRule } from "./rule/compiled.ts";
import type { Level } from "./policy.ts";
import type { Reading, ToolFacts } from "./reading.ts";
import { ALWAYS_ASK } from "./tools.ts";

/**
 * Does level L0 run this without a rule or mode? What a reading says of a tool that always asks does not count.
 * Source: decision.md, Levels.
 */
export function isFreed(tool: ToolFacts, cls: Class): boolean {
  return isReadOnly(cls) && !ALWAYS_ASK.has(tool.id);
}

/** The level's word on what no rule and no mode decides. L3 never comes this far. */
export function levelAllows(level: Level, freed: boolean): boolean {
  return level === "L0" && freed;
}

/** Does the rule count at this level? L2 asks every time, so what was allowed for a run or session is not remembered. */
export function countsAtLevel({ rule }: CompiledRule, level: Level): boolean {
  return !(level === "L2" && rule.decision === "allow" && (rule.scope === "run" || rule.scope === "session"));
}

/** What "ask once" does not remember: it asks each time. */
export function isNeverRemembered(cls: Class): boolean {
  return cls === "destructive" || cls === "privilege" || cls === "admin" || cls === "unknown";
}

/** Does the rule's condition hold? Only level L1 writes conditions: "ask once". */
export function meetsCondition({ rule }: CompiledRule, reading: Reading, cls: Class): boolean {
  const { when } = rule;
  if (when === undefined) return true;
  if (when.readOnly === true && !isReadOnly(cls)) return false;
  if (when.argsHash !== undefined && (when.argsHash !== reading.argsHash || isNeverRemembered(cls))) return false;
  return when.cwd === undefined || when.cwd === reading.cwd;
}

/** A rule for this very call with these very arguments: nothing of it is left open. */
export function isThisCall({ rule }: CompiledRule): boolean {
  return rule.when?.argsHash !== undefined;
}
