import type { Pipeline } from "unbash";
import type { Part, Word } from "../../core/reading.ts";

/**
 * `env | grep -c ^X=`: of the variables that come in only a number is told, or whether there is one. The next command must
 * be the only one that reads them, and nothing may lead them elsewhere.
 */
export function tellCounted(parts: Part[], { commands, operators }: Pipeline, starts: readonly number[]): void {
  for (let at = 0; at + 1 < commands.length; at++) {
    const [from, next, after] = [starts[at]!, starts[at + 1]!, starts[at + 2] ?? parts.length];
    const alone = next === from + 1 && after === next + 1 && operators[at] === "|";
    const plain = [commands[at], commands[at + 1]].every((node) => node?.type === "Command" && !node.redirects.length);
    const [shown, counting] = [parts[from], parts[next]];
    if (alone && plain && shown && counting && showsVariables(shown) && counts(counting))
      parts[from] = { ...shown, class: "read" };
  }
}

const SHOWS: ReadonlySet<string> = new Set(["env", "genv", "printenv", "set", "export", "declare", "typeset"]);

/** Of these programs nothing but that they show variables makes the class. */
function showsVariables({ program, words, class: cls, paths, findings, optionEffects }: Part): boolean {
  const nothing = paths.length === 0 && findings.length === 0 && optionEffects.length === 0;
  return SHOWS.has(program ?? "") && cls === "privilege" && words.length === 0 && nothing;
}

function counts({ program, words, class: cls, findings }: Part): boolean {
  if (cls !== "read" || findings.length > 0) return false;
  if (program === "wc" || program === "gwc") return true;
  const [options, operands] = [words.filter(({ option }) => option), words.filter(({ option }) => !option)];
  const names = options.map(({ option = "" }) => option);
  const counting = /^g?e?grep$/.test(program ?? "") && (names.includes("--count") || names.includes("--silent"));
  return counting && names.every((name) => PLAIN_OPTIONS.has(name)) && operands.every(isName) && operands.length === 1;
}

const PLAIN_OPTIONS: ReadonlySet<string> = new Set(["--count", "--silent", "--ignore-case", "--invert-match"]);

/**
 * The beginning of a variable's name and of nothing else: where a value has lines of its own, keys and certificates, they
 * have neither `_` nor a `=` so early. What may stand in a value spells it letter by letter.
 */
function isName({ text, kind }: Word): boolean {
  return kind === "literal" && /^\^(?:[A-Za-z_]\w*=|(?=\w*_)[A-Za-z_]\w*)$/.test(text);
}
