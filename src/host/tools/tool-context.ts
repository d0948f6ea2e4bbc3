import type { Decision } from "../../core/decision.ts";
import type { Call } from "../../read/call.ts";
import type { World } from "../../read/world.ts";
import type { PlanItem } from "../../wire/plan.ts";
import type { Browsers } from "./browser/session.ts";
import type { KnownRoot } from "./held-directory.ts";
import type { Network } from "./net/network.ts";
import type { CommandSandbox } from "./sandbox.ts";
import type { UndoLog } from "./undo-log.ts";

/** What the runner is given beside the call. */
export interface ToolContext {
  /** Id of the approval that the call was claimed by; absent for calls that no gate knows. */
  readonly approval?: string;
  readonly world: World;
  /** Ends the call: the chat was stopped. */
  readonly signal: AbortSignal;
  /** Characters of output that are kept. */
  readonly outputLimit: number;
  /** ms; for commands. */
  readonly timeoutMs?: number;
  /** Granted roots with their identity at the time of the grant. */
  readonly roots?: readonly KnownRoot[];
  /** Granted folders of which all may be written. */
  readonly writable?: readonly string[];
  /** Absent: nothing can be taken back. */
  readonly undo?: UndoLog;
  /** Pieces of a command's output as they come. */
  readonly onOutput?: (text: string) => void;
  /** The chat that the call belongs to; absent for calls from elsewhere. */
  readonly chat?: ToolChat;
  /** The call was asked about, and a person said yes to it: acts in a browser run only so. */
  readonly asked?: boolean;
  /** How another call would be decided, for where a redirect or a page goes. Absent: nowhere else. */
  readonly decide?: (call: Call) => Promise<Pick<Decision, "effect" | "code">>;
  /** Commands run in it; absent where it is off. */
  readonly sandbox?: CommandSandbox;
  /** Those of the runs of this host. Absent: there is no browser. */
  readonly browsers?: Browsers;
  /** Default: the internet and nothing nearer. */
  readonly network?: Network;
}

/** What a tool of a chat knows of it. */
export interface ToolChat {
  readonly id: string;
  /** Of a subagent's call: its own run. */
  readonly run: string;
  /** The outermost run, whose stop ends what a call left behind. */
  readonly root: string;
  readonly callId: string;
  /** Project id and root; null: the chat has none. */
  readonly project: { readonly id: string; readonly path: string } | null;
  /**
   * Of `ask_user`: what the person answered (`readAnswer`). The engine shows the question and keeps the answer; the tool
   * is only started, and its call claimed, once there is one.
   */
  readonly answer?: QuestionAnswer;
  /** `planOf` makes one of the store. */
  readonly plan: Plan;
}

/** The plan of one chat. */
export interface Plan {
  items(): Promise<readonly PlanItem[]>;
  /** Adds an item, or takes the place of the one with its number. */
  put(item: PlanItem): Promise<void>;
}

export interface QuestionAnswer {
  /** Texts of the choices taken. */
  readonly choices: readonly string[];
  /** Typed; empty where nothing was. */
  readonly text: string;
}

export type ToolResult =
  | {
      readonly ok: true;
      /** For the model. */
      readonly output: string;
      /** Characters that were left out of it. */
      readonly cut: number;
      readonly exitCode?: number | null;
      readonly image?: { readonly mime: string; readonly base64: string };
    }
  | {
      readonly ok: false;
      readonly code: string;
      readonly message: string;
      readonly output?: string;
      /** Nobody can say how far it came. */
      readonly unknown?: true;
    };

/** Keeps the beginning. */
export function cutText(text: string, limit: number): { readonly output: string; readonly cut: number } {
  if (text.length <= limit) return { output: text, cut: 0 };
  return { output: text.slice(0, limit), cut: text.length - limit };
}
