import type { Answer } from "./answer.ts";
import type { Call } from "./call.ts";
import type { StageName, TraceStep } from "./decision.ts";

const STAGES: readonly StageName[] = [
  "identity",
  "descriptor",
  "arguments",
  "prohibition",
  "mode",
  "parts",
  "grants",
  "guard",
  "floor",
  "answer",
  "attendance",
];

/** What is said of a stage that had nothing to say. */
const QUIET: readonly TraceStep[] = [
  "the tool is known",
  "the tool is the one that was accepted",
  "the arguments fit and the run has calls left",
  "nothing forbids it",
  "the tool is not set to off, ask or allow, so rules and the level decide",
  "no part to decide",
  "inside the folders that were granted",
  "the guard has no objection",
  "no enforced setting and no managed rule asks about every use",
  "nothing is left to answer",
  "nobody is needed",
].map((text, at) => Object.freeze({ stage: at + 1, name: STAGES[at] as StageName, text }));

interface Traced {
  readonly answers: readonly Answer[];
  /** For each answer the index of its part; below 0: it is about the call. */
  readonly about: readonly number[];
  readonly parts: readonly unknown[];
}

/** Each stage to the one that ended it: what was looked at and what came of it. */
export function traceOf(call: Call, { answers, about, parts }: Traced, final: Answer): readonly TraceStep[] {
  const last = final.effect === "deny" ? final.stage : final.stage === 10 ? 10 : 11;
  const steps: TraceStep[] = [];
  for (let stage = 1; stage <= last; stage += 1) {
    const before = steps.length;
    for (let at = 0; at < answers.length; at += 1) {
      const answer = answers[at] as Answer;
      if (answer.stage === stage) steps.push(stepOf(answer, parts.length < 2 ? -1 : (about[at] as number)));
    }
    if (stage === 5) steps.push(modeStep(call));
    if (stage >= 10) steps.push(closing(call, stage, final));
    if (steps.length === before) steps.push(QUIET[stage - 1] as TraceStep);
  }
  return steps;
}

/** `part` below 0: it speaks of the whole call, or of its only part. */
function stepOf({ stage, effect, reason }: Answer, part: number): TraceStep {
  const name = STAGES[stage - 1] as StageName;
  return part < 0 ? { stage, name, effect, text: reason } : { stage, name, part, effect, text: reason };
}

function modeStep({ modes }: Call): TraceStep {
  if (modes.source === null) return QUIET[4] as TraceStep;
  return { stage: 5, name: "mode", text: `${modes.mode}, set in ${modes.source}` };
}

function closing(call: Call, stage: number, final: Answer): TraceStep {
  if (final.effect === "allow" && final.stage < 10) return QUIET[stage - 1] as TraceStep;
  if (final.stage === stage) return stepOf(final, -1);
  return {
    stage,
    name: STAGES[stage - 1] as StageName,
    effect: "ask",
    text: stage === 10 ? approvalText(call) : attendanceText(call),
  };
}

function approvalText({ policy: { level, approvalMode } }: Call): string {
  if (level === "L2") return "at level L2 only a person answers";
  if (approvalMode === "ask") return "in this chat a person answers";
  const who = approvalMode === "full" ? "full access" : "the review";
  return `${who} answers only where every reason above lets it`;
}

function attendanceText({ reading }: Call): string {
  return reading.attended ? "a person is there to answer" : "nobody is there, and the review may answer";
}
