import type { Command, Program } from "./schema.ts";

/**
 * An entry with a place for every field that a decision may read: what reads entries is several times slower where each
 * has a shape of its own.
 */
export function inOneShape<T extends Command>(entry: T): T {
  return { ...EVERY_FIELD, ...entry };
}

const EVERY_FIELD: { readonly [Field in Exclude<keyof Program, "source">]: undefined } = {
  names: undefined,
  globals: undefined,
  separator: undefined,
  equals: undefined,
  anywhere: undefined,
  class: undefined,
  style: undefined,
  options: undefined,
  operands: undefined,
  subs: undefined,
  edits: undefined,
  aliases: undefined,
  implies: undefined,
  forms: undefined,
  info: undefined,
  exact: undefined,
  does: undefined,
  reveals: undefined,
  prints: undefined,
  changes: undefined,
  stdin: undefined,
  projectCode: undefined,
  language: undefined,
};
