import { setTimeout as delay } from "node:timers/promises";
import { addUsage, type Content, NO_USAGE, type StoredPart } from "../chats/content.ts";
import { newId } from "../chats/new-id.ts";
import type { Message } from "../chats/transcript.ts";
import { type EngineContext, threadOf } from "./context.ts";
import { type Fault, faultOf, RunFault } from "./fault.ts";
import { createGather, type Gathered } from "./gather.ts";
import { receive, requestFor, type ToStep } from "./receive.ts";
import { invalid } from "./result.ts";
import { updateRun } from "./run-state.ts";
import { unfitArguments } from "./unfit.ts";

/** Asks the model and stores what it says. Nothing that it proposes is looked at here. Rejects with what broke it. */
export async function takeStep(context: EngineContext, step: ToStep): Promise<void> {
  const request = await requestFor(context, step);
  let gathered: Gathered | null = null;
  for (let attempt = 1; gathered === null; attempt++) gathered = await askOnce(context, step, { request, attempt });
  checkLength(gathered);
}

interface Asking {
  readonly request: Awaited<ReturnType<typeof requestFor>>;
  readonly attempt: number;
}

/** Null: it broke off, and is to be asked again. */
async function askOnce(context: EngineContext, step: ToStep, { request, attempt }: Asking): Promise<Gathered | null> {
  const message = await beginMessage(context, step);
  const gathered = createGather(message.id, context.redactor, context.limits.answer);
  try {
    await receive(context, { ...step, request, message, gathered });
    await endMessage(context, step, { message, gathered });
    return gathered;
  } catch (error) {
    // verdict: nothing of the step runs; it is asked again, or the run fails
    const fault = faultOf(error, context.redactor.text);
    const again = fault.retry && attempt <= context.limits.retries && !step.signal.aborted;
    await breakOff(context, step, { message, parts: again ? [] : textsOf(gathered.parts()) });
    if (!again) throw error;
    await waitFor(context, step, { fault, attempt });
    return null;
  }
}

/** What is said stands; calls of it are made, and what of them is cut off is no JSON. */
function checkLength({ finish, parts }: Gathered): void {
  if (finish === "length" && !parts().some(({ kind }) => kind === "call"))
    throw new RunFault("EMODEL_LENGTH", "the answer reached the model's limit: send a message to go on");
}

async function beginMessage(context: EngineContext, { run, branch, model }: ToStep): Promise<Message> {
  const at = context.now();
  const message: Message = {
    id: newId("msg", at),
    chat: run.chat,
    thread: threadOf(run),
    parent: branch.at(-1)?.id ?? null,
    run: run.id,
    role: "assistant",
    state: "streaming",
    at,
    content: { parts: [], model },
  };
  await context.feed.write(run.chat, (tables, emit) => context.transcript.add(tables, emit, message));
  return message;
}

interface Came {
  readonly message: Message;
  readonly gathered: Gathered;
}

/** The step is whole: only now does the run stand on it. */
async function endMessage(context: EngineContext, { run, model }: ToStep, { message, gathered }: Came): Promise<void> {
  const usage = gathered.usage ?? NO_USAGE;
  const parts = refuseUnfit(gathered.parts(), context);
  const content: Content = { parts, model, usage };
  await context.feed.write(run.chat, async (tables, emit) => {
    await context.transcript.set(tables, emit, { ...message, state: "done", content });
    await tables.chatEvents.dropPieces(run.chat, message.id);
    const changed = await updateRun({ tables, emit }, run.id, ({ data }) => ({
      head: message.id,
      data: { ...data, retry: null, usage: addUsage(data.usage, usage) },
    }));
    if (changed !== null && run.parent === null) await tables.chats.setExtras(run.chat, { head: message.id });
  });
  const calls = parts.filter(({ kind }) => kind === "call").length;
  const line = { at: context.now(), run: run.id, finish: gathered.finish ?? "", calls, usage };
  await context.trace.add(run.chat, { type: "response", ...line });
}

/**
 * Calls that nobody is asked about. What becomes of each is stored with its whole message: thousands of them would keep
 * the host from all else.
 */
function refuseUnfit(parts: readonly StoredPart[], { limits, now }: EngineContext): readonly StoredPart[] {
  let calls = 0;
  return parts.map((part) => {
    if (part.kind !== "call") return part;
    const unfit = unfitArguments(part.args);
    // Neither the store nor the next request could hold them.
    if (unfit !== null) return { ...part, args: null, result: invalid(unfit, now()) };
    if ((calls += 1) <= limits.calls) return part;
    const result = invalid(`more than ${limits.calls} calls at once: make those that are left after these`, now());
    return { ...part, result };
  });
}

/** What was said stays, as broken off, where something was; calls of it are never proposed. */
async function breakOff(
  context: EngineContext,
  { run, signal }: ToStep,
  { message, parts }: { readonly message: Message; readonly parts: readonly StoredPart[] },
): Promise<void> {
  await context.feed.write(run.chat, async (tables, emit) => {
    await tables.chatEvents.dropPieces(run.chat, message.id);
    // The host ends and the run does not: the next one asks again.
    const goesOn = signal.aborted && (await tables.runs.get(run.id))?.endedAt === null;
    if (parts.length === 0 || goesOn) {
      await tables.messages.remove(message.id);
      return emit({ type: "message.removed", id: message.id });
    }
    const content = { ...message.content, parts };
    await context.transcript.set(tables, emit, { ...message, state: "cut", content });
    await updateRun({ tables, emit }, run.id, () => ({ head: message.id }));
    // Stopped, the chat may have gone on from elsewhere meanwhile.
    const { head } = await tables.chats.extras(run.chat);
    if (run.parent === null && head === message.parent) await tables.chats.setExtras(run.chat, { head: message.id });
  });
}

function textsOf(parts: readonly StoredPart[]): readonly StoredPart[] {
  return parts.filter((part) => (part.kind === "text" || part.kind === "reasoning") && part.text !== "");
}

async function waitFor(
  context: EngineContext,
  { run, signal }: ToStep,
  { fault, attempt }: { readonly fault: Fault; readonly attempt: number },
): Promise<void> {
  const wait = Math.min(60_000, fault.after ?? context.limits.retryAfter * 2 ** (attempt - 1));
  const retry = { at: context.now() + wait, attempt, reason: fault.message };
  await context.feed.write(run.chat, async (tables, emit) => {
    await updateRun({ tables, emit }, run.id, ({ data }) => ({ data: { ...data, retry } }));
  });
  await delay(wait, undefined, { signal });
}
