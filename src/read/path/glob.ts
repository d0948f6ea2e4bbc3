import type { PathSegment } from "../../core/rule/pattern.ts";

/**
 * A glob of the built-in lists. Their one extra over rules is braces, which stand for several globs.
 * `base`: `any` starts in every folder, `home` in the home folder, `root` at the root.
 */
export interface Glob {
  readonly base: "any" | "home" | "root";
  readonly segments: readonly PathSegment[];
}

/** Expands braces and splits: `~/.{a,b}/**` is two globs. The lists are ours, so a malformed one is a defect. */
export function compileGlob(text: string): readonly Glob[] {
  return expandBraces(text).map((glob) => {
    const base = glob.startsWith("**/") ? "any" : glob.startsWith("~/") ? "home" : "root";
    const rest = base === "any" ? glob.slice(3) : base === "home" ? glob.slice(2) : glob;
    return { base, segments: splitPath(rest).map(readSegment) };
  });
}

/** The names of an absolute path. */
export function splitPath(path: string): readonly string[] {
  return path.split("/").filter((part) => part !== "");
}

/** Whether the glob's segments cover all the names, from the first. Linear: a `**` never needs an earlier one again. */
export function matchesGlob({ segments }: Glob, names: readonly string[], from = 0): boolean {
  let at = 0;
  let name = from;
  let deep = -1;
  let retry = 0;
  while (name < names.length) {
    const segment = segments[at];
    if (segment?.kind === "deep") {
      deep = at++;
      retry = name;
    } else if (segment !== undefined && matchesName(segment, names[name] as string)) {
      at += 1;
      name += 1;
    } else if (deep >= 0) {
      at = deep + 1;
      name = ++retry;
    } else {
      return false;
    }
  }
  return segments.slice(at).every((segment) => segment.kind === "deep");
}

function matchesName(segment: PathSegment, name: string): boolean {
  if (segment.kind === "deep") return true;
  return segment.kind === "literal" ? segment.text === name : matchesMask(segment.text, name);
}

/** `*` any characters, `?` one. Linear in the same way. */
export function matchesMask(mask: string, text: string): boolean {
  let at = 0;
  let char = 0;
  let star = -1;
  let retry = 0;
  while (char < text.length) {
    if (mask[at] === "*") {
      star = at++;
      retry = char;
    } else if (at < mask.length && (mask[at] === "?" || mask[at] === text[char])) {
      at += 1;
      char += 1;
    } else if (star >= 0) {
      at = star + 1;
      char = ++retry;
    } else {
      return false;
    }
  }
  while (mask[at] === "*") at += 1;
  return at === mask.length;
}

function readSegment(text: string): PathSegment {
  if (text === "**") return { kind: "deep" };
  return { kind: /[*?]/.test(text) ? "mask" : "literal", text };
}

function expandBraces(text: string): readonly string[] {
  const open = text.indexOf("{");
  const close = text.indexOf("}", open);
  if (open < 0 || close < 0) return [text];
  const choices = text.slice(open + 1, close).split(",");
  return choices.flatMap((choice) => expandBraces(text.slice(0, open) + choice + text.slice(close + 1)));
}
