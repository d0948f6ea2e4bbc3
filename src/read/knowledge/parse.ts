import type { OptionEffect, ValueKind } from "./schema.ts";

/**
 * Reads the compact option and operand texts of `schema.ts`. Each text is read once, when first needed: importing
 * the knowledge costs no parsing.
 */

export interface Option {
  readonly canonical: string;
  /** Absent: a flag. */
  readonly value?: ValueKind;
  /** Kind of a second value, the next word (`jq --rawfile NAME FILE`). */
  readonly second?: ValueKind;
  /** The value is given only joined to the option. */
  readonly optional: boolean;
  readonly effects: readonly OptionEffect[];
  /** Operands are taken with everything below them. */
  readonly deep: boolean;
  /** The operand that is not given where this option is. */
  readonly standsFor?: "first" | "last";
  /** Every later word is an operand. */
  readonly ends: boolean;
  /** The program only tells about itself. */
  readonly info: boolean;
  /** Only a mask lists it, so that nothing is known of its value. */
  readonly masked?: true;
}

export interface OptionTable {
  /** Names as written in the text, masks included. */
  readonly byName: ReadonlyMap<string, Option>;
  /** Names that end in `*`, without it, longest first. */
  readonly masks: readonly string[];
}

export interface Operand {
  readonly kind: ValueKind;
  readonly repeats: boolean;
  readonly optional: boolean;
  /** Where none is given the working directory is meant. */
  readonly here: boolean;
}

const VALUE_KINDS: readonly ValueKind[] = [..."tflrwedcRWDEUmxaipsukhnv"] as ValueKind[];
export const OPTION_EFFECTS: readonly OptionEffect[] = [
  "write",
  "destructive",
  "network",
  "execute",
  "secret",
  "privilege",
  "unknown",
];

const OPTION =
  /^([-+][^=[+!|]+(?:\[no-\][^=[+!|]+)?(?:\|[-+][^=[+!|]+(?:\[no-\][^=[+!|]+)?)*)(\[=(.)\]|=(.)([a-zA-Z])?)?((?:\+[a-z]+)*)((?:![a-z]+)*)$/;
const OPERAND = /^([a-zA-Z])(\*?)(\??)(\.?)$/;

const tables = new Map<string, OptionTable>();
const lists = new Map<string, readonly Operand[]>();

/** The table of an option text; a token that does not fit the schema is left out, and so unknown (`check.ts` names it). */
export function parseOptions(text: string): OptionTable {
  const known = tables.get(text);
  if (known) return known;
  const byName = new Map<string, Option>();
  for (const token of words(text)) addOption(byName, token);
  const table = { byName, masks: masksOf(byName) };
  tables.set(text, table);
  return table;
}

/** The operands of an operand text, in order. */
export function parseOperands(text: string): readonly Operand[] {
  const known = lists.get(text);
  if (known) return known;
  const list = words(text).flatMap((token) => parseOperand(token) ?? []);
  lists.set(text, list);
  return list;
}

/** One token of an option text as its names and what they mean; undefined where it does not fit the schema. */
export function parseOption(token: string): { readonly names: readonly string[]; readonly option: Option } | undefined {
  const [, nameText = "", valueText = "", joinedKind, plainKind, second, marks = "", effects = ""] =
    OPTION.exec(token) ?? [];
  const names = nameText.split("|");
  const canonical = names.at(-1);
  const value = (joinedKind ?? plainKind) as ValueKind | undefined;
  if (!canonical || names.includes("")) return undefined;
  if ([value, second].some((kind) => kind && !VALUE_KINDS.includes(kind as ValueKind))) return undefined;
  const mask = canonical.endsWith("*") && !valueText;
  const standsFor = marks.includes("+first") ? "first" : marks.includes("+last") ? "last" : undefined;
  return {
    names,
    option: {
      canonical: canonical.replace("[no-]", ""),
      ...(mask ? { value: "t" as const } : value && { value }),
      ...(second && { second: second as ValueKind }),
      optional: mask || valueText.startsWith("["),
      effects: effects.split("!").slice(1) as OptionEffect[],
      deep: marks.includes("+deep"),
      ...(standsFor && { standsFor }),
      ends: marks.includes("+end"),
      info: false,
    },
  };
}

export function parseOperand(token: string): Operand | undefined {
  const [, kind, repeats, optional, here] = OPERAND.exec(token) ?? [];
  if (!kind || !VALUE_KINDS.includes(kind as ValueKind)) return undefined;
  return {
    kind: kind as ValueKind,
    repeats: repeats === "*",
    optional: optional === "?" || repeats === "*",
    here: here === ".",
  };
}

export function words(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

export function masksOf(byName: ReadonlyMap<string, Option>): readonly string[] {
  return [...byName.keys()]
    .filter((name) => name.endsWith("*"))
    .map((name) => name.slice(0, -1))
    .sort((a, b) => b.length - a.length);
}

function addOption(byName: Map<string, Option>, token: string): void {
  const parsed = parseOption(token);
  if (!parsed) return;
  for (const name of parsed.names) {
    byName.set(name.replace("[no-]", ""), parsed.option);
    if (!name.includes("[no-]")) continue;
    const { canonical, effects, deep, info } = parsed.option;
    const negated = canonical.replace(/^--/, "--no-");
    byName.set(name.replace("[no-]", "no-"), { canonical: negated, optional: false, effects, deep, ends: false, info });
  }
}
