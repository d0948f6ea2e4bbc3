import { SECRET_NAME } from "../../read/secret-names.ts";
import { isPlaceholder } from "./placeholders.ts";
import { longestFirst, redactKnown, type Spelling, spelledOut } from "./known.ts";
import { type Found, hasSecretShape, redactShapes, type Secret } from "./redact-shapes.ts";
import { redactStream, type RedactedStream } from "./redact-stream.ts";

export interface Redactor {
  /** The text with each secret as `[redacted:<kind>]`. */
  text(text: string): string;
  /** JSON data without its secrets, and the JSON paths (`$.headers.authorization`) of what was hidden. */
  value(value: unknown): Redacted;
  /**
   * One that also hides what is secret in a call's arguments, wherever it stands by itself: all of it, or only what is
   * hidden there for the name of its property.
   */
  knowing(args: unknown, which: "all" | "named"): Redactor;
  /** For output that arrives in pieces: nothing of a secret that spans two of them gets out. */
  stream(): RedactedStream;
}

interface Redacted {
  readonly value: unknown;
  readonly masked: readonly string[];
}

/** Secrets of one call that are looked for elsewhere; what has more is made to take time. */
const MOST_OWN = 64;

/** `stored` are the secrets that the host itself keeps, as they are now. Source: host.md, "Secrets". */
export function createRedactor(stored: () => readonly string[] = () => []): Redactor {
  let last: readonly string[] = [];
  let spellings: readonly Spelling[] = [];
  return redactorOf(() => {
    const now = stored();
    // Spelling them out takes longer than looking for them, and they hardly ever change.
    if (now.length !== last.length || now.some((text, at) => text !== last[at])) {
      spellings = spelledOut(now.map((text) => ({ text, kind: "stored-secret" })));
      last = [...now];
    }
    return spellings;
  });
}

function redactorOf(known: () => readonly Spelling[]): Redactor {
  const redactText = (text: string): string => redactShapes(redactKnown(text, known()));
  return {
    text: redactText,
    value: (value) => {
      const masked: string[] = [];
      const now = known();
      const text = textIn(value);
      const shaped = hasSecretShape(text);
      const held = redactKnown(text, now) === text ? [] : now;
      // Most data hides nothing, and going through it again costs more than seeing that.
      if (!shaped && held.length === 0 && !namesSecret(text)) return { value, masked };
      const redactHeld = (each: string): string => redactKnown(each, held);
      const redact = shaped ? (each: string) => redactShapes(redactHeld(each)) : redactHeld;
      return { value: redactJson(value, { path: "$", masked, redactText: redact, found: () => undefined }), masked };
    },
    knowing: (args, which) => {
      const own = spelledOut(secretsIn(args, which));
      return redactorOf(() => (own.length === 0 ? known() : longestFirst([...known(), ...own])));
    },
    stream: () => redactStream(redactText, () => known().map(({ text }) => text)),
  };
}

function secretsIn(args: unknown, which: "all" | "named"): readonly Secret[] {
  const inAll = textIn(args);
  if (!namesSecret(inAll) && (which === "named" || !hasSecretShape(inAll))) return [];
  const secrets = new Map<string, Secret>();
  const found = ({ text, kind }: Secret): void => {
    // A shape takes what the shell ends a word with along (`--token=abc; ls`); printed, it stands without.
    for (const each of new Set([text, text.split(/[;|&<>()`]/, 1)[0] ?? text]))
      if (secrets.size < MOST_OWN) secrets.set(each, { text: each, kind });
  };
  const redactText = (text: string): string => (which === "all" ? redactShapes(text, found) : text);
  redactJson(args, { path: "$", masked: [], redactText, found });
  return [...secrets.values()];
}

/**
 * All texts in JSON data, names among them, each on a line: what is looked for in every one is looked for once. For a
 * shape, the end of a line before or after a text is what the end of the text is.
 */
function textIn(value: unknown): string {
  return textsOf(value).join("\n");
}

/** Whether a line may be the name of a secret; none of the lines is where this is false. */
function namesSecret(lines: string): boolean {
  return SECRET_LINE.test(lines);
}

function textsOf(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [key, ...textsOf(item)]);
}

interface Walk {
  readonly path: string;
  readonly masked: string[];
  readonly redactText: (text: string) => string;
  readonly found: Found;
}

function redactJson(value: unknown, walk: Walk): unknown {
  if (typeof value === "string") return hidden(value, walk.redactText(value), walk);
  if (Array.isArray(value))
    return value.map((item, index) => redactItem(item, value[index - 1], { ...walk, path: `${walk.path}[${index}]` }));
  if (typeof value !== "object" || value === null) return value;
  const shown = new Map<string, unknown>();
  for (const [key, item] of Object.entries(value)) {
    const name = freeName(walk.redactText(key), shown);
    const path = pathBelow(walk.path, name);
    if (name !== key) walk.masked.push(path);
    shown.set(name, redactProperty(key, item, { ...walk, path }));
  }
  return Object.fromEntries(shown);
}

/** INVARIANT: of two properties whose names are hidden alike, none takes the other's place: all of a call is shown. */
function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  if (!taken.has(name)) return name;
  let count = 2;
  while (taken.has(`${name} ${count}`)) count += 1;
  return `${name} ${count}`;
}

function pathBelow(path: string, key: string): string {
  return /^[A-Za-z_]\w*$/.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`;
}

/** In a list of words, a secret stands behind the option that names it. */
function redactItem(item: unknown, before: unknown, walk: Walk): unknown {
  const name = typeof before === "string" ? /^--?([a-z][\w-]*)$/i.exec(before)?.[1] : undefined;
  const secret = name !== undefined && isSecretName(name) && isSecret(item) && !item.startsWith("-");
  return secret ? hideNamed(item, "cli-password", walk) : redactJson(item, walk);
}

function redactProperty(key: string, item: unknown, walk: Walk): unknown {
  return isSecretName(key) && isSecret(item) ? hideNamed(item, "json-secret", walk) : redactJson(item, walk);
}

function isSecret(item: unknown): item is string {
  return typeof item === "string" && item !== "" && !isPlaceholder(item);
}

function hideNamed(item: string, kind: string, walk: Walk): string {
  walk.found({ text: item, kind });
  return hidden(item, `[redacted:${kind}]`, walk);
}

const HEADER = "(?:proxy-)?authorization|(?:set-)?cookie";
const HEADER_NAME = new RegExp(`^(?:${HEADER})$`, "i");
/** INVARIANT: matches each line that is such a name, by itself or as an option. */
const SECRET_LINE = new RegExp(`${SECRET_NAME.source}|^-{0,2}(?:${HEADER})$`, "im");

function isSecretName(key: string): boolean {
  return SECRET_NAME.test(key) || HEADER_NAME.test(key);
}

function hidden(before: string, after: string, walk: Walk): string {
  if (before !== after) walk.masked.push(walk.path);
  return after;
}
