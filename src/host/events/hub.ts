import type { HostEvent } from "../../wire/event.ts";

/** Where stored events come from, in ascending order of `seq`. */
export interface EventSource {
  /** At most `limit` events with a number above `seq`. */
  since(seq: number, limit: number): Promise<readonly HostEvent[]>;
}

export interface Hub {
  /** An event that has been stored. Numbers ascend. */
  publish(event: HostEvent): void;
  /** A stream of everything after `seq`. `owner` names the session, so that its streams end with it. */
  open(seq: number, owner: string): ReadableStream<Uint8Array>;
  /** Ends the streams of one session, or all. */
  end(owner?: string): void;
  readonly size: number;
}

export interface HubOptions {
  /** Comment line every so often, ms; it also finds readers that are gone. */
  readonly heartbeatMs?: number;
  /** A reader with more chunks waiting than this is dropped; it comes back with the last number it saw. */
  readonly maxWaiting?: number;
}

interface Reader {
  readonly owner: string;
  readonly controller: ReadableStreamDefaultController<Uint8Array>;
  /** Number of the last event that was handed over. */
  sent: number;
  pumping: boolean;
  again: boolean;
}

const RECENT = 1024;
const PAGE = 500;
const BEAT = encode(": beat\n\n");

/**
 * Server-sent events with one encode per event and no promise that a reader must keep. Each reader only has a number:
 * it is fed what comes after it, from the recent events in memory or else from the store, so that a reconnect with the
 * last number misses nothing and repeats nothing.
 */
export function createHub(source: EventSource, options: HubOptions = {}): Hub {
  const { heartbeatMs = 20_000, maxWaiting = 256 } = options;
  const readers = new Set<Reader>();
  const recent: { readonly seq: number; readonly bytes: Uint8Array }[] = [];
  let beat: NodeJS.Timeout | undefined;

  function drop(reader: Reader): void {
    if (!readers.delete(reader)) return;
    try {
      reader.controller.close();
    } catch {
      // verdict: already closed by its reader; the stream is gone either way
    }
    if (readers.size === 0) clearInterval(beat);
  }

  function send(reader: Reader, bytes: Uint8Array): void {
    if ((reader.controller.desiredSize ?? 0) < -maxWaiting) drop(reader);
    else reader.controller.enqueue(bytes);
  }

  async function next(seq: number): Promise<readonly { readonly seq: number; readonly bytes: Uint8Array }[]> {
    const first = recent[0];
    if (first !== undefined && seq >= first.seq - 1) return recent.slice(Math.max(0, indexAfter(recent, seq)));
    return (await source.since(seq, PAGE)).map((event) => ({ seq: event.seq, bytes: frame(event) }));
  }

  async function pump(reader: Reader): Promise<void> {
    reader.again = true;
    if (reader.pumping) return;
    reader.pumping = true;
    while (reader.again && readers.has(reader)) {
      reader.again = false;
      for (const { seq, bytes } of await next(reader.sent)) {
        if (!readers.has(reader)) return;
        send(reader, bytes);
        reader.sent = seq;
        reader.again = true;
      }
    }
    reader.pumping = false;
  }

  /** A store that cannot be read ends the stream: the client comes back and asks again. */
  const feed = (reader: Reader): void => void pump(reader).catch(() => drop(reader));

  function add(reader: Reader): void {
    if (readers.size === 0) {
      beat = setInterval(() => readers.forEach((each) => send(each, BEAT)), heartbeatMs);
      beat.unref();
    }
    readers.add(reader);
    send(reader, encode(`retry: 1000\n: after ${reader.sent}\n\n`));
    feed(reader);
  }

  return {
    publish(event) {
      recent.push({ seq: event.seq, bytes: frame(event) });
      if (recent.length > RECENT) recent.splice(0, recent.length - RECENT);
      readers.forEach(feed);
    },
    open(seq, owner) {
      let reader: Reader;
      return new ReadableStream<Uint8Array>({
        start: (controller) => add((reader = { owner, controller, sent: seq, pumping: false, again: false })),
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

/** Index of the first recent event above `seq`; the numbers ascend but may have holes. */
function indexAfter(recent: readonly { readonly seq: number }[], seq: number): number {
  const index = recent.findLastIndex((event) => event.seq <= seq);
  return index + 1;
}

function frame(event: HostEvent): Uint8Array {
  return encode(`id: ${event.seq}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
