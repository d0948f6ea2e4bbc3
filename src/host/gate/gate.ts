import type { Decision } from "../../core/decision.ts";
import type { Reading } from "../../core/reading.ts";
import type { Call } from "../../read/call.ts";
import type { ApprovalView, AssessmentView, DecideBody } from "../../wire/approval.ts";
import type { Principal } from "../auth/principal.ts";
import type { Refusal } from "../refusal.ts";
import type { Remembered } from "./remember.ts";
import type { KnownRoot } from "../tools/held-directory.ts";

/** A call that somebody wants run, with where it comes from. */
export interface Proposal {
  /** `attended`, `source`, `agent`, `cwd` and arguments as proposed. */
  readonly call: Omit<Call, "project" | "callsThisRun" | "scratch">;
  readonly chatId: string;
  readonly run: string;
  readonly callId: string;
  /** The agent shows its own prompt on an ask, so that the inbox does not. */
  readonly askedIn: "inbox" | "agent";
  readonly actor: Principal;
  /** Where policy allows the call, claim it in the same step: the caller acts on the answer at once. */
  readonly claims?: true;
}

export type Proposed =
  /** Allowed by policy: an approval row in state `approved` exists and is to be claimed before the effect. */
  | {
      readonly ok: true;
      readonly effect: "allow";
      readonly approvalId: string;
      readonly decision: Decision;
      /** The proposer has the claim already: what it may do now. */
      readonly claimed?: Won;
    }
  | { readonly ok: true; readonly effect: "ask"; readonly approvalId: string; readonly decision: Decision }
  | {
      readonly ok: true;
      readonly effect: "deny";
      readonly approvalId: string;
      readonly code: string;
      readonly reason: string;
      readonly decision: Decision;
    };

/** What the one that won the claim may do: exactly this call, once. */
export interface Won {
  readonly ok: true;
  readonly approvalId: string;
  readonly call: Call;
  readonly reading: Reading;
  readonly decision: Decision;
  readonly edited: boolean;
  /** The granted folders as they are at the claim. */
  readonly roots: readonly KnownRoot[];
  /** Those folders of them of which all may be written. */
  readonly writable: readonly string[];
}

export type Claimed = Won | Refusal;

export interface Outcome {
  readonly state: "executed" | "failed" | "unknown";
  readonly code?: string;
  /** Redacted and cut by the gate before it is stored. */
  readonly text: string;
}

/**
 * The one gate for execution: reads, decides, records, waits, claims. Nothing else in the host decides. Every method
 * that moves an approval does so by compare-and-swap in the store, with the audit line in the same transaction; if that
 * cannot be written the call does not run (`EAUDIT`). Source: approvals.md.
 */
export interface Gate {
  /** Reads and decides without recording anything. */
  check(
    call: Omit<Call, "project">,
    chatId: string | null,
  ): Promise<{ readonly reading: Reading; readonly decision: Decision }>;
  propose(proposal: Proposal): Promise<Proposed>;
  /** The card as it would be with other arguments; its digest is what an edited answer carries. */
  preview(
    id: string,
    args: unknown,
    principal: Principal,
  ): Promise<{ readonly ok: true; readonly approval: ApprovalView } | Refusal>;
  decide(
    body: DecideBody,
    principal: Principal,
    /** `together`: one of several that were answered at once; refused where the call needs a look of its own. */
    options?: { readonly together?: boolean },
  ): Promise<
    | {
        readonly ok: true;
        readonly approval: ApprovalView;
        readonly resettled: readonly string[];
        readonly saved: Remembered;
      }
    | Refusal
  >;
  /** `approved → executing`, durably and before the effect; read and decided again first. */
  claim(id: string, principal: Principal): Promise<Claimed>;
  finish(id: string, outcome: Outcome): Promise<void>;
  /**
   * An ask that the agent's own prompt answered with yes: its result event proves it. `pending → approved → executing →
   * outcome` in one step, actor `agent:<name>`, without reading again (it has run). Where what ran differs from what
   * was read, the record says so: `unknown`, code `EDIFFERS`. Does nothing to an approval that is not `pending` with
   * `askedIn: "agent"`.
   */
  answeredInAgent(
    id: string,
    ran: { readonly tool: string; readonly args: unknown },
    outcome: Outcome,
    principal: Principal,
  ): Promise<void>;
  /** The caller has taken one call back before it ran: its approval is cancelled. False where there was none. */
  withdraw(chatId: string, callId: string, principal: Principal): Promise<boolean>;
  /** An answer that came through the agent's own client, where a person trusts it; false where it does not count. */
  answerInClient(
    id: string,
    said: { readonly digest: string; readonly decision: "allow" | "deny" },
    principal: Principal,
  ): Promise<boolean>;
  /**
   * What a model said of a waiting call. It is kept for the card; where the chat's mode is review, every reason that asked
   * admits it, and it says `allow` with risk `low`, it answers. Else a call with nobody there to ask is refused.
   */
  assessed(id: string, said: { readonly digest: string; readonly assessment: AssessmentView }): Promise<void>;
  /** Settles a chat's parked calls as denied; answers how many. `which`: only those of the runs with these roots. */
  cancel(chatId: string, principal: Principal, which?: (root: string) => boolean): Promise<number>;
  /**
   * Clears run and session memory and settles parked calls; their cards say `why`. `ifIdle` does nothing while the chat
   * runs or waits.
   */
  touch(
    chatId: string,
    options: { readonly ifIdle: boolean; readonly why?: string },
    principal: Principal,
  ): Promise<number>;
  /** A pending or approved, unclaimed approval of the same chat, tool and arguments: an identical retry claims it. */
  findSame(chatId: string, call: Pick<Call, "tool" | "args" | "cwd" | "beside">): Promise<ApprovalView | null>;
  get(id: string, principal: Principal, options?: { readonly unmask?: boolean }): Promise<ApprovalView | null>;
  /** Oldest first; of `first` so many, those that are answered here before others. */
  pending(chatId: string | null, principal: Principal, first?: number): Promise<readonly ApprovalView[]>;
  /** How many calls wait that this caller may see. */
  countPending(principal: Principal): Promise<number>;
  recent(limit: number, principal: Principal): Promise<readonly ApprovalView[]>;
  /** Resolves when the approval leaves `pending`, or after `waitMs` with the state that it then has. */
  settled(id: string, waitMs: number, signal?: AbortSignal): Promise<ApprovalView>;
  /** The same once the call is over: it ran, or never will. */
  over(id: string, waitMs: number): Promise<ApprovalView>;
  /** L3 for all chats, and its release. */
  setStopped(stopped: boolean, principal: Principal): Promise<void>;
}
