import type { ApprovalRow } from "../../store/tables/approvals.ts";
import type { Run } from "../../store/tables/runs.ts";
import { NO_USAGE, type StoredCall, type StoredResult } from "../chats/content.ts";
import { newId } from "../chats/new-id.ts";
import type { Message } from "../chats/transcript.ts";
import { runView } from "../chats/view.ts";
import type { Won } from "../gate/gate.ts";
import type { Step } from "./open-call.ts";
import { readInput } from "./call-input.ts";
import type { EngineContext } from "./context.ts";
import { RunFault } from "./fault.ts";
import { changeCallIn } from "./result.ts";
import { tellChat } from "./run-state.ts";

interface SubagentArgs {
  readonly task: string;
  readonly title?: string;
  readonly background?: boolean;
}

/**
 * The effect of a `subagent` call is that its run exists: so a host that dies later goes on with it. The run belongs to
 * the same chat, and so to the same policy, memory and limits; its model is told of no more tools than its parent's.
 */
export async function beginSubrun(
  context: EngineContext,
  { run: parent, message }: Step,
  { call, claimed }: { readonly call: StoredCall; readonly claimed: Won },
): Promise<void> {
  const { task, title, background = false } = claimed.call.args as SubagentArgs;
  const { model } = await readInput(context, call.id);
  const at = context.now();
  const id = newId("run", at);
  const shownTitle = title == null ? null : context.redactor.text(title);
  const first = taskMessage({ id: newId("msg", at), run: id, chat: parent.chat, at, task });
  const run = subrunOf(parent, first, { title: shownTitle, model: model ?? parent.data.model, background });
  const edited = claimed.edited ? { edited: claimed.call.args } : {};
  const started: StoredResult = {
    ok: true,
    text: "The subagent works in the background; you will be told when it is done.",
    cut: 0,
    at,
    state: "executed",
    approval: claimed.approvalId,
    ...edited,
  };
  const began = await context.feed.write(parent.chat, async (tables, emit) => {
    // Stopped meanwhile: a run that began now would be one that nobody stops.
    if ((await tables.runs.get(parent.id))?.endedAt !== null) return false;
    if (!(await tables.runs.begin(run))) throw new Error("the subagent's run could not be stored");
    await context.transcript.add(tables, emit, first);
    await emit({ type: "run", run: runView(run) });
    await tellChat(context, tables, { chat: run.chat, emit });
    await changeCallIn(
      context,
      { tables, emit },
      {
        message: message.id,
        call: call.id,
        change: (known) => ({ ...known, subrun: id, ...(background ? { result: started } : {}) }),
      },
    );
    return true;
  });
  const outcome = began
    ? ({ state: "executed", text: `began the run ${id}` } as const)
    : ({ state: "failed", code: "ESTOPPED", text: "stopped before it began" } as const);
  await context.gate.finish(claimed.approvalId, outcome);
  if (began) context.begin(run);
}

function subrunOf(parent: Run, first: Message, of: Pick<Run["data"], "title" | "model" | "background">): Run {
  const { chat, root } = parent;
  const { attended } = parent.data;
  return {
    id: first.run,
    chat,
    parent: parent.id,
    root,
    state: "running",
    head: first.id,
    startedAt: first.at,
    endedAt: null,
    data: { kind: "model", attended, error: null, retry: null, usage: NO_USAGE, ...of },
  };
}

function taskMessage(of: {
  readonly id: string;
  readonly run: string;
  readonly chat: string;
  readonly at: number;
  readonly task: string;
}): Message {
  const { id, run, chat, at, task } = of;
  const content = { parts: [{ kind: "text" as const, text: task }] };
  return { id, chat, thread: run, parent: null, run, role: "user", state: "done", at, content };
}

export const TURNED_OFF = new RunFault("ETOOL_DISABLED", "the tool `subagent` was turned off");

/** Whether a run is one of a tool that its chat no longer has. */
export async function isTurnedOff(context: EngineContext, { parent, chat }: Run): Promise<boolean> {
  if (parent === null) return false;
  try {
    const tools = await context.toolList({ chat, project: null });
    return tools.find(({ kind, id }) => kind === "tool" && id === "subagent")?.hidden !== false;
  } catch {
    return false; // verdict: its next step needs the same list, and fails by it
  }
}

type SubrunState =
  | { readonly state: "running" | "waiting" }
  | { readonly state: "over"; readonly result: StoredResult };

/** What a subagent's call stands at. */
export async function subrunResult(context: EngineContext, call: StoredCall, row: ApprovalRow): Promise<SubrunState> {
  const run = call.subrun === undefined ? null : await context.store.runs.get(call.subrun);
  if (run !== null && run.endedAt === null) return { state: run.state === "waiting" ? "waiting" : "running" };
  const base = { cut: 0, at: context.now(), state: "executed", approval: row.id } as const;
  if (run === null || run.state !== "done")
    return { state: "over", result: { ...base, ok: false, code: "ESUBAGENT", text: whyUnfinished(run) } };
  return { state: "over", result: { ...base, ok: true, text: await lastText(context, run) } };
}

/**
 * As its parent's model is told. The error's own message may hold what a policy file or a provider says: it is for the
 * person, with the run.
 */
export function whyUnfinished(run: Run | null): string {
  const code = run?.data.error?.code;
  return code === undefined ? "the subagent was stopped" : `the subagent did not finish (${code})`;
}

/** What it said at last. */
export async function lastText(context: EngineContext, run: Run): Promise<string> {
  const last = run.head === null ? null : await context.transcript.get(run.head);
  const texts = (last?.content.parts ?? []).flatMap((part) => (part.kind === "text" ? [part.text] : []));
  return texts.join("\n\n") || "(it said nothing)";
}
