import type { Word } from "unbash";
import { type Arg, literal, unknown } from "./arg.ts";
import type { Expander } from "./expand.ts";

/** What a shell makes of `~`, at the start of a word and in what looks like an assignment. */

/** A word that looks like an assignment: bash replaces `~` after its first `=` and after each `:` (`dd of=~/x`). */
export const LIKE_ASSIGNMENT = /^[A-Za-z_]\w*\+?=(?=~|.*[=:]~)/s;

/** As far as that is certain; quotes, a second `=` and another user's home are not. */
export function expandTildes(word: Word, start: string, expander: Expander): Arg {
  const home = homeOf(expander);
  const value = word.text.slice(start.length);
  const isPlain = word.parts === undefined && word.text === word.value && !/=|(?:^|:)~[^/:]/.test(value);
  if (home === null || !isPlain) return unknown(word.text, { prefix: start, many: word.parts !== undefined });
  return literal(start + value.replace(/(^|:)~(?=$|[/:])/g, `$1${home}`));
}

/** `~` and `~/…`; another user's home is not known. */
export function expandTilde(source: string, value: string, expander: Expander): Arg {
  const home = homeOf(expander);
  if (home !== null && (source === "~" || source.startsWith("~/")))
    return { ...literal(value), path: home + value.slice(1) };
  return unknown(value, { prefix: "/" });
}

export function tildeOf(source: string, text: string, expander: Expander): { readonly path?: string } {
  const home = source.startsWith("~/") ? homeOf(expander) : null;
  return home === null ? {} : { path: home + text.slice(1) };
}

/** Null where the line changed it to something that is not fixed. */
export function homeOf(expander: Expander): string | null {
  const value = expander.valueOf("HOME");
  if (value === undefined) return expander.home;
  return value?.kind === "literal" ? value.text : null;
}
