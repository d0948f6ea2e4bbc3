import type { ApprovalRow } from "../../store/tables/approvals.ts";
import { openRecord } from "../approvals/record.ts";
import { maySee } from "./access.ts";
import { type GateContext, judge, type Place, placeOf } from "./context.ts";
import { type Principal, actorOf } from "../auth/principal.ts";
import { write } from "./journal.ts";

export interface ClientAnswer {
  readonly id: string;
  /** Of the card that the question was made from. */
  readonly digest: string;
  readonly decision: "allow" | "deny";
}

/**
 * An answer that came through the agent's own client. The caller makes sure that a person trusts that client to show
 * them the question. It allows this call once or denies it; false where it no longer fits what waits.
 */
export async function answerInClient(context: GateContext, said: ClientAnswer, principal: Principal): Promise<boolean> {
  const row = await context.store.approvals.get(said.id);
  if (row === null) return false;
  return context.locks.run(row.chat, async () => {
    const place = await placeOf(context, row.chat);
    if (place === null || !(await maySee(context, principal, place))) return false;
    // A no to what was shown stands, whatever has changed since, and also where nothing can be decided.
    if (said.decision === "allow" && !(await fits(context, said, { row, place }))) return false;
    const at = context.now();
    const answer = { decision: said.decision, by: "answered in the client", at, remembered: null, note: null } as const;
    const to = said.decision === "allow" ? "approved" : "denied";
    const move = { id: row.id, chat: row.chat, from: ["pending"], to, at, digest: said.digest, answer } as const;
    return write(context, (journal) => journal.move(move, actorOf(principal), { digest: said.digest }));
  });
}

/** The call is still decided as the question showed it. */
async function fits(
  context: GateContext,
  { digest }: ClientAnswer,
  { row, place }: { readonly row: ApprovalRow; readonly place: Place },
): Promise<boolean> {
  const { call } = openRecord(row, context.seal);
  const judged = await judge(context, { place, run: row.run, call, id: row.id });
  return row.digest === digest && judged.digest === digest && judged.decision.effect !== "deny";
}
