import type { Call, Descriptor } from "../../read/call.ts";
import type { Store } from "../../store/store.ts";
import type { ApprovalRow } from "../../store/tables/approvals.ts";
import type { Chat } from "../../store/tables/chats.ts";
import type { ApprovalState, ApprovalView } from "../../wire/approval.ts";
import type { CallAnswer, ProposeBody } from "../../wire/call.ts";
import { HOST, type Principal } from "../auth/principal.ts";
import type { Gate, Outcome, Proposal } from "../gate/gate.ts";
import { createLocks } from "../gate/locks.ts";
import { reasonIn } from "./reason-in.ts";
import { LEFT_FOR, leftCalls, untoldCalls } from "./untold.ts";

/** A call as an agent proposes it, with where a person is asked about it. */
export interface AgentCall {
  readonly chat: Chat;
  readonly call: ProposeBody;
  readonly askedIn: "inbox" | "agent";
  readonly waitMs: number;
  readonly actor: Principal;
  readonly signal?: AbortSignal;
  /** What is known of the tool, where it is one of an MCP server. */
  readonly descriptor?: Descriptor;
  readonly beside?: Call["beside"];
  /** Told once a person is asked, before it is waited for them. */
  readonly onWaiting?: (approval: string) => void;
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
  /** Gives up, as `unknown`, calls of these agents that have run for too long: their sessions are gone unheard. */
  giveUpLeft(agents: readonly string[]): Promise<void>;
}

export interface CallsOptions {
  readonly gate: Gate;
  readonly approvals: Store["approvals"];
  readonly chats: Pick<Store["chats"], "get">;
  /** `Reading.argsHash` of a call as its agent spells it. */
  readonly hashArgs: (call: Pick<Call, "tool" | "args" | "agent">) => string;
  readonly now: () => number;
}

/**
 * Calls of agents that run their tools themselves. For them the claim is the reply: it is taken before `allow` is
 * said, and the result closes it. Source: surfaces.md, "Agent hooks".
 */
export function createAgentCalls({ gate, approvals, chats, hashArgs, now }: CallsOptions): AgentCalls {
  /** Approvals that a caller is waiting for now: an identical call then is another call, not a retry. */
  const awaited = new Set<string>();
  /** Calls that took over the approval of an earlier identical one: `chat callId` → approval. */
  const retries = new Map<string, string>();
  const locks = createLocks();

  /** One at a time in a chat: of two identical calls at once, none may take the other's claim for a retry of its own. */
  async function propose(agentCall: AgentCall): Promise<CallAnswer> {
    const answer = await locks.run(agentCall.chat.id, () => answerNow(agentCall));
    if (answer.answer !== "pending" || agentCall.askedIn !== "inbox") return answer;
    agentCall.onWaiting?.(answer.approval);
    return wait(answer, agentCall);
  }

  async function answerNow(agentCall: AgentCall): Promise<CallAnswer> {
    await giveUpUntold(agentCall).catch(() => undefined); // verdict: none; this call is decided all the same
    const same = await findRetried(agentCall);
    const answer = same === null ? await answerNew(agentCall) : await answerRetry(agentCall, same);
    if (answer.answer === "pending" && agentCall.askedIn === "inbox") awaited.add(answer.approval);
    return answer;
  }

  /** Some agents tell no outcomes: what ran is not shown as running for ever. */
  async function giveUpUntold({ chat, call }: AgentCall): Promise<void> {
    for (const row of await untoldCalls({ approvals, now }, { chat: chat.id, run: runOf(call) }))
      await gate.finish(row.id, untold("before its session’s next call"));
  }

  async function answerNew(agentCall: AgentCall): Promise<CallAnswer> {
    const proposed = await gate.propose({ ...toProposal(agentCall), claims: true });
    switch (proposed.effect) {
      case "deny":
        return { answer: "deny", code: proposed.code, reason: proposed.reason };
      case "allow":
        if (proposed.claimed) return { answer: "allow", approval: proposed.approvalId };
        return claim(proposed.approvalId, agentCall.actor);
      case "ask":
        return pending(proposed.approvalId, reasonIn(agentCall.askedIn, proposed.decision));
    }
  }

  async function answerRetry({ chat, call, actor }: AgentCall, same: ApprovalView): Promise<CallAnswer> {
    retries.set(retryKey(chat.id, call.callId), same.id);
    return same.state === "approved" ? claim(same.id, actor) : pending(same.id, same.reason);
  }

  /** What a person was asked about this very call before: waiting still, or answered with nobody there to hear it. */
  async function findRetried({ chat, call, askedIn, beside }: AgentCall): Promise<ApprovalView | null> {
    const same = await gate.findSame(chat.id, { ...call, ...(beside && { beside }) });
    if (same === null || awaited.has(same.id)) return null;
    // In the agent's own prompt each call is asked about by itself.
    return same.state === "approved" || (askedIn === "inbox" && same.askedIn === "inbox") ? same : null;
  }

  async function wait(asked: Pending, { waitMs, signal, actor }: AgentCall): Promise<CallAnswer> {
    try {
      const settled = await gate.settled(asked.approval, waitMs, signal);
      // A caller that is gone must not take the claim: its retry has to find the approval.
      if (settled.state === "pending" || signal?.aborted) return asked;
      return settled.state === "approved" ? await claim(asked.approval, actor) : refusal(settled);
    } finally {
      awaited.delete(asked.approval);
    }
  }

  /** INVARIANT: `allow` is only ever said by the one that has just won the claim. */
  async function claim(id: string, actor: Principal): Promise<CallAnswer> {
    const claimed = await gate.claim(id, actor);
    if (!claimed.ok && claimed.code === "stale") return { answer: "deny", code: "EPENDING", reason: ASKED_ANEW };
    if (!claimed.ok) return { answer: "deny", code: claimed.code, reason: claimed.message };
    const edited = claimed.edited ? { edited: true, args: claimed.call.args } : {};
    const { beside } = claimed.call;
    return { answer: "allow", approval: id, ...edited, ...(beside && { beside }) };
  }

  async function finish(result: AgentResult): Promise<void> {
    const row = await findOpen(result);
    if (row === null) return;
    const outcome = { state: result.ok ? "executed" : "failed", text: result.text } as const;
    if (row.state === "pending") {
      await gate.answeredInAgent(row.id, { tool: result.tool, args: result.args }, outcome, result.actor);
    } else if (row.state === "approved" && !(await gate.claim(row.id, result.actor)).ok) {
      return; // It was answered in both places, and by now reads otherwise: the gate has said so in its record.
    } else if (hashOf(result) === row.argsHash) {
      await gate.finish(row.id, outcome);
    } else {
      await gate.finish(row.id, {
        state: "unknown",
        code: "EDIFFERS",
        text: "the agent ran other arguments than were read",
      });
    }
  }

  function hashOf({ tool, args, chat }: AgentResult): string {
    return hashArgs({ tool, args, ...(chat.agent === null ? {} : { agent: chat.agent }) });
  }

  async function findOpen({ chat, callId }: AgentResult): Promise<ApprovalRow | null> {
    const open = await approvals.inStates(OPEN, chat.id);
    const retried = retries.get(retryKey(chat.id, callId));
    retries.delete(retryKey(chat.id, callId));
    return open.find((row) => row.id === retried) ?? open.find((row) => row.callId === callId) ?? null;
  }

  async function end(chat: Chat): Promise<void> {
    for (const key of retries.keys()) if (key.startsWith(`${chat.id} `)) retries.delete(key);
    const why = "the agent’s session ended before that";
    await gate.touch(chat.id, { ifIdle: false, why }, HOST);
    for (const row of await approvals.inStates(["executing"], chat.id))
      await gate.finish(row.id, untold("before its session ended"));
  }

  async function giveUpLeft(agents: readonly string[]): Promise<void> {
    for (const row of await leftCalls({ approvals, chats, now }, agents)) await gate.finish(row.id, untold(LEFT_FOR));
  }

  return { propose, finish, end, giveUpLeft };
}

/** What is different stands on the person's card; it may tell of policy. */
const ASKED_ANEW =
  "the call is no longer what was answered, so a person is asked again; make it again once they have answered";

/** A host that was restarted has given up what ran; the result is still told. */
const OPEN: readonly ApprovalState[] = ["executing", "pending", "approved", "unknown"];

function toProposal({ chat, call, askedIn, actor, descriptor, beside }: AgentCall): Proposal {
  const { tool, args, cwd, attended } = call;
  const agent = call.agent === undefined ? {} : { agent: call.agent };
  const described = descriptor === undefined ? {} : { descriptor };
  return {
    call: { tool, args, cwd, attended, source: "external", ...agent, ...described, ...(beside && { beside }) },
    chatId: chat.id,
    run: runOf(call),
    callId: call.callId,
    askedIn,
    actor,
  };
}

/** Its turn; all of the session, where the agent tells of none. */
function runOf({ run, session }: ProposeBody): string {
  return run ?? session;
}

function untold(until: string): Outcome {
  return { state: "unknown", code: "EUNTOLD", text: `the agent told no outcome ${until}` };
}

type Pending = CallAnswer & { readonly answer: "pending" };

function pending(approval: string, reason: string): Pending {
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
