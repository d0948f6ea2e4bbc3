import { admitted, allow, decisive, deny, reasonOf, type Answer } from "./answer.ts";
import { openCall, type Call } from "./call.ts";
import type { CompiledPolicy } from "./compile.ts";
import type { Decision, PartDecision } from "./decision.ts";
import type { Effect } from "./effect.ts";
import { offersFor } from "./offers.ts";
import { judgePart, type PartJudgement } from "./part.ts";
import type { Finding, Reading } from "./reading.ts";
import { askedBySetAside } from "./set-aside.ts";
import { traceOf } from "./trace.ts";
import {
  argumentFault,
  callFindings,
  descriptorFault,
  descriptorNews,
  floor,
  hiddenBy,
  identity,
  modeOff,
  prohibition,
  timeoutOf,
  workingDirectory,
} from "./whole.ts";

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
  /** For each answer the index of the part that it is about; -1: it is about the call. */
  readonly about: readonly number[];
  /** In the order of the reading; empty where the call is refused before it is looked at. */
  readonly parts: readonly PartJudgement[];
}

/** Stages 1 to 9. */
function judge(call: Call): Judged {
  // 2 descriptor, 3 arguments, 4 prohibition: what refuses the call whatever it does.
  const refused = descriptorFault(call) ?? argumentFault(call) ?? prohibition(call);
  if (refused !== null) return { answers: [refused], about: [CALL], parts: [] };
  // 4 deny rules, 6 each part and path, 7 grants, 8 guard.
  const parts = call.reading.parts.map((part) => judgePart(call, part));
  const judged = { answers: [], about: [], parts };
  add(judged, identity(call), CALL); // 1
  add(judged, descriptorNews(call), CALL); // 2
  add(judged, askedBySetAside(call), CALL); // 4
  add(judged, modeOff(call), CALL); // 5
  for (let at = 0; at < parts.length; at += 1) add(judged, (parts[at] as PartJudgement).answers, at);
  add(judged, workingDirectory(call), CALL); // 7
  add(judged, callFindings(call), CALL); // 8
  add(judged, floor(call, parts), CALL); // 9
  return judged;
}

const CALL = -1;

function add(to: { answers: Answer[]; about: number[] }, said: readonly Answer[], about: number): void {
  for (const answer of said) {
    to.answers.push(answer);
    to.about.push(about);
  }
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
    return {
      answer: allow({
        stage: 10,
        code: "full-access",
        reason: "this chat has full access",
        decidedBy: { kind: "approval", id: "full" },
      }),
    };
  }
  if (approval === "review" && admits === "review") return { answer: asking, answerBy: "review" };
  if (reading.attended) return { answer: asking, answerBy: "person" };
  return {
    answer: deny({
      stage: 11,
      code: "unattended",
      reason: `nobody is there to answer: ${asking.reason}`,
      decidedBy: { kind: "attendance" },
    }),
  };
}

function toDecision(call: Call, judged: Judged, { answer, answerBy }: Final): Decision {
  const { reading, policy, modes } = call;
  const decision: Writable<Omit<Decision, "offers">> = {
    ...told(answer, judged.answers),
    class: reading.class,
    mode: modes.mode,
    findings: findingsOf(reading, judged.answers),
    hidden: hiddenBy(call) !== null,
    parts: partDecisions(reading, judged, answer),
    trace: traceOf(call, judged, answer),
    policyRevision: policy.revision,
  };
  const timeoutMs = timeoutOf(call);
  if (answerBy !== undefined) decision.answerBy = answerBy;
  if (timeoutMs !== undefined) decision.timeoutMs = timeoutMs;
  return withOffers(decision, answer.effect === "ask" ? { call, judged } : null);
}

/** What offers are made from. Under a symbol and not enumerable: no part of what is compared, stored or sent. */
const PENDING = Symbol("pending");

interface Pending {
  readonly call: Call;
  readonly judged: Judged;
  /** Once they were looked at. */
  offers?: Decision["offers"];
}

/**
 * Trying offers out costs more than deciding, and only a card reads them: they are made when first looked at. One
 * accessor serves all decisions, since a getter of its own would give each one a shape of its own, which is slow.
 */
function withOffers(decision: Omit<Decision, "offers">, pending: Pending | null): Decision {
  if (pending === null) return Object.assign(decision, { offers: NO_OFFERS });
  Object.defineProperty(decision, PENDING, { value: pending });
  return Object.defineProperty(decision, "offers", OFFERS) as Decision;
}

const OFFERS: PropertyDescriptor & ThisType<{ readonly [PENDING]: Pending }> = {
  enumerable: true,
  get() {
    const pending = this[PENDING];
    const { call, judged } = pending;
    const isOutside = judged.answers.some(({ stage }) => stage === 7);
    return (pending.offers ??= offersFor(call, { parts: judged.parts, isOutside, judge: judgeAnew }));
  },
};

function judgeAnew(tried: Call): readonly Answer[] {
  return judge(tried).answers;
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

const NO_OFFERS: Decision["offers"] = Object.freeze([]);

/** A part's own answer; the call's where the parts were not looked at, or where something about the call overruled it. */
function partDecisions(reading: Reading, judged: Judged, answer: Answer): readonly PartDecision[] {
  const overruled = overruledBy(answer, judged);
  return reading.parts.map(({ text }, at) => {
    const part = judged.parts[at];
    const own = part === undefined ? answer : decisive(part.answers);
    if (part === undefined || overruled.includes(own.effect)) return { text, ...told(answer, [answer]) };
    return { text, ...told(own, part.answers) };
  });
}

function told(answer: Answer, answers: readonly Answer[]): Pick<Decision, "effect" | "code" | "reason" | "decidedBy"> {
  const { effect, code, decidedBy } = answer;
  return { effect, code, reason: reasonOf(answer, answers), decidedBy };
}

/** Effects of parts that do not stand beside the answer to the call. */
function overruledBy(answer: Answer, { answers, about }: Judged): readonly Effect[] {
  if (answer.stage >= 10) return ["ask"];
  if (answer.effect !== "deny" || about[answers.indexOf(answer)] !== CALL) return [];
  return ["allow", "ask"];
}

const NO_FINDINGS: readonly Finding[] = Object.freeze([]);

/** What still gates, what refuses, and what only informs; each once. What a rule or consent lifted is not among them. */
function findingsOf(reading: Reading, answers: readonly Answer[]): readonly Finding[] {
  const isQuiet = reading.findings.length === 0 && reading.parts.every(hasNoFindings);
  if (isQuiet && answers.every(({ finding }) => finding === undefined)) return NO_FINDINGS;
  const found: Finding[] = [];
  for (const { finding } of answers) if (finding !== undefined) found.push(finding);
  for (const { findings } of [reading, ...reading.parts]) for (const one of findings) if (!one.gates) found.push(one);
  if (found.length < 2) return found;
  const seen = new Set<string>();
  return found.filter(({ code, message, subject }) => {
    const key = JSON.stringify([code, message, subject]);
    return seen.has(key) ? false : seen.add(key);
  });
}

function hasNoFindings({ findings }: { readonly findings: readonly Finding[] }): boolean {
  return findings.length === 0;
}
