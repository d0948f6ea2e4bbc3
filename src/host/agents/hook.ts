import type { AgentAdapter, AgentEvent } from "../../wire/agent.ts";
import type { CallAnswer } from "../../wire/call.ts";
import type { Principal } from "../auth/principal.ts";
import { NOT_RECORDED } from "../gate/told.ts";
import type { AgentCalls } from "./calls.ts";
import { readPreference } from "./preference.ts";
import type { AgentSessions } from "./sessions.ts";

export interface HookOptions {
  readonly calls: AgentCalls;
  readonly sessions: AgentSessions;
  readonly settings: { get(name: string): Promise<unknown> };
  /** Waits no longer than this for a person, in ms, whatever is preferred. */
  readonly maxWaitMs?: number;
}

export type HookHandler = (
  adapter: AgentAdapter,
  input: unknown,
  from: { readonly actor: Principal; readonly signal?: AbortSignal },
) => Promise<unknown>;

/**
 * One event of an agent's hook, answered in the agent's own terms. INVARIANT: whatever goes wrong ends in the
 * adapter's failure answer, which asks or denies.
 */
export function createHookHandler(options: HookOptions): HookHandler {
  return async (adapter, input, from) => {
    const event = adapter.readEvent(input);
    try {
      return await answerEvent(adapter, event, from);
    } catch {
      return adapter.writeFailure(event, "Assent could not decide this call"); // verdict: ask or deny
    }
  };

  async function answerEvent(
    adapter: AgentAdapter,
    event: AgentEvent,
    from: Parameters<HookHandler>[2],
  ): Promise<unknown> {
    if (event.kind === "bad") return adapter.writeFailure(event, `Assent could not read this event: ${event.message}`);
    if (event.kind === "call") return adapter.writeAnswer(event, await proposeCall(adapter, event, from));
    if (event.kind === "session-start")
      await options.sessions.chatOf({ agent: adapter.name, session: event.session, cwd: event.cwd });
    else if (event.kind === "result" || event.kind === "session-end") await note(adapter, event, from.actor);
    return {};
  }

  async function proposeCall(
    adapter: AgentAdapter,
    event: CallEvent,
    from: Parameters<HookHandler>[2],
  ): Promise<CallAnswer> {
    const key = { agent: adapter.name, session: event.call.session, cwd: event.call.cwd };
    const chat = await options.sessions.chatOf(key).catch(() => null); // verdict: deny
    // Not an ask: the agent would run on a yes what nothing here could record.
    if (chat === null) return { answer: "deny", ...NOT_RECORDED };
    const preference = await readPreference(options.settings, adapter.name);
    const askedIn = event.canAsk && preference.hold === "agent" ? "agent" : "inbox";
    const answer = await options.calls.propose({
      ...from,
      chat,
      call: event.call,
      askedIn,
      waitMs: Math.min(preference.waitMs, options.maxWaitMs ?? Infinity),
    });
    if (answer.answer !== "pending" || askedIn === "agent") return answer;
    return {
      answer: "deny",
      code: "EPENDING",
      reason: `approval ${answer.approval} waits for a person; make the same call again once it is answered`,
    };
  }

  async function note(adapter: AgentAdapter, event: NoteEvent, actor: Principal): Promise<void> {
    const chat = await options.sessions.find(adapter.name, event.session);
    if (chat === null) return;
    if (event.kind === "result") return options.calls.finish({ ...event, chat, actor });
    await options.calls.end(chat);
    await options.sessions.end(chat);
  }
}

type CallEvent = AgentEvent & { readonly kind: "call" };
type NoteEvent = AgentEvent & { readonly kind: "result" | "session-end" };
