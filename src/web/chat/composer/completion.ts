/** What a composer completes at its caret. Pure. */

export interface Asked {
  /** A file of the project after `@`, a command of before after `@shell`, or the word `@shell` itself. */
  readonly kind: "file" | "shell" | "word";
  readonly query: string;
  /** What the choice takes the place of. */
  readonly from: number;
  readonly to: number;
}

const SHELL = /^@shell\s/;

/** The command of a text that is one for the shell; null: it is for the model. */
export function shellCommand(text: string): string | null {
  return SHELL.test(text) ? text.replace(SHELL, "").trim() : null;
}

export function askedAt(text: string, caret: number): Asked | null {
  const shell = SHELL.exec(text)?.[0];
  if (shell !== undefined) {
    const from = shell.length;
    return caret < from ? null : { kind: "shell", query: text.slice(from), from, to: text.length };
  }
  const word = /(?:^|\s)@([\p{L}\p{N}_./-]*)$/u.exec(text.slice(0, caret))?.[1];
  if (word === undefined) return null;
  const from = caret - word.length - 1;
  const kind = from === 0 && word !== "" && "shell".startsWith(word) ? "word" : "file";
  return { kind, query: word, from, to: caret };
}

/** The text with what was chosen in it, and where the caret goes. */
export function completed(
  text: string,
  { kind, from, to }: Asked,
  choice: string,
): { readonly text: string; readonly caret: number } {
  const put = { shell: choice, word: "@shell ", file: `@${choice} ` }[kind];
  const head = text.slice(0, from) + put;
  return { text: head + text.slice(to).replace(/^ /, ""), caret: head.length };
}

/** Commands of before that begin so, then those that hold it; the newest first, each once. */
export function matchingCommands(history: readonly string[], query: string, limit = 8): readonly string[] {
  const newest = [...new Set([...history].reverse())].filter((command) => command !== query && command.includes(query));
  const begins = newest.filter((command) => command.startsWith(query));
  return [...begins, ...newest.filter((command) => !command.startsWith(query))].slice(0, limit);
}
