import type { PathPattern, PathSegment, ReadPattern } from "../../core/rule/pattern.ts";

/**
 * Reads the pattern of a path rule: `src/**`, `/etc/hosts`, `~/notes/*.md`, `c:/logs/*.txt`. A pattern that could be
 * meant in two ways is refused with a message, never read as one that matches less. Source: rules.md, "Path rules".
 */
export const readPathPattern: ReadPattern = (pattern) => {
  const text = pattern.replaceAll("\\", "/");
  const fault = faultOf(text);
  if (fault !== null) return { ok: false, message: fault };
  const { base, parts } = splitBase(text);
  if (base === "project" && parts.length === 0)
    return { ok: false, message: "the pattern is empty; `**` is everything in the project" };
  // `src/` is the folder and what is below it.
  const all = text.endsWith("/") && parts.at(-1) !== "**" ? [...parts, "**"] : parts;
  const bad = parts.map(partFault).find((message) => message !== null);
  if (bad !== undefined && bad !== null) return { ok: false, message: bad };
  return { ok: true, pattern: { kind: "path", base, segments: toSegments(all) } };
};

function faultOf(text: string): string | null {
  if (text.trim() === "") return "the pattern is empty; `**` is everything in the project";
  if (/\p{Cc}/u.test(text)) return "the pattern holds a control character";
  if (text === "/") return "`/` is the whole disk; write `/**` if that is meant";
  if (text.startsWith("//")) return `\`${text}\` is a network path; those cannot be granted`;
  if (/^~[^/]/.test(text)) return `\`${text}\` names another user's home folder; write the path out`;
  if (text.startsWith("!")) return "a pattern cannot be turned round with `!`; write a deny rule";
  return null;
}

function splitBase(text: string): { readonly base: PathPattern["base"]; readonly parts: readonly string[] } {
  const parts = text.split("/").filter((part) => part !== "");
  if (text === "~" || text.startsWith("~/")) return { base: "home", parts: parts.slice(1) };
  const drive = /^[a-z]:(?=\/|$)/i.exec(text)?.[0];
  if (drive !== undefined) return { base: "root", parts: [drive.toLowerCase(), ...parts.slice(1)] };
  return { base: text.startsWith("/") ? "root" : "project", parts };
}

function partFault(part: string): string | null {
  if (part === "." || part === "..") return `\`${part}\` is not read in a pattern; write the path that it leads to`;
  if (part !== "**" && part.includes("**"))
    return `in \`${part}\`, \`**\` is not a whole part; write \`**/*\` for any depth, \`*\` inside one name`;
  if (/[{}]/.test(part)) return `\`${part}\` holds braces, which are not read; write one rule for each name`;
  return null;
}

// A second `**` in a row adds nothing.
function toSegments(parts: readonly string[]): readonly PathSegment[] {
  return parts.filter((part, at) => part !== "**" || parts[at - 1] !== "**").map(toSegment);
}

function toSegment(text: string): PathSegment {
  if (text === "**") return { kind: "deep" };
  return { kind: /[*?]/.test(text) ? "mask" : "literal", text };
}
