import { segmentsOf } from "../../core/rule/match-path.ts";
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
    return { base, segments: segmentsOf(rest).map(readSegment) };
  });
}

function readSegment(text: string): PathSegment {
  if (text === "**") return { kind: "deep" };
  return { kind: /[*?]/.test(text) ? "mask" : "literal", text };
}

/** `*.{a,b}` is `*.a` and `*.b`. */
export function expandBraces(text: string): readonly string[] {
  const open = text.indexOf("{");
  const close = text.indexOf("}", open);
  if (open < 0 || close < 0) return [text];
  const choices = text.slice(open + 1, close).split(",");
  return choices.flatMap((choice) => expandBraces(text.slice(0, open) + choice + text.slice(close + 1)));
}
