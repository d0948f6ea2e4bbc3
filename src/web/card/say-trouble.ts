import { ApiFault } from "../api/client.ts";
import { sentenceOf } from "../parts/sentence.ts";
import { sayState } from "./choices.ts";

/** Why an answer was not taken, in words; what it says about the call is always what stands now. */
export function sayTrouble(error: Error): string {
  if (!(error instanceof ApiFault)) return sentenceOf(error);
  if (error.status === 0) return "Your answer was not sent: the host does not answer. The call still waits.";
  if (error.code === "stale") return "This call changed after it was shown. Look at it again: nothing was decided.";
  if (error.status === 409 && error.approval !== undefined) {
    const { text } = sayState(error.approval);
    return `Already decided: ${text.charAt(0).toLowerCase()}${text.slice(1)}.`;
  }
  return sentenceOf(error);
}
