import type { Store, Tables } from "../../store/store.ts";
import type { ChatEvent, ChatEventBody } from "../../wire/chats.ts";
import type { Log, Recorder } from "../audit/recorder.ts";
import { createHub, type Hub } from "../events/hub.ts";
import type { Seal } from "../secrets/seal.ts";

/** Tells an event in the transaction it belongs to. `pieceOf`: it is dropped once that is whole. */
export type Emit = (event: ChatEventBody, pieceOf?: string) => Promise<void>;

/** A transaction that tells of what it changes. */
export interface Telling {
  readonly tables: Tables;
  readonly emit: Emit;
}

/** The numbered events of chats: stored with what they tell of, then given to those who listen. */
export interface Feed {
  /** One transaction; its events are seen by nobody unless it is durable. */
  write<T>(chat: string, work: (tables: Tables, emit: Emit) => Promise<T>): Promise<T>;
  /** The same with lines of the audit trail. Rejects as `Recorder.commit`. */
  record<T>(chat: string, work: (tables: Tables, emit: Emit, log: Log) => Promise<T>): Promise<T>;
  /** Everything after `seq`, and what comes. `owner` names the session, so that its streams end with it. */
  open(chat: string, seq: number, owner: string): Promise<ReadableStream<Uint8Array>>;
  /** Where a client that has just read the chat goes on: before the first piece of what is not whole yet. */
  start(chat: string): Promise<number>;
  end(owner?: string): void;
}

export interface FeedDeps {
  readonly store: Store;
  readonly recorder: Recorder;
  readonly seal: Seal;
  readonly now: () => number;
}

/** Events of a chat that are kept; who was away for longer reads the chat anew. */
const KEPT = 5_000;

export function createFeed({ store, recorder, seal, now }: FeedDeps): Feed {
  const hubs = new Map<string, Hub<ChatEvent>>();

  function hubOf(chat: string): Hub<ChatEvent> {
    const known = hubs.get(chat);
    if (known) return known;
    const since = async (seq: number, limit: number): Promise<readonly ChatEvent[]> =>
      (await store.chatEvents.since(chat, seq, limit)).map(
        (row) => seal.open(sealedAs(chat, row.seq), row.sealed) as ChatEvent,
      );
    const hub = createHub<ChatEvent>({ since }, { of: chat });
    hubs.set(chat, hub);
    return hub;
  }

  function emitter(chat: string, told: ChatEvent[], tables: Tables): Emit {
    return async (body, pieceOf) => {
      const at = now();
      const close = (seq: number): string => {
        const event: ChatEvent = { ...body, seq, at };
        told.push(event);
        return seal.close(sealedAs(chat, seq), event);
      };
      const seq = await tables.chatEvents.append(chat, { at, pieceOf: pieceOf ?? null, close });
      if (seq % 500 === 0) await tables.chatEvents.dropBefore(chat, seq - KEPT);
    };
  }

  function publish(chat: string, told: readonly ChatEvent[]): void {
    const hub = hubs.get(chat);
    if (hub?.size === 0) hubs.delete(chat);
    else if (hub) told.forEach(hub.publish);
  }

  return {
    async write(chat, work) {
      const told: ChatEvent[] = [];
      const result = await store.transaction((tables) => work(tables, emitter(chat, told, tables)));
      publish(chat, told);
      return result;
    },
    async record(chat, work) {
      const told: ChatEvent[] = [];
      const result = await recorder.commit((tables, log) => work(tables, emitter(chat, told, tables), log));
      publish(chat, told);
      return result;
    },
    async open(chat, seq, session) {
      const last = await store.chatEvents.last(chat);
      // A number from another database would wait for ever; one from long ago has missed what is gone.
      if (seq > last || seq < last - KEPT) return resetAt(hubOf(chat), last, session, now());
      return hubOf(chat).open(seq, session);
    },
    async start(chat) {
      const first = await store.chatEvents.firstPiece(chat);
      return first === null ? store.chatEvents.last(chat) : first - 1;
    },
    end: (session) => hubs.forEach((hub) => hub.end(session)),
  };
}

function resetAt(hub: Hub<ChatEvent>, seq: number, session: string, at: number): ReadableStream<Uint8Array> {
  return hub.open(seq, session, { first: { type: "reset", seq, at } });
}

function sealedAs(chat: string, seq: number): string {
  return `${chat} ${seq}`;
}
