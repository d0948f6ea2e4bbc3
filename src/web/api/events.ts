import type { QueryClient } from "@tanstack/react-query";
import type { HostEvent } from "../../wire/event.ts";
import { pendingUpdater } from "./pending-update.ts";
import { follow } from "./stream/follow.ts";
import { HOST } from "./stream/stream.ts";

/** Which cached answers an event makes old. */
const TOUCHES: Readonly<Record<HostEvent["type"], readonly (readonly string[])[]>> = {
  // What waits is brought up to date call by call, by the id that the event names.
  "approval.created": [["me"]],
  "approval.changed": [["approvals", "recent"], ["me"]],
  "chat.changed": [["me"], ["chats"]],
  "rules.changed": [["rules"], ["approvals"], ["tools"]],
  "policy.changed": [
    ["me"],
    ["rules"],
    ["approvals"],
    ["tools"],
    ["chats"],
    ["defaults"],
    ["security"],
    ["policy-files"],
    ["mcp"],
    ["sandbox"],
  ],
  "files.changed": [["me"], ["approvals"], ["tools"], ["policy-files"]],
  "level.changed": [["me"], ["approvals"], ["tools"]],
  "agents.changed": [["me"], ["mcp"]],
  "audit.appended": [["audit"]],
};

export interface EventsOptions {
  readonly client: QueryClient;
  /** Number of the newest event that the first answers already hold. */
  readonly after: number;
  readonly onOnline: (online: boolean) => void;
}

/**
 * Follows the host's events. An event says only that something changed; the answer is fetched. After a gap everything
 * is fetched anew before any event of the new connection counts, so that nothing shown is older than it looks.
 */
export function followEvents({ client, after, onOnline }: EventsOptions): () => void {
  let broken = false;
  const take = gather(client);
  return follow(HOST, after, {
    onEvent: (data) => take(JSON.parse(data) as Told),
    onState(state) {
      const live = state === "live";
      onOnline(live);
      if (live && broken) void client.invalidateQueries();
      if (state === "refused") void client.invalidateQueries({ queryKey: ["me"] });
      broken = !live;
    },
  });
}

type Told = Pick<HostEvent, "type" | "id">;

/** How long events are gathered after the first of a moment, ms. */
const GATHER_MS = 20;

/** Many events of one moment make one refetch; the first after a while is not held up. */
function gather(client: QueryClient): (event: Told) => void {
  const updatePending = pendingUpdater(client);
  const waiting: Told[] = [];
  let last = 0;
  const tell = (): void => {
    last = performance.now();
    const told = waiting.splice(0);
    const keys = new Map(told.flatMap(({ type }) => TOUCHES[type]).map((key) => [key.join(), key]));
    const calls = told.filter(({ type }) => type === "approval.created" || type === "approval.changed");
    if (calls.length > 0) void updatePending(calls.map(({ id }) => id));
    for (const queryKey of keys.values()) void client.invalidateQueries({ queryKey });
  };
  return (event) => {
    if (waiting.length === 0) setTimeout(tell, performance.now() - last > GATHER_MS ? 0 : GATHER_MS);
    waiting.push(event);
  };
}
