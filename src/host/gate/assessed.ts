import type { AssessmentView } from "../../wire/approval.ts";
import { openRecord } from "../approvals/record.ts";
import { type GateContext, judge, placeOf } from "./context.ts";
import { write } from "./journal.ts";

/** Who answered, as the card names it. */
export const REVIEW = "review";

interface Said {
  readonly id: string;
  /** Of the call that was assessed. */
  readonly digest: string;
  readonly assessment: AssessmentView;
}

/**
 * INVARIANT: an assessment answers with yes only `allow` with risk `low`, in mode review, for the very call that it was
 * made of, and where every reason that asks admits it by now as well. Source: approvals.md, "Approval mode of a chat".
 */
export async function assessed(context: GateContext, { id, digest, assessment }: Said): Promise<void> {
  const chat = (await context.store.approvals.get(id))?.chat;
  if (chat === undefined) return;
  await context.locks.run(chat, async () => {
    // As it is by now: it may have been decided anew while the lock was waited for.
    const row = await context.store.approvals.get(id);
    const place = await placeOf(context, chat);
    if (row === null || place === null) return;
    const { call } = openRecord(row, context.seal);
    const judged = await judge(context, { place, run: row.run, call, id });
    const { effect, answerBy } = judged.decision;
    const same = row.digest === digest && judged.digest === digest;
    const low = assessment.verdict === "allow" && assessment.risk === "low";
    const allows = same && low && effect === "ask" && answerBy === "review";
    const to = allows ? "approved" : call.attended ? "pending" : "denied";
    const decision = allows ? "allow" : "deny";
    const answer = { decision, by: REVIEW, at: context.now(), remembered: null, note: null } as const;
    const move = { id, chat, from: ["pending"], to, at: context.now(), digest: row.digest } as const;
    const { verdict, risk } = assessment;
    await write(context, async (journal) => {
      await journal.tables.approvals.setAssessment(id, assessment);
      await journal.move(to === "pending" ? move : { ...move, answer }, "review", {
        assessed: { verdict, risk },
        digest,
      });
    });
  });
}
