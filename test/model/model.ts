import { isReadOnly } from "../../src/core/class.ts";
import type { Decider } from "../../src/core/decision.ts";
import type { Effect } from "../../src/core/effect.ts";
import type { Mode, Policy } from "../../src/core/policy.ts";
import type { Act, Finding, Part, PathUse, Reading, Started } from "../../src/core/reading.ts";
import { isExact, namesOptions, spells, spellsHosts } from "./match.ts";
import { capability, enforcedEntries, entriesFor, narrowedBelow, type Found } from "./model-layers.ts";
import { bestRule, liveRules, matches, unreadRules, type ReadRule, type Subject } from "./model-rules.ts";
import { isUnreadable } from "./pattern-text.ts";

/**
 * The decision as the pages tell it, as plainly as it can be written: every rule is held against every part, nothing
 * is indexed, and no code is shared with the implementation. Source: decision.md, rules.md, surfaces.md.
 * Longer than files should be: the eleven stages are meant to be read in one go, beside the page.
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
  /** Of the command or tool itself, not of a path. */
  readonly self?: boolean;
}

interface Judged {
  readonly part: Part;
  readonly says: readonly Say[];
}

interface Context {
  readonly reading: Reading;
  readonly policy: Policy;
  readonly now: number;
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
    ...unreadable(context),
    ...(context.mode === "off" ? [deny("mode-off", layer(context.winner))] : []),
    ...parts.flatMap(({ says }) => says),
    ...grants(context),
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
  // "Its allow and allowlist entries stand between app and built-in"; its off and ask are enforced and no mode.
  const winner = entries.find(
    ({ entry, managed }) =>
      !(managed && (entry.mode === "ask" || entry.mode === "off")) &&
      entry.mode !== undefined &&
      !(isChanged(reading) && loosens(entry.mode)),
  );
  const rules = liveRules(policy, now).filter(
    ({ rule }) => !(isChanged(reading) && rule.tool === tool.id && rule.decision === "allow"),
  );
  return { reading, policy, now, rules, entries, winner, mode: winner?.entry.mode ?? "ask" };
}

function isChanged({ tool }: Reading): boolean {
  return tool.origin === "mcp" && tool.pinned !== undefined && tool.hash !== tool.pinned;
}

function loosens(mode: Mode): boolean {
  return mode === "allow" || mode === "allowlist";
}

// Stage 1: "a tool that nobody has spoken of and that the registry does not know". What is set aside was still said.
function identity({ reading, policy, entries, now }: Context): readonly Say[] {
  const { tool } = reading;
  const ruled = policy.rules.some(
    (rule) =>
      rule.tool === tool.id && !isUnreadable(rule.pattern) && (rule.expiresAt === undefined || now < rule.expiresAt),
  );
  const spokenOf =
    ruled || entries.some(({ entry, wide }) => !wide && entry.mode !== undefined && entry.proposed !== true);
  return tool.known || spokenOf ? [] : [finding("unknown-tool")];
}

// Stage 2.
function descriptor(context: Context): readonly Say[] {
  const { tool } = context.reading;
  if (tool.origin !== "mcp") return [];
  if (tool.state !== "ok") return [deny(tool.state, { kind: "descriptor", id: tool.state })];
  if (isChanged(context.reading)) return [finding("tool-changed")];
  const { winner, entries } = context;
  // What nobody accepted may have taken an allow away, and stands for it here.
  const reached = winner === undefined ? entries : entries.slice(0, entries.indexOf(winner) + 1);
  const isNew = reached.some(({ entry }) => {
    const allows = (entry === winner?.entry && loosens(entry.mode ?? "ask")) || entry.proposed === true;
    return allows && entry.since !== undefined && tool.firstSeen !== undefined && tool.firstSeen > entry.since;
  });
  return isNew ? [finding("tool-new")] : [];
}

// Stage 3: "deny bad-arguments; deny call-limit". The most specific entry that has a limit sets it.
function callArguments({ reading, policy, entries }: Context): readonly Say[] {
  if (reading.argFault !== undefined) return [deny("bad-arguments", { kind: "arguments", id: reading.argFault.path })];
  const limit =
    entries.find(({ entry }) => entry.callsPerRun !== undefined)?.entry.callsPerRun ?? policy.limits.callsPerRun;
  return limit !== undefined && reading.callsThisRun >= limit
    ? [deny("call-limit", { kind: "limit", id: "callsPerRun" })]
    : [];
}

// Stage 4: "an enforced off in any layer. Then level L3. Then a matching deny rule for any part or path, from any scope".
function prohibition(context: Context): readonly Say[] {
  const { policy } = context;
  const off = enforcedEntries(context.entries).find(({ entry }) => entry.mode === "off");
  if (off !== undefined) return [deny("enforced-off", layer(off))];
  if (policy.level === "L3") return [deny("level-stop", { kind: "level", id: "L3" })];
  return context.reading.parts.flatMap((part) => denials(part, context)).map((rule) => deny("rule-deny", byRule(rule)));
}

/** Of stage 4 too: a rule that cannot be read may forbid every use of its tool. */
function unreadable({ policy, reading, now }: Context): readonly Say[] {
  return unreadRules(policy, reading, now).map(({ id }) => ask("rule-unreadable", { kind: "rule", id }, "person"));
}

function denials(part: Part, { reading, policy, rules }: Context): readonly ReadRule[] {
  const denying = rules.filter(({ rule }) => rule.decision === "deny");
  const codes = new Set([...reading.findings, ...part.findings].map(({ code }) => code));
  const named = denying.filter(
    ({ rule }) => rule.finding !== undefined && rule.tool === reading.tool.id && codes.has(rule.finding),
  );
  const asked = { reading, part, policy, deny: "surely" } as const;
  const about = (subject: Subject) => denying.filter((read) => matches(read, subject, asked));
  const all = subjects(part, reading);
  const own = all.filter(({ kind }) => kind !== "path").flatMap(about);
  const paths = all.filter(({ kind }) => kind === "path").map((path) => bestRule(about(path)));
  const mentions = mentionsOf(part).map((path) => bestRule(about(path)));
  return [bestRule([...named, ...own]), ...paths, ...mentions].filter((rule) => rule !== null);
}

/** What of a part is decided one by one: the command or tool itself, its paths, of a fetch its targets. */
export function subjects(part: Part, reading: Reading): readonly Subject[] {
  const paths = part.paths.map((path): Subject => ({ kind: "path", path }));

  if (reading.tool.profile === "path" && paths.length > 0) return paths;
  if (reading.tool.profile === "url" && part.targets.length > 0)
    return [{ kind: "targets", targets: part.targets }, ...paths];
  return [{ kind: "self" }, ...paths];
}

/** What only a word names, as each act that may be meant; out of a folder files are only printed, or changed and deleted. */
export function mentionsOf({ mentions = [] }: Part, acts: readonly Act[] = ["read"]): readonly Subject[] {
  return mentions.flatMap((use) => {
    const folder = use.act === "read" ? [use.act] : [use.act, ...acts.filter((act) => act === "delete")];
    return (use.recursive ? folder : acts).map((act): Subject => ({ kind: "path", path: { ...use, act } }));
  });
}

export const MEANT: readonly Act[] = ["read", "write", "delete"];

/** A word that may name a file: a rule against any act there asks, since only that it is read is certain. */
function mentionSays(part: Part, { reading, policy, rules }: Context): readonly Say[] {
  const asked = { reading, part, policy, deny: "maybe" } as const;
  return (part.mentions ?? []).flatMap((use) => {
    const meant = mentionsOf({ ...part, mentions: [use] }, MEANT);
    const speaking = (read: ReadRule) =>
      read.rule.decision !== "allow" && meant.some((subject) => matches(read, subject, asked));
    const rule = bestRule(rules.filter(speaking));
    return rule === null ? [] : [ask("rule-ask", byRule(rule), "person")];
  });
}

// Stage 6: "best matching rule, else explicit mode, else level and class".
function partSays(part: Part, context: Context): readonly Say[] {
  const says = subjects(part, context.reading).flatMap((subject) => subjectSays(subject, part, context));
  const own = says.length > 0 ? says : byMode(part, isReadOnly(part.class), context);
  return [...own, ...mentionSays(part, context), ...startSays(part, context)];
}

/** The commands that words of a program without knowledge may start. */
export function startedBy(part: Part): readonly Started[] {
  if ((part.known && part.mayStart === undefined) || part.program === null) return [];
  const written = part.words.flatMap(({ text, kind, option }, at) =>
    kind === "literal" && option === undefined
      ? [{ word: text, program: text.replace(/^.*\//, ""), words: part.words.slice(at + 1), globals: [] }]
      : [],
  );
  return [...(part.mayStart ?? []), ...written];
}

/** A rule against one of them asks, but where an allow that reaches the part spells its word. */
function startSays(part: Part, { reading, policy, rules }: Context): readonly Say[] {
  const self = { kind: "self" } as const;
  const asked = { reading, policy, part, deny: "maybe" } as const;
  const allows = rules.filter((read) => matches(read, self, asked) && reaches(read, self, part));
  const spelled = allows.flatMap(({ pattern }) => (pattern.kind === "command" ? pattern.words : []));
  const started = startedBy(part).filter(
    ({ word }) => !spelled.some(({ kind, text }) => kind === "literal" && text === word),
  );
  const rule = bestRule(
    rules.filter(
      (read) =>
        read.rule.decision !== "allow" &&
        read.pattern.kind === "command" &&
        started.some((start) => matches(read, self, { ...asked, part: { ...part, ...start } })),
    ),
  );
  return rule === null ? [] : [ask("rule-ask", byRule(rule), "person")];
}

function subjectSays(subject: Subject, part: Part, context: Context): readonly Say[] {
  const asking = askingRule(subject, part, context);
  if (asking !== null) return [ask("rule-ask", byRule(asking), "person")];
  if (subject.kind === "path") return pathSays(subject.path, part, context);
  // "A command with no other effect needs no command rule."
  if (part.pathsOnly && part.paths.length > 0) return [];
  return selfSays(subject, part, context).map((say) => ({ ...say, self: true }));
}

function selfSays(subject: Subject, part: Part, context: Context): readonly Say[] {
  const rule = ruleFor(subject, part, context);
  if (rule !== null) return [{ ...allow("rule-allow", byRule(rule)), rule }];
  const said = byMode(part, isReadOnly(part.class), context);
  if (subject.kind === "targets") return said;
  const consent = consentFor(part, context);
  if (consent !== null && part.exactOnly !== "destructive") return [allow("project-code", byRule(consent))];
  const destroys = part.exactOnly === "destructive";
  if (isAllowedWhole(said) && destroys) return [exactOnly(part)];
  const near = nearRule(subject, part, context);
  if (near === null || said.every(({ effect }) => effect === "allow")) return said;
  if (destroys) return [exactOnly(part)];
  if (!isNamed(near, part)) return [optionEffect(part)];
  return part.exactOnly === "launcher" && !isSpelled(near, part) ? [exactOnly(part)] : said;
}

/** Mode `allow` reaches launchers and no command that destroys work. */
function isAllowedWhole(said: readonly Say[]): boolean {
  return said.some(({ code }) => code === "mode-allow");
}

/** An allow that speaks of the subject and yet does not reach it. */
function nearRule(subject: Subject, part: Part, { rules, reading, policy }: Context): ReadRule | null {
  const asked = { reading, policy, part, deny: "maybe" } as const;
  return bestRule(rules.filter((read) => read.rule.decision === "allow" && matches(read, subject, asked)));
}

/** An ask rule that wins, or a deny that matches only maybe: what it would forbid is not certain enough to forbid. */
function askingRule(subject: Subject, part: Part, context: Context): ReadRule | null {
  const { reading, policy, rules } = context;
  const asked = { reading, part, policy, deny: "maybe" } as const;
  const maybe = rules.filter((read) => read.rule.decision === "deny" && matches(read, subject, asked));
  const winner = ruleFor(subject, part, subject.kind === "path" ? withoutThisCall(context) : context);
  return bestRule([...maybe, ...(winner?.rule.decision === "ask" ? [winner] : [])]);
}

function ruleFor(subject: Subject, part: Part, { reading, policy, rules }: Context): ReadRule | null {
  const speaking = rules.filter((read) => matches(read, subject, { reading, part, policy, deny: "maybe" }));
  return bestRule(speaking.filter((read) => read.rule.decision === "ask" || reaches(read, subject, part)));
}

/** "A rule does not reach an exact-only part unless it spells it, nor an effect that rides on an option unless named." */
function reaches(read: ReadRule, subject: Subject, part: Part): boolean {
  const { rule, pattern } = read;
  if (rule.decision !== "allow") return false;
  if (subject.kind === "path") {
    const exact = pattern.kind === "path" && pattern.segments.every((segment) => segment.kind === "literal");
    return subject.path.act !== "delete" || exact;
  }
  if (subject.kind === "targets") return true;
  return isNamed(read, part) && (part.exactOnly === undefined || isSpelled(read, part));
}

function isNamed(read: ReadRule, part: Part): boolean {
  return read.pattern.kind === "command"
    ? namesOptions(read.pattern, part)
    : isThisCall(read) || part.optionEffects.length === 0;
}

function isSpelled(read: ReadRule, part: Part): boolean {
  return read.pattern.kind === "command"
    ? spells(read.pattern, part)
    : isThisCall(read) && part.exactOnly === "launcher";
}

/** L1's rule for "this exact call, arguments and directory". */
function isThisCall({ rule }: ReadRule): boolean {
  return rule.when?.argsHash !== undefined;
}

/** What L1 remembers of a call does not compete with the rules about its paths. */
function withoutThisCall(context: Context): Context {
  return { ...context, rules: context.rules.filter((read) => !isThisCall(read)) };
}

function pathSays(path: PathUse, part: Part, context: Context): readonly Say[] {
  const { profile } = context.reading.tool;
  // What a command reads is covered by its own answer; what it writes is decided as that act on that path.
  if (profile === "command" && path.act === "read" && !part.pathsOnly) return [];
  const subject = { kind: "path", path } as const;
  const rule = ruleFor(subject, part, withoutThisCall(context)) ?? ruleFor(subject, part, context);
  if (rule !== null) return [{ ...allow("rule-allow", byRule(rule)), rule }];
  const own = profile === "path" ? null : ownRule(path, part, context);
  if (own !== null && covers(own, path, { part, profile }))
    return [{ ...allow("rule-allow", byRule(own)), rule: own, self: part.pathsOnly }];
  // "A private scratch folder, readable and writable."
  if (path.scratch && path.act !== "delete")
    return profile === "path" || part.pathsOnly ? byMode(part, true, context, path) : [];
  const free = path.act === "read";
  const said = byMode(part, free, context, path);
  if (path.act !== "delete") return said;
  // "`exact-only` destructive, deletion: review no", whatever asked first.
  const near = own !== null || nearRule(subject, part, context) !== null;
  const deletes = finding("exact-only", "full");
  return near || isAllowedWhole(said) ? [deletes] : [...said, deletes];
}

/** The rule of the command or tool itself; what L1 remembers of this very call speaks of its paths too. */
function ownRule(path: PathUse, part: Part, context: Context): ReadRule | null {
  const self = { kind: "self" } as const;
  if (askingRule(self, part, context) !== null) return null;
  const exact = ({ pattern }: ReadRule) => pattern.kind === "command" && isExact(pattern, part);
  const speaking = context.rules.filter(path.act === "delete" ? exact : isThisCall);
  return ruleFor(self, part, { ...context, rules: speaking }) ?? ruleFor(self, part, context);
}

/** "No command rule allows a redirection"; a deletion takes the exact words; another tool's rule is about all it does. */
function covers({ rule, pattern }: ReadRule, path: PathUse, of: { part: Part; profile: string }): boolean {
  if (rule.decision !== "allow") return false;
  if (path.act === "delete") return pattern.kind === "command" && isExact(pattern, of.part);
  return of.profile !== "command" || rule.when?.argsHash !== undefined;
}

/** The explicit mode, else level and class. */
function byMode(part: Part, free: boolean, context: Context, path?: PathUse): readonly Say[] {
  const { mode, winner, policy, reading } = context;
  const admits = part.class === "admin" ? "person" : "review";
  if (winner === undefined) {
    const by: Decider = { kind: "level", id: policy.level };
    return policy.level === "L0" && free ? [allow("level-allow", by)] : [ask("level-ask", by, admits)];
  }
  if (mode === "allow") return [allow("mode-allow", layer(winner))];
  // "Never as exact words or a named option", nor a redirection: allowlist patterns are rules of the weakest kind.
  const reach =
    path === undefined ? part.exactOnly !== "destructive" : path.act !== "delete" && reading.tool.profile !== "command";
  return mode === "allowlist" && reach && isListed(part, context)
    ? [allow("allowlist", { kind: "allowlist", id: winner.id })]
    : [ask("mode-ask", layer(winner), admits)];
}

/** "Anchored at both ends"; outside of the shell "a pattern that matches the bare name covers any arguments". */
function isListed(part: Part, { winner, reading }: Context): boolean {
  const subjects = reading.tool.profile === "command" ? [part.text] : [part.text, reading.tool.id];
  return (winner?.entry.allowlist ?? []).some((text) =>
    subjects.some((subject) => new RegExp(`^(?:${text})$`).test(subject)),
  );
}

/** The project-code consent: a rule of its own, which shell ask and deny rules win over. */
function consentFor(part: Part, { rules }: Context): ReadRule | null {
  if (!part.projectCode) return null;
  return bestRule(rules.filter(({ rule }) => rule.tool === "project-code" && rule.decision === "allow"));
}

// Stage 7: "a path outside every grant", the working directory of a command too; "lacks the capability".
function grants({ reading, policy }: Context): readonly Say[] {
  const refused = !reading.attended || policy.grants.length === 0;
  const outside = refused
    ? deny("outside-grants", { kind: "grant" })
    : ask("outside-grants", { kind: "grant" }, "person");
  const astray = reading.tool.profile === "command" && reading.cwd !== null && !isGranted(reading.cwd, policy);
  return [
    ...reading.parts
      .flatMap((part) => part.paths)
      .filter((path) => !isOpen(path))
      .flatMap((path) => {
        const can = capability(path, policy.grants);
        if (can === null) return [outside];
        return can.includes(path.act) && !narrowedBelow(path, policy.grants) ? [] : [finding("grant-missing")];
      }),
    ...(astray ? [outside] : []),
  ];
}

function isGranted(canonical: string, policy: Policy): boolean {
  return capability({ canonical, foldCase: false, recursive: false }, policy.grants) !== null;
}

// Stage 8: "a class D path: deny protected. Else the reader's findings: one that gates turns allow into ask".
function guard(parts: readonly Judged[], context: Context): readonly Say[] {
  const paths = parts.flatMap(({ part }) => part.paths);
  if (paths.some(isRefused)) return [deny("protected", { kind: "finding", id: "protected" })];
  return [
    ...parts.flatMap(({ part, says }) => [
      ...unlifted(part, says),
      ...part.findings.filter((found) => found.gates && !isLifted(found, part, { says, context })).map(readFinding),
      ...part.paths.filter(isCarded).map(() => finding("protected")),
      ...(part.mentions ?? []).filter(isSecret).map(() => finding("protected")),
    ]),
    ...context.reading.findings.filter(({ gates }) => gates).map(readFinding),
  ];
}

/** Scratch, and places that hold no user data, need no grant and hide nothing. */
function isOpen(path: PathUse): boolean {
  return path.scratch || (path.system && path.act === "read");
}

/** "W: its own card to write, create, rename, delete; R: to read as well." Of a hard link the other name is not known. */
function isCarded(path: PathUse): boolean {
  if (path.kind === "hardlink" && !isOpen(path)) return true;
  return path.protected === "R" || (path.protected === "W" && path.act !== "read");
}

/** What only may be named is asked about and not refused. */
function isSecret({ protected: kept }: PathUse): boolean {
  return kept === "R" || kept === "D";
}

/** "Device files, sockets and FIFOs are refused", where the place is not one that is open to all. */
function isRefused(path: PathUse): boolean {
  return path.protected === "D" || (!isOpen(path) && ["device", "fifo", "socket"].includes(path.kind));
}

/** What only an exact rule, or one that names the option, may allow. A mode and the consent reach launchers too. */
function unlifted(part: Part, says: readonly Say[]): readonly Say[] {
  const own = says.filter(({ self }) => self === true || part.pathsOnly);
  const ruled = own.filter(({ rule }) => rule !== undefined);
  if (ruled.length > 0 && (!part.pathsOnly || ruled.length === own.length)) return [];
  const launched = own.some(({ code }) => code === "mode-allow" || code === "project-code");
  const exact = part.exactOnly === "destructive" || (part.exactOnly === "launcher" && !launched);
  return [...(exact ? [exactOnly(part)] : []), ...(part.optionEffects.length > 0 ? [optionEffect(part)] : [])];
}

function exactOnly(part: Part): Say {
  return finding("exact-only", part.exactOnly === "launcher" ? "review" : "full");
}

/** "Review yes, deletion no." */
function optionEffect(part: Part): Say {
  const deletes = part.class === "destructive" || part.paths.some(({ act }) => act === "delete");
  return finding("option-effect", deletes ? "full" : "review");
}

/** "Nothing but what the table names passes a finding that gates." */
function isLifted(
  { code }: Finding,
  part: Part,
  { says, context }: Omit<Judged, "part"> & { context: Context },
): boolean {
  const own = says.filter(({ self }) => self === true);
  const ruled = part.pathsOnly
    ? askingRule({ kind: "self" }, part, context) === null
    : own.some(({ rule }) => rule !== undefined);
  const rules = ruled ? liftingRules(part, context) : [];
  if (code === "program-in-project") {
    const spelled = rules.some((read) => isSpelledWhole(read, part));
    const ran = own.some(({ code: said }) => said === "project-code" || said === "rule-allow");
    return spelled || (ran && consentFor(part, context) !== null);
  }
  if (code !== "network-target" || part.targets.length === 0) return false;
  return rules.some(
    ({ pattern }) => pattern.kind === "url" || (pattern.kind === "command" && spellsHosts(pattern, part)),
  );
}

function isSpelledWhole(read: ReadRule, part: Part): boolean {
  if (part.exactOnly !== undefined) return isSpelled(read, part);
  return read.pattern.kind === "command" && isExact(read.pattern, part);
}

/** Every allow that reaches the part, whichever of them decides it. */
function liftingRules(part: Part, { reading, policy, rules }: Context): readonly ReadRule[] {
  const [own] = subjects(part, reading);
  const asked = { reading, policy, part, deny: "maybe" } as const;
  return own === undefined || own.kind === "path"
    ? []
    : rules.filter((read) => matches(read, own, asked) && reaches(read, own, part));
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
        subjects(part, reading).some((subject) => matches(read, subject, { reading, part, policy, deny: "maybe" })),
      ),
  );
  const strongest = bestRule(managed);
  return [
    ...entries.map((found) => ask("enforced-ask", layer(found), "person")),
    ...(strongest === null ? [] : [ask("rule-ask", byRule(strongest), "person")]),
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
  // One that is not signed in stays visible: signing in is offered when it is called.
  const unusable = tool.origin === "mcp" && (tool.state === "server-disabled" || tool.state === "bad-descriptor");
  return (
    unusable ||
    mode === "off" ||
    policy.level === "L3" ||
    whole ||
    enforcedEntries(entries).some(({ entry }) => entry.mode === "off")
  );
}

/** What stands in the way, and what only informs; a finding that was lifted is gone. */
function findingCodes(said: readonly Say[], reading: Reading): readonly string[] {
  const informing = [...reading.findings, ...reading.parts.flatMap((part) => part.findings)].filter(
    ({ gates }) => !gates,
  );
  const found = said.filter(
    ({ by, code, effect }) =>
      effect === "ask" && (by.kind === "finding" || by.kind === "grant" || code === "rule-unreadable"),
  );
  return [...new Set([...informing, ...found].map(({ code }) => code))].sort();
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
