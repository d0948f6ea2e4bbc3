import { allow, ask, byRule, deny, gate, ruleText, SILENT, type Answer } from "./answer.ts";
import { isReadOnly } from "./class.ts";
import { matchRegex } from "./allowlist/match.ts";
import type { Call } from "./call.ts";
import { finding } from "./finding-table.ts";
import { guardPart } from "./guard.ts";
import { heldByGrants } from "./grants.ts";
import { isFreed, isThisCall, levelAllows } from "./levels.ts";
import type { Finding, Part, PathUse } from "./reading.ts";
import { strongest, type CompiledRule } from "./rule/compiled.ts";
import { isExactPath } from "./rule/match-path.ts";
import { namesOptions, spellsAll } from "./rule/reach.ts";
import { rulesForPart, rulesForPath, rulesForProjectCode, type RulesFor } from "./rules-for.ts";

/** Everything that the stages say of one part and its paths. */
export interface PartJudgement {
  /** Not empty. */
  readonly answers: readonly Answer[];
  /** Managed ask rules that speak of it: a floor. */
  readonly floors: readonly CompiledRule[];
}

/**
 * Stages 4 (deny rules), 6, 7 and 8 for one part. Its command and each of its paths are questions of their own, and the
 * strictest answer is the part's.
 */
export function judgePart(call: Call, part: Part): PartJudgement {
  const rules = rulesForPart(call, part);
  const consent = rulesForProjectCode(call, part);
  const command = answerCommand(call, part, { rules, consent });
  // Where an ask decided, no allow beside it lifts anything or speaks for a path.
  const allows = command.winner?.rule.decision === "allow" ? rules.allows : NO_RULES;
  const paths = part.paths.length === 0 ? NO_PATHS : part.paths.map((use) => judgePath(call, part, { use, allows }));
  const code = command.answers[0]?.code;
  const agreed = winnerOf(consent)?.rule.decision === "allow";
  const lifted = {
    rules: allows,
    exactPaths:
      part.pathsOnly && paths.length > 0 && paths.every(({ winner }) => winner !== undefined && isExact(winner)),
    // A rule beside the consent never takes away what the consent gives.
    consent: agreed && (code === "project-code" || code === "rule-allow"),
    mode: code === "mode-allow",
  };
  const answers: Answer[] = [];
  for (const said of [denials(rules), denials(consent), command.answers, guardPart(part, lifted)])
    for (const answer of said) answers.push(answer);
  for (const path of paths) for (const answer of path.answers) answers.push(answer);
  return { answers, floors: floorsOf(rules, paths) };
}

const NO_RULES: readonly CompiledRule[] = [];
const NO_PATHS: readonly JudgedPath[] = [];

interface JudgedPath extends Asked {
  readonly rules: RulesFor;
}

function judgePath(
  call: Call,
  part: Part,
  { use, allows }: { readonly use: PathUse; readonly allows: readonly CompiledRule[] },
): JudgedPath {
  const rules = rulesForPath(call, use, part);
  const asked = answerPath(call, part, { use, rules, allows });
  return {
    ...asked,
    rules,
    answers: [...denials(rules), ...asked.answers, ...holdAgainstGrants(call, use), ...guardPath(use)],
  };
}

function floorsOf(rules: RulesFor, paths: readonly JudgedPath[]): readonly CompiledRule[] {
  if (rules.asks.length === 0 && paths.every((path) => path.rules.asks.length === 0)) return NO_RULES;
  return [...rules.asks, ...paths.flatMap((path) => path.rules.asks)].filter(({ rule }) => rule.scope === "managed");
}

interface Asked {
  readonly answers: readonly Answer[];
  /** The rule that decided. */
  readonly winner?: CompiledRule;
}

/** Stage 4: the deny rules. */
function denials({ denies }: RulesFor): readonly Answer[] {
  const rule = strongest(denies);
  return rule === null
    ? SILENT
    : [
        deny({
          stage: 4,
          code: "rule-deny",
          reason: `the rule ${ruleText(rule)} denies this`,
          decidedBy: byRule(rule),
        }),
      ];
}

/** Stage 6 for the part as a command or use of its tool: rule, consent, explicit mode, level and class. */
function answerCommand(
  call: Call,
  part: Part,
  { rules, consent }: { readonly rules: RulesFor; readonly consent: RulesFor },
): Asked {
  const winner = winnerOf(rules);
  if (isOnlyPaths(call, part)) {
    // Its paths are the question. A rule about the command can still ask; that it allows says nothing about a path.
    return winner === null
      ? { answers: [] }
      : { answers: winner.rule.decision === "allow" ? [] : [askByRule(winner)], winner };
  }
  if (winner !== null) return { answers: [byWinner(winner)], winner };
  if (doesNothing(part))
    return {
      answers: [
        allow({
          stage: 6,
          code: "level-allow",
          reason: "this does nothing by itself",
          decidedBy: { kind: "level", id: call.policy.level },
        }),
      ],
    };
  const agreed = winnerOf(consent);
  if (agreed !== null && agreed.rule.decision !== "allow") return { answers: [askByRule(agreed)] };
  if (agreed !== null && part.exactOnly !== "destructive") {
    return {
      answers: [
        allow({
          stage: 6,
          code: "project-code",
          reason: "running this project's code is allowed",
          decidedBy: byRule(agreed),
        }),
      ],
    };
  }
  return {
    answers: answerByMode(call, part, {
      destroys: part.exactOnly === "destructive",
      freed: isFreed(call.reading.tool, part.class),
      short: rules.short,
    }),
  };
}

/** Stage 6 for one path: path rule, else what its tool's mode and level say. `allows`: of the command or tool itself. */
function answerPath(
  call: Call,
  part: Part,
  { use, rules, allows }: { readonly use: PathUse; readonly rules: RulesFor; readonly allows: readonly CompiledRule[] },
): Asked {
  const winner = winnerOf(rules);
  if (winner !== null) return { answers: [byWinner(winner)], winner };
  const deletes = use.act === "delete";
  const covering = strongest(allows.filter((rule) => (deletes ? spellsAll(rule, part) : coversPaths(call, rule))));
  if (covering !== null) return { answers: [byWinner(covering)], winner: covering };
  const harmless = use.act === "read" || (use.scratch && !deletes);
  if (harmless && !isOnlyPaths(call, part)) return { answers: [] };
  const said = answerByMode(call, part, {
    destroys: deletes,
    freed: harmless,
    short: deletes ? [...rules.short, ...allows] : rules.short,
    use,
  });
  // A deletion is a reason of its own beside the level's or the mode's, which a review could answer.
  const isSaid = !deletes || said.some(({ code }) => code === "exact-only");
  return { answers: isSaid ? said : [...said, gate(8, finding("exact-only/deletion"))] };
}

/** INVARIANT: a deny that may match is never outranked: denies come before what is more specific. */
function winnerOf({ asks, allows }: RulesFor): CompiledRule | null {
  if (asks.length === 0) return strongest(allows);
  const best = strongest([...asks, ...allows]);
  if (best?.rule.decision !== "allow") return best;
  return strongest(asks.filter(({ rule }) => rule.decision === "deny")) ?? best;
}

/** Does the part consist of what it does to paths? */
function isOnlyPaths({ reading }: Call, part: Part): boolean {
  return part.paths.length > 0 && (part.pathsOnly || reading.tool.profile === "path");
}

/** Structure of a line (`cd d`, `A=1`, `:`): no rule could be about it. */
function doesNothing(part: Part): boolean {
  return part.pathsOnly && part.paths.length === 0 && isReadOnly(part.class) && part.exactOnly === undefined;
}

/**
 * A rule for the whole of a tool, or for this very call, speaks of its paths too. INVARIANT: a rule about a command
 * never does: a redirection is a write of its own.
 */
function coversPaths({ reading }: Call, rule: CompiledRule): boolean {
  return isThisCall(rule) || (reading.tool.profile !== "command" && rule.pattern.kind === "any");
}

interface Unruled {
  /** Discards work: out of reach for a mode. */
  readonly destroys: boolean;
  /** Level L0 lets it run. */
  readonly freed: boolean;
  /** Allow rules that match without reaching. */
  readonly short: readonly CompiledRule[];
  /** The path in question, where it is one. */
  readonly use?: PathUse;
}

function answerByMode(call: Call, part: Part, unruled: Unruled): readonly Answer[] {
  const { mode, source } = call.modes;
  const { id } = call.reading.tool;
  if (source === null || call.reading.tool.family === "ask") return [answerByLevel(call, part, unruled)];
  const decidedBy = { kind: "layer", id: source } as const;
  if (mode === "allow") {
    if (unruled.destroys) return [notExact(unruled)];
    return [allow({ stage: 6, code: "mode-allow", reason: `\`${id}\` is set to allow`, decidedBy })];
  }
  const listed = mode === "allowlist" ? matchAllowlist(call, part, unruled) : "no";
  if (listed === "yes")
    return [
      allow({
        stage: 6,
        code: "allowlist",
        reason: "a pattern of the allowlist matches",
        decidedBy: { kind: "allowlist", id: source },
      }),
    ];
  const asks =
    unruled.short.length > 0
      ? fellShort(part, unruled)
      : ask({ stage: 6, code: "mode-ask", reason: `\`${id}\` is set to ask`, decidedBy }, rowOf(part));
  return listed === "budget" ? [asks, gate(8, finding("allowlist-budget"))] : [asks];
}

function answerByLevel({ reading, policy }: Call, part: Part, unruled: Unruled): Answer {
  const { level } = policy;
  const decidedBy = { kind: "level", id: level } as const;
  // The question itself is a card: asking whether to ask would be a second one.
  if (reading.tool.family === "ask")
    return allow({ stage: 6, code: "level-allow", reason: "this asks the person", decidedBy });
  if (levelAllows(level, unruled.freed))
    return allow({ stage: 6, code: "level-allow", reason: "this only reads, and the level lets it", decidedBy });
  if (unruled.short.length > 0) return fellShort(part, unruled);
  const reason = unruled.freed ? "the level asks before every use" : "no rule covers this, and the level asks about it";
  return ask({ stage: 6, code: "level-ask", reason, decidedBy }, level === "L2" ? "L2" : rowOf(part));
}

/** A call that can loosen policy is never answered by an approval mode. */
function rowOf(part: Part): string | undefined {
  return part.class === "admin" ? "admin" : undefined;
}

function matchAllowlist(call: Call, part: Part, { destroys, use }: Unruled): "yes" | "no" | "budget" {
  const { id, profile } = call.reading.tool;
  // A pattern of a command line says nothing about where it writes, and never stands for exact words.
  if (destroys || (use !== undefined && profile === "command")) return "no";
  // The bare name stands for any arguments of a tool; a command line is always held against as a whole.
  const subjects = profile === "command" ? [part.text] : [part.text, id];
  const results = call.modes.allowlist.flatMap((regex) => subjects.map((subject) => matchRegex(regex, subject)));
  return results.find((result) => result === "yes") ?? results.find((result) => result === "budget") ?? "no";
}

function fellShort(part: Part, unruled: Unruled): Answer {
  const unnamed =
    !unruled.destroys && unruled.use === undefined && unruled.short.every((rule) => !namesOptions(rule, part));
  return unnamed ? gate(6, optionFinding(part)) : notExact(unruled);
}

function optionFinding(part: Part): Finding {
  return finding(
    "option-effect",
    `\`${part.optionEffects.join("`, `")}\` has an effect of its own, which the rule does not name`,
  );
}

function notExact({ destroys, use }: Unruled): Answer {
  return gate(6, finding(`exact-only/${use !== undefined ? "deletion" : destroys ? "destructive" : "launcher"}`));
}

function byWinner(rule: CompiledRule): Answer {
  if (rule.rule.decision !== "allow") return askByRule(rule);
  return allow({
    stage: 6,
    code: "rule-allow",
    reason: `the rule ${ruleText(rule)} allows this`,
    decidedBy: byRule(rule),
  });
}

function askByRule(rule: CompiledRule): Answer {
  const may = rule.rule.decision === "deny" ? "may deny this: not all of what it reaches is known" : "asks about this";
  return ask({ stage: 6, code: "rule-ask", reason: `the rule ${ruleText(rule)} ${may}`, decidedBy: byRule(rule) });
}

function isExact({ pattern }: CompiledRule): boolean {
  return pattern.kind === "path" && isExactPath(pattern);
}

/** Stage 7. Without any grant, or with nobody there to give one, what is outside is refused. */
function holdAgainstGrants(call: Call, use: PathUse): readonly Answer[] {
  if (isOpenToAll(use)) return SILENT;
  const { act, recursive, foldCase, canonical: path } = use;
  return grantAnswers(call, heldByGrants(call.grants, { path, act, recursive, foldCase }), {
    subject: path ?? use.spelling,
    act,
  });
}

/** The finding of a place that no grant lets be used; also for the working directory (`act` null). */
export function grantAnswers(
  call: Call,
  held: ReturnType<typeof heldByGrants>,
  about: { readonly subject: string; readonly act: PathUse["act"] | null },
): readonly Answer[] {
  const { subject, act } = about;
  if (held === "inside") return SILENT;
  if (held === "missing")
    return [
      gate(7, finding("grant-missing", `the folder of \`${subject}\` is not granted for ${act ?? "use"}`, subject)),
    ];
  const why =
    held === "replaced"
      ? "lies in another folder than the one that was granted: it was replaced since"
      : "is outside of the folders that were granted";
  const found = finding("outside-grants", `\`${subject}\` ${why}`, subject);
  const answer: Answer = { ...gate(7, found), decidedBy: { kind: "grant" } };
  return [call.grants.length > 0 && call.reading.attended ? answer : { ...answer, effect: "deny" }];
}

/** Scratch, and reads of places that hold no user data. */
function isOpenToAll({ scratch, system, act }: PathUse): boolean {
  return scratch || (system && act === "read");
}

/** Stage 8 for one path: protected files, and things that are no plain files. */
function guardPath(use: PathUse): readonly Answer[] {
  if (use.protected === undefined && (use.kind === "file" || use.kind === "dir" || use.kind === "none")) return SILENT;
  const subject = use.canonical ?? use.spelling;
  if (use.protected === "D") return [refuse(`\`${subject}\` is never open to agents`)];
  const open = isOpenToAll(use);
  if (!open && (use.kind === "device" || use.kind === "fifo" || use.kind === "socket"))
    return [refuse(`\`${subject}\` is a ${use.kind} and not a file`)];
  if (use.protected === "R" || (use.protected === "W" && use.act !== "read")) {
    const because = use.protectedBecause === undefined ? "" : `: it ${use.protectedBecause}`;
    return [gate(8, finding("protected", `\`${subject}\` is protected${because}`, subject))];
  }
  // Another name of the same file may lie outside of every grant, or be a secret.
  return !open && use.kind === "hardlink"
    ? [gate(8, finding("protected", `\`${subject}\` is one of several names of a file`, subject))]
    : SILENT;
}

function refuse(reason: string): Answer {
  return deny({ stage: 8, code: "protected", reason, decidedBy: { kind: "finding", id: "protected" } });
}
