import type { Part } from "../reading.ts";
import type { CompiledRule } from "./compiled.ts";
import type { CommandPattern } from "./pattern.ts";
import { optionName } from "./match-command.ts";

/**
 * An allow that matches a part may still not reach it: what starts another program or discards work is reached only
 * by its exact words, and an option with an effect only by its name. Source: rules.md, "Only by its exact words".
 */
export function reaches(rule: CompiledRule, part: Part): boolean {
  return spellsExactly(rule, part) && namesOptions(rule, part);
}

/** Does the rule spell what the part demands to have spelled? */
export function spellsExactly(rule: CompiledRule, part: Part): boolean {
  if (part.exactOnly === undefined) return true;
  if (part.exactOnly === "destructive") return spellsAll(rule, part);
  if (rule.rule.when?.argsHash !== undefined) return true;
  if (part.spell === undefined) return spellsAll(rule, part);
  return rule.pattern.kind === "command" && holdsWords(rule.pattern, part.spell);
}

/** Is every word of the part a word of the pattern, with nothing left open? */
export function spellsAll({ pattern }: CompiledRule, part: Part): boolean {
  if (pattern.kind !== "command" || pattern.open) return false;
  const words = [...part.words, ...part.globals];
  if (words.some((word) => word.kind !== "literal")) return false;
  return (
    holdsWords(
      pattern,
      words.map((word) => word.text),
    ) && holdsWords(pattern, part.spell ?? [])
  );
}

export function namesOptions(rule: CompiledRule, part: Part): boolean {
  if (part.optionEffects.length === 0 || rule.rule.when?.argsHash !== undefined) return true;
  const { pattern } = rule;
  if (pattern.kind !== "command") return false;
  const named = new Set([...pattern.words, ...pattern.globals].map(optionName));
  const { obscure } = part;
  return part.optionEffects.every((name) => named.has(name) || (name === obscure?.name && named.has(obscure.group)));
}

/** Each word stands literally in the pattern, and as often as it is asked for. */
function holdsWords(pattern: CommandPattern, words: readonly string[]): boolean {
  const left = [...pattern.words, ...pattern.globals]
    .filter((word) => word.kind === "literal")
    .map((word) => word.text);
  return words.every((word) => {
    const at = left.indexOf(word);
    if (at < 0) return false;
    left.splice(at, 1);
    return true;
  });
}
