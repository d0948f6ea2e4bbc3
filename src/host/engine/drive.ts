import type { Run } from "../../store/tables/runs.ts";
import type { ModelChoice } from "../../wire/chats.ts";
import { callsOf } from "../chats/content.ts";
import { newId } from "../chats/new-id.ts";
import type { Message } from "../chats/transcript.ts";
import { settleCalls } from "./calls.ts";
import { type EngineContext, type Live, threadOf } from "./context.ts";
import { endSubrun, failRun } from "./fail-run.ts";
import { BROKEN_OFF, RunFault } from "./fault.ts";
import { changeRun, updateRun } from "./run-state.ts";
import { takeStep } from "./step.ts";
import { isTurnedOff, lastText, TURNED_OFF, whyUnfinished } from "./subagent.ts";

/** `parked`: it is looked at again when it is nudged. */
export type Look = "again" | "parked" | "over";

/**
 * One look at a run. Where it stands is read from the store alone: its newest message, and the approvals of that
 * message's calls. So a paused turn is data, and a host that was killed goes on at the same place.
 */
export async function look(context: EngineContext, id: string, live: Live): Promise<Look> {
  const run = await context.store.runs.get(id);
  if (run === null || (run.endedAt !== null && live.fault === undefined)) return "over";
  try {
    if (live.fault !== undefined) throw live.fault;
    return await advance(context, run, live);
  } catch (error) {
    // verdict: the run ends, and nothing more of it runs
    if (live.ending.signal.aborted) return "over";
    // Where that cannot be stored now, it is what is left to do: the model is not asked again.
    live.fault = error;
    await failRun(context, run, error);
    return "over";
  }
}

async function advance(context: EngineContext, run: Run, live: Live): Promise<Look> {
  const tip = run.head === null ? null : await context.transcript.get(run.head);
  if (tip === null) throw new RunFault("EMODEL", "the message that the run goes on from is gone");
  if (await isOrphan(context, run)) {
    await endSubrun(context, run);
    return "over";
  }
  if (await isTurnedOff(context, run)) throw TURNED_OFF;
  await clearBroken(context, run);
  const calls = callsOf(tip.content);
  if (calls.some((call) => call.result === undefined)) return settle(context, { run, tip, live });
  if (tip.state === "cut") throw new RunFault("EMODEL_CUT", BROKEN_OFF);
  const answered = tip.role === "assistant" && calls.length === 0;
  if (answered || run.data.kind === "shell") return end(context, run);
  if (await tellFinished(context, run, tip)) return "again";
  await changeRun(context, run.id, { state: "running" });
  const branch = await context.transcript.branch(run.chat, threadOf(run), tip.id);
  if (branch.filter((message) => message.run === run.id && message.role === "assistant").length >= context.limits.steps)
    throw new RunFault("ESTEPS", `the run took ${context.limits.steps} steps; send a message to go on`);
  await takeStep(context, { run, branch, model: await modelOf(context, run), signal: live.ending.signal });
  return "again";
}

/** Its parent failed while the host ended: nobody waits for what it would say. */
async function isOrphan(context: EngineContext, { parent, data }: Run): Promise<boolean> {
  return parent !== null && !data.background && (await context.store.runs.get(parent))?.endedAt !== null;
}

async function settle(
  context: EngineContext,
  { run, tip, live }: { readonly run: Run; readonly tip: Message; readonly live: Live },
): Promise<Look> {
  const state = await settleCalls(context, { run, message: tip, live });
  if (state === "settled") return "again";
  await changeRun(context, run.id, { state });
  return "parked";
}

async function end(context: EngineContext, run: Run): Promise<Look> {
  await changeRun(context, run.id, { state: "done" });
  return "over";
}

/** What a host that died was receiving: nothing of it was run, and it is asked for again. */
async function clearBroken(context: EngineContext, run: Run): Promise<void> {
  for (const row of await context.store.messages.streaming(run.chat)) {
    if (row.run !== run.id) continue;
    await context.feed.write(run.chat, async (tables, emit) => {
      await tables.messages.remove(row.id);
      await tables.chatEvents.dropPieces(run.chat, row.id);
      await emit({ type: "message.removed", id: row.id });
    });
  }
}

/** Subagents in the background that ended since: told before the model is asked again. */
async function tellFinished(context: EngineContext, run: Run, tip: Message): Promise<boolean> {
  if (run.parent !== null) return false;
  const ended = await context.store.runs.subruns(run.chat);
  const first = ended.find(({ endedAt, data }) => data.background && endedAt !== null && data.told !== true);
  if (first === undefined) return false;
  const at = context.now();
  const said = first.state === "done" ? await lastText(context, first) : whyUnfinished(first);
  const text = `The subagent "${first.data.title ?? first.id}" ended (${first.state}): ${said}`;
  const id = newId("msg", at);
  const notice = {
    id,
    chat: run.chat,
    thread: threadOf(run),
    parent: tip.id,
    run: run.id,
    role: "notice",
    state: "done",
    at,
  } as const;
  await context.feed.write(run.chat, async (tables, emit) => {
    await context.transcript.add(tables, emit, { ...notice, content: { parts: [{ kind: "text", text }] } });
    await tables.runs.setData(first.id, { ...first.data, told: true });
    await updateRun({ tables, emit }, run.id, () => ({ head: id }));
    await tables.chats.setExtras(run.chat, { head: id });
  });
  return true;
}

async function modelOf(context: EngineContext, run: Run): Promise<ModelChoice> {
  return run.data.model ?? (await context.store.chats.extras(run.chat)).model ?? (await context.defaultModel());
}
