import type { ApprovalRow } from "../../store/tables/approvals.ts";
import { type ApprovalRecord, openRecord } from "../approvals/record.ts";
import type { GateContext } from "./context.ts";

/** A claimed call, as far as recording its outcome takes it. */
export interface RunningCall extends Pick<ApprovalRow, "id" | "chat" | "class"> {
  /** What a call was given in secret comes back in what it prints, without the name that gave it away. */
  readonly mask: (text: string) => string;
}

/**
 * The newest calls that were claimed here: the outcome of one is recorded without reading and opening its row again. The
 * store alone says where a call stands; a call that is not here is looked for there.
 */
export interface Running {
  add(call: RunningCall): void;
  /** Null where it was not claimed here, or long ago. */
  take(id: string): RunningCall | null;
}

/** Of agents that never tell how a call went, no more is kept. */
const MOST_RUNNING = 200;

export function createRunning(): Running {
  const calls = new Map<string, RunningCall>();
  return {
    add(call) {
      calls.set(call.id, call);
      const [oldest] = calls.keys();
      if (calls.size > MOST_RUNNING && oldest !== undefined) calls.delete(oldest);
    },
    take(id) {
      const call = calls.get(id) ?? null;
      calls.delete(id);
      return call;
    },
  };
}

export function runningCall(
  context: GateContext,
  { id, chat, class: kind }: Pick<ApprovalRow, "id" | "chat" | "class">,
  { call, proposed }: Pick<ApprovalRecord, "call" | "proposed">,
): RunningCall {
  return { id, chat, class: kind, mask: context.redactor.knowing([call.args, call.beside, proposed], "all").text };
}

/** From its row alone. */
export function storedCall(context: GateContext, row: ApprovalRow): RunningCall {
  try {
    return runningCall(context, row, openRecord(row, context.seal));
  } catch {
    const { id, chat, class: kind } = row;
    const mask = (): string => "not kept: the arguments cannot be read, and so not what of it is secret";
    return { id, chat, class: kind, mask }; // verdict: closed without its text
  }
}
