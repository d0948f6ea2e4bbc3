import type { AnswerView, ApprovalState } from "../../wire/approval.ts";
import { RecordError } from "../audit/recorder.ts";
import { mayAct, maySee } from "./access.ts";
import { wonBy } from "./claim.ts";
import { type GateContext, judge, type Judged, newRow, type Place, placeOf, recordOf } from "./context.ts";
import { deciderText } from "./decider.ts";
import type { Proposal, Proposed } from "./gate.ts";
import { actorOf, write } from "./journal.ts";
import { NOT_DECIDED, NOT_RECORDED, refusedDecision, toldOf } from "./told.ts";

/** INVARIANT: whatever fails on the way ends in a refusal; an allow comes only with a row that a claim can win or has won. */
export async function propose(context: GateContext, proposal: Proposal): Promise<Proposed> {
  try {
    return await context.locks.run(proposal.chatId, () => proposeNow(context, proposal));
  } catch (error) {
    // verdict: deny
    const told = error instanceof RecordError ? NOT_RECORDED : NOT_DECIDED;
    return { ok: true, effect: "deny", approvalId: "", ...told, decision: refusedDecision(told) };
  }
}

async function proposeNow(context: GateContext, proposal: Proposal): Promise<Proposed> {
  const place = await placeOf(context, proposal.chatId);
  if (place === null) throw new Error("this chat does not exist");
  const judged = await judge(context, { place, run: proposal.run, call: proposal.call });
  const id = context.newId();
  const { decision } = judged;
  const claimed = decision.effect === "allow" && proposal.claims === true && (await mayClaim(context, proposal, place));
  await addRow(context, { id, place, judged, proposal, claimed });
  if (claimed)
    return {
      ok: true,
      effect: "allow",
      approvalId: id,
      decision,
      claimed: wonBy(context, id, { judged, edited: false }),
    };
  if (decision.effect !== "deny") return { ok: true, effect: decision.effect, approvalId: id, decision };
  const { code, reason } = toldOf(decision);
  return { ok: true, effect: "deny", approvalId: id, code, reason, decision };
}

interface NewCall {
  readonly id: string;
  readonly place: Place;
  readonly judged: Judged;
  readonly proposal: Proposal;
  readonly claimed: boolean;
}

async function mayClaim(context: GateContext, { actor }: Proposal, place: Place): Promise<boolean> {
  return mayAct(actor) && maySee(context, actor, place);
}

/** Every call gets a row, an allowed one too: nothing runs but through a claim. */
async function addRow(context: GateContext, { id, place, judged, proposal, claimed }: NewCall): Promise<void> {
  const { run, callId, askedIn, actor } = proposal;
  const record = recordOf(judged, { changes: [] });
  const answer = await answerByPolicy(context, { place, judged, run });
  const row = newRow(context, judged, {
    id,
    place,
    record,
    run,
    callId,
    askedIn,
    answer,
    state: stateOf(judged),
    previous: null,
  });
  // One durable step in place of two: nothing can have changed since it was decided, under the same lock.
  await write(context, (journal) => journal[claimed ? "addClaimed" : "add"](row, record, actorOf(actor)));
}

function stateOf({ decision }: Judged): ApprovalState {
  if (decision.effect === "ask") return "pending";
  return decision.effect === "allow" ? "approved" : "denied";
}

export async function answerByPolicy(
  context: GateContext,
  of: { place: Place; judged: Judged; run: string },
): Promise<AnswerView | null> {
  const { effect } = of.judged.decision;
  if (effect === "ask") return null;
  const by = await deciderText(context, of);
  return { decision: effect, by, at: context.now(), remembered: null, note: null };
}
