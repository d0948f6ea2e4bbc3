import type { QueryClient } from "@tanstack/react-query";
import type { ChatEvent } from "../../../wire/chats.ts";
import { listMessages, openChat as fetchChat, touchIdle } from "../../api/chat-routes.ts";
import { planQuery, undoQuery } from "../../api/chat-queries.ts";
import { chatPendingQuery } from "../../api/queries.ts";
import { follow } from "../../api/stream/follow.ts";
import { branchOf, headOf, toTranscript, type Transcript, withEvents, withPage } from "./transcript.ts";

export interface ChatSnapshot {
  readonly transcript: Transcript | null;
  /** Why it could not be opened. */
  readonly error: unknown;
  /** Events come in; false while the host is away. */
  readonly live: boolean;
}

export interface OpenChat {
  readonly snapshot: () => ChatSnapshot;
  readonly subscribe: (changed: () => void) => () => void;
  /** Fetches the page above what is here of the shown branch, or of a sub-run; the newest where there is none. */
  readonly load: (run: string | undefined) => Promise<void>;
  readonly reopen: () => void;
}

/** Events of this long, in ms, are shown at once. */
const GATHER_MS = 32;

/** Chats that this page has opened before: the first opening ends what was remembered for a session that is over. */
const opened = new Set<string>();

/**
 * One chat, followed while somebody listens. INVARIANT: what waits for an answer is fetched before the first event is taken, so that
 * no card is shown of an approval that was answered meanwhile; and again after each gap.
 */
export function followChat(client: QueryClient, id: string): OpenChat {
  let now: ChatSnapshot = { transcript: null, error: null, live: true };
  let leave = (): void => {};
  let closed = true;
  const listeners = new Set<() => void>();
  const loading = new Map<string, Promise<void>>();
  const set = (change: Partial<ChatSnapshot>): void => {
    if (closed) return;
    now = { ...now, ...change };
    for (const listener of listeners) listener();
  };

  const open = async (): Promise<void> => {
    leave();
    try {
      const waiting = client.fetchQuery({ ...chatPendingQuery(id), staleTime: 0 });
      const [opened] = await Promise.all([fetchChat(id), waiting]);
      if (closed) return;
      set({ transcript: toTranscript(opened), error: null, live: true });
      listen(opened.seq);
    } catch (error) {
      // Nothing is shown as decided: the page says that the chat could not be opened, or keeps what it had.
      set({ error, live: false });
    }
  };

  const listen = (after: number): void => {
    let left = false;
    const take = gather((events) => {
      if (now.transcript === null || left) return;
      if (events.some(({ type }) => type === "reset")) return void open();
      set({ transcript: withEvents(now.transcript, events) });
      refresh(client, id, events);
    });
    const unfollow = follow(id, after, {
      onEvent: (data) => take(JSON.parse(data) as ChatEvent),
      onState(state) {
        const live = state === "live";
        if (live && !now.live) void client.invalidateQueries({ queryKey: ["approvals"] });
        set({ live });
      },
    });
    leave = () => {
      left = true;
      unfollow();
    };
  };

  const load = async (run: string | undefined): Promise<void> => {
    if (now.transcript === null) return;
    const before = branchOf(now.transcript.messages, headOf(now.transcript, run)).messages[0]?.id;
    const of = { ...(run === undefined ? {} : { run }), ...(before === undefined ? {} : { before }) };
    const page = await listMessages(id, of);
    if (now.transcript !== null) set({ transcript: withPage(now.transcript, page) });
  };

  const begin = (): void => {
    closed = false;
    // A refusal leaves what is remembered as it is: the host knows better when to forget.
    if (!opened.has(id)) touchIdle(id).catch(() => {});
    opened.add(id);
    void open();
  };
  const end = (): void => {
    closed = true;
    leave();
  };

  return {
    snapshot: () => now,
    subscribe: (changed) => {
      if (listeners.size === 0) begin();
      listeners.add(changed);
      return () => {
        listeners.delete(changed);
        if (listeners.size === 0) end();
      };
    },
    load: (run) => {
      // Once at a time.
      const key = run ?? "";
      const going = loading.get(key) ?? load(run).finally(() => loading.delete(key));
      loading.set(key, going);
      return going;
    },
    reopen: () => void open(),
  };
}

/** Events of one moment make one change: text that streams is laid out thirty times a second, not a thousand. */
function gather(apply: (events: readonly ChatEvent[]) => void): (event: ChatEvent) => void {
  let waiting: ChatEvent[] = [];
  return (event) => {
    waiting.push(event);
    if (waiting.length > 1) return;
    setTimeout(() => {
      const events = waiting;
      waiting = [];
      apply(events);
    }, GATHER_MS);
  };
}

/** What is fetched and not told: the plan, and the list that this chat stands in. Approvals are told by the host's events. */
function refresh(client: QueryClient, id: string, events: readonly ChatEvent[]): void {
  const types = new Set(events.map(({ type }) => type));
  if (types.has("run")) void client.invalidateQueries({ queryKey: undoQuery(id).queryKey });
  if (types.has("plan")) void client.invalidateQueries({ queryKey: planQuery(id).queryKey });
  if (types.has("chat")) void client.invalidateQueries({ queryKey: ["chats"] });
}
