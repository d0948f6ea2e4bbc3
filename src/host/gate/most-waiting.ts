import type { Tables } from "../../store/store.ts";
import type { Chat } from "../../store/tables/chats.ts";
import type { GateContext, Judged } from "./context.ts";

/** More than a person ever has open, and few enough that an agent gone wrong buries no other's calls. */
const MOST_WAITING = 200;
/** Of what is kept of them: an inbox of a few such agents is still sent within seconds. */
export const MOST_BYTES = 16 * 1024 * 1024;

/**
 * The call as it is decided, or its refusal where as many calls of its agent wait for a person as may, or as much. Looked
 * at in the transaction that adds it, so that none of several at once is one too many.
 */
export async function withinWaiting(
  { mostWaiting = MOST_WAITING, mostWaitingBytes = MOST_BYTES }: GateContext,
  tables: Pick<Tables, "approvals">,
  { judged, chat, askedIn }: { readonly judged: Judged; readonly chat: Chat; readonly askedIn: "inbox" | "agent" },
): Promise<Judged> {
  // What is asked in the agent's own prompt waits there.
  if (judged.decision.effect !== "ask" || askedIn === "agent") return judged;
  const whose = chat.agent === null ? { chat: chat.id } : { agent: chat.agent };
  const { calls, bytes } = await tables.approvals.countWaiting(whose);
  if (calls < mostWaiting && bytes < mostWaitingBytes) return judged;
  const what = calls < mostWaiting ? `calls of ${Math.round(mostWaitingBytes / 1024)} KiB` : `${mostWaiting} calls`;
  const reason = `${what} wait for a person already: wait until some are answered`;
  const decidedBy = { kind: "limit", id: "waiting" } as const;
  const { answerBy: _answerBy, ...decision } = judged.decision;
  return {
    ...judged,
    decision: { ...decision, effect: "deny", code: "too-many-waiting", reason, decidedBy, offers: [] },
  };
}
