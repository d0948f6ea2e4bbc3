import type { ApprovalView } from "../../../src/wire/approval.ts";
import type { Claimed, Gate, Proposal, Proposed } from "../../../src/host/gate/gate.ts";
import type { Principal } from "../../../src/host/auth/principal.ts";
import type { Refusal } from "../../../src/host/refusal.ts";

/** What the gate was asked to do, for tests of the layers in front of it: no policy, and no reading. */
export interface FakeGate extends Gate {
  /** Every method that changed something, in order. */
  readonly acts: string[];
  readonly views: Map<string, ApprovalView>;
  add(id: string, change?: Partial<ApprovalView>): ApprovalView;
  /** What `propose` answers. */
  effect: "allow" | "ask" | "deny";
}

const REFUSED: Refusal = { ok: false, status: 403, code: "EFORBIDDEN", message: "not a person" };
const GONE: Refusal = { ok: false, status: 404, code: "ENOTFOUND", message: "there is no such approval" };

export function fakeGate(): FakeGate {
  const acts: string[] = [];
  const views = new Map<string, ApprovalView>();
  const waiting = new Map<string, () => void>();
  const put = (view: ApprovalView): ApprovalView => {
    views.set(view.id, view);
    waiting.get(view.id)?.();
    return view;
  };
  const changed = (refused: Refusal, view: ApprovalView): Refusal => ({
    ...refused,
    status: 409,
    code: "already-decided",
    approval: view,
  });
  const gate: FakeGate = {
    acts,
    views,
    effect: "ask",
    add: (id, change = {}) => put({ ...BLANK, id, ...change }),
    assessed: async () => {},
    check: () => Promise.reject(new Error("not part of this fake")),
    async propose(proposal: Proposal): Promise<Proposed> {
      const approvalId = `apr_${views.size + 1}`;
      acts.push(`propose ${proposal.call.tool} ${proposal.askedIn}`);
      const state = gate.effect === "ask" ? "pending" : gate.effect === "allow" ? "approved" : "denied";
      const call = { callId: proposal.callId, args: proposal.call.args, askedIn: proposal.askedIn };
      put({ ...BLANK, id: approvalId, state, chat: { ...BLANK.chat, id: proposal.chatId }, ...call });
      const decision = { reason: "nothing allows it" } as Proposed["decision"];
      if (gate.effect === "deny")
        return {
          ok: true,
          effect: "deny",
          approvalId,
          code: "EPOLICY",
          reason: "policy does not allow this call",
          decision,
        };
      return { ok: true, effect: gate.effect, approvalId, decision };
    },
    preview: async (id, args) =>
      views.has(id) ? { ok: true, approval: { ...(views.get(id) as ApprovalView), args } } : GONE,
    async decide(body, principal: Principal) {
      const view = views.get(body.id);
      if (principal.kind !== "person") return REFUSED;
      if (view === undefined) return GONE;
      if (view.state !== "pending" || view.digest !== body.digest) return changed(REFUSED, view);
      acts.push(`decide ${body.decision}`);
      const answer = { decision: body.decision, by: principal.name, at: 0, remembered: null, note: body.note ?? null };
      return {
        ok: true,
        approval: put({ ...view, state: body.decision === "allow" ? "approved" : "denied", answer }),
        resettled: [],
        saved: "none",
      };
    },
    async claim(id): Promise<Claimed> {
      const view = views.get(id);
      if (view?.state !== "approved")
        return { ok: false, status: 409, code: "already-executed", message: "it was run" };
      acts.push("claim");
      put({ ...view, state: "executing" });
      return { ok: true, approvalId: id, call: { args: view.args }, edited: view.edited } as Claimed;
    },
    withdraw: async () => false,
    answerInClient: async () => false,
    async finish(id, outcome) {
      acts.push(`finish ${outcome.state}`);
      put({ ...(views.get(id) as ApprovalView), state: outcome.state });
    },
    async answeredInAgent(id, _ran, outcome) {
      acts.push(`answered in agent ${outcome.state}`);
      put({ ...(views.get(id) as ApprovalView), state: outcome.state });
    },
    cancel: async () => (acts.push("cancel"), 0),
    touch: async () => (acts.push("touch"), 0),
    findSame: async (chat, call) => {
      const open = [...views.values()].filter(
        (view) => view.chat.id === chat && (view.state === "pending" || view.state === "approved"),
      );
      return open.find((view) => JSON.stringify(view.args) === JSON.stringify(call.args)) ?? null;
    },
    get: async (id) => views.get(id) ?? null,
    pending: async () => [...views.values()].filter((view) => view.state === "pending"),
    countPending: async () => [...views.values()].filter((view) => view.state === "pending").length,
    recent: async () => [...views.values()],
    over: (id) => gate.settled(id, 0),
    async settled(id, waitMs, signal) {
      if (views.get(id)?.state === "pending") {
        await new Promise<void>((resolve) => {
          waiting.set(id, resolve);
          setTimeout(resolve, waitMs);
          signal?.addEventListener("abort", () => resolve());
        });
      }
      return views.get(id) as ApprovalView;
    },
    setStopped: async (stopped) => void acts.push(`stopped ${stopped}`),
  };
  return gate;
}

const BLANK: ApprovalView = {
  id: "",
  state: "pending",
  digest: "d1",
  createdAt: 0,
  project: null,
  chat: { id: "cht_1", title: "t", agent: null },
  run: "r",
  callId: "c",
  tool: { id: "shell", name: "shell", title: "Run a command", origin: "builtin", trusted: true },
  source: "model",
  summary: "runs a command",
  args: { command: "true" },
  masked: [],
  edited: false,
  cwd: null,
  timeoutMs: null,
  outputLimit: 1,
  callsLeft: null,
  class: "unknown",
  reason: "nothing allows it",
  code: "mode-ask",
  decidedBy: { kind: "mode" },
  answerBy: "person",
  level: "L0",
  parts: [],
  findings: [],
  offers: [],
  askOnce: false,
  change: null,
  missingScopes: [],
  askedIn: "inbox",
  explanation: "",
  answer: null,
  outcome: null,
};
