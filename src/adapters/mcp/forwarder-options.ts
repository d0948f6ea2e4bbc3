import type { CallAnswer } from "../../wire/call.ts";
import type { Shape } from "./message.ts";

/** What decides for the gate. Each rejects where there is no answer, and then nothing is let through. */
export interface GateHost {
  /** Names, of the tools as the server describes them, that the client is not told. */
  hidden(tools: readonly unknown[]): Promise<readonly string[]>;
  /**
   * Proposes a call and waits. `onWaiting` is told when a person is asked; when `signal` ends nobody waits any more, and
   * the approval goes on waiting.
   */
  propose(call: ProposedCall, onWaiting: (waiting: Waiting) => void, signal: AbortSignal): Promise<CallAnswer>;
  /** What the client's user said to the question; false where that does not count. */
  answer(said: {
    readonly tool: string;
    readonly args: unknown;
    readonly beside: Shape;
    readonly state: string;
    readonly decision: "allow" | "deny";
  }): Promise<boolean>;
  /** The call is taken back: it does not run, whatever is answered. */
  withdraw(callId: string): Promise<void>;
  outcome(approval: string, outcome: CallOutcome): Promise<void>;
}

export interface ProposedCall {
  readonly tool: string;
  /** Null where the server does not list the tool. */
  readonly descriptor: unknown;
  /** What the client was told of the tool, where that is something else. */
  readonly shown?: unknown;
  readonly args: unknown;
  readonly beside: Shape;
  readonly callId: string;
}

export interface Waiting {
  readonly approval: string;
  readonly ask?: { readonly question: string; readonly state: string };
}

export interface CallOutcome {
  readonly state: "executed" | "failed" | "unknown";
  readonly text: string;
}

export interface ForwarderOptions {
  readonly host: GateHost;
  readonly toClient: (bytes: Buffer) => void;
  readonly toServer: (bytes: Buffer) => void;
  /** Random, for ids of the gate's own requests. */
  readonly newId: () => string;
  /** Runs `work` every so often until it is stopped. */
  readonly every: (ms: number, work: () => void) => () => void;
  /** For the person, on standard error. */
  readonly log: (message: string) => void;
  /** Bytes of one message. */
  readonly lineLimit?: number;
  /** The server cannot be followed any further: the connection is to be ended. */
  readonly onBroken: () => void;
}
