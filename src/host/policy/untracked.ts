import type { CompiledPolicy } from "../../core/compile.ts";
import type { Reading } from "../../core/reading.ts";
import type { CompiledRule } from "../../core/rule/compiled.ts";
import { allRules } from "../../core/rule/index.ts";
import { coversPath, segmentsOf } from "../../core/rule/match-path.ts";
import type { World } from "../../read/world.ts";

/** Names times rules that are compared for one decision; beyond it nothing is left out. */
const MOST_COMPARED = 200_000;

/**
 * The policy with the rules about paths that no tracked file meets, where the call prints, searches or changes what git
 * tracks: else who denies `.env` would be asked at each `git diff` and `git pull`. What was tracked once, or on another
 * branch, is not looked at.
 */
export function withUntracked(policy: CompiledPolicy, world: World, reading: Reading): CompiledPolicy {
  const uses = reading.parts.flatMap(({ paths, mentions = [] }) => [...paths, ...mentions]);
  const roots = [...new Set(uses.flatMap(({ tracked }) => tracked ?? []))];
  if (roots.length === 0) return policy;
  const rules = allRules(policy.index).filter(
    ({ rule, pattern }) => pattern.kind === "path" && rule.decision !== "allow",
  );
  const files = rules.length === 0 ? null : trackedBelow(roots, world);
  if (files === null || files.length * rules.length > MOST_COMPARED) return policy;
  const met = ({ pattern }: CompiledRule): boolean =>
    pattern.kind !== "path" ||
    files.some(({ names, fold }) => coversPath(pattern, names, { bases: policy.bases, fold }));
  return { ...policy, untracked: new Set(rules.filter((rule) => !met(rule))) };
}

interface TrackedFile {
  readonly names: readonly string[];
  readonly fold: boolean;
}

/** By the spelling of their repository and by where it leads to; null where those of one are not known. */
function trackedBelow(roots: readonly string[], world: World): readonly TrackedFile[] | null {
  const found: TrackedFile[] = [];
  for (const root of roots) {
    const tracked = world.tracked?.(root) ?? null;
    if (tracked === null) return null;
    for (const base of new Set([root, world.realpath(root) ?? root])) {
      const [folder, fold] = [segmentsOf(base), world.foldsCase(base)];
      for (const name of tracked) found.push({ names: [...folder, ...segmentsOf(name)], fold });
    }
  }
  return found;
}
