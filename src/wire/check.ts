import type { Class } from "../core/class.ts";
import type { Decider, Offer } from "../core/decision.ts";
import type { Effect } from "../core/effect.ts";
import type { Finding } from "../core/reading.ts";

/** One answer of `POST /api/check` and of `assent check --batch`. Source: surfaces.md, "Batch check". */
export interface CheckAnswer {
  readonly id: string | null;
  readonly effect: Effect;
  readonly code: string;
  readonly reason: string;
  readonly class: Class;
  readonly answerBy?: "person" | "review";
  readonly hidden: boolean;
  readonly findings: readonly Finding[];
  readonly offers: readonly Offer[];
  readonly decidedBy: Decider;
}
