/**
 * What is refused before a line is parsed, because parser, shell and the person's eye could see different lines.
 * Source: rules.md, "control or invisible characters".
 */

/** Longest line in UTF-16 units; deeper nesting than fits in it costs the parser too much time. */
export const MAX_LINE = 16_384;

/** The parser looks for the end of each `$((` again and again. Nobody computes this often in one line. */
const MOST_SUMS = 200;

/** What is wrong with a line, as the rest of the sentence "the line …"; null where nothing is. */
export function lineFault(line: string): string | null {
  if (line.length > MAX_LINE) return `is longer than ${MAX_LINE} characters`;
  for (let i = 0; i < line.length; i++) {
    const fault = characterFault(line.charCodeAt(i));
    if (fault) return `holds ${fault} (U+${line.charCodeAt(i).toString(16).toUpperCase().padStart(4, "0")})`;
  }
  // A shell joins the lines first and then sees `$x` or `$(cmd)`; the parser sees a plain `$`.
  if (line.includes("$\\\n")) return "splits an expansion over two lines";
  return endOfSums(line) < line.length ? `computes more than ${MOST_SUMS} times` : null;
}

/** What can be read of a line with a fault is still held against denials: its beginning, without what a shell would take for a character of a word. */
export function readable(line: string): string {
  const text = line
    .slice(0, MAX_LINE)
    .replaceAll("\r\n", "\n")
    .replace(/[^\t\n\x20-\x7e]/g, "");
  return text.slice(0, endOfSums(text));
}

function endOfSums(line: string): number {
  let at = -1;
  for (let sums = 0; sums <= MOST_SUMS; sums++) {
    at = line.indexOf("$((", at + 1);
    if (at < 0) return line.length;
  }
  return at;
}

function characterFault(code: number): string | null {
  if (code === 0x09 || code === 0x0a) return null;
  if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) return "a control character";
  if (code < 0xa0) return null;
  if (isInvisible(code)) return "an invisible character";
  return null;
}

/** Bidirectional controls, zero-width characters, blanks that a shell does not split at, lone fillers. */
function isInvisible(code: number): boolean {
  if (code === 0xad || code === 0x061c || code === 0x180e || code === 0xfeff || code === 0x3164 || code === 0xffa0)
    return true;
  if (code === 0x034f || code === 0x115f || code === 0x1160 || code === 0x17b4 || code === 0x17b5) return true;
  if (code >= 0x2000 && code <= 0x200f) return true;
  if (code >= 0x2028 && code <= 0x202f) return true;
  if (code >= 0x205f && code <= 0x206f) return true;
  if (code >= 0xfff9 && code <= 0xfffb) return true;
  return code === 0xa0 || code === 0x1680 || code === 0x3000 || code === 0xdb40;
}
