import { AISDKError } from "@ai-sdk/provider";
import type { Run } from "../../store/tables/runs.ts";
import { HOST } from "../auth/principal.ts";
import type { Message } from "../chats/transcript.ts";
import { callsOf } from "../chats/content.ts";
import { type EngineContext } from "./context.ts";
import { faultOf, isUnstored, ModelError } from "./fault.ts";
import { changeRun } from "./run-state.ts";

/**
 * Ends a run with what it broke on, and what works for it alone. What waits is withdrawn first. Rejects where something
 * of it cannot be stored; done again, it does what is left.
 */
export async function failRun(context: EngineContext, run: Run, error: unknown): Promise<void> {
  const { code, message } = faultOf(error, context.redactor.text);
  if (isDefect(code, error)) context.onDefect(error);
  context.stopCalls(run.id);
  await withdrawOpen(context, run);
  await context.trace.add(run.chat, { type: "error", at: context.now(), run: run.id, code, message });
  await changeRun(context, run.id, { state: "failed", data: { error: { code, message }, retry: null } });
  // After its end: none of them can begin by now.
  for (const sub of await subrunsOf(context, run)) await endSubrun(context, sub);
}

/** What no provider, person or disk answers for: ours, or the SDK's. */
function isDefect(code: string, error: unknown): boolean {
  if (code === "EINTERNAL") return true;
  return (
    code === "EMODEL" &&
    error instanceof ModelError &&
    error.cause instanceof Error &&
    !AISDKError.isInstance(error.cause)
  );
}

/** Nobody waits for what they would say. One in the background goes on: it is told of by itself. */
async function subrunsOf(context: EngineContext, { id, chat }: Run): Promise<readonly Run[]> {
  return (await context.store.runs.open(chat)).filter(({ parent, data }) => parent === id && !data.background);
}

/** Of a subagent that is told its parent's end by nobody else. */
export async function endSubrun(context: EngineContext, run: Run): Promise<void> {
  context.stopCalls(run.id);
  await withdrawOpen(context, run);
  await changeRun(context, run.id, { state: "stopped" });
  context.abort(run.id);
}

/** Nobody is asked about a call that could no longer run. */
async function withdrawOpen(context: EngineContext, { chat, head }: Run): Promise<void> {
  const tip = head === null ? null : await tipOf(context, head);
  const open = callsOf(tip?.content ?? { parts: [] }).filter((call) => call.result === undefined);
  for (const call of open) await context.gate.withdraw(chat, call.id, HOST);
}

async function tipOf(context: EngineContext, head: string): Promise<Message | null> {
  try {
    return await context.transcript.get(head);
  } catch (error) {
    if (isUnstored(error)) throw error; // verdict: it is tried again
    return null; // verdict: what cannot be opened has calls that nobody can know; the run ends all the same
  }
}
