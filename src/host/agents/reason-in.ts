import { sayTogether } from "../../core/answer.ts";
import type { Decision } from "../../core/decision.ts";
import type { Finding } from "../../core/reading.ts";

/**
 * Why a call asks, for where it is asked. The agent's own prompt shows its person nothing else: there every reason, those
 * that say most right after the first. A card has room for each by itself.
 */
export function reasonIn(askedIn: "inbox" | "agent", { reason, findings }: Decision): string {
  if (askedIn === "inbox") return reason;
  const sorted = findings.toSorted((one, other) => weightOf(one) - weightOf(other));
  return sayTogether([reason, ...sorted.map(({ message }) => message)]);
}

/** What only a person may answer (a protected file) first; what a grant would lift is about any file, and last. */
function weightOf({ answer, code }: Finding): number {
  if (code === "grant-missing" || code === "outside-grants") return 2;
  return answer === "person" ? 0 : 1;
}
