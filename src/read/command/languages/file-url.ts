import { type Arg, literal } from "../arg.ts";

/**
 * The path that `file:…` names; any other word is its own; null where it is not certain. Source: RFC 8089; SQLite,
 * "Uniform Resource Identifiers".
 */
export function fileOfUrl(arg: Arg): Arg | null {
  const { kind, text, prefix } = arg;
  if (!/^file:/i.test(prefix)) return arg;
  const path = /^file:(?:\/\/(?:localhost)?(?=\/|$))?([^?#]*)/i.exec(text)?.[1];
  if (kind !== "literal" || path === undefined || path.startsWith("//")) return null;
  try {
    return literal(decodeURIComponent(path));
  } catch {
    // A `%` that is none: a person looks at it.
    return null;
  }
}
