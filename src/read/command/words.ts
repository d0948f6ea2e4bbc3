import type { Word } from "../../core/reading.ts";
import { matchesMask } from "../../core/rule/wildcard.ts";
import type { Draft } from "./line.ts";
import type { Given, ReadWords } from "./options.ts";

/** Brings the words of a command to their one spelling. */
export function setWords(draft: Draft, read: ReadWords): void {
  draft.words = read.meaning.path.map((text) => ({ text, kind: "literal" }));
  for (const word of read.words) {
    if (word.kind === "operand") draft.words.push({ text: word.arg.text, kind: word.arg.kind });
    else if (word.kind === "unknown")
      draft.words.push({ text: word.arg.text, kind: word.arg.kind, option: /^[^=]+/.exec(word.arg.text)?.[0] ?? "" });
    else (word.global ? draft.globals : draft.words).push(optionWord(word));
  }
  for (const word of impliedBy(read)) draft.words.push(word);
  for (const arg of read.argv ?? []) draft.words.push({ text: arg.text, kind: arg.kind });
}

/** An operand that stands for an option carries it, so that one act has one spelling (`push origin +main`). */
function impliedBy({ meaning, words }: ReadWords): readonly Word[] {
  const [mask, name = ""] = meaning.command.implies?.split(" ") ?? [];
  const given = words.some((word) => word.kind === "option" && word.name === name);
  const stands = words.some((word) => word.kind === "operand" && matchesMask(mask ?? "", word.arg.prefix));
  return mask !== undefined && stands && !given ? [{ text: name, kind: "literal", option: name }] : [];
}

function optionWord({ name, value, argv }: Given): Word {
  const values = argv ?? (value ? [value] : []);
  if (values.length === 0) return { text: name, kind: "literal", option: name };
  const odd = values.find((arg) => arg.kind !== "literal");
  return { text: `${name}=${values.map((arg) => arg.text).join(" ")}`, kind: odd?.kind ?? "literal", option: name };
}
