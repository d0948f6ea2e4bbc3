import { SECRET_NAME } from "../../read/secret-names.ts";
import { NAMED_SECRETS, NAMES_A_SECRET, PLACED_SECRETS } from "./placed-secrets.ts";
import { isPlaceholder } from "./placeholders.ts";
import { redactStream, type RedactedStream } from "./redact-stream.ts";
import { ISSUED_TOKENS, type TokenShape } from "./token-shapes.ts";

export interface Redactor {
  /** The text with each secret as `[redacted:<kind>]`. */
  text(text: string): string;
  /** A copy of JSON data without its secrets, and the JSON paths (`$.headers.authorization`) of what was hidden. */
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

/** A known secret shorter than this would hide half of every text. */
const MIN_KNOWN = 6;
/** Secrets of one call that are looked for elsewhere; what has more is made to take time. */
const MOST_OWN = 64;

/** `stored` are the secrets that the host itself keeps, as they are now. Source: host.md, "Secrets". */
export function createRedactor(stored: () => readonly string[] = () => []): Redactor {
  return redactorOf(() => stored().map((text) => ({ text, kind: "stored-secret" })));
}

/** A text that is known to be secret by itself. */
interface Secret {
  readonly text: string;
  readonly kind: string;
}

function redactorOf(known: () => readonly Secret[]): Redactor {
  const redactText = (text: string): string => redactShapes(redactKnown(text, known()));
  return {
    text: redactText,
    value: (value) => {
      const masked: string[] = [];
      const redact = hasShape(value) ? redactText : (text: string) => redactKnown(text, known());
      return { value: redactJson(value, { path: "$", masked, redactText: redact, found: () => undefined }), masked };
    },
    knowing: (args, which) => {
      const own = secretsIn(args, which);
      return redactorOf(() => [...known(), ...own]);
    },
    stream: () => redactStream(redactText, () => known().map(({ text }) => text)),
  };
}

function secretsIn(args: unknown, which: "all" | "named"): readonly Secret[] {
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

type Found = (secret: Secret) => void;

function redactShapes(text: string, found?: Found): string {
  return shapesFor(text).reduce((rest, shape) => hideShape(rest, shape, found), text);
}

const PLAIN_SHAPES = [...ISSUED_TOKENS, ...PLACED_SECRETS];
const ALL_SHAPES = [...PLAIN_SHAPES, ...NAMED_SECRETS];

function shapesFor(text: string): readonly TokenShape[] {
  const shapes = NAMES_A_SECRET.test(text) ? ALL_SHAPES : PLAIN_SHAPES;
  return shapes.filter(({ needs }) => needs === undefined || text.includes(needs));
}

/**
 * Whether any text in JSON data may have one of the shapes: each is looked for once in all of them, not in each. For a
 * shape, the end of a line before or after a text is what the end of the text is.
 */
function hasShape(value: unknown): boolean {
  const joined = textsOf(value).join("\n");
  return shapesFor(joined).some(({ pattern }) => joined.search(pattern) >= 0);
}

function hideShape(text: string, shape: TokenShape, found?: Found): string {
  return text.replace(shape.pattern, (whole: string, ...rest: unknown[]) => {
    const groups = rest.at(-1);
    const named = typeof groups === "object" && groups !== null ? (groups as Record<string, string | undefined>) : {};
    const secret = named["secret"] ?? named["quoted"] ?? named["single"] ?? whole;
    if (isPlaceholder(secret)) return whole;
    found?.({ text: secret, kind: shape.kind });
    const at = whole.lastIndexOf(secret);
    return `${whole.slice(0, at)}[redacted:${shape.kind}]${whole.slice(at + secret.length)}`;
  });
}

function textsOf(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}

/** Each known secret as itself and as it comes out of the usual encoders. */
function redactKnown(text: string, known: readonly Secret[]): string {
  return known
    .filter((secret) => secret.text.length >= MIN_KNOWN)
    .flatMap(({ text: secret, kind }) => spellingsOf(secret).map((spelling) => ({ spelling, kind })))
    .sort((a, b) => b.spelling.length - a.spelling.length)
    .reduce((rest, { spelling, kind }) => rest.replaceAll(spelling, `[redacted:${kind}]`), text);
}

function spellingsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString("hex");
  const base64 = [0, 1, 2].map((offset) => base64Core(bytes, offset));
  const json = JSON.stringify(secret).slice(1, -1);
  // From the bytes: half of a character, which an agent can send, cannot be encoded.
  const url = encodeURIComponent(bytes.toString());
  return [secret, json, url, hex, hex.toUpperCase(), ...base64, ...base64.map(toUrlSafe)].filter(
    (spelling) => spelling.length >= MIN_KNOWN,
  );
}

/** The characters that are fixed wherever the secret stands inside of something longer that was encoded. */
function base64Core(bytes: Buffer, offset: number): string {
  const padded = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString("base64")
    .replace(/=+$/, "");
  const inexactEnd = (offset + bytes.length) % 3 === 0 ? 0 : 1;
  return padded.slice(offset === 0 ? 0 : offset + 1, padded.length - inexactEnd);
}

function toUrlSafe(base64: string): string {
  return base64.replaceAll("+", "-").replaceAll("/", "_");
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
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, redactProperty(key, item, walk)]));
}

/** In a list of words, a secret stands behind the option that names it. */
function redactItem(item: unknown, before: unknown, walk: Walk): unknown {
  const name = typeof before === "string" ? /^--?([a-z][\w-]*)$/i.exec(before)?.[1] : undefined;
  const secret = name !== undefined && isSecretName(name) && isSecret(item) && !item.startsWith("-");
  return secret ? hideNamed(item, "cli-password", walk) : redactJson(item, walk);
}

function redactProperty(key: string, item: unknown, walk: Walk): unknown {
  const path = /^[A-Za-z_]\w*$/.test(key) ? `${walk.path}.${key}` : `${walk.path}[${JSON.stringify(key)}]`;
  const inner = { ...walk, path };
  return isSecretName(key) && isSecret(item) ? hideNamed(item, "json-secret", inner) : redactJson(item, inner);
}

function isSecret(item: unknown): item is string {
  return typeof item === "string" && item !== "" && !isPlaceholder(item);
}

function hideNamed(item: string, kind: string, walk: Walk): string {
  walk.found({ text: item, kind });
  return hidden(item, `[redacted:${kind}]`, walk);
}

function isSecretName(key: string): boolean {
  return SECRET_NAME.test(key) || /^(?:proxy-)?authorization$|^(?:set-)?cookie$/i.test(key);
}

function hidden(before: string, after: string, walk: Walk): string {
  if (before !== after) walk.masked.push(walk.path);
  return after;
}
