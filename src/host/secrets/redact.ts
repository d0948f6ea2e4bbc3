import { isPlaceholder, NAMED_SECRETS, SECRET_NAME, TOKEN_SHAPES, type TokenShape } from "./token-shapes.ts";

export interface Redactor {
  /** The text with each secret as `[redacted:<kind>]`. */
  text(text: string): string;
  /** A copy of JSON data without its secrets, and the JSON paths (`$.headers.authorization`) of what was hidden. */
  value(value: unknown): Redacted;
  /** For output that arrives in pieces: nothing of a secret that spans two of them gets out. */
  stream(): RedactedStream;
}

interface Redacted {
  readonly value: unknown;
  readonly masked: readonly string[];
}

interface RedactedStream {
  /** What may be shown by now. */
  push(piece: string): string;
  end(): string;
}

/** A stored secret shorter than this would hide half of every text. */
const MIN_STORED = 6;
/** A stream keeps back at least this much, for the shapes. */
const MIN_TAIL = 512;

/** `stored` are the secrets that the host itself keeps, as they are now. Source: host.md, "Secrets". */
export function createRedactor(stored: () => readonly string[] = () => []): Redactor {
  const redactText = (text: string): string => redactShapes(redactStored(text, stored()));
  return {
    text: redactText,
    value: (value) => {
      const masked: string[] = [];
      return { value: redactJson(value, { path: "$", masked, redactText }), masked };
    },
    stream: () => redactStream(redactText, () => Math.max(MIN_TAIL, ...stored().map((secret) => 3 * secret.length))),
  };
}

function redactShapes(text: string): string {
  return [...TOKEN_SHAPES, ...NAMED_SECRETS].reduce(hideShape, text);
}

function hideShape(text: string, shape: TokenShape): string {
  return text.replace(shape.pattern, (whole: string, ...rest: unknown[]) => {
    const groups = rest.at(-1);
    const named = typeof groups === "object" && groups !== null ? (groups as Record<string, string | undefined>) : {};
    const secret = named["secret"] ?? named["quoted"] ?? named["single"] ?? whole;
    if (isPlaceholder(secret)) return whole;
    const at = whole.lastIndexOf(secret);
    return `${whole.slice(0, at)}[redacted:${shape.kind}]${whole.slice(at + secret.length)}`;
  });
}

/** Each stored secret as itself and as it comes out of the usual encoders. */
function redactStored(text: string, stored: readonly string[]): string {
  const spellings = stored.filter((secret) => secret.length >= MIN_STORED).flatMap(spellingsOf);
  return spellings
    .sort((a, b) => b.length - a.length)
    .reduce((rest, spelling) => rest.replaceAll(spelling, "[redacted:stored-secret]"), text);
}

function spellingsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString("hex");
  const base64 = [0, 1, 2].map((offset) => base64Core(bytes, offset));
  const json = JSON.stringify(secret).slice(1, -1);
  return [secret, json, encodeURIComponent(secret), hex, hex.toUpperCase(), ...base64, ...base64.map(toUrlSafe)].filter(
    (spelling) => spelling.length >= MIN_STORED,
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
}

function redactJson(value: unknown, walk: Walk): unknown {
  if (typeof value === "string") return hidden(value, walk.redactText(value), walk);
  if (Array.isArray(value))
    return value.map((item, index) => redactJson(item, { ...walk, path: `${walk.path}[${index}]` }));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, redactProperty(key, item, walk)]));
}

function redactProperty(key: string, item: unknown, walk: Walk): unknown {
  const path = /^[A-Za-z_]\w*$/.test(key) ? `${walk.path}.${key}` : `${walk.path}[${JSON.stringify(key)}]`;
  const inner = { ...walk, path };
  const secret = typeof item === "string" && item !== "" && isSecretName(key) && !isPlaceholder(item);
  return secret ? hidden(item, "[redacted:json-secret]", inner) : redactJson(item, inner);
}

function isSecretName(key: string): boolean {
  return SECRET_NAME.test(key) || /^(?:proxy-)?authorization$|^(?:set-)?cookie$/i.test(key);
}

function hidden(before: string, after: string, walk: Walk): string {
  if (before !== after) walk.masked.push(walk.path);
  return after;
}

function redactStream(redactText: (text: string) => string, tail: () => number): RedactedStream {
  let kept = "";
  return {
    push(piece) {
      kept += piece;
      const ready = redactText(kept);
      const cut = safeCut(ready, ready.length - tail());
      const shown = ready.slice(0, cut);
      kept = ready.slice(cut);
      return shown;
    },
    end() {
      const rest = redactText(kept);
      kept = "";
      return rest;
    },
  };
}

/** A place at or before `at` where no word is cut, so that a name and its value stay together. */
function safeCut(text: string, at: number): number {
  if (at <= 0) return 0;
  return text.lastIndexOf("\n", at) + 1;
}
