import type { HostEvent } from "../../wire/event.ts";

/** As much of an event as its frame needs; the rest of it is data. */
export interface Numbered {
  readonly seq: number;
  readonly type: string;
}

/** Where stored events come from, in ascending order of `seq`. */
export interface EventSource<E extends Numbered> {
  /** At most `limit` events with a number above `seq`. */
  since(seq: number, limit: number): Promise<readonly E[]>;
}

export interface Hub<E extends Numbered = HostEvent> {
  /** An event that has been stored. Numbers ascend. */
  readonly publish: (event: E) => void;
  /** A stream of everything after `seq`. `owner` names the session, so that its streams end with it. */
  open(seq: number, owner: string, options?: OpenOptions<E>): ReadableStream<Uint8Array>;
  /** Ends the streams of one session, or all. */
  end(owner?: string): void;
  readonly size: number;
}

export interface OpenOptions<E> {
  /** Goes before everything else. */
  readonly first?: E;
  /** Whether this reader may be told of an event; without it of all. */
  readonly sees?: (event: E) => Promise<boolean>;
}

export interface HubOptions {
  /** Stands before the number in the id of each frame, so that streams that were made one can be told apart. */
  readonly of?: string;
  /** Comment line every so often, ms; it keeps the connection and finds readers that do not read. */
  readonly heartbeatMs?: number;
}

interface Reader<E> {
  readonly owner: string;
  readonly sees: OpenOptions<E>["sees"];
  readonly controller: ReadableStreamDefaultController<Uint8Array>;
  /** Number of the last event that was handed over. */
  sent: number;
  /** What was handed over before has been read. */
  ready: boolean;
  pumping: boolean;
  again: boolean;
  /** Heartbeats that found it not ready. */
  missed: number;
}

interface Frame<E> {
  readonly seq: number;
  readonly event: E;
  readonly bytes: Uint8Array;
}

const RECENT = 1024;
const PAGE = 500;
const MAX_MISSED = 3;
const BEAT = encode(": beat\n\n");

/**
 * Server-sent events with one encode per event. A reader only has a number: whenever it has read what it was given, it
 * is given what comes after, from the recent events in memory or else from the store. So a reconnect with the last
 * number misses and repeats nothing, and a reader that stands still costs no memory; after a while it is dropped.
 */
export function createHub<E extends Numbered>(
  source: EventSource<E>,
  { of, heartbeatMs = 20_000 }: HubOptions = {},
): Hub<E> {
  const readers = new Set<Reader<E>>();
  const recent: Frame<E>[] = [];
  let beat: NodeJS.Timeout | undefined;
  const toFrame = (event: E): Frame<E> => ({ seq: event.seq, event, bytes: encode(frameOf(event, of)) });

  function drop(reader: Reader<E>): void {
    if (!readers.delete(reader)) return;
    if (readers.size === 0) clearInterval(beat);
    try {
      reader.controller.close();
    } catch {
      // verdict: its reader has closed it already
    }
  }

  function give(reader: Reader<E>, bytes: Uint8Array): void {
    reader.ready = false;
    reader.controller.enqueue(bytes);
  }

  async function next(seq: number): Promise<readonly Frame<E>[]> {
    const first = recent[0];
    if (first !== undefined && seq >= first.seq - 1)
      return recent.slice(recent.findLastIndex((frame) => frame.seq <= seq) + 1);
    return (await source.since(seq, PAGE)).map(toFrame);
  }

  async function pump(reader: Reader<E>): Promise<void> {
    reader.again = true;
    if (reader.pumping) return;
    reader.pumping = true;
    while (reader.again) {
      reader.again = false;
      if (!reader.ready) break;
      const frames = await next(reader.sent);
      if (!readers.has(reader)) return;
      const last = frames.at(-1);
      if (last === undefined) continue;
      const told = await toldTo(reader, frames);
      if (!readers.has(reader)) return;
      reader.sent = last.seq;
      if (told.length > 0) give(reader, Buffer.concat(told.map((frame) => frame.bytes)));
      // Nothing of it was for this reader: what comes after may be.
      else reader.again = true;
    }
    reader.pumping = false;
  }

  async function toldTo({ sees }: Reader<E>, frames: readonly Frame<E>[]): Promise<readonly Frame<E>[]> {
    if (sees === undefined) return frames;
    const seen = await Promise.all(frames.map(({ event }) => sees(event)));
    return frames.filter((_, at) => seen[at] === true);
  }

  /** A store that cannot be read ends the stream: the client comes back and asks again. */
  const feed = (reader: Reader<E>): void => void pump(reader).catch(() => drop(reader));

  function beatAll(): void {
    for (const reader of readers) {
      if (reader.ready) give(reader, BEAT);
      else if (++reader.missed >= MAX_MISSED) drop(reader);
    }
  }

  function add(reader: Reader<E>, first: E | undefined): void {
    if (readers.size === 0) beat = setInterval(beatAll, heartbeatMs).unref();
    readers.add(reader);
    const greeting = encode(`retry: 1000\n: after ${reader.sent}\n\n`);
    give(reader, first === undefined ? greeting : Buffer.concat([greeting, toFrame(first).bytes]));
  }

  return {
    publish(event) {
      recent.push(toFrame(event));
      if (recent.length > RECENT) recent.shift();
      readers.forEach(feed);
    },
    open(seq, owner, { first, sees } = {}) {
      let reader: Reader<E>;
      return new ReadableStream<Uint8Array>({
        start: (controller) =>
          add(
            (reader = { owner, sees, controller, sent: seq, ready: false, pumping: false, again: false, missed: 0 }),
            first,
          ),
        pull() {
          reader.ready = true;
          reader.missed = 0;
          feed(reader);
        },
        cancel: () => drop(reader),
      });
    },
    end(owner) {
      for (const reader of readers) if (owner === undefined || reader.owner === owner) drop(reader);
    },
    get size() {
      return readers.size;
    },
  };
}

/** An event as it is written into a stream. `of`: what it is an event of, where that is not the host itself. */
export function frameOf(event: Numbered, of?: string): string {
  const id = of === undefined ? event.seq : `${of}:${event.seq}`;
  return `id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
