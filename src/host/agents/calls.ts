import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import type { Store } from "../../store/store.ts";
import type { ApprovalRow } from "../../store/tables/approvals.ts";
import type { Chat } from "../../store/tables/chats.ts";
import type { ApprovalView } from "../../wire/approval.ts";
import type { CallAnswer, ProposeBody } from "../../wire/call.ts";
import type { Gate, Principal, Proposal, Proposed } from "../gate/gate.ts";

/** A call as an agent proposes it, with where a person is asked about it. */
export interface AgentCall {
  readonly chat: Chat;
  readonly call: ProposeBody;
  readonly askedIn: "inbox" | "agent";
  readonly waitMs: number;
  readonly actor: Principal;
  readonly signal?: AbortSignal;
}

/** What an agent says of a call after it. */
export interface AgentResult {
  readonly chat: Chat;
  readonly callId: string;
  readonly tool: string;
  readonly args: unknown;
  readonly ok: boolean;
  readonly text: string;
  readonly actor: Principal;
}

export interface AgentCalls {
  propose(call: AgentCall): Promise<CallAnswer>;
  /** Settles the call that this is the result of; one that nobody knows is passed over. */
  finish(result: AgentResult): Promise<void>;
  /** Ends what a session has left: waiting calls are cancelled, running ones are `unknown`, its memory is cleared. */
  end(chat: Chat): Promise<void>;
}

/**
 * Calls of agents that run their tools themselves. For them the claim is the reply: it is taken before `allow` is
 * said, and the result closes it. Source: surfaces.md, "Agent hooks".
 */
export function createAgentCalls(gate: Gate, store: Pick<Store, "approvals">): AgentCalls {
  /** Approvals that a caller is waiting for now: an identical call then is another call, not a retry. */
  const awaited = new Set<string>();
  /** Calls that took over the approval of an earlier identical one: `chat callId` → approval. */
  const retries = new Map<string, string>();

  async function propose(agentCall: AgentCall): Promise<CallAnswer> {
    const same = await findRetried(agentCall);
    if (same === null) return answer(agentCall, await gate.propose(toProposal(agentCall)));
    retries.set(retryKey(agentCall.chat.id, agentCall.call.callId), same.id);
    if (same.state === "approved") return claim(same.id, agentCall.actor);
    return agentCall.askedIn === "agent" ? pending(same.id, same.reason) : wait(same.id, agentCall);
  }

  /** What a person was asked about this very call before: waiting still, or answered with nobody there to hear it. */
  async function findRetried({ chat, call, askedIn }: AgentCall): Promise<ApprovalView | null> {
    const same = await gate.findSame(chat.id, call);
    if (same === null || awaited.has(same.id)) return null;
    return same.state === "approved" ? (same.answer === null ? null : same) : same.askedIn === askedIn ? same : null;
  }

  async function answer(agentCall: AgentCall, proposed: Proposed): Promise<CallAnswer> {
    switch (proposed.effect) {
      case "deny":
        return { answer: "deny", code: proposed.code, reason: proposed.reason };
      case "allow":
        return claim(proposed.approvalId, agentCall.actor);
      case "ask":
        if (agentCall.askedIn === "agent") return pending(proposed.approvalId, proposed.decision.reason);
        return wait(proposed.approvalId, agentCall);
    }
  }

  async function wait(id: string, { waitMs, signal, actor }: AgentCall): Promise<CallAnswer> {
    awaited.add(id);
    const settled = await gate.settled(id, waitMs, signal).finally(() => awaited.delete(id));
    if (settled.state === "pending") return pending(id, settled.reason);
    // A caller that is gone must not take the claim: its retry has to find the approval.
    if (signal?.aborted) return pending(id, settled.reason);
    if (settled.state === "approved") return claim(id, actor);
    return refusal(settled);
  }

  /** INVARIANT: `allow` is only ever said by the one that has just won the claim. */
  async function claim(id: string, actor: Principal): Promise<CallAnswer> {
    const claimed = await gate.claim(id, actor);
    if (!claimed.ok) return { answer: "deny", code: claimed.code, reason: claimed.message };
    const edited = claimed.edited ? { edited: true, args: claimed.call.args } : {};
    return { answer: "allow", approval: id, ...edited };
  }

  async function finish(result: AgentResult): Promise<void> {
    const row = await findOpen(result);
    if (row === null) return;
    const outcome = { state: result.ok ? "executed" : "failed", text: result.text } as const;
    if (row.state === "pending") {
      await gate.answeredInAgent?.(row.id, { tool: result.tool, args: result.args }, outcome, result.actor);
    } else if (hashArgs(result.args) === row.argsHash) {
      await gate.finish(row.id, outcome);
    } else {
      await gate.finish(row.id, { state: "unknown", code: "EDIFFERS", text: "the agent ran other arguments than were read" });
    }
  }

  async function findOpen({ chat, callId }: AgentResult): Promise<ApprovalRow | null> {
    const open = await store.approvals.inStates(["executing", "pending"], chat.id);
    const retried = retries.get(retryKey(chat.id, callId));
    retries.delete(retryKey(chat.id, callId));
    return open.find((row) => row.id === retried) ?? open.find((row) => row.callId === callId) ?? null;
  }

  async function end(chat: Chat): Promise<void> {
    await gate.touch(chat.id, { ifIdle: false }, { kind: "host" });
    for (const row of await store.approvals.inStates(["executing"], chat.id)) {
      await gate.finish(row.id, { state: "unknown", text: "the session ended before the agent told how the call went" });
    }
  }

  return { propose, finish, end };
}

function toProposal({ chat, call, askedIn, actor }: AgentCall): Proposal {
  const { tool, args, cwd, attended } = call;
  const agent = call.agent === undefined ? {} : { agent: call.agent };
  return {
    call: { tool, args, cwd, attended, source: "external", ...agent },
    chatId: chat.id,
    run: call.run ?? call.session,
    callId: call.callId,
    askedIn,
    actor,
  };
}

function pending(approval: string, reason: string): CallAnswer {
  return { answer: "pending", approval, reason };
}

/** Of an approval that was settled with anything but yes. The caller is told no policy. Source: decision.md. */
function refusal(view: ApprovalView): CallAnswer {
  if (view.state === "void") return { answer: "deny", code: "ETOOL_DISABLED", reason: "this call may no longer run" };
  return { answer: "deny", code: "EDENIED", reason: view.answer?.note ?? "user denied" };
}

function retryKey(chat: string, callId: string): string {
  return `${chat} ${callId}`;
}

/** As `Reading.argsHash`: SHA-256 (hex) of the canonical arguments; empty, and so equal to none, where there is no such form. */
function hashArgs(args: unknown): string {
  try {
    return createHash("sha256").update(canonicalize(args) ?? "").digest("hex");
  } catch {
    return ""; // verdict: differs, so the outcome is `unknown`
  }
}
