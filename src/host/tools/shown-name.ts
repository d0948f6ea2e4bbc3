/** Ends a line, steers a terminal, reorders or hides what stands beside it; a quote, so that what is quoted is told apart. */
const UNPLAIN = /["\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/**
 * A path as one line of a tool's answer: one that could pass for several, or for another, stands in quotes with its
 * unplain characters escaped as in JSON.
 */
export function shownName(path: string): string {
  if (!UNPLAIN.test(path)) return path;
  const escaped = JSON.stringify(path).replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (char) => `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`,
  );
  return escaped;
}
