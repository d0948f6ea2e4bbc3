import { sha256 } from "./sha256.ts";

/** Deeper values have no text: the cap lies far above what tools take. */
export const DEEPEST = 64;

/**
 * One text for equal JSON values: keys sorted by UTF-16 units, no blanks, numbers as ECMAScript writes them. Null where
 * the value is no JSON or nested deeper than the cap. Source: RFC 8785.
 */
export function canonicalJson(value: unknown): string | null {
  return write(value, DEEPEST);
}

/** Hash of the canonical text; of what has none, a hash that equals no other (`salt` tells such values apart). */
export function canonicalHash(value: unknown, salt = ""): string {
  return sha256(canonicalJson(value) ?? `no canonical form: ${salt}`);
}

function write(value: unknown, left: number): string | null {
  if (value === null || typeof value === "boolean" || typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number") return Number.isFinite(value) ? JSON.stringify(value) : null;
  if (typeof value !== "object" || left === 0) return null;
  if (Array.isArray(value)) return writeList(value, left);
  // What a date or a map holds stands in none of its keys.
  if (Object.prototype.toString.call(value) !== "[object Object]") return null;
  const pairs: string[] = [];
  for (const key of Object.keys(value).sort()) {
    const item: unknown = (value as Record<string, unknown>)[key];
    if (item === undefined) continue;
    const text = write(item, left - 1);
    if (text === null) return null;
    pairs.push(`${JSON.stringify(key)}:${text}`);
  }
  return `{${pairs.join(",")}}`;
}

function writeList(list: readonly unknown[], left: number): string | null {
  const texts: string[] = [];
  for (const item of list) {
    const text = write(item, left - 1);
    if (text === null) return null;
    texts.push(text);
  }
  return `[${texts.join(",")}]`;
}
