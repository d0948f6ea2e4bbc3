import { isStricter } from "../effect.ts";
import { SCOPES, type Rule } from "../policy.ts";
import type { Pattern, PathSegment, PatternWord } from "./pattern.ts";

/** A rule with its pattern read and its rank counted. */
export interface CompiledRule {
  readonly rule: Rule;
  readonly pattern: Pattern;
  readonly rank: Rank;
}

/** How specific a pattern is, most telling first. Source: rules.md, "Which rule wins". */
interface Rank {
  /** Words, path parts or hosts that are matched exactly. */
  readonly exact: number;
  /** Ends in a `*` that takes anything. */
  readonly open: boolean;
  /** Literal characters. */
  readonly chars: number;
}

export function compiledRule(rule: Rule, pattern: Pattern): CompiledRule {
  return { rule, pattern, rank: rankOf(pattern) };
}

/** A rule counts while `now` (ms since 1970) is before its end. */
export function isExpired({ rule: { expiresAt } }: CompiledRule, now: number): boolean {
  return expiresAt !== undefined && now >= expiresAt;
}

/** The rule that wins among those that match; null of none. Their order says nothing. */
export function strongest(rules: readonly CompiledRule[]): CompiledRule | null {
  let best: CompiledRule | null = null;
  for (const rule of rules) if (best === null || isStronger(rule, best)) best = rule;
  return best;
}

function isStronger(a: CompiledRule, b: CompiledRule): boolean {
  return (
    (Number(a.rule.scope !== "builtin") - Number(b.rule.scope !== "builtin") ||
      a.rank.exact - b.rank.exact ||
      Number(b.rank.open) - Number(a.rank.open) ||
      a.rank.chars - b.rank.chars ||
      SCOPES.indexOf(b.rule.scope) - SCOPES.indexOf(a.rule.scope) ||
      Number(isStricter(a.rule.decision, b.rule.decision)) - Number(isStricter(b.rule.decision, a.rule.decision)) ||
      // Same in all that counts: only so that the order of the rules never shows.
      Number(a.rule.id < b.rule.id) - Number(a.rule.id > b.rule.id)) > 0
  );
}

function rankOf(pattern: Pattern): Rank {
  switch (pattern.kind) {
    case "any":
      return { exact: 0, open: true, chars: 0 };
    case "command":
      return rankCommand(pattern.program, [...pattern.words, ...pattern.globals], pattern.open);
    case "path":
      return rankSegments(pattern.segments);
    case "url": {
      const path = rankSegments(pattern.segments);
      return { exact: path.exact + 1, open: path.open, chars: path.chars + pattern.host.length };
    }
  }
}

function rankCommand(program: string, words: readonly PatternWord[], open: boolean): Rank {
  const exact = 1 + words.filter((word) => word.kind === "literal").length;
  return { exact, open, chars: words.reduce((sum, word) => sum + literalChars(word), program.length) };
}

function rankSegments(segments: readonly PathSegment[]): Rank {
  const last = segments.at(-1);
  const open = last !== undefined && (last.kind === "deep" || (last.kind === "mask" && last.text === "*"));
  const exact = segments.filter((segment) => segment.kind === "literal").length;
  return {
    exact,
    open,
    chars: segments.reduce((sum, segment) => sum + (segment.kind === "deep" ? 0 : literalChars(segment)), 0),
  };
}

function literalChars(word: { readonly kind: "literal" | "mask"; readonly text: string }): number {
  return word.kind === "literal" ? word.text.length : word.text.replace(/[*?]/g, "").length;
}
