import { isReadOnly } from "../../core/class.ts";
import type { ApprovalRow } from "../../store/tables/approvals.ts";
import type { Project } from "../../store/tables/projects.ts";
import type { Run } from "../../store/tables/runs.ts";
import { HOST } from "../auth/principal.ts";
import { lastOf, openQuestion } from "../chats/call-state.ts";
import { callsOf, type StoredCall } from "../chats/content.ts";
import { findBuiltin } from "../../core/names.ts";
import { shapeOf } from "../../read/builtin/shapes.ts";
import type { McpFault } from "../mcp/client/client.ts";
import { NOT_FOR_SUBAGENTS } from "./advertised.ts";
import { assessPending } from "./assess.ts";
import { type EngineContext, projectOfRun } from "./context.ts";
import { RunFault } from "./fault.ts";
import type { CallState, OpenCall, Step } from "./open-call.ts";
import { invalid, resultOfRow, storeResult } from "./result.ts";
import { runCall } from "./run-call.ts";
import { subrunResult } from "./subagent.ts";

/** `settled`: each call has its result. `running`: something goes on. `waiting`: only for a person. */
export type CallsState = "settled" | "running" | "waiting";

/**
 * One look at the calls of a message: what was not proposed is, what may run is started, what is over gets its result.
 * Where each stands is read from its approval, so that it is the same after a restart.
 */
export async function settleCalls(context: EngineContext, step: Step): Promise<CallsState> {
  const open = callsOf(step.message.content).filter((call) => call.result === undefined);
  const states: CallState[] = [];
  for (const call of open) states.push(await settleCall(context, step, call));
  if (states.includes("running")) return "running";
  return states.includes("waiting") ? "waiting" : "settled";
}

async function settleCall(context: EngineContext, step: Step, call: StoredCall): Promise<CallState> {
  if (step.live.calls.has(call.id)) return "running";
  // Stopped while it was looked at: nothing more is proposed, and nothing begins.
  if (step.live.ending.signal.aborted) return "over";
  const row = (await rowOf(context, step.run, call)) ?? (await propose(context, step, call));
  if (row === null) return "over";
  // Its run exists, so that is what counts; a host may have died before it could say so in the approval.
  if (call.subrun !== undefined) return settleSubrun(context, step, { call, row });
  switch (row.state) {
    case "pending":
      return assessPending(context, step, { call, row });
    case "approved":
      return startCall(context, step, { call, row });
    case "executing":
      // Not in this process's hands: whoever ran it did not tell how it went.
      return "waiting";
    default:
      return close(context, step, { call, row });
  }
}

async function rowOf(context: EngineContext, run: Run, call: StoredCall): Promise<ApprovalRow | null> {
  return lastOf(await context.store.approvals.ofCall(run.chat, call.id));
}

/** Null where there is no such tool: nothing could run it, so nobody is asked. */
async function propose(
  context: EngineContext,
  { run, message, live }: Step,
  call: StoredCall,
): Promise<ApprovalRow | null> {
  const project = await projectOfRun(context, run);
  const fault = call.source === "model" ? await whyNotRunnable(context, run, { tool: call.tool, project }) : null;
  if (fault !== null) {
    const result = invalid(fault.message, context.now(), fault.code);
    await storeResult(context, run, { message: message.id, call: call.id, result });
    return null;
  }
  // Stopped while its server was looked at: nobody is asked any more.
  if (live.ending.signal.aborted) return null;
  const proposed = await context.gate.propose({
    call: {
      tool: call.tool,
      args: call.args,
      cwd: project?.path ?? context.scratchOf(run.chat),
      source: call.source,
      attended: run.data.attended,
    },
    chatId: run.chat,
    run: run.root,
    callId: call.id,
    askedIn: "inbox",
    actor: HOST,
  });
  if (proposed.effect === "deny" && proposed.approvalId === "")
    throw new RunFault(proposed.code === "EAUDIT" ? "EAUDIT" : "EUNDECIDED", proposed.reason);
  const { decision } = proposed;
  await context.trace.add(run.chat, {
    type: "auth_decision",
    at: context.now(),
    run: run.id,
    tool: call.tool,
    callId: call.id,
    approval: proposed.approvalId,
    decision: decision.effect,
    code: decision.code,
    reason: decision.reason,
    by: [decision.decidedBy.kind, decision.decidedBy.id].filter(Boolean).join(" "),
  });
  return rowOf(context, run, call);
}

interface Wanted {
  readonly tool: string;
  readonly project: Project | null;
}

/** Null where something could run it. A tool of an MCP server is looked at anew, so that it is decided about as it is. */
async function whyNotRunnable(
  context: EngineContext,
  { parent }: Run,
  { tool, project }: Wanted,
): Promise<McpFault | null> {
  const { mcp } = context.runner;
  if (mcp.knows(tool)) return mcp.prepare(tool, project?.id ?? null);
  const builtin = findBuiltin(tool);
  const runs = builtin !== undefined && shapeOf(builtin.id) !== undefined;
  if (runs && (parent === null || !NOT_FOR_SUBAGENTS.has(builtin.id))) return null;
  return { code: "EINVALID", message: `there is no tool \`${tool}\`` };
}

/** Reads go at once; what changes something waits for those before it, and those after wait for it. */
async function startCall(context: EngineContext, step: Step, { call, row }: OpenCall): Promise<CallState> {
  if (openQuestion(row.tool, call.args) !== null && (await context.store.callInputs.get(call.id)) === null)
    return "waiting";
  const readOnly = isReadOnly(row.class);
  const others = [...step.live.calls.values()];
  if (readOnly ? others.some((other) => !other.readOnly) : others.length > 0) return "running";
  const done = runCall(context, step, { call, row })
    .catch((error: unknown) => void (step.live.fault ??= error)) // verdict: the run fails; what was claimed stays `executing`
    .finally(() => {
      step.live.calls.delete(call.id);
      context.nudge(step.run.id);
    });
  step.live.calls.set(call.id, { approval: row.id, readOnly, done });
  return "running";
}

async function close(context: EngineContext, { run, message }: Step, { call, row }: OpenCall): Promise<CallState> {
  const view = row.effect === "deny" ? await context.gate.get(row.id, HOST) : null;
  const result = resultOfRow(row, view, context.now());
  await storeResult(context, run, { message: message.id, call: call.id, result });
  return "over";
}

/** The subagent's call is over when its run is; one in the background was answered when it began. */
async function settleSubrun(context: EngineContext, step: Step, { call, row }: OpenCall): Promise<CallState> {
  const found = await subrunResult(context, call, row);
  if (found.state !== "over") return found.state;
  await storeResult(context, step.run, { message: step.message.id, call: call.id, result: found.result });
  return "over";
}
