import { type Line, unreadable } from "./line.ts";

/**
 * `a=(1); declare a=$(cat f)`: where a name is an array already, a text in parentheses is taken for its elements, and what
 * stands in it is expanded, so that a file's content can run commands. Source: bash 5.2, tried.
 */

/** Names that are arrays of the shell's own. */
const SHELL_ARRAYS: ReadonlySet<string> = new Set(
  "BASH_ARGC BASH_ARGV BASH_LINENO BASH_REMATCH BASH_SOURCE COMP_WORDS COMPREPLY DIRSTACK FUNCNAME GROUPS MAPFILE PIPESTATUS".split(
    " ",
  ),
);

/** The line makes an array of this name, before or after it gives it a text: a loop may come by again. */
export function makesArray(line: Line, name: string): void {
  line.declared.arrays.add(name);
  if (line.declared.texts.has(name)) tellReadAgain(line, name);
}

/** `declare NAME=…` and its kind, where the text is not fixed. */
export function givesText(line: Line, name: string): void {
  line.declared.texts.add(name);
  if (line.declared.arrays.has(name) || SHELL_ARRAYS.has(name)) tellReadAgain(line, name);
}

function tellReadAgain(line: Line, name: string): void {
  unreadable(line, `gives the array \`${name}\` a text, which the shell reads again`);
}
