import type { ApprovalState } from "../../wire/approval.ts";
import type { Refusal } from "../refusal.ts";

/** Why a call in this state is not decided, claimed or finished now. Source: approvals.md, "At most once". */
const CODES: Readonly<Record<ApprovalState, string>> = {
  pending: "pending",
  approved: "already-decided",
  denied: "already-decided",
  cancelled: "already-decided",
  void: "already-decided",
  executing: "already-executed",
  executed: "already-executed",
  failed: "already-executed",
  unknown: "already-executed",
};

/** `by`: who answered it, where that may be told. */
export function conflictOf(state: ApprovalState, by?: string): Refusal {
  const whose = by === undefined ? "" : ` by ${by}`;
  return { ok: false, status: 409, code: CODES[state], message: `the call is \`${state}\`${whose}` };
}
