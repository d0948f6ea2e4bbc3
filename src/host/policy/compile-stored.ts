import { compile, type CompiledPolicy, type Readers, readRule } from "../../core/compile.ts";
import type { Fault } from "../../core/faults.ts";
import type { Policy, Rule } from "../../core/policy.ts";

/** A policy that does not load decides nothing. */
export class PolicyError extends Error {
  constructor(faults: readonly Fault[]) {
    super(faults.map((fault) => `${fault.path}: ${fault.message}`).join("; "));
    this.name = "PolicyError";
  }
}

/**
 * A policy with what people stored. Throws where it does not load; a stored rule that cannot be read is set aside, so
 * that one stale rule does not keep everything from being decided.
 */
export function compileStored(policy: Policy, readers: Readers): CompiledPolicy {
  const compiled = compile(policy, readers, { stored: true });
  if (!compiled.ok) throw new PolicyError(compiled.errors);
  return compiled.policy;
}

/** Why a rule cannot be read; null where it can. */
export function faultOfRule(rule: Rule, readers: Readers): Fault | null {
  const read = readRule(rule, readers);
  return read.ok ? null : (read.errors[0] ?? { path: "rule", message: "it is no rule" });
}
