import type { Word } from "../../core/reading.ts";
import type { CommandPattern, PatternWord, ReadPattern } from "../../core/rule/pattern.ts";
import { knowledgeOf } from "../knowledge/index.ts";
import { type Arg, literal } from "./arg.ts";
import { plainArgs } from "./dialect.ts";
import { readWords } from "./options.ts";
import { wordsOf } from "./words.ts";

/**
 * Reads `git push --force *`. The words pass the same option reader as those of calls, so both have one spelling.
 * Source: rules.md, "Command rules".
 */
export const readCommandPattern: ReadPattern = (text) => {
  if (text.trim() === "*") return { ok: true, pattern: { kind: "any" } };
  const words = splitPattern(text);
  if (typeof words === "string") return { ok: false, message: words };
  const [program = "", ...rest] = words;
  if (program === "") return { ok: false, message: "a pattern begins with a program's name" };
  if (/[*?]/.test(program)) return { ok: false, message: "a program's name takes no masks" };
  if (program.includes("/")) return { ok: false, message: whyNoPath(program) };
  // Such a rule would speak of no command, and a deny be none.
  if (/[!^$()|{};&<>`'=]/.test(program))
    return { ok: false, message: "a program's name has no sign of a shell or of a regular expression" };
  const open = rest.at(-1) === "*";
  return { ok: true, pattern: patternOf(program, open ? rest.slice(0, -1) : rest, open) };
};

function whyNoPath(program: string): string {
  const name = program.slice(program.lastIndexOf("/") + 1);
  const isName = /^[\w.@+-]+$/.test(name);
  return isName
    ? `a rule names a program by its base name, \`${name}\``
    : "a rule is words of a command, no regular expression";
}

function patternOf(program: string, words: readonly string[], open: boolean): CommandPattern {
  const args = words.map(literal);
  const known = knowledgeOf(program);
  if (known === undefined)
    return { kind: "command", program, known: false, words: args.map(asWritten), globals: [], open };
  const read = wordsOf(readWords(known, plainArgs(program, args)));
  return {
    kind: "command",
    program,
    known: true,
    words: read.words.map(toPatternWord),
    globals: read.globals.map(toPatternWord),
    open,
  };
}

function asWritten(arg: Arg): PatternWord {
  const option = arg.dash && arg.text.length > 1 ? { option: /^[^=]+/.exec(arg.text)?.[0] ?? arg.text } : {};
  return { text: arg.text, kind: /[*?]/.test(arg.text) ? "mask" : "literal", ...option };
}

function toPatternWord({ text, option }: Word): PatternWord {
  return { text, kind: /[*?]/.test(text) ? "mask" : "literal", ...(option !== undefined && { option }) };
}

/** Words between blanks; one in double quotes may hold blanks, and a doubled quote stands for one. */
function splitPattern(text: string): readonly string[] | string {
  if (/[\u0000-\u001f\u007f]/.test(text)) return "a pattern is one line without control characters";
  const words: string[] = [];
  let at = 0;
  while (at < text.length) {
    if (text[at] === " ") at++;
    else if (text[at] === '"') {
      const end = closingQuote(text, at + 1);
      if (end === null) return "a quote is not closed";
      words.push(text.slice(at + 1, end).replaceAll('""', '"'));
      at = end + 1;
      if (at < text.length && text[at] !== " ") return "a quoted word ends at its closing quote";
    } else {
      const end = text.indexOf(" ", at);
      words.push(text.slice(at, end < 0 ? undefined : end));
      at = end < 0 ? text.length : end;
    }
  }
  return words;
}

function closingQuote(text: string, from: number): number | null {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at;
  }
  return null;
}
