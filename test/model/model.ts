import { isReadOnly } from "../../src/core/class.ts";
import type { Decider } from "../../src/core/decision.ts";
import type { Effect } from "../../src/core/effect.ts";
import type { Mode, Policy } from "../../src/core/policy.ts";
import type { Finding, Part, PathUse, Reading, Target } from "../../src/core/reading.ts";
import { namesOptions, spells, spellsHosts } from "./match.ts";
import { capability, enforcedEntries, entriesFor, type Found } from "./model-layers.ts";
import { bestRule, liveRules, matches, type ReadRule, type Subject } from "./model-rules.ts";

/**
 * The decision as the pages tell it, as plainly as it can be written: every rule is held against every part, nothing
 * is indexed, and no code is shared with the implementation. Source: decision.md, rules.md, surfaces.md.
 */
export interface ModelDecision {
  readonly effect: Effect;
  readonly code: string;
  readonly decidedBy: Decider;
  /** Codes, sorted, without repeats. */
  readonly findings: readonly string[];
  readonly answerBy?: "person" | "review";
  readonly hidden: boolean;
}

/** Something that a stage says, and, of an ask, whether full access or review may answer it. */
interface Say {
  readonly effect: Effect;
  readonly code: string;
  readonly by: Decider;
  readonly admits: "review" | "full" | "person";
  /** The rule that allowed, for what it lifts. */
  readonly rule?: ReadRule;
}

interface Context {
  readonly reading: Reading;
  readonly policy: Policy;
  readonly rules: readonly ReadRule[];
  readonly entries: readonly Found[];
  readonly winner: Found | undefined;
  readonly mode: Mode;
}

/** "Stages, in order. The first deny ends it", else the strictest, and of a tie the earliest. */
export function modelDecide(reading: Reading, policy: Policy, now: number): ModelDecision {
  const context = contextOf(reading, policy, now);
  const parts = reading.parts.map((part) => ({ part, says: partSays(part, context) }));
  const said = [
    ...identity(context),
    ...descriptor(context),
    ...callArguments(context),
    ...prohibition(context),
    ...(context.mode === "off" ? [deny("mode-off", layer(context.winner))] : []),
    ...parts.flatMap(({ says }) => says),
    ...reading.parts.flatMap((part) => part.paths).flatMap((path) => grants(path, context)),
    ...guard(parts, context),
    ...floor(context),
  ];
  const end = { findings: findingCodes(said, reading), hidden: isHidden(context) };
  const denied = said.find((say) => say.effect === "deny");
  if (denied !== undefined) return { effect: "deny", code: denied.code, decidedBy: denied.by, ...end };
  const asks = said.filter((say) => say.effect === "ask");
  const [first] = asks.length > 0 ? asks : said;
  if (first === undefined) throw new Error("a reading has at least one part");
  if (first.effect === "allow") return { effect: "allow", code: first.code, decidedBy: first.by, ...end };
  return { ...answer(first, asks, context), ...end };
}

function contextOf(reading: Reading, policy: Policy, now: number): Context {
  const { tool } = reading;
  const entries = entriesFor(tool, policy.layers);
  // Descriptor: "what loosens for that identity is set aside; off, ask and deny stay".
  const winner = entries.find(({ entry }) => entry.mode !== undefined && !(isChanged(reading) && loosens(entry.mode)));
  const rules = liveRules(policy, now).filter(
    ({ rule }) => !(isChanged(reading) && rule.tool === tool.id && rule.decision === "allow"),
  );
  return { reading, policy, rules, entries, winner, mode: winner?.entry.mode ?? "ask" };
}

function isChanged({ tool }: Reading): boolean {
  return tool.origin === "mcp" && tool.pinned !== undefined && tool.hash !== tool.pinned;
}

function loosens(mode: Mode): boolean {
  return mode === "allow" || mode === "allowlist";
}

// Stage 1: "a tool that nobody has spoken of and that the registry does not know".
function identity({ reading, rules, entries }: Context): readonly Say[] {
  const { tool } = reading;
  const spokenOf =
    entries.some(({ entry }) => entry.mode !== undefined) || rules.some(({ rule }) => rule.tool === tool.id);
  return tool.known || spokenOf ? [] : [finding("unknown-tool")];
}

// Stage 2.
function descriptor(context: Context): readonly Say[] {
  const { tool } = context.reading;
  if (tool.origin !== "mcp") return [];
  if (tool.state !== "ok") return [deny(tool.state, { kind: "descriptor", id: tool.state })];
  if (isChanged(context.reading)) return [finding("tool-changed")];
  const { winner } = context;
  const allowedSince = winner?.wide === true && loosens(winner.entry.mode ?? "ask") ? winner.entry.since : undefined;
  const isNew = allowedSince !== undefined && tool.firstSeen !== undefined && tool.firstSeen > allowedSince;
  return isNew ? [finding("tool-new")] : [];
}

// Stage 3: "deny bad-arguments; deny call-limit". The most specific entry that has a limit sets it.
function callArguments({ reading, policy, entries }: Context): readonly Say[] {
  if (reading.argFault !== undefined) return [deny("bad-arguments", { kind: "arguments", id: reading.argFault.path })];
  const limit =
    entries.find(({ entry }) => entry.callsPerRun !== undefined)?.entry.callsPerRun ?? policy.limits.callsPerRun;
  return limit !== undefined && reading.callsThisRun >= limit
    ? [deny("call-limit", { kind: "limit", id: "call-limit" })]
    : [];
}

// Stage 4: "an enforced off in any layer. Then level L3. Then a matching deny rule for any part or path, from any scope".
function prohibition(context: Context): readonly Say[] {
  const { reading, policy, rules } = context;
  const off = enforcedEntries(context.entries).find(({ entry }) => entry.mode === "off");
  if (off !== undefined) return [deny("enforced-off", layer(off))];
  if (policy.level === "L3") return [deny("level-stop", { kind: "level", id: "L3" })];
  return reading.parts.flatMap((part) => {
    const rule = bestRule(denials(part, context, rules));
    return rule === null ? [] : [deny("rule-deny", byRule(rule))];
  });
}

function denials(part: Part, { reading, policy }: Context, rules: readonly ReadRule[]): readonly ReadRule[] {
  const codes = new Set([...reading.findings, ...part.findings].map(({ code }) => code));
  return rules.filter((read) => {
    if (read.rule.decision !== "deny") return false;
    if (read.rule.finding !== undefined) return read.rule.tool === reading.tool.id && codes.has(read.rule.finding);
    if (read.rule.tool === "project-code") return part.projectCode;
    return subjects(part, reading).some((subject) => matches(read, subject, { reading, part, policy }));
  });
}

/** What of a part is decided one by one: the command or tool itself, its paths, of a fetch its targets. */
export function subjects(part: Part, reading: Reading): readonly Subject[] {
  const paths = part.paths.map((path): Subject => ({ kind: "path", path }));
  const targets = part.targets.map((target): Subject => ({ kind: "target", target }));
  if (reading.tool.profile === "path" && paths.length > 0) return paths;
  if (reading.tool.profile === "url" && targets.length > 0) return [...targets, ...paths];
  return [{ kind: "self" }, ...paths];
}

// Stage 6: "best matching rule, else explicit mode, else level and class".
function partSays(part: Part, context: Context): readonly Say[] {
  const says = subjects(part, context.reading).flatMap((subject) => subjectSays(subject, part, context));
  return says.length > 0 ? says : fallback(part, context);
}

function subjectSays(subject: Subject, part: Part, context: Context): readonly Say[] {
  if (subject.kind === "path") return pathSays(subject.path, part, context);
  if (subject.kind === "target") return targetSays(subject.target, part, context);
  return selfSays(part, context);
}

function selfSays(part: Part, context: Context): readonly Say[] {
  const rule = ruleFor({ kind: "self" }, part, context);
  if (rule?.rule.decision === "ask") return [ask("rule-ask", byRule(rule), "person")];
  // "A command with no other effect needs no command rule."
  if (part.pathsOnly && part.paths.length > 0) return [];
  if (rule !== null) return [{ ...allow("rule-allow", byRule(rule)), rule }];
  const consent = consentFor(part, context);
  const missed = unlifted(part, context, consent !== undefined);
  if (consent !== undefined && missed.length === 0) return [allow("project-code", byRule(consent))];
  return [...missed, ...fallback(part, context)];
}

/** What only an exact rule, or one that names the option, may allow; a mode reaches launchers too. */
function unlifted(part: Part, { mode }: Context, consented: boolean): readonly Say[] {
  const byMode = mode === "allow" || consented;
  const exact = part.exactOnly === "destructive" || (part.exactOnly === "launcher" && !byMode);
  return [
    ...(exact ? [finding("exact-only", part.exactOnly === "launcher" ? "review" : "full")] : []),
    ...(part.optionEffects.length > 0
      ? [finding("option-effect", part.optionEffects.includes("-delete") ? "full" : "review")]
      : []),
  ];
}

/** The project-code consent: a rule of its own, which shell ask and deny rules win over. */
function consentFor(part: Part, { rules }: Context): ReadRule | undefined {
  if (!part.projectCode) return undefined;
  return rules.find(({ rule }) => rule.tool === "project-code" && rule.decision === "allow");
}

function pathSays(path: PathUse, part: Part, context: Context): readonly Say[] {
  const own = context.reading.tool.profile === "path";
  const rule = ruleFor({ kind: "path", path }, part, context);
  if (rule?.rule.decision === "ask") return [ask("rule-ask", byRule(rule), "person")];
  // What a command or another tool reads is covered by its own answer; only what it writes is decided as that act.
  if (!own && path.act === "read" && !part.pathsOnly) return [];
  if (rule !== null) return [{ ...allow("rule-allow", byRule(rule)), rule }];
  if (path.act === "delete") {
    const command = own ? null : ruleFor({ kind: "self" }, part, context);
    if (part.exactOnly === "destructive" && command?.rule.decision === "allow")
      return [allow("rule-allow", byRule(command))];
    return [finding("exact-only", "full"), ...fallback(part, context, path)];
  }
  return fallback(part, context, path);
}

function targetSays(target: Target, part: Part, context: Context): readonly Say[] {
  const rule = ruleFor({ kind: "target", target }, part, context);
  if (rule?.rule.decision === "ask") return [ask("rule-ask", byRule(rule), "person")];
  return rule === null ? fallback(part, context) : [{ ...allow("rule-allow", byRule(rule)), rule }];
}

function ruleFor(subject: Subject, part: Part, context: Context): ReadRule | null {
  const { reading, policy, rules } = context;
  return bestRule(
    rules.filter(
      (read) =>
        matches(read, subject, { reading, part, policy }) &&
        (read.rule.decision === "ask" || reaches(read, subject, part)),
    ),
  );
}

/** "A rule does not reach an exact-only part unless it spells it, nor an effect that rides on an option unless named." */
function reaches({ rule, pattern }: ReadRule, subject: Subject, part: Part): boolean {
  if (rule.decision === "deny") return false;
  if (subject.kind === "path") {
    const exact = pattern.kind === "path" && pattern.segments.every((segment) => segment.kind === "literal");
    return subject.path.act !== "delete" || exact;
  }
  if (subject.kind === "target" || part.pathsOnly) return true;
  if (pattern.kind !== "command") return part.exactOnly === undefined && part.optionEffects.length === 0;
  return (part.exactOnly === undefined || spells(pattern, part)) && namesOptions(pattern, part);
}

/** The explicit mode, else level and class. */
function fallback(part: Part, context: Context, path?: PathUse): readonly Say[] {
  const { mode, winner, policy, reading } = context;
  const admits = part.class === "admin" ? "person" : "review";
  if (winner !== undefined) {
    if (mode === "allow") return [allow("mode-allow", layer(winner))];
    const listed =
      mode === "allowlist" &&
      winner.entry.allowlist?.some((text) => new RegExp(`^(?:${text})$`).test(part.text)) === true;
    // "No command rule allows a redirection", and allowlist patterns are rules of the weakest kind.
    if (listed && (path === undefined || reading.tool.profile === "path"))
      return [allow("allowlist", { kind: "allowlist", id: winner.id })];
    return [ask("mode-ask", layer(winner), admits)];
  }
  const readOnly = path === undefined ? isReadOnly(part.class) : path.act === "read";
  const by: Decider = { kind: "level", id: policy.level };
  return policy.level === "L0" && readOnly ? [allow("level-allow", by)] : [ask("level-ask", by, admits)];
}

// Stage 7: "a path outside every grant; inside a granted root that lacks the capability".
function grants(path: PathUse, { reading, policy }: Context): readonly Say[] {
  if (path.scratch || (path.system && path.act === "read")) return [];
  const can = capability(path, policy.grants);
  if (can === null) {
    const refused = !reading.attended || policy.grants.length === 0;
    return [refused ? deny("outside-grants", { kind: "grant" }) : finding("outside-grants")];
  }
  return can.includes(path.act) ? [] : [finding("grant-missing")];
}

// Stage 8: "a class D path: deny protected. Else the reader's findings: one that gates turns allow into ask".
function guard(
  parts: readonly { readonly part: Part; readonly says: readonly Say[] }[],
  context: Context,
): readonly Say[] {
  const paths = parts.flatMap(({ part }) => part.paths);
  if (paths.some((path) => path.protected === "D")) return [deny("protected", { kind: "finding", id: "protected" })];
  const carded = paths.filter((path) => path.protected === "R" || (path.protected === "W" && path.act !== "read"));
  return [
    ...carded.map(() => finding("protected")),
    ...context.reading.findings.filter(({ gates }) => gates).map(readFinding),
    ...parts.flatMap(({ part, says }) =>
      part.findings.filter((found) => found.gates && !isLifted(found, part, { says, context })).map(readFinding),
    ),
  ];
}

/** "Nothing but what the table names passes a finding that gates." */
function isLifted(
  { code }: Finding,
  part: Part,
  { says, context }: { says: readonly Say[]; context: Context },
): boolean {
  const rules = says.flatMap((say) => (say.rule === undefined ? [] : [say.rule.pattern]));
  if (code === "program-in-project") {
    return (
      consentFor(part, context) !== undefined ||
      rules.some((pattern) => pattern.kind === "command" && spells(pattern, part))
    );
  }
  if (code !== "network-target") return false;
  return context.reading.tool.profile === "url"
    ? part.targets.length > 0 && rules.filter(({ kind }) => kind === "url").length >= part.targets.length
    : rules.some((pattern) => pattern.kind === "command" && spellsHosts(pattern, part));
}

// Stage 9: "an enforced ask or a managed ask rule: the answer is at least ask, whatever allowed".
function floor(context: Context): readonly Say[] {
  const { reading, policy, rules } = context;
  const entries = enforcedEntries(context.entries).filter(({ entry }) => entry.mode === "ask");
  const managed = rules.filter(
    (read) =>
      read.rule.scope === "managed" &&
      read.rule.decision === "ask" &&
      reading.parts.some((part) =>
        subjects(part, reading).some((subject) => matches(read, subject, { reading, part, policy })),
      ),
  );
  return [
    ...entries.map((found) => ask("enforced-ask", layer(found), "person")),
    ...managed.map((read) => ask("enforced-ask", byRule(read), "person")),
  ];
}

// Stages 10 and 11: "only where every reason that asked admits it"; "with nobody there: deny unattended".
function answer(
  first: Say,
  asks: readonly Say[],
  { reading, policy }: Context,
): Omit<ModelDecision, "findings" | "hidden"> {
  const mode = policy.level === "L2" ? "ask" : policy.approvalMode;
  const spokenTo = [...reading.findings, ...reading.parts.flatMap((part) => part.findings)].some(
    ({ code }) => code === "speaks-to-assessor",
  );
  if (mode === "full" && asks.every(({ admits }) => admits !== "person")) {
    return { effect: "allow", code: "full-access", decidedBy: { kind: "approval", id: "full" } };
  }
  const review = mode === "review" && !spokenTo && asks.every(({ admits }) => admits === "review");
  if (!review && !reading.attended) return { effect: "deny", code: "unattended", decidedBy: { kind: "attendance" } };
  return { effect: "ask", code: first.code, decidedBy: first.by, answerBy: review ? "review" : "person" };
}

/** "No arguments could make the tool run": off, enforced off, L3, no usable descriptor, a deny of the whole tool. */
function isHidden({ reading, policy, rules, mode, entries }: Context): boolean {
  const { tool } = reading;
  const whole = rules.some(
    ({ rule, pattern }) =>
      rule.tool === tool.id &&
      rule.decision === "deny" &&
      pattern.kind === "any" &&
      rule.when === undefined &&
      rule.finding === undefined,
  );
  const unusable = tool.origin === "mcp" && tool.state !== "ok";
  return (
    unusable ||
    mode === "off" ||
    policy.level === "L3" ||
    whole ||
    enforcedEntries(entries).some(({ entry }) => entry.mode === "off")
  );
}

function findingCodes(said: readonly Say[], reading: Reading): readonly string[] {
  const read = [...reading.findings, ...reading.parts.flatMap((part) => part.findings)].map(({ code }) => code);
  const found = said.filter(({ by }) => by.kind === "finding").map(({ code }) => code);
  return [...new Set([...read, ...found])].sort();
}

function allow(code: string, by: Decider): Say {
  return { effect: "allow", code, by, admits: "review" };
}

function ask(code: string, by: Decider, admits: Say["admits"]): Say {
  return { effect: "ask", code, by, admits };
}

function deny(code: string, by: Decider): Say {
  return { effect: "deny", code, by, admits: "person" };
}

function finding(code: string, admits: Say["admits"] = "person"): Say {
  return ask(code, { kind: "finding", id: code }, admits);
}

function readFinding({ code, answer: admits }: Finding): Say {
  return finding(code, admits);
}

function layer(found: Found | undefined): Decider {
  return found === undefined ? { kind: "mode" } : { kind: "layer", id: found.id };
}

function byRule({ rule }: ReadRule): Decider {
  return { kind: rule.scope === "builtin" ? "preset" : "rule", id: rule.id };
}
