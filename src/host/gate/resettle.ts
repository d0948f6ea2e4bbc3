import type { ApprovalRow } from "../../store/tables/approvals.ts";
import type { ApprovalState } from "../../wire/approval.ts";
import { openRecord, toFacts } from "../approvals/record.ts";
import { changesShown } from "./changed.ts";
import { type GateContext, judge, type Judged, type Place, placeOf, recordOf } from "./context.ts";
import { write } from "./journal.ts";
import { answerByPolicy } from "./propose.ts";

/**
 * Decides anew what waits, after policy changed: what it allows now is approved by it, what it denies is void, a call
 * that was approved and has not begun included; one that runs is ended. Answers which approvals left their state.
 * `chats` null: all.
 */
export async function resettle(context: GateContext, chats: readonly string[] | null): Promise<readonly string[]> {
  const settled: string[] = [];
  for (const { id, chat } of await openIn(context, chats)) {
    const moved = await context.locks.run(chat, () => settleAnew(context, id)).catch(() => false); // verdict: it waits on, and its claim decides it again
    if (moved) settled.push(id);
  }
  return settled;
}

async function openIn({ store }: GateContext, chats: readonly string[] | null): Promise<readonly ApprovalRow[]> {
  const rows = await Promise.all((chats ?? [null]).map((chat) => store.approvals.inStates(OPEN, chat)));
  return rows.flat();
}

const OPEN: readonly ApprovalState[] = ["pending", "approved", "executing"];

async function settleAnew(context: GateContext, id: string): Promise<boolean> {
  const row = await context.store.approvals.get(id);
  if (row === null || !OPEN.includes(row.state)) return false;
  const place = await placeOf(context, row.chat);
  if (place === null) return false;
  const record = openRecord(row, context.seal);
  const judged = await judge(context, { place, run: row.run, call: record.call, id });
  const denied = judged.decision.effect === "deny";
  if (row.state === "executing") return denied && stopIt(context, row);
  if (denied) return voidIt(context, row, judged);
  if (row.state === "approved") return false;
  const fresh = recordOf(judged, {
    changes: await changesShown(context, { row, record, now: judged }),
    ...(record.proposed === undefined ? {} : { proposed: record.proposed }),
  });
  const waiting = { row, place, judged, facts: toFacts(id, fresh, judged.digest, context.seal) };
  return judged.decision.effect === "allow" ? approve(context, waiting) : refresh(context, waiting);
}

interface Waiting {
  readonly row: ApprovalRow;
  readonly place: Place;
  readonly judged: Judged;
  readonly facts: ReturnType<typeof toFacts>;
}

async function approve(context: GateContext, { row, place, judged, facts }: Waiting): Promise<boolean> {
  const answer = await answerByPolicy(context, { place, judged, run: row.run });
  const move = {
    id: row.id,
    chat: row.chat,
    from: ["pending"],
    to: "approved",
    at: context.now(),
    facts,
    ...(answer ? { answer } : {}),
  } as const;
  const { decidedBy, policyRevision } = judged.decision;
  return write(context, (journal) =>
    journal.move(move, actorOfDecider(decidedBy), { decidedBy, policy: policyRevision }),
  );
}

/** It still waits, but its card has other reasons and other things to remember. */
async function refresh(context: GateContext, { row, judged, facts }: Waiting): Promise<false> {
  if (judged.decision.policyRevision === row.revision && judged.digest === row.digest) return false;
  const move = { id: row.id, chat: row.chat, from: ["pending"], to: "pending", at: context.now(), facts } as const;
  await write(context, (journal) =>
    journal.move(move, "host", { reason: "policy changed", policy: judged.decision.policyRevision }),
  );
  return false;
}

/** What comes of it is told by the one that runs it. */
function stopIt(context: GateContext, row: ApprovalRow): false {
  context.stopCalls?.([row.id]);
  return false;
}

function voidIt(context: GateContext, row: ApprovalRow, judged: Judged): Promise<boolean> {
  const move = { id: row.id, chat: row.chat, from: ["pending", "approved"], to: "void", at: context.now() } as const;
  const { decidedBy, code, policyRevision } = judged.decision;
  return write(context, (journal) =>
    journal.move(move, actorOfDecider(decidedBy), { reason: code, policy: policyRevision }),
  );
}

function actorOfDecider({ kind, id }: Judged["decision"]["decidedBy"]): string {
  return kind === "rule" && id !== undefined ? `rule:${id}` : "host";
}
