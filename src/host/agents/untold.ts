import type { Store } from "../../store/store.ts";
import type { ApprovalRow } from "../../store/tables/approvals.ts";

export interface UntoldOptions {
  readonly approvals: Pick<Store["approvals"], "inStates" | "hasInStates">;
  readonly now: () => number;
}

interface Next {
  readonly chat: string;
  /** The turn that the next call is of. */
  readonly run: string;
}

/** A call that goes on beside the next one is given up no sooner, ms; what is told of it later still counts. */
const PATIENCE_MS = 60_000;

/**
 * Calls whose outcome is not told any more, by the time that their session makes its next call: of an earlier turn, or
 * of an agent that has told of none in this session. What is told of one all the same is recorded then.
 */
export async function untoldCalls({ approvals, now }: UntoldOptions, next: Next): Promise<readonly ApprovalRow[]> {
  const running = await approvals.inStates(["executing"], next.chat);
  const old = running.filter(({ changedAt }) => now() - changedAt >= PATIENCE_MS);
  if (old.length === 0) return [];
  const tells = await approvals.hasInStates(["executed", "failed"], next.chat);
  return old.filter(({ run }) => run !== next.run || !tells);
}

/** Longer than the tools of agents usually may take, ms: its session makes no further call, and was ended unheard. */
const LEFT_MS = 30 * 60_000;
export const LEFT_FOR = "in 30 minutes";

/** Calls of these agents that have run for so long that no outcome is expected any more. */
export async function leftCalls(
  { approvals, chats, now }: Pick<UntoldOptions, "approvals" | "now"> & { readonly chats: Pick<Store["chats"], "get"> },
  agents: readonly string[],
): Promise<readonly ApprovalRow[]> {
  const running = await approvals.inStates(["executing"], null);
  const old = running.filter(({ changedAt }) => now() - changedAt >= LEFT_MS);
  const of = await Promise.all(old.map(async ({ chat }) => (await chats.get(chat))?.agent ?? ""));
  return old.filter((_, at) => agents.includes(of[at] ?? ""));
}
