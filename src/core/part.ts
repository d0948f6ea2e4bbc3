import { allow, byRule, type Answer } from "./answer.ts";
import { askByRule, byWinner, denials, winnerOf, type Asked } from "./by-rules.ts";
import type { Call } from "./call.ts";
import { isReadOnly } from "./class.ts";
import { guardPart } from "./guard.ts";
import { isFreed } from "./levels.ts";
import { isOnlyPaths, judgeMention, judgePath, type JudgedPath } from "./path.ts";
import type { Part } from "./reading.ts";
import type { CompiledRule } from "./rule/compiled.ts";
import { isExactPath } from "./rule/match-path.ts";
import { rulesForPart, rulesForProjectCode, type RulesFor } from "./rules-for.ts";
import { judgeStarts } from "./starts.ts";
import { answerByMode } from "./unruled.ts";

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
  addAll(answers, denials(rules));
  addAll(answers, denials(consent));
  addAll(answers, command.answers);
  addAll(answers, guardPart(part, lifted));
  for (const path of paths) addAll(answers, path.answers);
  if (part.mentions !== undefined) for (const use of part.mentions) addAll(answers, judgeMention(call, part, use));
  addAll(answers, judgeStarts(call, part, rules.allows));
  return { answers, floors: floorsOf(rules, paths) };
}

/** Not by spreading: a line of thousands of paths would exhaust the stack. */
function addAll(answers: Answer[], said: readonly Answer[]): void {
  for (let at = 0; at < said.length; at += 1) answers.push(said[at] as Answer);
}

const NO_RULES: readonly CompiledRule[] = [];
const NO_PATHS: readonly JudgedPath[] = [];

function floorsOf(rules: RulesFor, paths: readonly JudgedPath[]): readonly CompiledRule[] {
  if (rules.asks.length === 0 && paths.every((path) => path.rules.asks.length === 0)) return NO_RULES;
  return [...rules.asks, ...paths.flatMap((path) => path.rules.asks)].filter(({ rule }) => rule.scope === "managed");
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
  if (doesNothing(part)) {
    const reason = `this ${part.does ?? "does nothing by itself"}`;
    const decidedBy = { kind: "level", id: call.policy.level } as const;
    return { answers: [allow({ stage: 6, code: "level-allow", reason, decidedBy })] };
  }
  const agreed = answerByConsent(part, winnerOf(consent));
  if (agreed !== null) return { answers: [agreed] };
  return {
    answers: answerByMode(call, part, {
      destroys: part.exactOnly === "destructive",
      freed: isFreed(call.reading.tool, part.class),
      short: rules.short,
    }),
  };
}

/** Null: no rule about the project's code speaks of the part, or its allow does not reach it. */
function answerByConsent(part: Part, winner: CompiledRule | null): Answer | null {
  if (winner === null) return null;
  if (winner.rule.decision !== "allow") return askByRule(winner);
  if (part.exactOnly === "destructive") return null;
  const reason = "running this project's code is allowed";
  return allow({ stage: 6, code: "project-code", reason, decidedBy: byRule(winner) });
}

/** Structure of a line (`cd d`, `A=1`, `:`): no rule could be about it. */
function doesNothing(part: Part): boolean {
  return part.pathsOnly && part.paths.length === 0 && isReadOnly(part.class) && part.exactOnly === undefined;
}

function isExact({ pattern }: CompiledRule): boolean {
  return pattern.kind === "path" && isExactPath(pattern);
}
