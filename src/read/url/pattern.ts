import type { PathSegment, ReadPattern } from "../../core/rule/pattern.ts";
import { readTarget } from "./target.ts";

/**
 * Reads the pattern of a URL rule: `[scheme://]host[:port][/path]`, https where not said, and for a deny or ask also
 * every other. Masks as in paths, and only
 * after the host: a mask in a host would let a rule reach a name that somebody else can register.
 */
export const readUrlPattern: ReadPattern = (pattern) => {
  const match = /^(?:([a-z][a-z0-9+.-]*):\/\/)?([^/]+)(\/.*)?$/i.exec(pattern);
  if (match === null) return { ok: false, message: `\`${pattern}\` is not \`[scheme://]host[:port][/path]\`` };
  const [, said, authority = "", path = ""] = match;
  const scheme = said ?? "https";
  if (/[*?]/.test(authority))
    return { ok: false, message: `in \`${authority}\`, a mask stands before the host's \`/\`; write the host out` };
  const { url } = readTarget(`${scheme}://${authority}`);
  if (url === undefined) return { ok: false, message: `\`${authority}\` is not a host that can be compared` };
  const anyPort = said === undefined && !/:\d*$/.test(authority);
  const segments = readSegments(path);
  if (typeof segments === "string") return { ok: false, message: segments };
  return { ok: true, pattern: { kind: "url", scheme: url.scheme, host: url.host, port: url.port, anyPort, segments } };
};

/** Without a path the pattern is the whole host; `/` alone is its first page. */
function readSegments(path: string): readonly PathSegment[] | string {
  if (path === "") return [{ kind: "deep" }];
  const parts = path.slice(1).split("/");
  const bad = parts.find((part) => part === "." || part === ".." || (part !== "**" && part.includes("**")));
  if (bad === "." || bad === "..") return `\`${bad}\` is not read in a pattern`;
  if (bad !== undefined) return `in \`${bad}\`, \`**\` is not a whole part`;
  // What a call cannot spell would never match, and a rule that never matches misleads.
  const masked = parts.map((part) => part.replace(/[*?]/g, "x")).join("/");
  if (readTarget(`https://host.invalid/${masked}`).url === undefined)
    return `\`${path}\` holds what a URL's path cannot hold`;
  return parts
    .filter((part, at) => part !== "**" || parts[at - 1] !== "**")
    .filter((part) => part !== "")
    .map(toSegment);
}

function toSegment(text: string): PathSegment {
  if (text === "**") return { kind: "deep" };
  if (/[*?]/.test(text)) return { kind: "mask", text };
  return { kind: "literal", text: readTarget(`https://host.invalid/${text}`).url?.path.slice(1) ?? text };
}
