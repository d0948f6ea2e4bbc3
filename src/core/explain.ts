import type { Decision, Offer, TraceStep } from "./decision.ts";
import { findingRow, type Lift } from "./finding-table.ts";

/** The trace as text: each stage, what came of it, and what would have changed the answer. Source: decision.md, Explaining. */
export function explain(decision: Decision): string {
  return [`${decision.effect}: ${decision.reason} (${decision.code})`, ...decision.trace.map((step) => stepText(step, decision)), ...changes(decision)].join("\n");
}

function stepText({ stage, name, part, effect, text }: TraceStep, { parts }: Decision): string {
  const about = part !== undefined ? `\`${parts[part]?.text ?? ""}\`: ` : "";
  return `${String(stage).padStart(2)} ${name}: ${effect === undefined ? "" : `${effect}, `}${about}${text}`;
}

function changes(decision: Decision): readonly string[] {
  const offers = decision.offers.map((offer) => `${offerText(offer)} would allow this`);
  const rows = decision.effect === "ask" ? decision.findings.filter(({ gates }) => gates) : [];
  return [...offers, ...rows.map(({ code, message }) => `the guard asks because ${message}; ${liftText(findingRow(code).liftedBy)}`)];
}

function offerText({ rules, grant }: Offer): string {
  const things = rules.map(({ tool, pattern }) => `a rule \`${tool} ${pattern}\` allow`);
  if (grant !== undefined) things.push(`a grant of \`${grant.root}\` to ${grant.can.join(", ")}`);
  return things.join(" and ");
}

const LIFTS: Readonly<Record<Lift, string>> = {
  rule: "a rule",
  mode: "mode allow",
  "exact-rule": "a rule with its exact words",
  "option-rule": "a rule that names the option",
  "spelled-host": "a rule that spells the host",
  "project-code": "the consent to run this project's code",
  grant: "a grant",
  "accepted-version": "accepting this version of the tool",
};

function liftText(lifts: readonly Lift[]): string {
  return lifts.length === 0 ? "no rule changes that" : `${lifts.map((lift) => LIFTS[lift]).join(" or ")} would change that`;
}
