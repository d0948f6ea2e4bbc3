import type { Class } from "./class.ts";
import type { Effect } from "./effect.ts";
import type { DirectoryGrant, Mode } from "./policy.ts";
import type { Finding, OfferKind } from "./reading.ts";

/** The answer, with everything that determined it. Source: decision.md. */
export interface Decision {
  readonly effect: Effect;
  /** See `docs/errors.md`; surfaces.md lists the codes of an allow or ask. */
  readonly code: string;
  /** One plain sentence for card, terminal and log. */
  readonly reason: string;
  readonly class: Class;
  readonly mode: Mode;
  readonly decidedBy: Decider;
  /** Of the call and of its parts, without repeats. */
  readonly findings: readonly Finding[];
  /** Who may answer an ask. */
  readonly answerBy?: "person" | "review";
  readonly offers: readonly Offer[];
  /** No arguments could make this tool run. */
  readonly hidden: boolean;
  readonly timeoutMs?: number;
  /** The answer for each part, in the order of the reading. */
  readonly parts: readonly PartDecision[];
  readonly trace: readonly TraceStep[];
  readonly policyRevision: string;
}

export const DECIDER_KINDS = [
  "layer",
  "rule",
  "allowlist",
  "preset",
  "level",
  "finding",
  "mode",
  "approval",
  "descriptor",
  "arguments",
  "limit",
  "grant",
  "attendance",
] as const;
export type DeciderKind = (typeof DECIDER_KINDS)[number];

export interface Decider {
  readonly kind: DeciderKind;
  /** Rule id, layer name (`project.native.shell`), level, finding code or approval mode. */
  readonly id?: string;
}

export interface PartDecision {
  readonly text: string;
  readonly effect: Effect;
  readonly code: string;
  readonly reason: string;
  readonly decidedBy: Decider;
}

/** What the card may offer to remember. Only what was offered is accepted back. */
export interface Offer {
  readonly kind: OfferKind;
  readonly rules: readonly { readonly tool: string; readonly pattern: string }[];
  readonly grant?: DirectoryGrant;
}

export interface TraceStep {
  /** 1 to 11, as in decision.md. */
  readonly stage: number;
  readonly name: StageName;
  /** Index of the part it speaks of, where it speaks of one. */
  readonly part?: number;
  readonly effect?: Effect;
  /** What was looked at and what came of it; one plain sentence. */
  readonly text: string;
}

export type StageName =
  | "identity"
  | "descriptor"
  | "arguments"
  | "prohibition"
  | "mode"
  | "parts"
  | "grants"
  | "guard"
  | "floor"
  | "answer"
  | "attendance";
