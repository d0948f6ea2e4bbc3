import { admitted, allow, decisive, deny, type Answer } from "./answer.ts";
import { openCall, type Call } from "./call.ts";
import type { CompiledPolicy } from "./compile.ts";
import type { Decision, PartDecision } from "./decision.ts";
import { offersFor } from "./offers.ts";
import { judgePart, type PartJudgement } from "./part.ts";
import type { Finding, Reading } from "./reading.ts";
import { traceOf } from "./trace.ts";
import { argumentFault, callFindings, descriptorFault, descriptorNews, floor, hiddenBy, identity, modeOff, prohibition, timeoutOf, workingDirectory } from "./whole.ts";

/**
 * The only place that says allow, ask or deny. Pure: equal inputs give equal outputs. `now` is in ms since 1970 and
 * serves expiry alone. Never throws. Source: decision.md.
 */
export function decide(reading: Reading, policy: CompiledPolicy, now: number): Decision {
  const call = openCall(reading, policy, now);
  const judged = judge(call);
  const strictest = decisive(judged.answers);
  const final = strictest.effect === "ask" ? answerAsk(call, judged.answers, strictest) : { answer: strictest };
  return toDecision(call, judged, final);
}

interface Judged {
  /** Of all stages to the ninth, not empty. The strictest counts; of equals that of the earliest stage. */
  readonly answers: readonly Answer[];
  readonly parts: readonly PartJudgement[];
}

/** Stages 1 to 9, in order. */
function judge(call: Call): Judged {
  // 2 descriptor, 3 arguments, 4 prohibition: what refuses the call before it is looked at.
  const refused = descriptorFault(call) ?? argumentFault(call) ?? prohibition(call);
  if (refused !== null) return { answers: [refused], parts: [] };
  // 4 deny rules, 6 each part and path, 7 grants, 8 guard.
  const parts = call.reading.parts.map((part, at) => inPart(judgePart(call, part), at));
  const answers = [
    ...identity(call), // 1
    ...descriptorNews(call), // 2
    ...modeOff(call), // 5
    ...parts.flatMap((part) => part.answers),
    ...workingDirectory(call), // 7
    ...callFindings(call), // 8
    ...floor(call, parts.flatMap((part) => part.floors)), // 9
  ];
  return { answers, parts };
}

function inPart(judgement: PartJudgement, part: number): PartJudgement {
  return { ...judgement, answers: judgement.answers.map((answer) => ({ ...answer, part })) };
}

interface Final {
  readonly answer: Answer;
  readonly answerBy?: "person" | "review";
}

/** Stages 10 and 11: the chat's approval mode answers only where every reason that asked admits it. */
function answerAsk({ policy, reading }: Call, answers: readonly Answer[], asking: Answer): Final {
  const admits = admitted(answers.filter(({ effect }) => effect === "ask"));
  const approval = policy.level === "L2" ? "ask" : policy.approvalMode;
  if (approval === "full" && admits !== "person") {
    return { answer: allow({ stage: 10, code: "full-access", reason: "this chat has full access", decidedBy: { kind: "approval", id: "full" } }) };
  }
  if (approval === "review" && admits === "review") return { answer: asking, answerBy: "review" };
  if (reading.attended) return { answer: asking, answerBy: "person" };
  return { answer: deny({ stage: 11, code: "unattended", reason: `nobody is there to answer: ${asking.reason}`, decidedBy: { kind: "attendance" } }) };
}

function toDecision(call: Call, { answers, parts }: Judged, { answer, answerBy }: Final): Decision {
  const { reading, policy, modes } = call;
  const { effect, code, reason, decidedBy } = answer;
  const timeoutMs = timeoutOf(call);
  return {
    effect,
    code,
    reason,
    class: reading.class,
    mode: modes.mode,
    decidedBy,
    findings: findingsOf(reading, answers),
    ...(answerBy === undefined ? {} : { answerBy }),
    offers: effect === "ask" ? offersFor(call, (tried) => judge(tried).answers) : [],
    hidden: hiddenBy(call) !== null,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    parts: reading.parts.map((part, at) => ({ text: part.text, ...partDecision(parts[at], answer) })),
    trace: traceOf(call, answers, answer),
    policyRevision: policy.revision,
  };
}

/** A part's own answer; the call's where the parts were not looked at, or where the call answered for its asks. */
function partDecision(judgement: PartJudgement | undefined, whole: Answer): Omit<PartDecision, "text"> {
  const own = judgement === undefined ? whole : decisive(judgement.answers);
  const overruled = (own.effect === "ask" && whole.stage >= 10) || (own.effect !== "deny" && whole.effect === "deny" && whole.part === undefined);
  const { effect, code, reason, decidedBy } = overruled ? whole : own;
  return { effect, code, reason, decidedBy };
}

/** What still gates, what refuses, and what only informs; each once. What a rule or consent lifted is not among them. */
function findingsOf(reading: Reading, answers: readonly Answer[]): readonly Finding[] {
  const gating = answers.flatMap(({ finding }) => (finding === undefined ? [] : [finding]));
  const informing = [reading, ...reading.parts].flatMap(({ findings }) => findings.filter(({ gates }) => !gates));
  const seen = new Set<string>();
  return [...gating, ...informing].filter(({ code, message, subject }) => {
    const key = JSON.stringify([code, message, subject]);
    return seen.has(key) ? false : seen.add(key);
  });
}
