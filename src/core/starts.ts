import type { Answer } from "./answer.ts";
import { SILENT } from "./answer.ts";
import { askByRule } from "./by-rules.ts";
import type { Call } from "./call.ts";
import type { Part, Started } from "./reading.ts";
import { strongest, type CompiledRule } from "./rule/compiled.ts";
import { speaksOf } from "./rule/index.ts";
import { rulesForOther } from "./rules-for.ts";

/**
 * Stages 4 and 6 for what a program without knowledge may start by its words: whether it does is not known, so that a
 * rule against that asks. `allows`: of the part itself. Source: rules.md, a deny sees every inner command.
 */
export function judgeStarts(call: Call, part: Part, allows: readonly CompiledRule[]): readonly Answer[] {
  if (part.known || part.program === null || call.reading.tool.profile !== "command") return SILENT;
  const rules = [...(part.mayStart ?? []), ...asWritten(call, part)]
    .filter(({ word }) => !allows.some((rule) => spells(rule, word)))
    .flatMap((started) => rulesForOther(call, part, started));
  const asking = strongest(rules);
  return asking === null ? SILENT : [askByRule(asking, "its words may start what the rule speaks of")];
}

/** A word that a rule names as a program, with the words behind it. */
function asWritten({ policy, reading }: Call, { words }: Part): readonly Started[] {
  return words.flatMap(({ text, kind, option }, at) => {
    const program = text.slice(text.lastIndexOf("/") + 1);
    if (kind !== "literal" || option !== undefined || !speaksOf(policy.index, reading.tool.id, program)) return [];
    return [{ word: text, program, words: words.slice(at + 1), globals: [] }];
  });
}

/** Who wrote `foo rm *` has said that `rm` is a word of `foo`. */
function spells({ pattern }: CompiledRule, word: string): boolean {
  return pattern.kind === "command" && pattern.words.some(({ kind, text }) => kind === "literal" && text === word);
}
