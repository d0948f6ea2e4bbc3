import type { Option } from "../knowledge/parse.ts";
import { parseOptions } from "../knowledge/parse.ts";
import type { Scope as Meaning } from "../knowledge/pick.ts";
import type { Command } from "../knowledge/schema.ts";

/** An option that does something by itself, as the example of what a word of unknown value could be. */
export interface Effect {
  readonly name: string;
  /** It runs something. */
  readonly runs: boolean;
}

const cache = new WeakMap<Command, Effect | null>();

/** The worst that an option of the command can do; undefined where none does anything. */
export function exampleEffect(meaning: Meaning, command: Command): Effect | undefined {
  const known = cache.get(meaning.command);
  if (known !== undefined) return known ?? undefined;
  const texts = [
    command.options,
    meaning.program.anywhere,
    meaning.path.length === 0 ? meaning.program.globals : undefined,
  ];
  const options = texts.flatMap((text) => (text === undefined ? [] : [...parseOptions(text).byName.values()]));
  const found = options.find(runs) ?? options.find(acts);
  const effect = found === undefined ? null : { name: found.canonical, runs: runs(found) };
  cache.set(meaning.command, effect);
  return effect ?? undefined;
}

/** Whether an option does something by itself, so that it must not hide in a word that is taken for another thing. */
export function hasEffect(option: Option): boolean {
  return runs(option) || acts(option);
}

function runs(option: Option): boolean {
  return option.effects.includes("execute") || (option.value !== undefined && "xpsa".includes(option.value));
}

function acts(option: Option): boolean {
  return option.effects.length > 0 || (option.value !== undefined && "wWedDE".includes(option.value));
}
