import type { Rule } from "../core/policy.ts";
import { faultOfRule } from "../host/policy/compile-stored.ts";
import { readers } from "../read/read.ts";
import { typed } from "./command-name.ts";

/** Why a rule is set aside; null of one that decides. */
export function faultOf(rule: Rule): string | null {
  return faultOfRule(rule, readers)?.message ?? null;
}

/** A line for each rule that cannot be read, with the command that takes it away. */
export function setAsideLines(rules: readonly Rule[]): readonly string[] {
  return rules.flatMap((rule) => {
    const fault = faultOf(rule);
    const text = `\`${rule.decision} ${rule.tool} ${rule.pattern}\``;
    return fault === null
      ? []
      : [`the rule ${text} cannot be read: ${fault}; mend it under Rules, or ${typed(`rules remove ${rule.id}`)}`];
  });
}
