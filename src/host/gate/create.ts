import { answeredInAgent, cancel, finish, recoverExecuting, setStopped, touch, withdraw } from "./settle.ts";
import { decideApproval, previewApproval } from "./answer.ts";
import { assessed } from "./assessed.ts";
import { answerInClient } from "./client-answer.ts";
import { claim } from "./claim.ts";
import { callOf, type GateContext, type GateDeps, judge, placeOf } from "./context.ts";
import { decide } from "../../core/decide.ts";
import { read } from "../../read/read.ts";
import { policyAsItIs } from "../policy/as-it-is.ts";
import type { ApprovalRow } from "../../store/tables/approvals.ts";
import { openRecord } from "../approvals/record.ts";
import type { Gate } from "./gate.ts";
import { createLocks } from "./locks.ts";
import { countPending, get, pending, recent, settled, viewOf } from "./look.ts";
import { propose } from "./propose.ts";
import { resettle } from "./resettle.ts";
import { createRunning } from "./running.ts";
import { createWaiters } from "./waiters.ts";

/** A gate, with what the host needs beside it. */
export interface HostGate extends Gate {
  /** After any change of policy: decides anew what waits in these chats (null: all) and answers what left its state. */
  resettle(chats: readonly string[] | null): Promise<readonly string[]>;
  /** Once at start, before the first call: calls that a dead host had begun become `unknown`. Answers which. */
  recover(): Promise<readonly string[]>;
}

export function createGate(deps: GateDeps): HostGate {
  const context: GateContext = { ...deps, locks: createLocks(), running: createRunning(), waiters: createWaiters() };
  return {
    check: (call, chat) => check(context, call, chat),
    propose: (proposal) => propose(context, proposal),
    preview: (id, args, principal) => previewApproval(context, { id, args }, principal),
    decide: (body, principal, options) => decideApproval(context, body, { principal, ...options }),
    claim: (id, principal) => claim(context, id, principal),
    finish: (id, outcome) => finish(context, id, outcome),
    answeredInAgent: (id, ran, outcome, principal) => answeredInAgent(context, id, { ran, outcome, principal }),
    withdraw: (chat, callId, principal) => withdraw(context, { chat, callId }, principal),
    answerInClient: (id, said, principal) => answerInClient(context, { id, ...said }, principal),
    assessed: (id, said) => assessed(context, { id, ...said }),
    cancel: (chat, principal, which) => cancel(context, chat, { principal, ...(which ? { which } : {}) }),
    touch: (chat, options, principal) => touch(context, chat, { ...options, principal }),
    findSame: (chat, call) => findSame(context, chat, call),
    get: (id, principal, options) => get(context, id, { principal, ...options }),
    pending: (chat, principal, first) => pending(context, chat, { principal, first }),
    countPending: (principal) => countPending(context, principal),
    recent: (limit, principal) => recent(context, limit, principal),
    settled: (id, waitMs, signal) =>
      settled(context, id, { while: ["pending"], waitMs, ...(signal ? { signal } : {}) }),
    over: (id, waitMs) => settled(context, id, { while: ["pending", "approved", "executing"], waitMs }),
    setStopped: (stopped, principal) => setStopped(context, stopped, principal),
    resettle: (chats) => resettle(context, chats),
    recover: () => recoverExecuting(context),
  };
}

async function check(
  context: GateContext,
  call: Parameters<Gate["check"]>[0],
  chatId: string | null,
): ReturnType<Gate["check"]> {
  const place = chatId === null ? null : await placeOf(context, chatId);
  if (place) {
    const { reading, decision } = await judge(context, { place, run: "", call });
    return { reading, decision };
  }
  const world = context.world();
  const reading = read(callOf(context, null, call), world);
  const policy = policyAsItIs(await context.policies.policyFor(chatId, null), world, reading);
  return { reading, decision: decide(reading, policy, context.now()) };
}

async function findSame(
  context: GateContext,
  chatId: string,
  call: Parameters<Gate["findSame"]>[1],
): ReturnType<Gate["findSame"]> {
  // Most calls are no retry: then nothing is read for it.
  const open = await context.store.approvals.inStates(["pending", "approved"], chatId);
  const place = open.length === 0 ? null : await placeOf(context, chatId);
  if (place === null) return null;
  const agent = place.chat.agent === null ? {} : { agent: place.chat.agent };
  const whole = callOf(context, place, { ...call, source: "external", attended: true, ...agent });
  const { tool, argsHash } = read(whole, context.world());
  const alike = open.filter((row) => row.tool === tool.id && row.cwd === call.cwd);
  const row = alike.find((each) => each.argsHash === argsHash) ?? findEdited(context, whole, { alike, argsHash });
  return row ? viewOf(context, row, { place }) : null;
}

/** A call that a person edited when they said yes: its agent knows, and repeats, what it had proposed. */
function findEdited(
  context: GateContext,
  call: ReturnType<typeof callOf>,
  same: { readonly alike: readonly ApprovalRow[]; readonly argsHash: string },
): ApprovalRow | undefined {
  return same.alike.find((row) => {
    if (row.state !== "approved") return false;
    const { proposed } = openRecord(row, context.seal);
    return proposed !== undefined && read({ ...call, args: proposed }, context.world()).argsHash === same.argsHash;
  });
}
