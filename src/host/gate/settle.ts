import { hash } from "node:crypto";
import { isReadOnly } from "../../core/class.ts";
import type { ApprovalRow } from "../../store/tables/approvals.ts";
import type { ApprovalState } from "../../wire/approval.ts";
import { openRecord } from "../approvals/record.ts";
import { commit } from "../audit/commit.ts";
import { type Principal, actorOf } from "../auth/principal.ts";
import { bothEnds } from "../both-ends.ts";
import { mayAct, mayAnswer, maySee, NotAllowed } from "./access.ts";
import { type GateContext, placeOf } from "./context.ts";
import { hashOf } from "./digest.ts";
import type { Outcome } from "./gate.ts";
import { type Journal, nameOf, write } from "./journal.ts";
import { resettle } from "./resettle.ts";
import { type RunningCall, storedCall } from "./running.ts";

const OPEN: readonly ApprovalState[] = ["pending", "approved"];

interface Cancelling {
  readonly principal: Principal;
  /** For the card, where no person did it. */
  readonly why?: string;
  readonly which?: (root: string) => boolean;
}

/** Ends what waits in a chat, or in some of its runs; running calls of it are stopped. Answers how many waited. */
export async function cancel(
  context: GateContext,
  chatId: string,
  { principal, why, which = () => true }: Cancelling,
): Promise<number> {
  await requireActor(context, chatId, principal);
  // Before anything is written: what runs has to end on a full disk as well. What is claimed meanwhile ends below.
  await stopRunning(context, chatId, which);
  return context.locks.run(chatId, async () => {
    const answer = denial(context, principal, why);
    const ending = { chat: chatId, which, to: "cancelled", answer, actor: actorOf(principal) } as const;
    try {
      return await write(context, (journal) => endAll(context, journal, ending));
    } finally {
      await stopRunning(context, chatId, which);
    }
  });
}

function denial(context: GateContext, principal: Principal, note: string | null = null) {
  return { decision: "deny", by: nameOf(principal), at: context.now(), remembered: null, note } as const;
}

/** One call that its caller has taken back; what runs already is not touched. */
export async function withdraw(
  context: GateContext,
  call: { readonly chat: string; readonly callId: string },
  principal: Principal,
): Promise<boolean> {
  await requireActor(context, call.chat, principal);
  return context.locks.run(call.chat, async () => {
    const rows = await context.store.approvals.inStates(OPEN, call.chat);
    const row = rows.find(({ callId }) => callId === call.callId);
    if (row === undefined) return false;
    const answer = denial(context, principal, "the agent took it back");
    const move = { id: row.id, chat: row.chat, from: OPEN, to: "cancelled", at: context.now(), answer } as const;
    return write(context, (journal) => journal.move(move, actorOf(principal), { reason: "withdrawn" }));
  });
}

/** A chat is opened again, or its session ended: nothing of it is remembered, nothing waits on. */
export async function touch(
  context: GateContext,
  chatId: string,
  by: { readonly ifIdle: boolean; readonly why?: string; readonly principal: Principal },
): Promise<number> {
  await requireActor(context, chatId, by.principal);
  if (by.ifIdle && (await isBusy(context, chatId))) return 0;
  const forgotten = context.memory.clear(chatId);
  const settled = by.ifIdle ? 0 : await cancel(context, chatId, by);
  const line = { type: "chat.forgotten", actor: actorOf(by.principal), chat: chatId, data: {} };
  if (forgotten) await commit(context, line, async () => {});
  return settled;
}

async function isBusy(context: GateContext, chatId: string): Promise<boolean> {
  if (context.isRunning?.(chatId) === true) return true;
  return (await context.store.approvals.inStates(["pending", "approved", "executing"], chatId)).length > 0;
}

/** The kill switch: no call waits, none begins, and those that run are ended. Its release brings none of them back. */
export async function setStopped(context: GateContext, stopped: boolean, principal: Principal): Promise<void> {
  // Which agent may stop is said by the route that it comes through; none may let run again.
  if ((principal.kind === "agent" && !stopped) || (principal.kind === "person" && !mayAnswer(principal)))
    throw new NotAllowed();
  const actor = actorOf(principal);
  // Before anything is written: what runs has to end on a full disk as well. What is claimed meanwhile ends below.
  if (stopped) await stopRunning(context, null);
  try {
    await storeStopped(context, stopped, actor);
    if (stopped) await write(context, (journal) => endAll(context, journal, { chat: null, to: "void", actor }));
  } catch (error) {
    if (stopped) context.stopRuns?.();
    throw error; // verdict: all is ended, and whoever stopped it is told that it is not stopped for good
  }
  if (stopped) await stopRunning(context, null);
}

function storeStopped(context: GateContext, stopped: boolean, actor: string): Promise<void> {
  const type = stopped ? "level.stopped" : "level.released";
  return context.recorder.commit(async (tables, log) => {
    await tables.settings.set("stopped", stopped);
    await log({ at: context.now(), type, actor, chat: null, approval: null, data: {} });
    await tables.events.append({ at: context.now(), type: "level.changed" });
  });
}

interface Ending {
  readonly chat: string | null;
  readonly which?: (root: string) => boolean;
  readonly to: "cancelled" | "void";
  readonly answer?: ApprovalRow["answer"];
  readonly actor: string;
}

async function endAll(context: GateContext, journal: Journal, ending: Ending): Promise<number> {
  const { chat, which = () => true, to, answer, actor } = ending;
  let count = 0;
  for (const row of await journal.tables.approvals.inStates(OPEN, chat)) {
    if (!which(row.run)) continue;
    const move = { id: row.id, chat: row.chat, from: OPEN, to, at: context.now(), ...(answer ? { answer } : {}) };
    // The trail says of a call that is void why it is.
    if (await journal.move(move, actor, to === "void" ? { reason: "stopped" } : {})) count += 1;
  }
  return count;
}

async function stopRunning(
  context: GateContext,
  chat: string | null,
  which: (root: string) => boolean = () => true,
): Promise<void> {
  const running = (await context.store.approvals.inStates(["executing"], chat)).filter(({ run }) => which(run));
  if (running.length > 0) context.stopCalls?.(running.map((row) => row.id));
}

/** How a claimed call went. An outcome that comes after the host gave the call up as `unknown` is still told. */
export async function finish(context: GateContext, id: string, outcome: Outcome): Promise<void> {
  const call = context.running.take(id) ?? (await claimedBefore(context, id));
  if (call === null) return;
  const closing = { call, outcome, from: ["executing", "unknown"], actor: "host" } as const;
  // What only read left nothing behind: should the machine's end take this back, it is told as `unknown`.
  await write(context, (journal) => close(context, journal, closing), { durable: call.class !== "read" });
  // It may have changed a file that another card shows.
  if (!isReadOnly(call.class)) await resettle(context, [call.chat]).catch(() => []); // verdict: an answer to that card is refused
}

async function claimedBefore(context: GateContext, id: string): Promise<RunningCall | null> {
  const row = await context.store.approvals.get(id);
  return row && storedCall(context, row);
}

interface Closing {
  readonly call: RunningCall;
  readonly outcome: Outcome;
  readonly from: readonly ApprovalState[];
  readonly actor: string;
}

async function close(context: GateContext, journal: Journal, { call, outcome, from, actor }: Closing): Promise<void> {
  const code = outcome.code === undefined ? {} : { code: outcome.code };
  const limit = await context.outputLimit(journal.tables);
  const text = bothEnds(call.mask(outcome.text), limit, "\n");
  const stored = { ok: outcome.state === "executed", ...code, text, at: context.now() };
  const move = { id: call.id, chat: call.chat, from, to: outcome.state, at: context.now(), outcome: stored };
  // Of its bytes: canonical JSON knows no half characters, and output that is cut may end in one.
  await journal.move(move, actor, { ...code, result: hash("sha256", text, "hex") });
}

/** The agent's own prompt was answered with yes, and the call has run: recorded in one step. */
export async function answeredInAgent(
  context: GateContext,
  id: string,
  told: {
    readonly ran: { readonly tool: string; readonly args: unknown };
    readonly outcome: Outcome;
    readonly principal: Principal;
  },
): Promise<void> {
  const row = await context.store.approvals.get(id);
  const place = row && (await placeOf(context, row.chat));
  if (!row || !place || row.state !== "pending" || row.askedIn !== "agent") return;
  if (!(await maySee(context, told.principal, place))) return;
  const { call } = openRecord(row, context.seal);
  const same = told.ran.tool === call.tool && hashOf(told.ran.args ?? null) === hashOf(call.args ?? null);
  const outcome: Outcome = same
    ? told.outcome
    : { state: "unknown", code: "EDIFFERS", text: "the agent ran another call than the one that was read" };
  const answer = {
    decision: "allow",
    by: "answered in the agent",
    at: context.now(),
    remembered: null,
    note: null,
  } as const;
  const actor = actorOf(told.principal);
  const at = { id, chat: row.chat, at: context.now() };
  await write(context, async (journal) => {
    if (!(await journal.move({ ...at, from: ["pending"], to: "approved", answer }, actor))) return;
    await journal.move({ ...at, from: ["approved"], to: "executing", host: context.hostId }, actor);
    await close(context, journal, { call: storedCall(context, row), outcome, from: ["executing"], actor });
  });
}

/**
 * At start, with the data directory taken: what a host that died had begun is `unknown`. It is told, and never run again
 * by itself.
 */
export async function recoverExecuting(context: GateContext): Promise<readonly string[]> {
  const left = await context.store.approvals.inStates(["executing"], null);
  const outcome: Outcome = {
    state: "unknown",
    code: "EUNKNOWN",
    text: "the host ended while this ran: whether it was done is not known, and it is not run again",
  };
  for (const row of left) {
    const closing = { call: storedCall(context, row), outcome, from: ["executing"], actor: "host" } as const;
    await write(context, (journal) => close(context, journal, closing));
  }
  return left.map((row) => row.id);
}

async function requireActor(context: GateContext, chatId: string, principal: Principal): Promise<void> {
  const place = await placeOf(context, chatId);
  if (place === null || !mayAct(principal) || !(await maySee(context, principal, place))) throw new NotAllowed();
}
