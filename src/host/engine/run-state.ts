import type { Tables } from "../../store/store.ts";
import type { Run, RunData } from "../../store/tables/runs.ts";
import type { Emit, Telling } from "../chats/feed.ts";
import { chatView, runView, stateOf } from "../chats/view.ts";
import type { EngineContext } from "./context.ts";

type RunChange = Partial<Pick<Run, "state" | "head" | "endedAt" | "data">>;

/** In a transaction: changes a run and tells of it. Null, and nothing changed, where it has ended. */
export async function updateRun(
  { tables, emit }: Telling,
  id: string,
  change: (now: Run) => RunChange,
): Promise<Run | null> {
  const now = await tables.runs.get(id);
  if (now === null) return null;
  const changes = change(now);
  if (!(await tables.runs.update(id, changes))) return null;
  const changed = { ...now, ...changes };
  await emit({ type: "run", run: runView(changed) });
  return changed;
}

interface Change {
  readonly state?: Run["state"];
  readonly data?: Partial<RunData>;
}

const OVER: ReadonlySet<Run["state"]> = new Set(["done", "failed", "stopped"]);

/** Moves a run and tells of it and of its chat. False where it had ended: nothing brings an ended run back. */
export async function changeRun(context: EngineContext, id: string, change: Change): Promise<boolean> {
  const run = await context.store.runs.get(id);
  if (run === null) return false;
  if (change.state === run.state && change.data === undefined) return run.endedAt === null;
  const changed = await context.feed.write(run.chat, async (tables, emit) => {
    const done = await updateRun({ tables, emit }, id, (now) => {
      const state = change.state ?? now.state;
      return { state, endedAt: OVER.has(state) ? context.now() : null, data: { ...now.data, ...change.data } };
    });
    if (done === null) return false;
    await tellChat(context, tables, { chat: done.chat, emit });
    return true;
  });
  if (changed && change.state !== undefined && OVER.has(change.state)) await context.runner.endRun(id);
  // What its subagent does is what the call of it waits for.
  if (changed && run.parent !== null) context.nudge(run.parent);
  return changed;
}

/** Its state is that of its runs, so it is told with each of them; the list of chats hears of it as well. */
export async function tellChat(
  context: Pick<EngineContext, "now">,
  tables: Tables,
  { chat: id, emit }: { readonly chat: string; readonly emit: Emit },
): Promise<void> {
  const chat = await tables.chats.get(id);
  if (chat === null) return;
  const view = chatView(chat, await tables.chats.extras(id), stateOf(await tables.runs.open(id)));
  await emit({ type: "chat", chat: view });
  await tables.events.append({ at: context.now(), type: "chat.changed", chat: id });
}
