import { words } from "../../../src/read/knowledge/parse.ts";
import type { Command, Program } from "../../../src/read/knowledge/schema.ts";

export interface Place {
  readonly command: Command;
  /** Words that lead to it; a mask is spelled out by an example. */
  readonly path: readonly string[];
}

/** Every command of a program, each once: groups of cloud subcommands hold themselves. */
export function commandsOf(program: Program): readonly Place[] {
  const places: Place[] = [];
  const seen = new Set<Command>();
  const visit = (command: Command, path: readonly string[]): void => {
    if (seen.has(command)) return;
    seen.add(command);
    places.push({ command, path });
    for (const [key, sub] of Object.entries(command.subs ?? {}))
      visit(sub, [...path, words(key)[0]!.replace("*", "example")]);
  };
  visit(program, []);
  return places;
}

export function nameOf(program: Program, path: readonly string[]): string {
  return [words(program.names)[0]!, ...path].join(" ");
}
