import type { Word } from "../../core/reading.ts";
import { matchesMask } from "../../core/rule/wildcard.ts";
import type { Draft } from "./line.ts";
import type { Given, ReadWords } from "./options.ts";

/** The words of a command in their one spelling, and apart from them the options that stand before its subcommand. */
export function wordsOf(read: ReadWords): Pick<Draft, "words" | "globals"> {
  const words: Word[] = [];
  const globals: Word[] = [];
  for (const text of read.meaning.path) words.push({ text, kind: "literal" });
  for (const word of read.words) {
    if (word.kind === "operand") words.push({ text: word.arg.text, kind: word.arg.kind });
    else if (word.kind === "unknown")
      words.push({ text: word.arg.text, kind: word.arg.kind, option: /^[^=]+/.exec(word.arg.text)?.[0] ?? "" });
    else (word.global ? globals : words).push(optionWord(word));
  }
  addImplied(read, words);
  for (const arg of read.argv ?? []) words.push({ text: arg.text, kind: arg.kind });
  return { words, globals };
}

/** An operand that stands for an option carries it, so that one act has one spelling (`push origin +main`). */
function addImplied({ meaning: { command }, words }: ReadWords, to: Word[]): void {
  if (command.implies === undefined) return;
  const [mask = "", name = ""] = command.implies.split(" ");
  const given = words.some((word) => word.kind === "option" && word.name === name);
  const stands = words.some((word) => word.kind === "operand" && matchesMask(mask, word.arg.prefix));
  if (stands && !given) to.push({ text: name, kind: "literal", option: name });
}

function optionWord({ name, value, argv }: Given): Word {
  const values = argv ?? (value ? [value] : []);
  if (values.length === 0) return { text: name, kind: "literal", option: name };
  const odd = values.find((arg) => arg.kind !== "literal");
  return { text: `${name}=${values.map((arg) => arg.text).join(" ")}`, kind: odd?.kind ?? "literal", option: name };
}
