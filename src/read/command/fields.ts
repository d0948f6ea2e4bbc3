import type { Word, WordPart } from "unbash";
import { type Arg, literal, unknown } from "./arg.ts";

/** Splits an unquoted value at blanks, as far as it is fixed. */
export function split(arg: Arg, word: Word): readonly Arg[] {
  const { parts = [] } = word;
  if (arg.kind !== "literal") return [arg];
  // What comes to nothing outside of quotes is no word.
  if (arg.text === "" && parts.length > 0 && parts.every(isExpansion)) return [];
  const bare = parts.length === 1 && isExpansion(parts[0]!);
  if (!parts.some(isExpansion) || !/[\s*?[\\]/.test(arg.text)) return [arg];
  if (bare && !/[*?[\\]/.test(arg.text)) return arg.text.trim().split(/\s+/).map(literal);
  return [unknown(word.text, { many: true })];
}

/** What is cut into words where it stands outside of quotes. */
export function isExpansion({ type }: WordPart): boolean {
  return type === "SimpleExpansion" || type === "ParameterExpansion" || type === "CommandExpansion";
}
