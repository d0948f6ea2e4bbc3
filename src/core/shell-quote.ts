/** A text as a POSIX shell takes it for one word, in quotes. */
export function inQuotes(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Words as one line of a POSIX shell, as a person would write it: what a shell would take apart stands in quotes. */
export function shellLine(words: readonly string[]): string {
  return words.map((word) => (/^[\w@%+=:,./-]+$/u.test(word) ? word : inQuotes(word))).join(" ");
}
