import { isReadOnly } from "../../src/core/class.ts";
import { SCOPES, type Policy, type Rule } from "../../src/core/policy.ts";
import type { Act, Part, PathUse, Reading, Target } from "../../src/core/reading.ts";
import type { Pattern } from "../../src/core/rule/pattern.ts";
import { commandMatches, pathMatches, specificity, urlMatches, type Side } from "./match.ts";
import { isAboutFiles, isUnreadable, readRulePattern } from "./pattern-text.ts";

export interface ReadRule {
  readonly rule: Rule;
  readonly pattern: Pattern;
}

/** What a rule is held against. */
export type Subject =
  | { readonly kind: "self" }
  | { readonly kind: "path"; readonly path: PathUse }
  | { readonly kind: "targets"; readonly targets: readonly Target[] };

/** "A rule counts while now < expiresAt"; at L2 "run and session allows are ignored". */
export function liveRules(policy: Policy, now: number): readonly ReadRule[] {
  return policy.rules
    .filter((rule) => !isUnreadable(rule.pattern))
    .filter((rule) => rule.expiresAt === undefined || now < rule.expiresAt)
    .filter((rule) => !(policy.level === "L2" && rule.decision === "allow" && ["run", "session"].includes(rule.scope)))
    .map((rule) => ({ rule, pattern: readRulePattern(rule.tool, rule.pattern) }));
}

/** Of the tools that calls are generated for, those without files whose names are the project's own. */
const NAMED = ["shell", "web_fetch", "run_skill"];

/** "A stored rule that cannot be read": of an allow nothing is left, anything else asks about every use of its tool. */
export function unreadRules({ rules }: Policy, { tool, parts }: Reading, now: number): readonly Rule[] {
  const uses = parts.flatMap(({ paths, mentions = [] }) => [
    ...paths.flatMap(({ act, moved }) => (moved === true ? [act, "read"] : [act])),
    ...(mentions.length > 0 ? ["read", "write", "delete"] : []),
  ]);
  const isUsed = (named: string): boolean => {
    if (named === "project-code") return parts.some(({ projectCode }) => projectCode);
    if (isAboutFiles(named)) return actsOf(named).some((act) => uses.includes(act));
    return named === tool.id || !(NAMED.includes(named) || named.startsWith("mcp__"));
  };
  return rules
    .filter((rule) => isUnreadable(rule.pattern) && rule.decision !== "allow" && isUsed(rule.tool))
    .filter((rule) => rule.expiresAt === undefined || now < rule.expiresAt)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

export interface Asked {
  readonly reading: Reading;
  readonly part: Part;
  readonly policy: Policy;
  /** How sure a deny must be; an allow always is, and an ask never needs to be. */
  readonly deny: "surely" | "maybe";
}

/** Whether the rule speaks of the subject. */
export function matches({ rule, pattern }: ReadRule, subject: Subject, asked: Asked): boolean {
  const { reading, part, policy } = asked;
  const side = { allow: "allow", ask: "maybe", deny: asked.deny }[rule.decision] as Side;
  if (rule.finding !== undefined || !conditionsHold(rule, reading, part)) return false;
  if (rule.when?.argsHash !== undefined) {
    const own = subject.kind !== "path" || reading.tool.profile === "path";
    return own && rule.tool === reading.tool.id && isRemembered(part);
  }
  if (subject.kind === "path") {
    return (
      pattern.kind === "path" &&
      (actsOf(rule.tool).includes(subject.path.act) || keepsFromMoving(rule, subject.path)) &&
      pathMatches(pattern, subject.path, { policy, side })
    );
  }
  if (rule.tool !== reading.tool.id) return false;
  if (pattern.kind === "any") return true;
  // An allow must speak of every target, an ask or deny of one.
  if (subject.kind === "targets") {
    const one = (target: Target) => pattern.kind === "url" && urlMatches(pattern, target, side);
    return side === "allow" ? subject.targets.every(one) : subject.targets.some(one);
  }
  return pattern.kind === "command" && commandMatches(pattern, part, side);
}

/** What may not be read, or is asked about before it is, may not go on under another name. */
function keepsFromMoving(rule: Rule, { moved }: PathUse): boolean {
  return moved === true && rule.decision !== "allow" && actsOf(rule.tool).includes("read");
}

/** "L1 remembers nothing for a destructive, privileged or unknown class, an admin call." */
function isRemembered(part: Part): boolean {
  return !["destructive", "privilege", "admin", "unknown"].includes(part.class);
}

function conditionsHold({ when }: Rule, reading: Reading, part: Part): boolean {
  if (when?.readOnly === true && !isReadOnly(part.class)) return false;
  if (when?.argsHash !== undefined && when.argsHash !== reading.argsHash) return false;
  return when?.cwd === undefined || when.cwd === reading.cwd;
}

/** "A path rule is about the file: its tool is an act, and a file tool's name stands for its act." */
function actsOf(tool: string): readonly Act[] {
  if (["delete", "delete_file", "delete_directory"].includes(tool)) return ["delete"];
  return ["read", "read_file", "list_files", "search_files"].includes(tool) ? ["read"] : ["write", "edit"];
}

/** "Which rule wins": own before builtin, the most specific, the narrower scope, ask before allow. */
export function bestRule(rules: readonly ReadRule[]): ReadRule | null {
  return [...rules].sort(compare)[0] ?? null;
}

const STRICTEST_FIRST = ["deny", "ask", "allow"];

function compare(a: ReadRule, b: ReadRule): number {
  return (
    Number(a.rule.scope === "builtin") - Number(b.rule.scope === "builtin") ||
    moreSpecific(a.pattern, b.pattern) ||
    SCOPES.indexOf(a.rule.scope) - SCOPES.indexOf(b.rule.scope) ||
    STRICTEST_FIRST.indexOf(a.rule.decision) - STRICTEST_FIRST.indexOf(b.rule.decision) ||
    (a.rule.id < b.rule.id ? -1 : 1)
  );
}

function moreSpecific(a: Pattern, b: Pattern): number {
  const [x, y] = [specificity(a), specificity(b)];
  return y[0] - x[0] || y[1] - x[1] || y[2] - x[2];
}
