/** Text may nest this deep; later readers recurse. */
const MAX_DEPTH = 64;

/**
 * What is wrong with a text that `JSON.parse` has accepted: a name that stands twice in one object, or too deep nesting;
 * null where nothing is. `JSON.parse` keeps the last of two, another reader the first: what says two things has to be
 * refused, not chosen from. Source: RFC 7493 (I-JSON), section 2.3.
 */
export function nameFault(text: string): string | null {
  const open: Set<string>[] = [];
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === "{" || char === "[") {
      if (open.push(new Set()) > MAX_DEPTH) return `nested deeper than ${MAX_DEPTH}`;
    } else if (char === "}" || char === "]") {
      open.pop();
    } else if (char === '"') {
      const end = stringEnd(text, at);
      if (isName(text, end)) {
        const name = JSON.parse(text.slice(at, end)) as string;
        const names = open.at(-1);
        if (names?.has(name)) return "a name stands twice in one object";
        names?.add(name);
      }
      at = end - 1;
    }
  }
  return null;
}

/**
 * What is wrong with the numbers of a text that `JSON.parse` has accepted: one that a double does not hold is another
 * number to a reader that has more digits, so two texts would be taken for one. Source: RFC 7493, section 2.2.
 */
export function numberFault(text: string): string | null {
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') at = stringEnd(text, at) - 1;
    else if (isDigit(text[at])) {
      const start = at;
      while (isDigit(text[at + 1]) || ".eE+-".includes(text[at + 1] ?? " ")) at++;
      const literal = text.slice(start, at + 1);
      if (!isExact(literal))
        return `not every reader takes \`${literal.slice(0, 40)}\` for the same number: send it as text`;
    }
  }
  return null;
}

function isExact(literal: string): boolean {
  const value = Number(literal);
  return /^\d+$/.test(literal) ? Number.isSafeInteger(value) : Number.isFinite(value);
}

function isDigit(char: string | undefined): boolean {
  return char !== undefined && char >= "0" && char <= "9";
}

/** Index behind the closing quote. A loop, since a pattern over a megabyte of string exhausts the matcher's stack. */
function stringEnd(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}

function isName(text: string, end: number): boolean {
  let at = end;
  while (text[at] === " " || text[at] === "\n" || text[at] === "\r" || text[at] === "\t") at++;
  return text[at] === ":";
}
