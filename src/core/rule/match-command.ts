import type { Part, Word } from "../reading.ts";
import type { CommandPattern, PatternWord } from "./pattern.ts";
import { matchesMask } from "./wildcard.ts";

/** `maybe`: a word of unknown value decides it. An allow never rests on one; a deny that may match asks. */
export type Match = "no" | "maybe" | "yes";

/** A command as patterns look at it: operands in order, options anywhere. */
export interface CommandView {
  readonly command: Spelled;
  readonly operands: readonly Word[];
  readonly options: readonly Word[];
  /** Some word could turn out to be anything, an option too. */
  readonly uncertain: boolean;
}

type Spelled = Pick<Part, "program" | "known" | "words" | "globals">;

export function viewOf(command: Spelled): CommandView {
  const operands: Word[] = [];
  const options: Word[] = [];
  let uncertain = false;
  for (const word of command.words) {
    if (isOption(word)) options.push(word);
    else operands.push(word);
    if (word.kind !== "literal" && word.option === undefined) uncertain = true;
  }
  return { command, operands, options, uncertain };
}

/**
 * Does the pattern cover the part? An allow is held to what is certain; an ask or deny also meets what it may
 * cover. Source: rules.md, "Command rules" and "Reading a command".
 */
export function matchCommand(pattern: CommandPattern, view: CommandView, forAllow: boolean): Match {
  if (view.command.program !== pattern.program) return "no";
  const globals = matchOptions(pattern.globals, view.command.globals, forAllow, false);
  if (globals === "no") return "no";
  if (forAllow && !(pattern.known && view.command.known)) return asWritten(pattern, view.command.words);
  return weaker(globals, matchLoose(pattern, view, forAllow));
}

/** Whether a word of a pattern or call stands anywhere. For an unknown program a leading dash is all there is to go by. */
export function isOption(word: { readonly text: string; readonly option?: string }): boolean {
  return word.option !== undefined || (word.text.length > 1 && word.text.startsWith("-"));
}

/** The name under which an option is looked up: `--output` of `--output=a.txt`. */
export function optionName(word: { readonly text: string; readonly option?: string }): string {
  if (word.option !== undefined) return word.option;
  const end = word.text.indexOf("=");
  return end < 0 ? word.text : word.text.slice(0, end);
}

function matchLoose(pattern: CommandPattern, view: CommandView, forAllow: boolean): Match {
  let at = 0;
  let worst: Match = "yes";
  for (const word of pattern.words) {
    if (isOption(word)) continue;
    const given = view.operands[at++];
    worst = weaker(worst, given === undefined ? "no" : matchWord(word, given, forAllow));
    if (worst === "no") return "no";
  }
  if (!pattern.open && at !== view.operands.length) return "no";
  const options = matchOptions(pattern.words, view.options, forAllow, view.uncertain);
  if (options === "no") return "no";
  if (forAllow && pattern.open && !view.command.words.every(isTakenByRest)) return "no";
  if (
    !pattern.open &&
    !view.options.every((given) =>
      pattern.words.some((word) => isOption(word) && matchOption(word, given, forAllow) !== "no"),
    )
  )
    return "no";
  return weaker(worst, options);
}

/** Each option of the pattern must be among those given. */
function matchOptions(
  wanted: readonly PatternWord[],
  given: readonly Word[],
  forAllow: boolean,
  uncertain: boolean,
): Match {
  let worst: Match = "yes";
  for (const word of wanted) {
    if (!isOption(word)) continue;
    let best: Match = uncertain && !forAllow ? "maybe" : "no";
    for (const option of given) {
      const match = matchOption(word, option, forAllow);
      if (match === "yes") best = "yes";
      else if (match === "maybe" && best === "no") best = "maybe";
    }
    if (best === "no") return "no";
    worst = weaker(worst, best);
  }
  return worst;
}

function matchOption(word: PatternWord, given: Word, forAllow: boolean): Match {
  const name = optionName(word);
  if (optionName(given) !== name) return "no";
  // A deny of `--out=*` holds whatever the value turns out to be.
  const anyValue = word.text === name || (!forAllow && word.text === `${name}=*`);
  return anyValue ? "yes" : matchWord(word, given, forAllow);
}

function matchWord(word: PatternWord, given: Word, forAllow: boolean): Match {
  // INVARIANT: an allow never rests on a word whose value is not known.
  if (given.kind !== "literal") return forAllow ? "no" : "maybe";
  return (word.kind === "mask" ? matchesMask(word.text, given.text) : word.text === given.text) ? "yes" : "no";
}

/** Without knowledge of the program any word could belong to the one before it, so the order is all that is certain. */
function asWritten(pattern: CommandPattern, words: readonly Word[]): Match {
  if (words.length < pattern.words.length || (!pattern.open && words.length !== pattern.words.length)) return "no";
  if (!words.every(isTakenByRest)) return "no";
  return pattern.words.every((word, at) => matchWord(word, words[at] as Word, true) === "yes") ? "yes" : "no";
}

/** A lone `*` of an allow takes files that a glob names, and no word of unknown value: it could be any option. */
function isTakenByRest(word: Word): boolean {
  return word.kind !== "unknown" || word.option !== undefined;
}

function weaker(a: Match, b: Match): Match {
  if (a === "no" || b === "no") return "no";
  return a === "yes" ? b : a;
}
