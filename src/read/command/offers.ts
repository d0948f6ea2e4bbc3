import type { Part, PartOffer, Word } from "../../core/reading.ts";
import { knowledgeOf } from "../knowledge/index.ts";
import { pickSubcommand, type Scope } from "../knowledge/pick.ts";
import { readCommandPattern } from "./pattern.ts";

/** What offers are made of. `head`: words that an offer with an open end keeps; default: those of `spell`. */
type Offered = Omit<Part, "offers"> & { readonly head?: readonly string[] };

/** Rules that the card may offer for a part, preselected first. Source: rules.md, "What the card may offer to remember". */
export function offersOf(part: Offered): readonly PartOffer[] {
  const { program, words } = part;
  if (program === null) return [];
  const offers: PartOffer[] = [];
  if (part.projectCode) offers.push({ kind: "consent", tool: "project-code", pattern: "*" });
  const exact = exactPattern(program, part);
  if (part.exactOnly === "destructive") return exact === null ? offers : [...offers, shell("exact", exact)];
  if (part.exactOnly === "launcher") {
    const { spell = [], head = spell } = part;
    const upTo = carriersEnd(words, head);
    const open = spell.length > 0 && upTo !== null ? patternOf(program, withEffects(part, words.slice(0, upTo))) : null;
    if (open !== null) offers.push(shell("subcommand", `${open} *`));
    return exact === null ? offers : [...offers, shell("exact", exact)];
  }
  const sub = subcommandOf(part);
  if (sub !== null) offers.push(shell("subcommand", `${sub} *`));
  if (exact !== null) offers.push(shell("exact", exact));
  if (part.known || sub === null) offers.push(shell("program", `${program} *`));
  return offers;
}

function shell(kind: PartOffer["kind"], pattern: string): PartOffer {
  return { kind, tool: "shell", pattern };
}

function subcommandOf({ program, words, optionEffects, known }: Offered): string | null {
  if (program === null) return null;
  const named = words.slice(0, known ? subcommandsAmong(program, words) : firstWord(words));
  if (named.length === 0 && optionEffects.length === 0) return null;
  return patternOf(program, withEffects({ optionEffects }, named));
}

/** A rule reaches an effect that rides on an option only where it names the option. */
function withEffects({ optionEffects }: Pick<Offered, "optionEffects">, named: readonly Word[]): readonly Word[] {
  const unnamed = optionEffects.filter((name) => !named.some(({ text }) => text === name));
  return [...named, ...unnamed.map((name) => ({ text: name, kind: "literal" as const, option: name }))];
}

/** How many words, from the first, name a subcommand: `git add x` → 1, `gh pr view 5` → 2. */
function subcommandsAmong(program: string, words: readonly Word[]): number {
  const known = knowledgeOf(program);
  let scope: Scope | undefined = known && { program: known, command: known, path: [] };
  for (let at = 0; ; at++) {
    const word = words[at];
    scope =
      scope && word?.kind === "literal" && word.option === undefined ? pickSubcommand(scope, word.text) : undefined;
    if (scope === undefined) return at;
  }
}

/** Of a program without knowledge the first word is taken for a subcommand where it looks like one. */
function firstWord([word]: readonly Word[]): number {
  return word?.kind === "literal" && word.option === undefined && /^[a-z][\w:-]*$/.test(word.text) ? 1 : 0;
}

function exactPattern(program: string, part: Offered): string | null {
  return patternOf(program, [...part.globals, ...part.words]);
}

/** Words after which a launcher's own program has been named. */
function carriersEnd(words: readonly Word[], spell: readonly string[]): number | null {
  const last = words.findLastIndex((word) => spell.includes(word.text));
  return last < 0 ? null : last + 1;
}

/** Null where no pattern can say it: values that are not fixed, masks, several lines. */
function patternOf(program: string, words: readonly Word[]): string | null {
  if (words.some((word) => word.kind !== "literal" || /[*?\n]/.test(word.text))) return null;
  const spellings = [inOne, apart, joined].map((spell) => [program, ...words.map(spell)].join(" "));
  return spellings.find((pattern) => readsBack(pattern, words)) ?? spellings[0] ?? null;
}

function inOne({ text }: Word): string {
  return quoteWord(text);
}

/** `-c 1` where `-c=1` would be read as the value `=1`. */
function apart(word: Word): string {
  const value = valueOf(word);
  return value === null ? inOne(word) : `${word.option} ${quoteWord(value)}`;
}

/** `-I.bak`, where a value is only taken joined. */
function joined(word: Word): string {
  const value = valueOf(word);
  return value === null ? inOne(word) : quoteWord(`${word.option}${value}`);
}

function valueOf({ text, option = "" }: Word): string | null {
  return /^-[^-]$/.test(option) && text.startsWith(`${option}=`) ? text.slice(option.length + 1) : null;
}

function readsBack(pattern: string, words: readonly Word[]): boolean {
  const read = readCommandPattern(pattern);
  if (!read.ok || read.pattern.kind !== "command") return false;
  const given = [...read.pattern.globals, ...read.pattern.words].map(({ text }) => text).sort();
  return (
    given.join("\n") ===
    words
      .map(({ text }) => text)
      .sort()
      .join("\n")
  );
}

function quoteWord(text: string): string {
  return text === "" || /[\s"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
