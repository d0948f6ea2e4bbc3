import type { Target } from "../reading.ts";
import type { Match } from "./match-command.ts";
import { matchSegments, segmentsOf } from "./match-path.ts";
import type { CommandPattern, UrlPattern } from "./pattern.ts";
import { matchesMask } from "./wildcard.ts";

/** An allow must cover every destination, an ask or deny any. Source: rules.md, "URL patterns". */
export function matchUrl(pattern: UrlPattern, targets: readonly Target[], forAllow: boolean): Match {
  if (targets.length === 0) return "no";
  const covers = (target: Target): boolean => coversTarget(pattern, target, forAllow);
  if (forAllow) return targets.every(covers) ? "yes" : "no";
  if (targets.some(covers)) return "yes";
  return targets.some((target) => target.url === undefined) ? "maybe" : "no";
}

function coversTarget(pattern: UrlPattern, { url }: Target, forAllow: boolean): boolean {
  if (url === undefined || url.host !== pattern.host) return false;
  // A host that is denied is not to be reached by plain http or another door of it either.
  if ((forAllow || !pattern.anyPort) && !isSameOrigin(pattern, url)) return false;
  return matchSegments(pattern.segments, segmentsOf(url.path), { from: 0, fold: false });
}

function isSameOrigin(pattern: UrlPattern, url: NonNullable<Target["url"]>): boolean {
  return url.scheme === pattern.scheme && portOf(url.port, url.scheme) === portOf(pattern.port, pattern.scheme);
}

function portOf(port: string, scheme: string): string {
  if (port !== "") return port;
  return { https: "443", http: "80", wss: "443", ws: "80", ftp: "21" }[scheme] ?? "";
}

/** A host, and the `/` that ends it, before any mask. */
const FIXED_HOST = /^(?:[a-z][a-z0-9+.-]*:\/\/)?[^/?#@*\\]+\/(?!\/)/i;

/**
 * Does a command pattern spell every destination of the part? A word of the pattern is the destination itself, or a
 * mask of it whose first `*` comes after the host: `https://example.*` would also reach `https://example.evil.net`.
 */
export function spellsTargets(pattern: CommandPattern, targets: readonly Target[]): boolean {
  return targets.length > 0 && targets.every((target) => pattern.words.some((word) => spellsTarget(word, target.text)));
}

function spellsTarget(word: CommandPattern["words"][number], target: string): boolean {
  const joined =
    word.option === undefined || !word.text.startsWith(`${word.option}=`)
      ? word.text
      : word.text.slice(word.option.length + 1);
  if (word.kind === "literal") return joined === target;
  return FIXED_HOST.test(joined) && matchesMask(joined, target);
}
