import type { ApprovalRow } from "../../store/tables/approvals.ts";
import type { Run } from "../../store/tables/runs.ts";
import type { StoredCall } from "../chats/content.ts";
import type { Message } from "../chats/transcript.ts";
import type { Live } from "./context.ts";

/** Where a run is: at a message of its model, whose calls are being settled. */
export interface Step {
  readonly run: Run;
  readonly message: Message;
  readonly live: Live;
}

/** A call of that message, with its approval. */
export interface OpenCall {
  readonly call: StoredCall;
  readonly row: ApprovalRow;
}

export type CallState = "over" | "running" | "waiting";
