import type { CallAnswer, ProposeBody } from "./call.ts";

/**
 * A coding agent's hook contract, translated both ways and nothing more: no policy, no I/O. The host takes a list of
 * these; each lives in its own folder of `src/adapters`.
 */
export interface AgentAdapter {
  /** `claude-code`: also the last part of its route, `/api/hooks/claude-code`. */
  readonly name: string;
  readonly title: string;
  /** What an event of the agent means. Unknown or broken input is `bad`, which ends in the agent asking, or in a denial. */
  readEvent(event: unknown): AgentEvent;
  /** The agent's reply to a proposed call. */
  writeAnswer(event: AgentEvent & { readonly kind: "call" }, answer: CallAnswer): unknown;
  /** The reply where no decision could be had: ask, or deny where the agent has no ask. Never allow. */
  writeFailure(event: AgentEvent, message: string): unknown;
}

export type AgentEvent =
  | {
      readonly kind: "call";
      readonly call: ProposeBody;
      /** The agent's own prompt truly asks in the mode that it is in. */
      readonly canAsk: boolean;
    }
  | {
      readonly kind: "result";
      readonly session: string;
      readonly callId: string;
      readonly tool: string;
      readonly args: unknown;
      readonly ok: boolean;
      readonly text: string;
    }
  | { readonly kind: "session-start"; readonly session: string; readonly cwd: string | null }
  | { readonly kind: "session-end"; readonly session: string }
  | { readonly kind: "other"; readonly session?: string }
  /** `canAsk` false: the agent is in a mode in which its prompt is answered without a person. */
  | { readonly kind: "bad"; readonly message: string; readonly canAsk?: false };
