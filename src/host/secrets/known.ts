import type { Secret } from "./redact-shapes.ts";

/** A known secret shorter than this would hide half of every text. */
const MIN_KNOWN = 6;

/** A secret as it comes out of one of the usual encoders, or as it is. */
export interface Spelling extends Secret {
  readonly spelling: string;
}

/** The text without them. */
export function redactKnown(text: string, known: readonly Spelling[]): string {
  return known.reduce((rest, { spelling, kind }) => rest.replaceAll(spelling, `[redacted:${kind}]`), text);
}

/** Each secret as itself and as it comes out of the usual encoders. */
export function spelledOut(secrets: readonly Secret[]): readonly Spelling[] {
  const long = secrets.filter(({ text }) => text.length >= MIN_KNOWN);
  return longestFirst(long.flatMap((secret) => spellingsOf(secret.text).map((spelling) => ({ ...secret, spelling }))));
}

/** What is a part of another one is looked for after it. */
export function longestFirst(spellings: readonly Spelling[]): readonly Spelling[] {
  return spellings.toSorted((a, b) => b.spelling.length - a.spelling.length);
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
