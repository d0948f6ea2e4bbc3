import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createHub } from "../../../src/host/events/hub.ts";
import { mergeStreams } from "../../../src/host/events/merge.ts";
import type { HostEvent } from "../../../src/wire/event.ts";
import { until } from "../real-host.ts";
import { serve, type TestHost, type TestSession } from "../http/serve.ts";

const event = (seq: number): HostEvent => ({ seq, at: 0, type: "chat.changed" });

/** A store of events that says how often it was asked. */
function source(events: HostEvent[]) {
  return {
    asked: 0,
    since: async (seq: number, limit: number) => events.filter((each) => each.seq > seq).slice(0, limit),
  };
}

async function readIds(stream: ReadableStream<Uint8Array>, count: number): Promise<number[]> {
  const ids: number[] = [];
  let text = "";
  for await (const chunk of stream) {
    text += new TextDecoder().decode(chunk);
    const frames = text.split("\n\n");
    text = frames.pop() ?? "";
    for (const frame of frames) if (frame.startsWith("id: ")) ids.push(Number(/^id: (\d+)/.exec(frame)?.[1]));
    if (ids.length >= count) return ids;
  }
  return ids;
}

describe("the hub", () => {
  it("gives what was stored and what happens, in order and once", async () => {
    const events = Array.from({ length: 1200 }, (_, at) => event(at + 1));
    const hub = createHub(source(events));
    const reading = readIds(hub.open(10, "s"), 1200 - 10 + 50);
    for (let seq = 1201; seq <= 1250; seq++) {
      events.push(event(seq));
      hub.publish(event(seq));
      if (seq % 7 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await reading).toEqual(Array.from({ length: 1240 }, (_, at) => at + 11));
  });

  it("misses nothing and repeats nothing over reconnects at any point", async () => {
    const events: HostEvent[] = [];
    const hub = createHub(source(events));
    const writing = (async () => {
      for (let seq = 1; seq <= 300; seq++) {
        events.push(event(seq));
        hub.publish(event(seq));
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    const seen: number[] = [];
    while (seen.length < 300) {
      const part = await readIds(hub.open(seen.at(-1) ?? 0, "s"), Math.min(7, 300 - seen.length));
      seen.push(...part);
    }
    await writing;
    expect(seen).toEqual(Array.from({ length: seen.length }, (_, at) => at + 1));
  });

  it("drops a reader that does not read, and no other", async () => {
    const events: HostEvent[] = [];
    const hub = createHub(source(events), { heartbeatMs: 5 });
    hub.open(0, "slow");
    const reading = readIds(hub.open(0, "fast"), 100);
    for (let seq = 1; seq <= 100; seq++) {
      events.push(event(seq));
      hub.publish(event(seq));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await reading).length).toBe(100);
    await until(async () => hub.size === 0); // the fast one has left by itself
  });

  it("ends the streams of a session", async () => {
    const hub = createHub(source([]));
    const reading = readIds(hub.open(0, "gone"), 1);
    hub.open(0, "stays");
    hub.end("gone");
    expect([await reading, hub.size]).toEqual([[], 1]);
    hub.end();
    expect(hub.size).toBe(0);
  });

  it("ends a stream whose events cannot be read", async () => {
    const hub = createHub({ since: () => Promise.reject(new Error("disk")) });
    expect(await readIds(hub.open(0, "s"), 1)).toEqual([]);
  });
});

describe("streams that are made one", () => {
  it("give what each gives, in its order, and no more than is read", async () => {
    const given: [number, number] = [0, 0];
    const source = (at: 0 | 1): ReadableStream<Uint8Array> =>
      new ReadableStream({ pull: (controller) => controller.enqueue(Buffer.from([at, given[at]++])) });
    const reader = mergeStreams([source(0), source(1)]).getReader();
    const seen: number[][] = [[], []];
    for (let read = 0; read < 200; read++) {
      const [at, number] = (await reader.read()).value as Uint8Array;
      seen[at as number]?.push(number as number);
    }
    for (const [at, numbers] of seen.entries()) {
      expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, index) => index));
      expect((given[at] as number) - numbers.length).toBeLessThanOrEqual(3);
    }
  });

  it.each(["the first", "the second"])("end with %s, and are left together", async (which) => {
    const hubs = [createHub(source([])), createHub(source([]))];
    const open = () => mergeStreams(hubs.map((hub) => hub.open(0, "s")));
    const reading = readIds(open(), 1);
    hubs[which === "the first" ? 0 : 1]?.end();
    expect(await reading).toEqual([]);
    await until(async () => hubs.every(({ size }) => size === 0));
    const left = open();
    expect(hubs.map(({ size }) => size)).toEqual([1, 1]);
    await left.cancel();
    expect(hubs.map(({ size }) => size)).toEqual([0, 0]);
  });
});

describe("GET /api/events", () => {
  let host: TestHost;
  let session: TestSession;
  beforeAll(async () => {
    host = await serve();
    session = await host.login();
  });
  afterAll(() => host.close());

  const append = (): Promise<HostEvent> => host.services.store.events.append({ at: 0, type: "chat.changed" });
  const open = async (headers: Record<string, string> = {}, search = ""): Promise<Response> =>
    fetch(`${host.url}/api/events${search}`, { headers: { cookie: session.cookie, ...headers } });

  it("resumes after the last number that was seen", async () => {
    const first = await open();
    for (let at = 0; at < 3; at++) await append();
    const ids = await readIds(first.body as ReadableStream<Uint8Array>, 3);
    for (let at = 0; at < 3; at++) await append();
    const again = await open({ "last-event-id": String(ids[1]) });
    expect(await readIds(again.body as ReadableStream<Uint8Array>, 4)).toEqual(
      [0, 1, 2, 3].map((at) => (ids[2] as number) + at),
    );
    const byQuery = await open({}, `?after=${ids[2]}`);
    expect(await readIds(byQuery.body as ReadableStream<Uint8Array>, 3)).toEqual(
      [1, 2, 3].map((at) => (ids[2] as number) + at),
    );
  });

  it("takes no number from another database, and no word", async () => {
    const ahead = await open({ "last-event-id": "999999" });
    const { seq } = await append();
    expect(await readIds(ahead.body as ReadableStream<Uint8Array>, 1)).toEqual([seq]);
    expect((await open({ "last-event-id": "x" })).status).toBe(400);
    expect((await open({}, "?chats=x")).status).toBe(400);
  });

  it("takes the number of a chat's event for no number of its own", async () => {
    const seen = await append();
    const next = await append();
    const stream = await open({ "last-event-id": `cht_1:${next.seq}` }, `?after=${seen.seq}`);
    expect(await readIds(stream.body as ReadableStream<Uint8Array>, 1)).toEqual([next.seq]);
  });

  it("ends with the session", async () => {
    const other = await host.login();
    const stream = await fetch(`${host.url}/api/events`, { headers: { cookie: other.cookie } });
    const reading = readIds(stream.body as ReadableStream<Uint8Array>, 1);
    await other.send("POST", "/api/logout");
    expect(await reading).toEqual([]);
  });
});
