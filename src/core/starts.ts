import { gate, SILENT, type Answer } from "./answer.ts";
import { askByRule } from "./by-rules.ts";
import type { Call } from "./call.ts";
import { finding } from "./finding-table.ts";
import type { Part, Started, Word } from "./reading.ts";
import { strongest, type CompiledRule } from "./rule/compiled.ts";
import { speaksOf } from "./rule/index.ts";
import { rulesForOther } from "./rules-for.ts";

/**
 * Stages 4 and 6 for what a program without knowledge may start by its words: whether it does is not known, so that a
 * rule against that asks. `allows`: of the part itself. Source: rules.md, a deny sees every inner command.
 */
export function judgeStarts(call: Call, part: Part, allows: readonly CompiledRule[]): readonly Answer[] {
  if ((part.known && part.mayStart === undefined) || part.program === null || call.reading.tool.profile !== "command")
    return SILENT;
  const named = placesNamed(call, part);
  if (named.length * part.words.length > MOST_WORDS)
    return [gate(8, finding("unreadable", "the line names more programs that rules speak of than are looked at"))];
  const rules = [...(part.mayStart ?? []), ...named.map((at) => startAt(part, at))]
    .filter(({ word }) => !allows.some((rule) => spells(rule, word)))
    .flatMap((started) => rulesForOther(call, part, started));
  const asking = strongest(rules);
  return asking === null ? SILENT : [askByRule(asking, "its words may start what the rule speaks of")];
}

/** Words that are held against rules, those behind each program that is named. */
const MOST_WORDS = 50_000;

/** Where a word is the name of a program that a rule speaks of. */
function placesNamed({ policy, reading }: Call, { words }: Part): readonly number[] {
  return words.flatMap((word, at) => {
    const isName = word.kind === "literal" && word.option === undefined;
    return isName && speaksOf(policy.index, reading.tool.id, programIn(word)) ? [at] : [];
  });
}

/** The command that begins at a place, as it is written. */
function startAt({ words }: Part, at: number): Started {
  const word = words[at] as Word;
  return { word: word.text, program: programIn(word), words: words.slice(at + 1), globals: [] };
}

function programIn({ text }: Word): string {
  return text.slice(text.lastIndexOf("/") + 1);
}

/** Who wrote `foo rm *` has said that `rm` is a word of `foo`. */
function spells({ pattern }: CompiledRule, word: string): boolean {
  return pattern.kind === "command" && pattern.words.some(({ kind, text }) => kind === "literal" && text === word);
}
