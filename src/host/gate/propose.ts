import type { AnswerView, ApprovalState } from "../../wire/approval.ts";
import { mayAct, maySee } from "./access.ts";
import { wonBy } from "./claim.ts";
import { type GateContext, judge, type Judged, newRow, type Place, placeOf, recordOf } from "./context.ts";
import { deciderText } from "./decider.ts";
import type { Proposal, Proposed } from "./gate.ts";
import { write } from "./journal.ts";
import { withinWaiting } from "./most-waiting.ts";
import { failureOf, refusedDecision, toldOf } from "./told.ts";
import { actorOf } from "../auth/principal.ts";

/**
 * INVARIANT: whatever fails on the way ends in a refusal; an allow comes only with a row that a claim can win or has
 * won.
 */
export async function propose(context: GateContext, proposal: Proposal): Promise<Proposed> {
  try {
    return await context.locks.run(proposal.chatId, () => proposeNow(context, proposal));
  } catch (error) {
    // verdict: deny
    const told = failureOf(error);
    return { ok: true, effect: "deny", approvalId: "", ...told, decision: refusedDecision(told) };
  }
}

async function proposeNow(context: GateContext, proposal: Proposal): Promise<Proposed> {
  const place = await placeOf(context, proposal.chatId);
  if (place === null) throw new Error("this chat does not exist");
  const mayBegin = proposal.claims === true && mayAct(proposal.actor) && (await maySee(context, proposal.actor, place));
  const id = context.newId();
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const judged = await judge(context, { place, run: proposal.run, call: proposal.call });
    const claimed = mayBegin && judged.decision.effect === "allow";
    const kept = await addRow(context, { id, place, judged, proposal, claimed });
    if (kept !== null) return toProposed(context, id, { judged: kept, claimed, place });
  }
  throw new Error("policy changes again and again");
}

/** Policy that changes while a call is judged is rare; that it does so thrice is a fault. */
const ATTEMPTS = 3;

interface Answered {
  readonly place: Place;
  readonly judged: Judged;
  readonly claimed: boolean;
}

function toProposed(context: GateContext, id: string, { place, judged, claimed }: Answered): Proposed {
  const { decision } = judged;
  if (claimed) {
    const row = { id, chat: place.chat.id, class: decision.class };
    const won = wonBy(context, row, { judged, record: judged });
    return { ok: true, effect: "allow", approvalId: id, decision, claimed: won };
  }
  if (decision.effect !== "deny") return { ok: true, effect: decision.effect, approvalId: id, decision };
  const { code, reason } = toldOf(decision, place);
  return { ok: true, effect: "deny", approvalId: id, code, reason, decision };
}

interface NewCall {
  readonly id: string;
  readonly place: Place;
  readonly judged: Judged;
  readonly proposal: Proposal;
  readonly claimed: boolean;
}

/** Every call gets a row, an allowed one too: nothing runs but through a claim. Null: it has to be judged again. */
async function addRow(context: GateContext, of: NewCall): Promise<Judged | null> {
  const { id, place, judged, proposal, claimed } = of;
  const { run, callId, askedIn, actor } = proposal;
  const answer = await answerByPolicy(context, { place, judged, run });
  return write(context, async (journal) => {
    // A stop or a new deny looks for rows that wait or run, and this one is not there before now.
    if (claimed && (await journal.tables.policyVersion()) !== judged.version) return null;
    const kept = await withinWaiting(context, journal.tables, { judged, chat: place.chat, askedIn });
    const record = recordOf(kept, { changes: [] });
    const rest = { id, place, record, run, callId, askedIn, state: stateOf(kept), previous: null };
    const row = newRow(context, kept, { ...rest, answer: kept === judged ? answer : mayNotWait(context.now()) });
    if (claimed) await journal.addClaimed(row, record, actorOf(actor));
    else await journal.add(row, record, actorOf(actor));
    return kept;
  });
}

/** The answer of a call that would be one too many to wait. */
function mayNotWait(at: number): AnswerView {
  return { decision: "deny", by: "Assent", at, remembered: null, note: null };
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
