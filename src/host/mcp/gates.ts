import type { Chat } from "../../store/tables/chats.ts";
import type { Store } from "../../store/store.ts";
import type { AgentCalls } from "../agents/calls.ts";
import type { AgentSessions } from "../agents/sessions.ts";
import type { HostEvent } from "../../wire/event.ts";
import type { GateBody } from "../../wire/mcp.ts";

/** Name of the principal that every `assent mcp` acts as. */
export const MCP = "mcp";

/** Gates that are connected: each holds a stream open, by which it hears of changes and the host of its end. */
export interface McpGates {
  /** One line a change of policy; ends with the connection. */
  watch(body: GateBody, slug: string, signal: AbortSignal): ReadableStream<Uint8Array>;
  chatOf(body: Pick<GateBody, "session" | "project" | "entry">): Promise<Chat>;
  end(session: string): Promise<void>;
  /** How many of a server are connected. */
  count(slug: string): number;
  close(): void;
}

export interface GatesDeps {
  readonly store: Store;
  readonly sessions: AgentSessions;
  readonly calls: AgentCalls;
  readonly now: () => number;
  readonly onDefect: (error: unknown) => void;
  /** How long a gate may be away until it counts as gone, ms. */
  readonly graceMs?: number;
}

const GRACE_MS = 15_000;
/** Keeps the connection, and finds those that are gone, ms. */
const BEAT_MS = 20_000;

const CHANGES: ReadonlySet<HostEvent["type"]> = new Set([
  "rules.changed",
  "policy.changed",
  "files.changed",
  "level.changed",
]);

export function createMcpGates({ store, sessions, calls, now, onDefect, graceMs = GRACE_MS }: GatesDeps): McpGates {
  const connected = new Map<string, { readonly slug: string; readonly stop: () => void }>();
  const leaving = new Map<string, NodeJS.Timeout>();

  /** Pages show what is connected. */
  function tell(): void {
    store.events.append({ at: now(), type: "agents.changed" }).catch(onDefect); // verdict: seen later
  }

  function watch({ session }: GateBody, slug: string, signal: AbortSignal): ReadableStream<Uint8Array> {
    clearTimeout(leaving.get(session));
    leaving.delete(session);
    connected.get(session)?.stop();
    let stop = (): void => {};
    let cancelled = false;
    const here = { slug, stop: () => stop() };
    return new ReadableStream<Uint8Array>({
      start(controller) {
        const say = (text: string): void => controller.enqueue(Buffer.from(text));
        const forget = store.onEvent(({ type }) => CHANGES.has(type) && say("changed\n"));
        const beat = setInterval(() => say("\n"), BEAT_MS).unref();
        stop = () => {
          stop = () => {};
          forget();
          clearInterval(beat);
          if (connected.get(session) === here) connected.delete(session);
          if (!signal.aborted && !cancelled) controller.close();
        };
        connected.set(session, here);
        tell();
        signal.addEventListener("abort", () => gone(session, here), { once: true });
        // What changed while it was away.
        say("changed\n");
      },
      cancel() {
        cancelled = true;
        gone(session, here);
      },
    });
  }

  /** It may come back: its host was slow, or it was. Else what it left is settled. */
  function gone(session: string, here: { readonly stop: () => void }): void {
    const last = connected.get(session) === here;
    here.stop();
    if (!last) return;
    tell();
    awaitWatch(session);
  }

  /** A gate that does not watch by then is gone; one that was killed before it could is found by this as well. */
  function awaitWatch(session: string): void {
    if (connected.has(session) || leaving.has(session)) return;
    leaving.set(session, setTimeout(() => void end(session).catch(onDefect), graceMs).unref());
  }

  async function end(session: string): Promise<void> {
    clearTimeout(leaving.get(session));
    leaving.delete(session);
    const chat = await sessions.find(MCP, session);
    if (chat === null) return;
    await calls.end(chat);
    await sessions.end(chat);
  }

  return {
    watch,
    end,
    chatOf({ session, project, entry }) {
      awaitWatch(session);
      return sessions.chatOf({ agent: MCP, session, cwd: project ?? entry.cwd });
    },
    count: (slug) => [...connected.values()].filter((gate) => gate.slug === slug).length,
    close() {
      for (const { stop } of connected.values()) stop();
      for (const timer of leaving.values()) clearTimeout(timer);
    },
  };
}
