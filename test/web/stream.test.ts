import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createStream, HOST, type StreamState, type Told } from "../../src/web/api/stream/stream.ts";

/** Connections in place of the browser's, which a test opens, feeds and breaks. */
class FakeSource extends EventTarget {
  static readonly CLOSED = 2;
  static all: FakeSource[] = [];
  readyState = 0;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = decodeURIComponent(url);
    FakeSource.all.push(this);
  }
  close(): void {
    this.readyState = FakeSource.CLOSED;
  }
  open(): void {
    this.dispatchEvent(new Event("open"));
  }
  tell(type: string, lastEventId: string): void {
    if (this.readyState !== FakeSource.CLOSED)
      this.dispatchEvent(new MessageEvent(type, { lastEventId, data: lastEventId }));
  }
  /** `refused`: the browser has given up by itself. */
  fail(refused: boolean): void {
    if (refused) this.readyState = FakeSource.CLOSED;
    this.dispatchEvent(new Event("error"));
  }
}

let told: string[] = [];
let states: StreamState[] = [];
const onTold = ({ of, prev, seq }: Told): void => void told.push(`${of} ${prev}→${seq}`);
const start = () => createStream({ onTold, onState: (state) => states.push(state) });
const last = (): FakeSource => FakeSource.all.at(-1) as FakeSource;
const urls = (): string[] => FakeSource.all.map(({ url }) => url);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("EventSource", FakeSource);
  FakeSource.all = [];
  told = [];
  states = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("one connection for what is followed", () => {
  it("opens once for topics of one moment, and tells whose each event is and what it follows on", async () => {
    const stream = start();
    stream.follow(HOST, 5, "a");
    stream.follow("cht_1", 7, "a");
    await vi.runAllTimersAsync();
    last().open();
    last().tell("level.changed", "6");
    last().tell("delta", "cht_1:8");
    last().tell("delta", "cht_2:8");
    last().tell("run", "cht_1:12");
    expect(urls()).toEqual(["/api/events?after=5&chats=cht_1:7"]);
    expect(told).toEqual([" 5→6", "cht_1 7→8", "cht_1 8→12"]);
    expect(states).toEqual(["live"]);
  });

  it("asks again from where it is for a new topic, and for nothing that it follows already", async () => {
    const stream = start();
    stream.follow(HOST, 5, "a");
    await vi.runAllTimersAsync();
    last().tell("level.changed", "9");
    stream.follow(HOST, 9, "b");
    await vi.runAllTimersAsync();
    stream.follow("cht_1", 3, "b");
    await vi.runAllTimersAsync();
    expect(urls()).toEqual(["/api/events?after=5", "/api/events?after=9&chats=cht_1:3"]);
    expect(FakeSource.all[0]?.readyState).toBe(FakeSource.CLOSED);
  });

  it("goes back to what somebody has not seen", async () => {
    const stream = start();
    stream.follow(HOST, 5, "a");
    await vi.runAllTimersAsync();
    last().tell("level.changed", "9");
    stream.follow(HOST, 6, "b");
    stream.follow(HOST, 6, "b");
    await vi.runAllTimersAsync();
    last().tell("level.changed", "7");
    expect(urls()).toEqual(["/api/events?after=5", "/api/events?after=6"]);
    expect(told).toEqual([" 5→9", " 6→7"]);
  });

  it.each<[string, (stream: ReturnType<typeof start>) => void]>([
    ["a page is behind", (stream) => stream.follow("cht_1", 7, "b")],
    [
      "a topic was left and is followed again",
      (stream) => (stream.leave("cht_1", "a"), stream.follow("cht_1", 7, "a")),
    ],
  ])("passes over nothing that comes before it has gone back: %s", async (_, goBack) => {
    const stream = start();
    stream.follow(HOST, 5, "a");
    stream.follow("cht_1", 7, "a");
    await vi.runAllTimersAsync();
    last().tell("delta", "cht_1:8");
    last().tell("delta", "cht_1:9");
    told = [];
    goBack(stream);
    last().tell("delta", "cht_1:10");
    await vi.runAllTimersAsync();
    for (const seq of [8, 9, 10]) last().tell("delta", `cht_1:${seq}`);
    expect(urls().at(-1)).toBe("/api/events?after=5&chats=cht_1:7");
    expect(told).toEqual(["cht_1 7→8", "cht_1 8→9", "cht_1 9→10"]);
  });

  it.each([
    [false, "away"],
    [true, "refused"],
  ] as const)("asks again by itself, from where it is (refused: %s)", async (refused, state) => {
    const stream = start();
    stream.follow(HOST, 5, "a");
    await vi.runAllTimersAsync();
    last().open();
    last().tell("level.changed", "9");
    last().fail(refused);
    expect(urls()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_000);
    last().open();
    expect(urls()).toEqual(["/api/events?after=5", "/api/events?after=9"]);
    expect(states).toEqual(["live", state, "live"]);
  });

  it("takes the numbers of another database, which begin anew", async () => {
    const stream = start();
    stream.follow(HOST, 500, "a");
    await vi.runAllTimersAsync();
    last().tell("level.changed", "3");
    last().tell("level.changed", "4");
    expect(told).toEqual([" 500→3", " 3→4"]);
  });

  it("follows a chat as long as one page does, and nothing when none does", async () => {
    const stream = start();
    for (const page of ["a", "b"]) stream.follow("cht_1", 1, page);
    await vi.runAllTimersAsync();
    stream.leave("cht_1", "a");
    last().tell("delta", "cht_1:2");
    stream.leave("cht_1", "b");
    last().tell("delta", "cht_1:3");
    expect(told).toEqual(["cht_1 1→2"]);
    expect(last().readyState).toBe(FakeSource.CLOSED);
    last().fail(false);
    await vi.runAllTimersAsync();
    expect(urls()).toHaveLength(1);
  });
});
