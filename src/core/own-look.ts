import type { Class } from "./class.ts";
import type { Decider } from "./decision.ts";
import { FINDING_TABLE } from "./finding-table.ts";
import type { Finding } from "./reading.ts";

interface Said {
  readonly code: string;
  readonly decidedBy: Decider;
}

interface Asked extends Said {
  readonly class: Class;
  readonly findings: readonly Finding[];
  readonly parts: readonly Said[];
}

/** Reasons to ask that no approval mode answers either. Those with a variant come as a finding, or by their level. */
const PERSON_ONLY: ReadonlySet<string> = new Set(
  FINDING_TABLE.flatMap(({ code, variant, full }) => (full || variant !== undefined ? [] : [code])),
);

/**
 * Whether an ask is answered on its own card only: an answer to several calls at once is one look at many, and never
 * reaches what only a person may answer, what can loosen policy, or what asks every time. Source: approvals.md, "Order".
 */
export function needsOwnLook(asked: Asked): boolean {
  return (
    asked.class === "admin" ||
    asked.findings.some(({ gates, answer }) => gates && answer === "person") ||
    [asked, ...asked.parts].some(({ code, decidedBy }) => PERSON_ONLY.has(code) || isEveryTime(decidedBy))
  );
}

function isEveryTime({ kind, id }: Decider): boolean {
  return kind === "level" && id === "L2";
}
