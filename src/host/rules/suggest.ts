import { addRule, type CompiledPolicy } from "../../core/compile.ts";
import { decide } from "../../core/decide.ts";
import type { Offer } from "../../core/decision.ts";
import type { Effect } from "../../core/effect.ts";
import type { OfferKind, Reading } from "../../core/reading.ts";

/** A call that a person answered, read as it would be now. */
export interface AnsweredCall {
  readonly reading: Reading;
  readonly answer: "allow" | "deny";
}

/** Rules that go together, and how many of the asks they would have removed beyond the suggestions before. */
export interface Suggestion {
  readonly rules: Offer["rules"];
  readonly removes: number;
}

/** Rules for the whole of a program or project, and grants, are for a person to think of. */
const NARROW: ReadonlySet<OfferKind> = new Set<OfferKind>([
  "subcommand",
  "exact",
  "folder",
  "path",
  "host",
  "url",
  "tool",
  "consent",
]);
const MOST = 10;
/** One ask alone is answered where it is asked. */
const FEWEST = 2;

/**
 * The few rules that would have removed most asks, best first, in the words that the cards offered. None would have let
 * a call through that a person denied. `given` is what decides now: what it allows by now counts no more.
 */
export function suggestRules(calls: readonly AnsweredCall[], given: CompiledPolicy): readonly Suggestion[] {
  // No rule takes away that a rule which cannot be read asks.
  const policy = { ...given, setAside: [] };
  const denied = calls.filter(({ answer }) => answer === "deny");
  const candidates = candidatesOf(calls, policy).filter(
    (rules) => !denied.some((call) => effectOf(call, withRules(policy, rules)) === "allow"),
  );
  const picked: Suggestion[] = [];
  let now: CompiledPolicy = policy;
  let open = calls.filter((call) => call.answer === "allow" && effectOf(call, policy) === "ask");
  while (picked.length < MOST) {
    const best = bestOf(candidates, now, open);
    if (best === null || best.removed.length < FEWEST) return picked;
    now = withRules(now, best.rules);
    // Two harmless rules could let a denied call through together.
    if (denied.some((call) => effectOf(call, now) === "allow")) return picked;
    picked.push({ rules: best.rules, removes: best.removed.length });
    open = open.filter((call) => !best.removed.includes(call));
  }
  return picked;
}

interface Tried {
  readonly rules: Offer["rules"];
  readonly removed: readonly AnsweredCall[];
}

function candidatesOf(calls: readonly AnsweredCall[], policy: CompiledPolicy): readonly Offer["rules"][] {
  const offers = calls.flatMap(({ answer, reading }) => (answer === "allow" ? decide(reading, policy, 0).offers : []));
  const narrow = offers.filter(({ kind, grant, rules }) => NARROW.has(kind) && grant === undefined && rules.length > 0);
  return [...new Map(narrow.map(({ rules }) => [JSON.stringify(rules), rules])).values()];
}

/** The most asks; of equals the fewer rules, then the longer pattern, which says more. */
function bestOf(
  candidates: readonly Offer["rules"][],
  policy: CompiledPolicy,
  open: readonly AnsweredCall[],
): Tried | null {
  const tried = candidates.map((rules): Tried => {
    const next = withRules(policy, rules);
    return { rules, removed: open.filter((call) => effectOf(call, next) === "allow") };
  });
  const [best] = tried.sort(
    (a, b) =>
      b.removed.length - a.removed.length || a.rules.length - b.rules.length || lengthOf(b.rules) - lengthOf(a.rules),
  );
  return best ?? null;
}

function lengthOf(rules: Offer["rules"]): number {
  return rules.reduce((sum, { pattern }) => sum + pattern.length, 0);
}

function effectOf({ reading }: AnsweredCall, policy: CompiledPolicy): Effect {
  return decide(reading, policy, 0).effect;
}

/** A rule that cannot be read adds nothing: what it would have removed is then not removed. */
function withRules(policy: CompiledPolicy, rules: Offer["rules"]): CompiledPolicy {
  return rules.reduce((now, { tool, pattern }) => {
    const added = addRule(now, {
      id: `suggested ${tool} ${pattern}`,
      tool,
      pattern,
      decision: "allow",
      scope: "project",
    });
    return added.ok ? added.policy : now;
  }, policy);
}
