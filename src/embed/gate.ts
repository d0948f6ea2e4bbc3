import { randomUUID } from "node:crypto";
import { compile } from "../core/compile.ts";
import { HOST } from "../host/auth/principal.ts";
import type { Claimed } from "../host/gate/gate.ts";
import { createLocks } from "../host/gate/locks.ts";
import { openHost, type OpenedHost } from "../host/open.ts";
import { PolicyError } from "../host/policy/compile-stored.ts";
import { presetRules } from "../host/policy/presets.ts";
import type { Refusal } from "../host/refusal.ts";
import type { Call } from "../read/call.ts";
import { readers } from "../read/read.ts";
import type { ApprovalView } from "../wire/approval.ts";
import type { Answered, AppGate, Card, CardAnswer, Execute, GateOptions, ProposedCall, RunResult } from "./options.ts";
import { chatOf, makePlace, PERSON, projectAt } from "./place.ts";

export type { Answered, AppGate, Card, CardAnswer, Execute, GateOptions, ProposedCall, RunResult } from "./options.ts";

/** How long one look at a waiting call lasts, ms; then it is looked at anew. */
const LOOK_MS = 60_000;

/**
 * A gate with its own store, for any Node app: the same gate as the host's, without a server. Rejects where the data
 * directory cannot be used, or the policy cannot be read. Source: surfaces.md, "For builders".
 */
export async function createGate(options: GateOptions): Promise<AppGate> {
  const { policy, preset, dataDir, env = process.env, now = Date.now } = options;
  const rules = preset === undefined ? policy.rules : [...(policy.rules ?? []), ...presetRules(preset)];
  const given = { ...policy, rules };
  const compiled = compile(given, readers);
  if (!compiled.ok) throw new PolicyError(compiled.errors);
  const host = await openHost({ dataDir, ownPorts: [], now, onDefect: () => undefined, given, env });
  try {
    await makePlace(host.store, policy.projectRoots[0] ?? null, now());
    return gateOn(host, options, await host.gate.recover());
  } catch (error) {
    await host.close();
    throw error;
  }
}

function gateOn(host: OpenedHost, options: GateOptions, unknown: readonly string[]): AppGate {
  const { gate } = host;
  const root = options.policy.projectRoots[0] ?? null;
  const { now = Date.now } = options;
  const locks = createLocks();
  /** Cards that `onAsk` has not answered yet: the same call proposed again waits for the same answer. */
  const asking = new Map<string, ReturnType<typeof ask>>();

  async function run<T>(given: ProposedCall, execute: Execute<T>, signal = NEVER): Promise<RunResult<T>> {
    const call = copyOf(given);
    if (call === null) return { ok: false, approval: "", ...NO_DATA };
    const begun = await locks.run(call.session ?? "default", () => begin(call));
    if ("ok" in begun) return begun;
    const { approval, claimed } = begun;
    return claimed === undefined ? goOn(approval, execute, signal) : act(claimed, approval, { execute, signal });
  }

  /** Finds the record of the call or makes it. INVARIANT: under the session's lock, so that one call id has one record. */
  async function begin(call: ProposedCall): Promise<Begun> {
    const chat = await chatOf(host.store, call.session ?? "default", { project: projectAt(root), at: now() });
    const callId = call.callId ?? randomUUID();
    const known = (await host.store.approvals.ofCall(chat, callId)).at(-1);
    if (known !== undefined) {
      const again = await gate.check(wholeOf(call, root), chat);
      const same = known.argsHash === again.reading.argsHash || (await gate.get(known.id, HOST))?.edited === true;
      if (known.tool !== again.reading.tool.id || !same) return { ok: false, approval: known.id, ...ANOTHER };
      return { approval: known.id };
    }
    const proposed = await gate.propose({
      call: wholeOf(call, root),
      chatId: chat,
      run: call.run ?? call.session ?? "default",
      callId,
      askedIn: "inbox",
      actor: HOST,
      claims: true,
    });
    const approval = proposed.approvalId;
    if (proposed.effect === "deny") return { ok: false, approval, code: proposed.code, reason: proposed.reason };
    return proposed.effect === "allow" && proposed.claimed ? { approval, claimed: proposed.claimed } : { approval };
  }

  /** Waits for the answer where there is none yet; then claims and runs. What changed meanwhile is asked anew. */
  async function goOn<T>(approval: string, execute: Execute<T>, signal: AbortSignal): Promise<RunResult<T>> {
    const view = await gate.get(approval, HOST);
    const failed = view?.state === "pending" ? await untilAnswered(view, signal) : null;
    if (failed !== null) return { ok: false, approval, ...failed };
    const claimed = await gate.claim(approval, HOST);
    if (claimed.ok) return act(claimed, approval, { execute, signal });
    const next = claimed.approval;
    if (next?.state === "pending" && next.id !== approval) return goOn(next.id, execute, signal);
    return notRun(approval, claimed);
  }

  /** Null once it was answered, by `onAsk` or elsewhere; else why it was not. */
  async function untilAnswered(view: ApprovalView, signal: AbortSignal): Promise<Told | null> {
    const ended = new AbortController();
    const asked = askOnce(view, AbortSignal.any([signal, ended.signal]));
    try {
      for (;;) {
        const answered = gate
          .settled(view.id, LOOK_MS, signal)
          .then(({ state }) => (state === "pending" ? null : DONE));
        const first = await Promise.race([answered, asked]);
        if (first === DONE) return null;
        if (first !== null) return first;
        if (signal.aborted) return WAITS;
      }
    } finally {
      ended.abort();
    }
  }

  function askOnce(view: ApprovalView, signal: AbortSignal): ReturnType<typeof ask> {
    const asked = asking.get(view.id) ?? ask(view, signal).finally(() => asking.delete(view.id));
    asking.set(view.id, asked);
    return asked;
  }

  /** `DONE` once the answer was taken; what went wrong where it was not; without `onAsk` somebody else answers. */
  async function ask(view: ApprovalView, signal: AbortSignal): Promise<Told | typeof DONE> {
    if (options.onAsk === undefined) return new Promise(() => {});
    try {
      const answered = await answer(view, await options.onAsk(toCard(view), signal));
      return answered.ok ? DONE : { code: answered.code, reason: answered.message };
    } catch {
      return WAITS; // verdict: nobody answered, so it waits on
    }
  }

  async function answer(card: Pick<Card, "id" | "digest">, said: CardAnswer): Promise<Answered> {
    const edited = said.decision === "allow" && said.args !== undefined;
    const preview = edited ? await gate.preview(card.id, said.args, PERSON) : null;
    if (preview?.ok === false) return refused(preview);
    const decided = await gate.decide(
      {
        id: card.id,
        digest: preview === null ? card.digest : preview.approval.digest,
        decision: said.decision,
        ...(edited ? { edited: said.args } : {}),
        ...(said.remember === undefined ? {} : { remember: said.remember }),
        ...(said.note === undefined ? {} : { note: said.note }),
      },
      PERSON,
    );
    return decided.ok ? { ok: true } : refused(decided);
  }

  async function resume<T>(approval: string, execute: Execute<T>, signal = NEVER): Promise<RunResult<T>> {
    const claimed = await gate.claim(approval, HOST);
    return claimed.ok ? act(claimed, approval, { execute, signal }) : notRun(approval, claimed);
  }

  async function notRun(approval: string, { code, message }: Refusal): Promise<RunResult<never>> {
    const view = await gate.get(approval, HOST);
    if (view?.state === "pending") return { ok: false, approval, ...WAITS };
    if (view?.state !== "denied") return { ok: false, approval, code, reason: message };
    return { ok: false, approval, code: "EDENIED", reason: view.answer?.note ?? "user denied" };
  }

  /** What it throws may be half done: it is told, and not run again. */
  async function act<T>(
    { call, edited }: Won,
    approval: string,
    { execute, signal }: { readonly execute: Execute<T>; readonly signal: AbortSignal },
  ): Promise<RunResult<T>> {
    let value: T;
    try {
      value = await execute(call.args, signal);
    } catch (cause) {
      const text = cause instanceof Error ? cause.message : String(cause);
      await gate.finish(approval, { state: "failed", code: "EFAILED", text });
      return { ok: false, approval, code: "EFAILED", reason: text, cause };
    }
    await gate.finish(approval, { state: "executed", text: textOf(value) });
    return { ok: true, approval, value, edited };
  }

  return {
    unknown,
    run,
    answer,
    resume,
    async check(call) {
      const chat = await chatOf(host.store, call.session ?? "default", { project: projectAt(root), at: now() });
      return (await gate.check(wholeOf(call, root), chat)).decision;
    },
    pending: async () => (await gate.pending(null, HOST)).map(toCard),
    verifyAudit: async () => (await host.verifyAudit()).ok,
    close: () => host.close(),
  };
}

const NEVER = new AbortController().signal;

/** What is read is what runs: the caller's own object may give another value at each look. Null where it is no data. */
function copyOf(call: ProposedCall): ProposedCall | null {
  try {
    return { ...call, args: structuredClone(call.args) };
  } catch {
    return null; // verdict: refused
  }
}

/** The record that a call runs by, claimed where it was allowed at once; or why it does not run. */
type Begun = { readonly approval: string; readonly claimed?: Won } | Extract<RunResult<never>, { readonly ok: false }>;
type Won = Extract<Claimed, { readonly ok: true }>;

function wholeOf(call: ProposedCall, root: string | null): Omit<Call, "project"> {
  const { tool, args, cwd = root, source = "model", attended = true, descriptor } = call;
  return { tool, args, cwd, source, attended, ...(descriptor === undefined ? {} : { descriptor }) };
}

interface Told {
  readonly code: string;
  readonly reason: string;
}

const DONE = "done";
const WAITS: Told = { code: "EPENDING", reason: "a person has not answered yet" };
const NO_DATA: Told = { code: "EINVALID", reason: "the arguments are not plain data" };
const ANOTHER: Told = { code: "EINVALID", reason: "this call id stands for another call" };

function refused({ code, message }: Refusal): Answered {
  return { ok: false, code, message };
}

function toCard(view: ApprovalView): Card {
  const { id, digest, summary, reason, args, cwd, class: cls, parts, findings, offers, explanation } = view;
  const shown = parts.map(({ text, effect, reason: why }) => ({ text, effect, reason: why }));
  return {
    id,
    digest,
    tool: view.tool.id,
    summary,
    reason,
    args,
    cwd,
    class: cls,
    parts: shown,
    findings,
    offers,
    explanation,
  };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
