import type { ApprovalRow } from "../../store/tables/approvals.ts";
import type { Run } from "../../store/tables/runs.ts";
import { HOST } from "../auth/principal.ts";
import type { StoredCall } from "../chats/content.ts";
import { REVIEW } from "../gate/assessed.ts";
import type { Won } from "../gate/gate.ts";
import { toOutcome } from "../tools/runner.ts";
import { planOf } from "../tools/task.ts";
import type { ToolChat, ToolResult } from "../tools/tool-context.ts";
import type { OpenCall, Step } from "./open-call.ts";
import { readInput } from "./call-input.ts";
import { type EngineContext, projectOfRun } from "./context.ts";
import { RunFault } from "./fault.ts";
import { createOutput } from "./output.ts";
import { resultOf, storeResult } from "./result.ts";
import { beginSubrun } from "./subagent.ts";
import type { Refusal } from "../refusal.ts";

/**
 * Runs one call whose approval stands at `approved`. INVARIANT: it runs only by the claim that is won here, from the row
 * and with the arguments that the row holds; the message that the call stands in is not looked at again.
 */
export async function runCall(context: EngineContext, step: Step, { call, row }: OpenCall): Promise<void> {
  // The claim finds the server's tool as it is now; one that cannot be had fails when it runs.
  const { mcp } = context.runner;
  if (mcp.knows(row.tool)) await mcp.prepare(row.tool, (await projectOfRun(context, step.run))?.id ?? null);
  if (step.live.ending.signal.aborted) return;
  const claimed = await context.gate.claim(row.id, HOST);
  if (!claimed.ok) return unclaimed(context, row.id, claimed);
  if (row.tool === "subagent" && !step.live.ending.signal.aborted) return beginSubrun(context, step, { call, claimed });
  const result = await execute(context, step, { call, claimed, asked: isPersons(row) });
  await context.gate.finish(row.id, toOutcome(result));
  const edited = claimed.edited ? claimed.call.args : undefined;
  const stored = resultOf(result, { approval: row.id, edited, at: context.now() });
  await storeResult(context, step.run, { message: step.message.id, call: call.id, result: stored });
}

/** What was asked about and is approved was answered by a person or by an assessment. */
function isPersons({ effect, answer }: ApprovalRow): boolean {
  return effect === "ask" && answer?.by !== REVIEW;
}

/** It was voided, asked about anew, or taken: the next look sees that. What stands as it was could never run. */
async function unclaimed(context: EngineContext, id: string, refused: Refusal): Promise<void> {
  const row = await context.store.approvals.get(id);
  if (row?.state !== "approved") return;
  throw new RunFault(refused.code === "EAUDIT" ? "EAUDIT" : "EUNDECIDED", refused.message);
}

interface Claim {
  readonly call: StoredCall;
  readonly claimed: Won;
  /** A person was asked, and said yes. */
  readonly asked: boolean;
}

async function execute(
  context: EngineContext,
  { run, message, live }: Step,
  { call, claimed, asked }: Claim,
): Promise<ToolResult> {
  const output = createOutput(context, { run, message: message.id, call: call.id, args: claimed.call.args });
  const chat = await toolChat(context, run, call);
  // From here to where the runner takes it nothing waits: a stop comes before, or ends it there.
  if (live.ending.signal.aborted) return STOPPED;
  try {
    return await context.runner.run(claimed, {
      asked,
      onOutput: output.push,
      chat,
      decide: async (other) => (await context.gate.check(other, run.chat)).decision,
    });
  } finally {
    await output.end();
  }
}

const STOPPED: ToolResult = { ok: false, code: "ESTOPPED", message: "stopped before it began" };

async function toolChat(context: EngineContext, run: Run, call: StoredCall): Promise<ToolChat> {
  const project = await projectOfRun(context, run);
  const { answer } = await readInput(context, call.id);
  const changed = () => context.feed.write(run.chat, (_tables, emit) => emit({ type: "plan" }));
  return {
    id: run.chat,
    run: run.id,
    root: run.root,
    callId: call.id,
    project: project && { id: project.id, path: project.path },
    ...(answer === undefined ? {} : { answer }),
    plan: planOf(context.store.plans, run.chat, { now: context.now, changed }),
  };
}
