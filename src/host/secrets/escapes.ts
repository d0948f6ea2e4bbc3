/** A text as its escapes read, with where each of its characters begins and ends in the text as it is. */
export interface Unescaped {
  readonly text: string;
  readonly from: Int32Array;
  readonly to: Int32Array;
}

/** JSON in JSON, a coloured line in JSON. */
const MOST_LEVELS = 2;

/** Of JSON and of most languages, of addresses, and what colours a terminal's text, its first character shown or not. */
const ESCAPE =
  /\\(?:u[\dA-Fa-f]{4}|u\{[\dA-Fa-f]{1,5}\}|x[\dA-Fa-f]{2}|[0-3][0-7]{2}|[nrtbfveE"'/\\])|%[0-7][\dA-Fa-f]|\x1b\[[\d;?]{0,40}[A-Za-z]|\[[\d;]{1,40}m/g;
const HAS_ESCAPE = new RegExp(ESCAPE.source);

const LETTERS: Readonly<Record<string, string>> = {
  n: "\n",
  r: "\r",
  t: "\t",
  b: "\b",
  f: "\f",
  v: "\v",
  e: "\x1b",
  E: "\x1b",
};

/**
 * A secret begins and ends where its escapes do: behind the `n` of a line feed in JSON it would not stand by itself. The
 * text read once, and read twice where that is another one; none where there is nothing to read.
 */
export function unescaped(text: string): readonly Unescaped[] {
  const levels: Unescaped[] = [];
  for (let last = text; levels.length < MOST_LEVELS && HAS_ESCAPE.test(last); last = levels.at(-1)?.text ?? "")
    levels.push(within(levels.at(-1), readOnce(last)));
  return levels;
}

function readOnce(text: string): Unescaped {
  const parts: string[] = [];
  const [from, to] = [new Int32Array(text.length), new Int32Array(text.length)];
  let length = 0;
  let done = 0;
  const add = (part: string, width: number): void => {
    for (let at = 0; at < part.length; at++, length++) {
      from[length] = done;
      to[length] = done += width;
    }
    if (part !== "") parts.push(part);
  };
  for (const { 0: escape, index } of text.matchAll(ESCAPE)) {
    add(text.slice(done, index), 1);
    add(meaning(escape), escape.length);
    done = index + escape.length;
  }
  add(text.slice(done), 1);
  return { text: parts.join(""), from: from.subarray(0, length), to: to.subarray(0, length) };
}

/** One character. What stands before a colour is no part of the word that is coloured. */
function meaning(escape: string): string {
  if (escape.startsWith("\x1b") || escape.startsWith("[")) return "\x1b";
  if (escape.startsWith("%")) return String.fromCharCode(Number.parseInt(escape.slice(1), 16));
  const letter = escape.charAt(1);
  if (escape.length === 2) return LETTERS[letter] ?? letter;
  const octal = /\d/.test(letter);
  return String.fromCharCode(Number.parseInt(escape.slice(octal ? 1 : 2).replace(/[{}]/g, ""), octal ? 8 : 16));
}

/** Places in what was read before, as places in the text that it was read from. */
function within(outer: Unescaped | undefined, inner: Unescaped): Unescaped {
  if (outer === undefined) return inner;
  return {
    text: inner.text,
    from: inner.from.map((at) => outer.from[at] ?? 0),
    to: inner.to.map((at) => outer.to[at - 1] ?? 0),
  };
}
