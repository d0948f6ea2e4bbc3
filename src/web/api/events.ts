import type { QueryClient } from "@tanstack/react-query";
import type { HostEvent } from "../../wire/event.ts";
import { pendingUpdater } from "./pending-update.ts";
import { EVENTS_PATH } from "./routes.ts";

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
const TYPES = Object.keys(TOUCHES) as readonly HostEvent["type"][];

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
  const source = new EventSource(`${EVENTS_PATH}?after=${after}`, { withCredentials: true });
  let broken = false;
  source.addEventListener("open", () => {
    onOnline(true);
    if (broken) void client.invalidateQueries();
    broken = false;
  });
  source.addEventListener("error", () => {
    broken = true;
    onOnline(false);
    if (source.readyState === EventSource.CLOSED) void client.invalidateQueries({ queryKey: ["me"] });
  });
  const take = gather(client);
  for (const type of TYPES) source.addEventListener(type, (message) => take(readEvent(message.data, type)));
  source.addEventListener("message", (message) => take(readEvent(message.data, null)));
  return () => source.close();
}

type Told = Pick<HostEvent, "type" | "id">;

/** How long events are gathered after the first of a moment, ms. */
const GATHER_MS = 20;

/** Many events of one moment make one refetch; the first after a while is not held up. */
function gather(client: QueryClient): (event: Told | null) => void {
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
    if (event === null) return;
    if (waiting.length === 0) setTimeout(tell, performance.now() - last > GATHER_MS ? 0 : GATHER_MS);
    waiting.push(event);
  };
}

/** `named`: the type that the stream gives beside it. */
function readEvent(data: unknown, named: HostEvent["type"] | null): Told | null {
  try {
    const { type, id } = JSON.parse(String(data)) as { readonly type?: unknown; readonly id?: unknown };
    const known = named ?? TYPES.find((each) => each === type) ?? null;
    return known && { type: known, ...(typeof id === "string" ? { id } : {}) };
  } catch {
    return named && { type: named }; // unreadable, so that everything of its kind is fetched
  }
}
