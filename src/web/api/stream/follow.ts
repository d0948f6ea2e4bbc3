import { createStream, type Stream, type StreamState, type Told, type Topic } from "./stream.ts";
import { takeTurns, type Turns } from "./turns.ts";

export interface Follower {
  /** An event, as JSON; one that was told before may come again. */
  readonly onEvent: (data: string) => void;
  readonly onState: (state: StreamState) => void;
}

/** What pages say to one another, and each to itself. `page`: who says it. */
type Word =
  | { readonly kind: "joins" }
  /** `looked`: somebody looks at the page that leads. */
  | { readonly kind: "leads"; readonly page: string; readonly looked: boolean }
  | { readonly kind: "follows"; readonly page: string; readonly of: Topic; readonly after: number }
  | { readonly kind: "leaves"; readonly page: string; readonly of: Topic }
  | { readonly kind: "told"; readonly event: Told }
  | { readonly kind: "state"; readonly state: StreamState };

const NAME = "assent-events";

let pages: ReturnType<typeof joinPages> | null = null;

/**
 * Follows the host or a chat from after number `after`. A browser opens six connections to a host and no more, so its pages share one:
 * the page that leads holds it and tells the others.
 */
export function follow(of: Topic, after: number, follower: Follower): () => void {
  pages ??= joinPages();
  return pages.follow(of, after, follower);
}

function joinPages() {
  const page = String(Math.random());
  const followed = new Set<Follower & { readonly of: Topic; seq: number }>();
  let channel: BroadcastChannel | null = null;
  let turns: Turns | null = null;
  let stream: Stream | null = null;
  let looked = false;

  function say(word: Word): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
    channel?.postMessage(word);
    hear(word);
  }

  function hear(word: Word): void {
    if (word.kind === "told") tell(word.event);
    else if (word.kind === "state") for (const { onState } of followed) onState(word.state);
    else if (word.kind === "follows") stream?.follow(word.of, word.after, word.page);
    else if (word.kind === "leaves") stream?.leave(word.of, word.page);
    else if (word.kind === "joins") sayLeads();
    else if (word.page !== page) heedLeader(word.looked);
  }

  /** INVARIANT: no event is passed over. One that does not follow on what is here is left, and asked for from there. */
  function tell({ of, prev, seq, data }: Told): void {
    for (const each of followed) {
      if (each.of !== of) continue;
      if (each.seq < prev) {
        say({ kind: "follows", page, of, after: each.seq });
        continue;
      }
      each.seq = seq;
      each.onEvent(data);
    }
  }

  function heedLeader(isLooked: boolean): void {
    looked = isLooked;
    for (const { of, seq } of followed) say({ kind: "follows", page, of, after: seq });
    takeOverUnlooked();
  }

  /** Browsers slow pages down that nobody looks at, and freeze them; so such a page leads only where all are. */
  function takeOverUnlooked(): void {
    if (stream === null && !looked && isVisible()) turns?.takeOver();
  }

  function sayLeads(): void {
    if (stream !== null) say({ kind: "leads", page, looked: isVisible() });
  }

  function lead(): () => void {
    const own = createStream({
      onTold: (event) => say({ kind: "told", event }),
      onState: (state) => say({ kind: "state", state }),
    });
    stream = own;
    for (const { of, seq } of followed) own.follow(of, seq, page);
    sayLeads();
    return () => {
      own.close();
      if (stream === own) stream = null;
    };
  }

  function join(): void {
    // No locks without a secure connection: there each page has a stream of its own.
    if (!("locks" in navigator)) return void (turns = { takeOver() {}, quit: lead() });
    channel = new BroadcastChannel(NAME);
    channel.addEventListener("message", ({ data }: MessageEvent<Word>) => hear(data));
    turns = takeTurns(NAME, lead);
    say({ kind: "joins" });
  }

  document.addEventListener("visibilitychange", () => {
    sayLeads();
    takeOverUnlooked();
  });
  // The browser may keep a page that was left, and show it again as it was.
  addEventListener("pagehide", () => {
    for (const { of } of followed) say({ kind: "leaves", page, of });
    turns?.quit();
    channel?.close();
    channel = null;
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    for (const { onState } of followed) onState("away");
    join();
  });
  join();

  return {
    follow(of: Topic, after: number, follower: Follower): () => void {
      const each = { ...follower, of, seq: after };
      followed.add(each);
      say({ kind: "follows", page, of, after });
      return () => {
        followed.delete(each);
        if (![...followed].some((other) => other.of === of)) say({ kind: "leaves", page, of });
      };
    },
  };
}

function isVisible(): boolean {
  return document.visibilityState === "visible";
}
