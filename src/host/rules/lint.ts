import { CLASSES } from "../../core/class.ts";
import { compile, type CompiledPolicy, readRule } from "../../core/compile.ts";
import type { Decision } from "../../core/decision.ts";
import { decide } from "../../core/decide.ts";
import { findingRow, LIFT_TEXTS, type Lift } from "../../core/finding-table.ts";
import type { Policy, Rule } from "../../core/policy.ts";
import { ACTS, type Reading } from "../../core/reading.ts";
import { mayBeSetAside } from "../../core/set-aside.ts";
import { fileRuleIn } from "../../core/tools.ts";
import type { Call } from "../../read/call.ts";
import { plainWorld } from "../../read/plain-world.ts";
import { read, readers } from "../../read/read.ts";
import { faultOfRule } from "../policy/compile-stored.ts";
import { placeOf, type Witness, witnessesOf } from "./witness.ts";

export type LintKind =
  | "unreadable"
  | "contradictory"
  | "never-matches"
  | "shadowed"
  | "no-effect"
  | "broader"
  | "not-a-file";

/** Something about a rule that its owner would not expect. */
export interface LintFinding {
  readonly kind: LintKind;
  /** Id of the rule. */
  readonly rule: string;
  /** One plain sentence. */
  readonly message: string;
  /** A call that shows it, read and decided, and the text that a person knows it by; null of what cannot be read. */
  readonly shown: Pick<Witness, "call" | "text"> | null;
}

/**
 * What is odd about a set of rules. Each finding is shown by a call that was read and decided as any other. Rules are
 * looked at against each other and the grants: modes, levels and expiry are left out. Rules of presets count, and are
 * not themselves found fault with. Throws where one that nobody stored cannot be read. Source: rules.md, "Which rule wins".
 */
export function lintRules(rules: readonly Rule[], policy: Policy): readonly LintFinding[] {
  const bench = benchFor(rules, policy);
  return rules.filter(isLooked).flatMap((rule) => findingOf(rule, bench) ?? []);
}

/** The same of one rule among those of the policy, where it is stored or may be. */
export function lintRule(rule: Rule, policy: Policy): LintFinding | null {
  const others = policy.rules.filter(({ id }) => id !== rule.id);
  return findingOf(rule, benchFor([...others, rule], policy));
}

function isLooked({ scope, finding, when }: Rule): boolean {
  return scope !== "builtin" && finding === undefined && when === undefined;
}

interface Bench {
  readonly policy: Policy;
  readonly all: CompiledPolicy;
  /** The rules with the spelling of their patterns, by which like ones are found. */
  readonly spelled: readonly { readonly rule: Rule; readonly key: string }[];
  readonly readingOf: (call: Call) => Reading;
}

/** A call that the rule covers, and what comes of it. */
interface Covered extends Witness {
  readonly reading: Reading;
  /** Under all rules; under this one alone; under none. */
  readonly all: Decision;
  readonly alone: Decision;
  readonly without: Decision;
}

function benchFor(all: readonly Rule[], given: Policy): Bench {
  // What cannot be read asks about so much that nothing else would show.
  const rules = all.filter((rule) => !mayBeSetAside(rule) || faultOfRule(rule, readers) === null);
  const root = placeOf(given);
  const isPlain = given.projectRoots.length > 0;
  const policy: Policy = {
    ...given,
    rules,
    layers: {},
    level: "L0",
    approvalMode: "ask",
    projectRoots: isPlain ? given.projectRoots : [root],
    grants: isPlain ? given.grants : [...given.grants, { root, recursive: true, can: ACTS }],
  };
  const world = plainWorld({ home: given.home ?? "/home/user", cwd: root, project: root });
  const spelled = rules.map((rule) => ({ rule, key: keyOf(rule) }));
  return { policy, all: compiled(policy), spelled, readingOf: (call) => read(call, world) };
}

/** The first thing that is wrong with a rule: the others follow from it. */
function findingOf(rule: Rule, bench: Bench): LintFinding | null {
  const read = readRule(rule, readers);
  if (!read.ok) return unreadable(rule, read.errors[0]?.message ?? "it is no rule");
  const witnesses = witnessesOf(read.rule.rule, read.rule.pattern, bench.policy);
  const misread = notAFile(rule, witnesses[0]);
  if (misread !== null) return misread;
  const covered = coveredBy(rule, witnesses, bench);
  const [first] = covered;
  if (first === undefined) return neverMatches(rule, witnesses, bench);
  return (
    contradictory(rule, first, bench) ??
    shadowed(rule, covered, bench) ??
    (rule.decision === "allow" ? (noEffect(rule, covered) ?? broader(rule, covered)) : null)
  );
}

const CHANGES: Rule = { id: "changes", tool: "change", pattern: "**", decision: "allow", scope: "global" };

/** INVARIANT: as a deny a rule reaches all that it covers, so what it covers is what it then denies. */
function coveredBy(rule: Rule, witnesses: readonly Witness[], { policy, all, readingOf }: Bench): readonly Covered[] {
  // What a command writes is for path rules to say: here it is not what the question is about.
  const others = rule.tool === "shell" ? [CHANGES] : [];
  const denying = compiled({ ...policy, rules: [{ ...rule, decision: "deny" }] });
  const alone = compiled({ ...policy, rules: [rule, ...others] });
  const none = compiled({ ...policy, rules: others });
  return witnesses.flatMap((witness) => {
    const reading = readingOf(witness.call);
    if (decide(reading, denying, 0).decidedBy.id !== rule.id) return [];
    return [
      {
        ...witness,
        reading,
        all: decide(reading, all, 0),
        alone: decide(reading, alone, 0),
        without: decide(reading, none, 0),
      },
    ];
  });
}

function neverMatches(rule: Rule, witnesses: readonly Witness[], { readingOf }: Bench): LintFinding | null {
  const first = witnesses.find(({ bare }) => !bare) ?? witnesses[0];
  if (first === undefined) return null;
  const seen = readingOf(first.call)
    .parts.map(({ program, text }) => program ?? text)
    .join("`, `");
  return {
    kind: "never-matches",
    rule: rule.id,
    message: `${ruleText(rule)} matches nothing: \`${first.text}\` is judged as \`${seen}\``,
    shown: { call: first.call, text: first.text },
  };
}

function unreadable(rule: Rule, why: string): LintFinding {
  return { kind: "unreadable", rule: rule.id, message: `${ruleText(rule)} cannot be read: ${why}`, shown: null };
}

/** Written as a rule about files is, and stored as one about a command: who wrote it believes a file protected. */
function notAFile(rule: Rule, shown: Witness | undefined): LintFinding | null {
  const meant = rule.tool === "shell" ? fileRuleIn(rule.pattern) : null;
  if (meant === null || shown === undefined) return null;
  const message = `${ruleText(rule)} is about a command called \`${meant.act}\`, and about no file`;
  return found("not-a-file", rule, shown, message);
}

function contradictory(rule: Rule, shown: Covered, { spelled }: Bench): LintFinding | null {
  const key = keyOf(rule);
  const other = spelled.find(
    (entry) => entry.key === key && entry.rule.decision !== rule.decision && entry.rule.scope !== "builtin",
  );
  // Of two that contradict each other, the one that loses is told.
  if (other === undefined || shown.all.decidedBy.id === rule.id) return null;
  return found(
    "contradictory",
    rule,
    shown,
    `${ruleText(rule)} and ${ruleText(other.rule)} speak of the same calls: the answer is ${shown.all.effect}`,
  );
}

function shadowed(rule: Rule, covered: readonly Covered[], { spelled }: Bench): LintFinding | null {
  const stronger = covered.map(
    ({ all }) => spelled.find((entry) => entry.rule.id === all.decidedBy.id && entry.rule.id !== rule.id)?.rule,
  );
  const [shown] = covered;
  const [winner] = stronger;
  if (shown === undefined || winner === undefined || stronger.includes(undefined)) return null;
  return found(
    "shadowed",
    rule,
    shown,
    `${ruleText(rule)} never decides: ${ruleText(winner)} comes first for \`${shown.text}\``,
  );
}

function noEffect(rule: Rule, covered: readonly Covered[]): LintFinding | null {
  const filled = covered.filter(({ bare, reading }) => !bare && reading.class !== "unknown");
  const meant = filled.length > 0 ? filled : covered;
  const [shown] = meant;
  if (shown === undefined || meant.some(({ alone, without }) => alone.effect === "allow" || without.effect === "allow"))
    return null;
  const { alone, text } = shown;
  const message = `${ruleText(rule)} lets nothing through, as \`${text}\` shows: ${alone.reason}${narrower(alone)}`;
  return found("no-effect", rule, shown, message);
}

const NARROWER: readonly Lift[] = ["exact-rule", "spelled-program", "option-rule", "spelled-host"];

/** The rule that would let it through, where one could. The table's own sentence says it already. */
function narrower({ code, reason, findings }: Decision): string {
  const variant = findings.find((found) => found.code === code)?.variant;
  const { liftedBy, meaning } = findingRow(code, variant);
  const lift = NARROWER.find((each) => liftedBy.includes(each));
  return lift === undefined || reason === meaning ? "" : `; ${LIFT_TEXTS[lift]} would`;
}

/** How many are named in the message. */
const SHOWN = 4;

/** Where a pattern ends before the word that says what is done: the worst of what it lets through besides. */
function broader(rule: Rule, covered: readonly Covered[]): LintFinding | null {
  const freed = covered.filter(
    ({ below, alone, without }) => below !== undefined && alone.effect === "allow" && without.effect !== "allow",
  );
  const [shown] = freed.sort((a, b) => CLASSES.indexOf(b.reading.class) - CLASSES.indexOf(a.reading.class));
  if (shown === undefined) return null;
  const names = [...new Set(freed.map(({ below }) => below))];
  const more = names.length > SHOWN || freed.some(({ alike }) => alike) ? " and others" : "";
  return found(
    "broader",
    rule,
    shown,
    `${ruleText(rule)} also allows \`${names.slice(0, SHOWN).join("`, `")}\`${more}`,
  );
}

function found(kind: LintKind, rule: Rule, { call, text }: Witness, message: string): LintFinding {
  return { kind, rule: rule.id, message, shown: { call, text } };
}

function keyOf(rule: Rule): string {
  const read = readRule(rule, readers);
  return read.ok && rule.finding === undefined && rule.when === undefined
    ? JSON.stringify([read.rule.rule.tool, read.rule.pattern])
    : rule.id;
}

function ruleText({ decision, tool, pattern }: Rule): string {
  return `\`${decision} ${tool === "shell" ? "" : `${tool} `}${pattern}\``;
}

function compiled(policy: Policy): CompiledPolicy {
  const result = compile(policy, readers);
  if (result.ok) return result.policy;
  throw new Error(result.errors.map(({ path, message }) => `${path}: ${message}`).join("; "));
}
