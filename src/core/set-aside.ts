import { gate, SILENT, type Answer } from "./answer.ts";
import type { Call } from "./call.ts";
import { isRecord, type Fault } from "./faults.ts";
import { finding } from "./finding-table.ts";
import { faultOfName, findBuiltin } from "./names.ts";
import type { Rule } from "./policy.ts";
import type { Act, Part } from "./reading.ts";
import { isRuleAct, PROJECT_CODE, ruleAct, type RuleAct } from "./tools.ts";

/** A stored rule that cannot be read, and so decides nothing by its pattern. */
export interface SetAside {
  /** As it is stored: of what it says only the id is certain. */
  readonly rule: Rule;
  /** Canonical id of the tool, or the act, that it speaks of; null where no tool of that name is known. */
  readonly about: string | null;
  /** What is wrong with it; its path starts at the rule (`rule.pattern`). */
  readonly fault: Fault;
}

/** Rules of presets and of an administrator's file are mended there, and are never a smaller policy until then. */
export function mayBeSetAside(rule: unknown): rule is Rule {
  return isRecord(rule) && rule["scope"] !== "builtin" && rule["scope"] !== "managed";
}

/** `tool`: the rule's own under its canonical id. */
export function setAsideFor(rule: Rule, tool: string | null, fault: Fault): SetAside {
  return { rule, about: tool !== null && isKnown(tool) ? tool : null, fault };
}

function isKnown(tool: string): boolean {
  if (faultOfName(tool) !== null) return false;
  return isRuleAct(tool) || tool === PROJECT_CODE || tool.startsWith("mcp__") || findBuiltin(tool) !== undefined;
}

/**
 * Stage 4: it may forbid the call. INVARIANT: what may have been asked about or denied is never less than asked about.
 * Which calls the rule meant is not known, so every use of its tool is, until a person changes or removes it. Of an allow
 * nothing is left.
 */
export function askedBySetAside(call: Call): readonly Answer[] {
  const { setAside } = call.policy;
  if (setAside.length === 0) return SILENT;
  return setAside.filter((each) => counts(each, call) && mayMean(each, call)).map(answerOf);
}

function counts({ rule: { decision, expiresAt } }: SetAside, { now }: Call): boolean {
  return decision !== "allow" && !(typeof expiresAt === "number" && now >= expiresAt);
}

/** Whether the call is a use of what the rule speaks of. */
function mayMean({ about }: SetAside, { reading: { tool, parts } }: Call): boolean {
  if (about === null || about === tool.id) return true;
  if (about === PROJECT_CODE) return parts.some(({ projectCode }) => projectCode);
  return isRuleAct(about) && parts.some((part) => actsOf(part).some((act) => ruleAct(act) === about));
}

const ANY_ACT: readonly Act[] = ["read", "write", "delete"];

/** What the part does to files. What is moved is also read, and what is only named may be met by any act. */
function actsOf({ paths, mentions }: Part): readonly Act[] {
  if (mentions !== undefined && mentions.length > 0) return ANY_ACT;
  return paths.flatMap(({ act, moved }) => (moved ? [act, "read" as const] : [act]));
}

/** As a finding, so that a card says it also where something else asked first. */
function answerOf({ rule, about }: SetAside): Answer {
  const message = `the rule \`${rule.tool} ${rule.pattern}\` cannot be read, so ${usesOf(about)} is asked about until a person changes or removes it under Rules`;
  return { ...gate(4, finding("rule-unreadable", message)), decidedBy: { kind: "rule", id: rule.id } };
}

function usesOf(about: string | null): string {
  if (about === null) return "every call";
  if (about === PROJECT_CODE) return "each run of this project's code";
  return isRuleAct(about) ? USES[about] : `every use of \`${about}\``;
}

const USES: Readonly<Record<RuleAct, string>> = {
  read: "whatever reads a file",
  change: "every change of a file",
  delete: "every deletion",
};
