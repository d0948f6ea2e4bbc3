import type { Class } from "../core/class.ts";
import type { Decision, Offer } from "../core/decision.ts";
import type { Effect } from "../core/effect.ts";
import type { Policy } from "../core/policy.ts";
import type { Finding } from "../core/reading.ts";
import type { Descriptor } from "../read/call.ts";

/** What a gate of an app is made of. Source: surfaces.md, "For builders". */
export interface GateOptions {
  /** Decides every call. Its first project root is the project; what people remember is added to its rules. */
  readonly policy: Policy;
  /** Built-in rules to begin with; default none. */
  readonly preset?: "everyday" | "careful" | "sandbox";
  /** A folder for the database, its keys and the audit trail, for one process at a time. */
  readonly dataDir: string;
  /**
   * Asks a person. Without it, or where it rejects, the call waits on in the store until `answer`. A failure is never a
   * yes.
   */
  readonly onAsk?: (card: Card, signal: AbortSignal) => Promise<CardAnswer>;
  /** Environment that programs are looked up in; default that of the process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** ms since 1970; default the clock. */
  readonly now?: () => number;
}

/** A call that an agent wants to make. */
export interface ProposedCall {
  readonly tool: string;
  readonly args: unknown;
  /** Default: the project's root. */
  readonly cwd?: string | null;
  /** One conversation; what is remembered for a session is its own. Default `default`. */
  readonly session?: string;
  /** One turn of it, which call limits count in. Default: the session. */
  readonly run?: string;
  /** The agent's own id of the call: proposed again, it is the same call and runs once. Default: a new one. */
  readonly callId?: string;
  /** `user`: a person typed it. Default `model`. */
  readonly source?: "model" | "user";
  /** Somebody is there to be asked; default true. */
  readonly attended?: boolean;
  /** Of an MCP tool, as its server describes it. */
  readonly descriptor?: Descriptor;
}

/** What a person needs to see to answer. Text of the call is data: show it as text. */
export interface Card {
  readonly id: string;
  /** Binds the answer to what was shown. */
  readonly digest: string;
  readonly tool: string;
  /** What the call will do, in one sentence. */
  readonly summary: string;
  readonly reason: string;
  /** Secrets are masked. */
  readonly args: unknown;
  readonly cwd: string | null;
  readonly class: Class;
  readonly parts: readonly { readonly text: string; readonly effect: Effect; readonly reason: string }[];
  readonly findings: readonly Finding[];
  /** What an answer may remember, by its place. */
  readonly offers: readonly Offer[];
  readonly explanation: string;
}

export interface CardAnswer {
  readonly decision: "allow" | "deny";
  /** Other arguments for the same tool; they are decided like any other before they run. */
  readonly args?: unknown;
  readonly remember?: { readonly offer: number; readonly scope: "run" | "session" | "global" };
  /** For a denial: what the agent is told. */
  readonly note?: string;
}

export type RunResult<T> =
  | { readonly ok: true; readonly approval: string; readonly value: T; readonly edited: boolean }
  /** It did not run, but for `EFAILED`, whose effect may be half done: `cause` is what `execute` threw. */
  | {
      readonly ok: false;
      readonly approval: string;
      readonly code: string;
      readonly reason: string;
      readonly cause?: unknown;
    };

export type Answered = { readonly ok: true } | { readonly ok: false; readonly code: string; readonly message: string };

/** Does what was allowed, with the arguments that were allowed. What it resolves to is the agent's to see. */
export type Execute<T> = (args: unknown, signal: AbortSignal) => Promise<T>;

/** The gate of one app: proposes, asks, claims, runs and settles, each step durable before the next. */
export interface AppGate {
  /** Decides and records nothing. */
  check(call: ProposedCall): Promise<Decision>;
  /** INVARIANT: `execute` is called at most once for one approval, after its claim is on the disk, and never without. */
  run<T>(call: ProposedCall, execute: Execute<T>, signal?: AbortSignal): Promise<RunResult<T>>;
  /** Calls that wait for a person, of earlier processes too, oldest first. */
  pending(): Promise<readonly Card[]>;
  /** A person's answer to a card that is not asked about by `onAsk` now. */
  answer(card: Pick<Card, "id" | "digest">, answer: CardAnswer): Promise<Answered>;
  /** Runs a call that was answered with yes, after a restart for example; once. */
  resume<T>(approval: string, execute: Execute<T>, signal?: AbortSignal): Promise<RunResult<T>>;
  /** Calls that a process began and did not end: whether they were done is not known, and none is run again. */
  readonly unknown: readonly string[];
  /** Whether the audit trail is as it was written. */
  verifyAudit(): Promise<boolean>;
  close(): Promise<void>;
}
