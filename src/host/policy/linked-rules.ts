import type { CompiledPolicy } from "../../core/compile.ts";
import type { CompiledRule } from "../../core/rule/compiled.ts";
import { allRules, buildIndex } from "../../core/rule/index.ts";
import { type Bases, pathOf, segmentsOf } from "../../core/rule/match-path.ts";
import type { PathPattern, PathSegment } from "../../core/rule/pattern.ts";
import { resolvePath } from "../../read/path/resolve.ts";
import { readSpelling } from "../../read/path/spelling.ts";
import type { World } from "../../read/world.ts";

/** More asks and denies about paths than anybody writes; further ones are about the names that they spell alone. */
const MOST_RULES = 500;

/**
 * The policy with each ask and deny about a path also about the file that the path leads to: who denies `config` where
 * `config` is a link means the file, and it has a name of its own. Asked for every decision, since a link may be made or
 * turned at any time. Source: rules.md, "A path rule is about the file".
 */
export function withLinkedRules(policy: CompiledPolicy, world: World): CompiledPolicy {
  const linked = candidatesOf(policy).flatMap((rule) => linkedRules(rule, policy.bases, world));
  return linked.length === 0 ? policy : { ...policy, index: [...policy.index, ...buildIndex(linked)] };
}

type PathRule = CompiledRule & { readonly pattern: PathPattern };

/** A policy is compiled once and used for many calls. */
const CANDIDATES = new WeakMap<CompiledPolicy["index"], readonly PathRule[]>();

function candidatesOf({ index }: CompiledPolicy): readonly PathRule[] {
  let found = CANDIDATES.get(index);
  if (found === undefined) {
    found = allRules(index).filter(isCandidate).slice(0, MOST_RULES);
    CANDIDATES.set(index, found);
  }
  return found;
}

function isCandidate(rule: CompiledRule): rule is PathRule {
  return rule.rule.decision !== "allow" && rule.pattern.kind === "path" && literalNames(rule.pattern).length > 0;
}

function literalNames({ segments }: PathPattern): readonly string[] {
  const end = segments.findIndex((segment) => segment.kind !== "literal");
  return (end < 0 ? segments : segments.slice(0, end)).flatMap((segment) =>
    segment.kind === "literal" ? segment.text : [],
  );
}

function linkedRules(rule: PathRule, bases: Bases, world: World): readonly CompiledRule[] {
  const names = literalNames(rule.pattern);
  const rest = rule.pattern.segments.slice(names.length);
  return basesOf(rule.pattern, bases).flatMap((base) => {
    const path = pathOf([...base, ...names]);
    const target = targetOf(path, world);
    if (target === null || target === path) return [];
    const segments: readonly PathSegment[] = [
      ...segmentsOf(target).map((text) => ({ kind: "literal", text }) as const),
      ...rest,
    ];
    // The person reads which of their rules it is, and why it is about this file.
    const said = { ...rule.rule, pattern: `${rule.rule.pattern} (leads to ${target})` };
    return [{ ...rule, rule: said, pattern: { ...rule.pattern, base: "root", segments } }];
  });
}

function basesOf({ base }: PathPattern, { projects, home }: Bases): readonly (readonly string[])[] {
  if (base === "root") return [[]];
  if (base === "home") return home === null ? [] : [home];
  return projects;
}

function targetOf(path: string, world: World): string | null {
  const spelled = readSpelling(path, null, world.platform);
  return spelled.kind === "path" ? (resolvePath(spelled, world, true)?.path ?? null) : null;
}
