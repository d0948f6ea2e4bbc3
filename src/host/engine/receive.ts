import type { ModelMessage, ToolSet } from "ai";
import type { Run } from "../../store/tables/runs.ts";
import type { ModelChoice } from "../../wire/chats.ts";
import type { Message } from "../chats/transcript.ts";
import { advertisedTools } from "./advertised.ts";
import { type EngineContext, projectOfRun } from "./context.ts";
import { BROKEN_OFF, RunFault } from "./fault.ts";
import type { Gathered } from "./gather.ts";
import { instructionsFor } from "./instructions.ts";
import { toPrompt } from "./prompt.ts";
import { loadSdk } from "./sdk.ts";
import { withShallowCalls } from "./unfit.ts";

export interface ToStep {
  readonly run: Run;
  /** From the first message down to the one that is answered. */
  readonly branch: readonly Message[];
  readonly model: ModelChoice;
  readonly signal: AbortSignal;
}

/** What the model is asked. */
interface Request {
  readonly instructions: string;
  readonly messages: ModelMessage[];
  readonly tools: ToolSet;
  readonly names: readonly string[];
}

/** Rejects where policy cannot be read: no tool is told of, and the run fails. */
export async function requestFor(context: EngineContext, { run, branch, model }: ToStep): Promise<Request> {
  const { jsonSchema } = await loadSdk();
  const subagent = run.parent !== null;
  const project = await projectOfRun(context, run);
  const definitions = await context.runner.definitions(project);
  const advertised = advertisedTools(context.toolList, { chat: run.chat, subagent, definitions });
  const { tools } = await advertised.catch((error: unknown) => {
    throw new RunFault("EUNDECIDED", `the policy cannot be read: ${error instanceof Error ? error.message : ""}`);
  });
  return {
    instructions: instructionsFor(run, { root: project?.path ?? null, platform: process.platform }),
    messages: toPrompt(branch, { model, pictures: await context.takesPictures(model) }),
    // INVARIANT: no `execute`: the SDK runs nothing.
    tools: Object.fromEntries(
      tools.map(({ name, description, inputSchema }) => [
        name,
        { description, inputSchema: jsonSchema(inputSchema as never) },
      ]),
    ),
    names: tools.map(({ name }) => name),
  };
}

interface Streaming extends ToStep {
  readonly request: Request;
  readonly message: Message;
  readonly gathered: Gathered;
}

/** Reads the whole answer, and tells of it as it comes. Rejects with what broke it. */
export async function receive(context: EngineContext, { run, model, request, message, gathered, signal }: Streaming) {
  const { streamText } = await loadSdk();
  const stalled = new AbortController();
  const watch = setTimeout(() => stalled.abort(), context.limits.stallAfter);
  const { names, ...asked } = request;
  void context.trace.add(run.chat, {
    type: "request",
    at: context.now(),
    run: run.id,
    model: `${model.connection}/${model.model}`,
    messages: request.messages.length,
    tools: names,
  });
  try {
    const { stream } = streamText({
      ...asked,
      model: withShallowCalls(await context.model(model)),
      maxRetries: 0,
      abortSignal: AbortSignal.any([signal, stalled.signal]),
      telemetry: { isEnabled: false },
      providerOptions: NOT_KEPT,
      onError: () => {}, // It comes as a part too, and is handled there.
    });
    let told = Date.now();
    for await (const part of stream) {
      watch.refresh();
      gathered.take(part);
      if (Date.now() - told < context.limits.flushEvery) continue;
      await tell(context, run, message, gathered);
      told = Date.now();
    }
    await tell(context, run, message, gathered);
  } catch (error) {
    // verdict: the step broke off
    if (stalled.signal.aborted)
      throw new RunFault("EMODEL_CUT", "the model said nothing for too long", { retry: true });
    throw error;
  } finally {
    clearTimeout(watch);
  }
  checkWhole(gathered);
}

/** What is said is for this answer alone, not for the provider to keep. */
const NOT_KEPT = { openai: { store: false } };

/** A call of a stream that broke off may be half of what the model meant, also where it reads as JSON. */
function checkWhole({ finish, usage }: Gathered): void {
  if (finish === "interrupted" || finish === null || (finish === "other" && usage?.output == null))
    throw new RunFault("EMODEL_CUT", BROKEN_OFF, { retry: true });
  if (finish === "content-filter") throw new RunFault("EMODEL", "the provider withheld the answer");
  if (finish === "error") throw new RunFault("EMODEL", "the model ended with an error");
}

async function tell(context: EngineContext, run: Run, message: Message, gathered: Gathered): Promise<void> {
  const pieces = gathered.pieces();
  if (pieces.length === 0) return;
  await context.feed.write(run.chat, async (_tables, emit) => {
    for (const piece of pieces) await emit(piece, message.id);
  });
}
