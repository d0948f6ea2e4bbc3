import type { ChatEventBody } from "../../../wire/chats.ts";
import type { HostEvent } from "../../../wire/event.ts";

/** What is followed: the host itself, `HOST`, or a chat by its id. */
export type Topic = string;
export const HOST: Topic = "";

/** `refused`: the host answered, and gave no stream. */
export type StreamState = "live" | "away" | "refused";

/** An event as it is passed on. `prev`: number of the one before it, so that a gap shows. */
export interface Told {
  readonly of: Topic;
  readonly prev: number;
  readonly seq: number;
  readonly data: string;
}

export interface Stream {
  /** `page` follows a topic from after number `after`; what came since is told again, to all. */
  follow(of: Topic, after: number, page: string): void;
  leave(of: Topic, page: string): void;
  close(): void;
}

export interface StreamOptions {
  readonly onTold: (event: Told) => void;
  readonly onState: (state: StreamState) => void;
}

/** How long a host that is away or refuses is left alone, ms. */
const RETRY_MS = 1_000;

const TYPES: Readonly<Record<HostEvent["type"] | ChatEventBody["type"], true>> = {
  "approval.created": true,
  "approval.changed": true,
  "chat.changed": true,
  "rules.changed": true,
  "policy.changed": true,
  "files.changed": true,
  "level.changed": true,
  "agents.changed": true,
  "audit.appended": true,
  message: true,
  "message.removed": true,
  delta: true,
  output: true,
  run: true,
  chat: true,
  approval: true,
  plan: true,
  reset: true,
};

interface Followed {
  seq: number;
  readonly pages: Set<string>;
}

/**
 * One connection for everything that is followed. It knows how far it has told of each topic, and asks for what comes
 * after that whenever it connects: because a topic is new, or the host was away.
 */
export function createStream({ onTold, onState }: StreamOptions): Stream {
  const topics = new Map<Topic, Followed>();
  let source: EventSource | null = null;
  let state: StreamState | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const enter = (next: StreamState): void => {
    state = next;
    onState(next);
  };

  /** INVARIANT: the connection before says no more: it may be ahead of what is asked for next, and what lies between would be lost. */
  const connectIn = (ms: number): void => {
    source?.close();
    source = null;
    clearTimeout(timer);
    timer = setTimeout(connect, ms);
  };

  function connect(): void {
    if (topics.size === 0) return;
    const opened = new EventSource(pathOf(topics), { withCredentials: true });
    source = opened;
    opened.addEventListener("open", () => enter("live"));
    opened.addEventListener("error", () => {
      const refused = opened.readyState === EventSource.CLOSED;
      // The browser would ask again from where this connection began.
      connectIn(RETRY_MS);
      enter(refused ? "refused" : "away");
    });
    for (const type of Object.keys(TYPES)) opened.addEventListener(type, take);
  }

  function take({ lastEventId, data }: MessageEvent<string>): void {
    const [, of = HOST, seq] = /^(?:(.*):)?(\d+)$/u.exec(lastEventId) ?? [];
    const topic = topics.get(of);
    if (topic === undefined) return;
    const told: Told = { of, prev: topic.seq, seq: Number(seq), data };
    topic.seq = told.seq;
    onTold(told);
  }

  return {
    follow(of, after, page) {
      const topic = topics.get(of);
      topics.set(of, { seq: Math.min(after, topic?.seq ?? after), pages: new Set(topic?.pages).add(page) });
      if (topic === undefined || after < topic.seq) connectIn(0);
      else if (state !== null) onState(state);
    },
    leave(of, page) {
      const topic = topics.get(of);
      topic?.pages.delete(page);
      if (topic?.pages.size === 0) topics.delete(of);
      if (topics.size === 0) source?.close();
    },
    close() {
      clearTimeout(timer);
      source?.close();
    },
  };
}

function pathOf(topics: ReadonlyMap<Topic, Followed>): string {
  const query = new URLSearchParams();
  const host = topics.get(HOST);
  if (host !== undefined) query.set("after", String(host.seq));
  const chats = [...topics].flatMap(([of, { seq }]) => (of === HOST ? [] : [`${of}:${seq}`]));
  if (chats.length > 0) query.set("chats", chats.join());
  return `/api/events?${query}`;
}
