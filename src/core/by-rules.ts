import { allow, ask, byRule, deny, ruleText, SILENT, type Answer } from "./answer.ts";
import { strongest, type CompiledRule } from "./rule/compiled.ts";
import type { RulesFor } from "./rules-for.ts";

/** What was asked about one command, tool or path, and what came of it. */
export interface Asked {
  readonly answers: readonly Answer[];
  /** The rule that decided. */
  readonly winner?: CompiledRule;
}

/** Stage 4: the deny rules. */
export function denials({ denies }: RulesFor): readonly Answer[] {
  const rule = strongest(denies);
  return rule === null
    ? SILENT
    : [
        deny({
          stage: 4,
          code: "rule-deny",
          reason: `the rule ${ruleText(rule)} denies this`,
          decidedBy: byRule(rule),
        }),
      ];
}

/** INVARIANT: a deny that may match is never outranked: denies come before what is more specific. */
export function winnerOf({ asks, allows }: RulesFor): CompiledRule | null {
  if (asks.length === 0) return strongest(allows);
  const best = strongest([...asks, ...allows]);
  if (best?.rule.decision !== "allow") return best;
  return strongest(asks.filter(({ rule }) => rule.decision === "deny")) ?? best;
}

export function byWinner(rule: CompiledRule): Answer {
  if (rule.rule.decision !== "allow") return askByRule(rule);
  return allow({
    stage: 6,
    code: "rule-allow",
    reason: `the rule ${ruleText(rule)} allows this`,
    decidedBy: byRule(rule),
  });
}

export function askByRule(rule: CompiledRule, because = "not all of what it reaches is known"): Answer {
  const may = rule.rule.decision === "deny" ? `may deny this: ${because}` : "asks about this";
  return ask({ stage: 6, code: "rule-ask", reason: `the rule ${ruleText(rule)} ${may}`, decidedBy: byRule(rule) });
}
