/** A body may nest this deep; later readers recurse. */
const MAX_DEPTH = 64;

export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string };

/**
 * JSON in which each name of an object stands once. `JSON.parse` keeps the last of two, another reader the first: an
 * answer that says `deny` and `allow` has to be refused, not chosen from. Source: RFC 7493 (I-JSON), section 2.3.
 */
export function parseJson(bytes: Uint8Array): ParsedJson {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    const fault = findFault(text);
    return fault === null ? { ok: true, value } : { ok: false, message: fault };
  } catch {
    return { ok: false, message: "the body is not JSON in UTF-8" };
  }
}

/** Walks the tokens of a text that `JSON.parse` has accepted; a name is a string with a colon behind it. */
function findFault(text: string): string | null {
  const open: Set<string>[] = [];
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === "{" || char === "[") {
      if (open.push(new Set()) > MAX_DEPTH) return `the body is nested deeper than ${MAX_DEPTH}`;
    } else if (char === "}" || char === "]") {
      open.pop();
    } else if (char === '"') {
      const end = stringEnd(text, at);
      if (isName(text, end)) {
        const name = JSON.parse(text.slice(at, end)) as string;
        const names = open.at(-1);
        if (names?.has(name)) return "a name stands twice in one object of the body";
        names?.add(name);
      }
      at = end - 1;
    }
  }
  return null;
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
