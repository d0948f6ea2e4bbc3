import { array, check as checkProperty, nat, property } from "fast-check";
import { compile } from "../../src/core/compile.ts";
import { decide } from "../../src/core/decide.ts";
import type { Decision } from "../../src/core/decision.ts";
import type { Policy } from "../../src/core/policy.ts";
import type { Reading } from "../../src/core/reading.ts";
import { recorded, replayed, seeded, type Choose } from "./choose.ts";
import { generatePolicy } from "./generate-policy.ts";
import { NOW, generateReading } from "./generate-reading.ts";
import { modelDecide, type ModelDecision } from "./model.ts";
import { readers } from "./pattern-text.ts";

/** One policy and some calls that it often speaks of. */
export interface Case {
  readonly policy: Policy;
  readonly readings: readonly Reading[];
}

/** What is wrong with a case, readable; null where nothing is. */
export interface Check {
  (given: Case, choose: Choose): string | null;
}

const READINGS_PER_POLICY = 4;

function generateCase(choose: Choose): Case {
  const readings = Array.from({ length: READINGS_PER_POLICY }, () => generateReading(choose));
  return { readings, policy: generatePolicy(choose, readings) };
}

/** Runs a check over generated cases until `runs` calls were decided; the first failure, shrunk. */
export function firstFailure(check: Check, runs: number, seed: number): string | null {
  const choose = seeded(seed);
  for (let done = 0; done < runs; done += READINGS_PER_POLICY) {
    const choices: number[] = [];
    const trial = recorded(choose, choices);
    if (check(generateCase(trial), trial) !== null)
      return `seed ${seed}, after ${done} calls\n${shrink(check, choices)}`;
  }
  return null;
}

function shrink(check: Check, choices: readonly number[]): string {
  const fails = (list: readonly number[]) => {
    const choose = replayed(list);
    return check(generateCase(choose), choose);
  };
  const result = checkProperty(
    property(array(nat(), { maxLength: choices.length }), (list) => fails(list) === null),
    { numRuns: 1, examples: [[[...choices]]], interruptAfterTimeLimit: 5000 },
  );
  const smallest = result.counterexample?.[0] ?? choices;
  return fails(smallest) ?? "does not fail again when replayed";
}

/** `decide` as the rest of the project calls it. A generated policy always compiles. */
export function decideOne(reading: Reading, policy: Policy): Decision {
  return deciderOf(policy)(reading);
}

export function deciderOf(policy: Policy): (reading: Reading) => Decision {
  const compiled = compile(policy, readers, { stored: true });
  if (!compiled.ok)
    throw new Error(`a generated policy does not compile: ${JSON.stringify(compiled)}\n${show(policy)}`);
  return (reading) => decide(reading, compiled.policy, NOW);
}

/** The part of a decision that the model answers for. */
export function outline(decision: Decision): ModelDecision {
  const { effect, code, decidedBy, answerBy, hidden } = decision;
  const findings = [...new Set(decision.findings.map((finding) => finding.code))].sort();
  return { effect, code, decidedBy, findings, hidden, ...(answerBy === undefined ? {} : { answerBy }) };
}

/** The model and `decide` on every reading of a case. */
export const agreesWithModel: Check = ({ policy, readings }) => {
  const decideFor = deciderOf(policy);
  for (const reading of readings) {
    const decision = decideFor(reading);
    const [is, model] = [canonical(outline(decision)), canonical(modelDecide(reading, policy, NOW))];
    if (is !== model) return explain({ reading, policy, lines: [`decide ${is}`, `model  ${model}`], decision });
  }
  return null;
};

/** Findings of a denial are left out: which stages still ran behind it is nobody's promise. */
export function canonical(decision: ModelDecision): string {
  const { effect, code, decidedBy, findings, answerBy = "-", hidden } = decision;
  return `${effect} ${code} by ${decidedBy.kind}:${decidedBy.id ?? "-"} answer ${answerBy} hidden ${hidden} [${effect === "deny" ? "" : findings.join(" ")}]`;
}

export function explain(what: {
  reading: Reading;
  policy: Policy;
  lines: readonly string[];
  decision: Decision;
}): string {
  const trace = what.decision.trace.map((step) => `  ${step.stage} ${step.name}: ${step.text}`);
  return [...what.lines, "policy", show(what.policy), "reading", show(what.reading), "trace", ...trace].join("\n");
}

/** Data with its defaults left out, one line a member of a list. */
function show(value: unknown): string {
  const dull = (item: unknown) => item === false || item === null || (Array.isArray(item) && item.length === 0);
  const text = JSON.stringify(value, (key, item: unknown) => (key !== "" && dull(item) ? undefined : item), 1);
  return text.replaceAll(/\n {3,}/g, " ").replaceAll(/ (?=[}\]])/g, "");
}
