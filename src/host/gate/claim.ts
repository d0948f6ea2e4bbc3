import type { ApprovalRow } from "../../store/tables/approvals.ts";
import { type ApprovalRecord, openRecord } from "../approvals/record.ts";
import { knownRoots, writableRoots } from "../policy/root-identity.ts";
import { maySee, mayAct, NOT_ALLOWED } from "./access.ts";
import { REVIEW } from "./assessed.ts";
import { changesSince } from "./changed.ts";
import { conflictOf } from "./conflict.ts";
import { type GateContext, judge, type Judged, newRow, type Place, placeOf, recordOf } from "./context.ts";
import type { Claimed, Won } from "./gate.ts";
import { claimedData, write } from "./journal.ts";
import { viewOf } from "./look.ts";
import { runningCall } from "./running.ts";
import { refusing, VOIDED } from "./told.ts";
import { type Principal, actorOf } from "../auth/principal.ts";
import { missing, type Refusal } from "../refusal.ts";

/**
 * `approved → executing`, before the effect. INVARIANT: one caller gets `ok` for one approval, ever, and only with the
 * move and its audit line on the disk; what could not be read, decided or recorded does not run.
 */
export function claim(context: GateContext, id: string, principal: Principal): Promise<Claimed> {
  return refusing(async () => {
    const row = await context.store.approvals.get(id);
    if (row === null) return missing("approval");
    return context.locks.run(row.chat, () => claimNow(context, id, principal));
  });
}

async function claimNow(context: GateContext, id: string, principal: Principal): Promise<Claimed> {
  const row = await context.store.approvals.get(id);
  const place = row && (await placeOf(context, row.chat));
  if (!row || !place || !(await maySee(context, principal, place))) return missing("approval");
  if (!mayAct(principal)) return NOT_ALLOWED;
  if (row.state !== "approved") return refusalOf(context, row);
  const record = openRecord(row, context.seal);
  const now = await judge(context, { place, run: row.run, call: record.call, id });
  const attempt: Attempt = { row, place, record, now, actor: actorOf(principal) };
  if (now.decision.effect === "deny") return voidIt(context, attempt);
  const changes = await changesOf(context, attempt);
  return changes.length > 0 ? askAnew(context, attempt, changes) : take(context, attempt);
}

interface Attempt {
  readonly row: ApprovalRow;
  readonly place: Place;
  readonly record: ApprovalRecord;
  readonly now: Judged;
  readonly actor: string;
}

/**
 * What policy allowed must be allowed still; what a person allowed must be what they saw. What an assessment let through
 * must be for it to answer still: since then a rule may ask, or the chat's mode may leave nothing to assessments.
 */
async function changesOf(context: GateContext, { row, record, now }: Attempt): Promise<readonly string[]> {
  if (row.effect === "allow")
    return now.decision.effect === "allow" ? [] : [`no longer allowed: ${now.decision.reason}`];
  if (row.answer?.by === REVIEW && now.decision.effect === "ask" && now.decision.answerBy !== "review")
    return [`no longer left to an assessment: ${now.decision.reason}`];
  return changesSince(context, { row, record, now });
}

async function take(context: GateContext, { row, record, now, actor }: Attempt): Promise<Claimed> {
  const move = {
    id: row.id,
    chat: row.chat,
    from: ["approved"],
    to: "executing",
    at: context.now(),
    host: context.hostId,
  } as const;
  const won = await write(context, (journal) => journal.move(move, actor, claimedData(row)));
  if (!won) return refusalOf(context, row);
  return wonBy(context, row, { judged: now, record });
}

/** What the one that has the claim may do. */
export function wonBy(
  context: GateContext,
  row: Pick<ApprovalRow, "id" | "chat" | "class">,
  { judged, record }: { readonly judged: Judged; readonly record: Pick<ApprovalRecord, "call" | "proposed"> },
): Won {
  context.running.add(runningCall(context, row, record));
  const { call, reading, decision, policy } = judged;
  const edited = record.proposed !== undefined;
  const roots = knownRoots(policy, context.world());
  return { ok: true, approvalId: row.id, call, reading, decision, edited, roots, writable: writableRoots(policy) };
}

async function voidIt(context: GateContext, { row, now, actor }: Attempt): Promise<Refusal> {
  const move = { id: row.id, chat: row.chat, from: ["approved"], to: "void", at: context.now() } as const;
  await write(context, (journal) =>
    journal.move(move, actor, { reason: now.decision.code, policy: now.decision.policyRevision }),
  );
  return { ok: false, status: VOIDED.status, code: VOIDED.code, message: VOIDED.reason };
}

/** The yes was for something else: it is void, and a new card shows what is different. */
async function askAnew(context: GateContext, attempt: Attempt, changes: readonly string[]): Promise<Refusal> {
  const { row, place, record, now, actor } = attempt;
  const id = context.newId();
  const next = recordOf(now, { changes, ...(record.proposed === undefined ? {} : { proposed: record.proposed }) });
  const { run, callId, askedIn } = row;
  const pending = newRow(context, now, {
    id,
    place,
    record: next,
    run,
    callId,
    askedIn,
    answer: null,
    state: "pending",
    previous: row.id,
  });
  // What policy alone would allow by now was still agreed to by a person as something else.
  const asked = { ...pending, effect: "ask" as const };
  const move = { id: row.id, chat: row.chat, from: ["approved"], to: "void", at: context.now() } as const;
  const voided = await write(context, async (journal) => {
    if (!(await journal.move(move, actor, { reason: "changed", changes, next: id }))) return false;
    await journal.add(asked, next, actor);
    return true;
  });
  if (!voided) return refusalOf(context, row);
  const view = await viewOf(context, asked);
  return {
    ok: false,
    status: 409,
    code: "stale",
    message: `asked again as ${id}: ${changes.join("; ")}`,
    approval: view,
  };
}

/** Why a row that is not `approved` cannot be claimed, with what stands now. */
async function refusalOf(context: GateContext, { id }: Pick<ApprovalRow, "id">): Promise<Refusal> {
  const row = await context.store.approvals.get(id);
  if (row === null) return missing("approval");
  return { ...conflictOf(row.state), approval: await viewOf(context, row) };
}
