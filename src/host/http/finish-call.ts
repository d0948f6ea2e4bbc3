import { conflictOf } from "../gate/conflict.ts";
import type { Outcome } from "../gate/gate.ts";
import { type HttpRefusal, refuse } from "./refusal.ts";
import type { Services } from "./services.ts";
import { missing, type Refusal } from "../refusal.ts";

interface Finished {
  /** Of the approval. */
  readonly id: string;
  /** Who says how it went. */
  readonly agent: string;
}

/** Closes a call of an agent with what it says of it, once; null where that was done. */
export async function finishCall(
  { gate, store }: Pick<Services, "gate" | "store">,
  { id, agent }: Finished,
  outcome: Outcome,
): Promise<HttpRefusal | Refusal | null> {
  const row = await store.approvals.get(id);
  const chat = row === null ? null : await store.chats.get(row.chat);
  // Whether another agent's approval exists is told to nobody.
  if (row === null || chat?.agent !== agent) return missing("call");
  if (row.state === "approved") return refuse("ECONFLICT", "the call was not begun");
  if (row.state !== "executing" && row.state !== "unknown") return conflictOf(row.state);
  await gate.finish(id, outcome);
  return null;
}
