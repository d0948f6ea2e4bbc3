import type { QueryClient } from "@tanstack/react-query";
import type { HostEvent } from "../../wire/event.ts";
import { EVENTS_PATH } from "./routes.ts";

/** Which cached answers an event makes old. */
const TOUCHES: Readonly<Record<HostEvent["type"], readonly (readonly string[])[]>> = {
  "approval.created": [["approvals"], ["me"]],
  "approval.changed": [["approvals"], ["me"]],
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
  for (const type of TYPES) source.addEventListener(type, () => take(type));
  source.addEventListener("message", (message) => {
    const type = readType(message.data);
    if (type !== null) take(type);
  });
  return () => source.close();
}

/** Many events of one moment make one refetch. */
function gather(client: QueryClient): (type: HostEvent["type"]) => void {
  const waiting = new Set<HostEvent["type"]>();
  return (type) => {
    if (waiting.size === 0) {
      setTimeout(() => {
        const keys = new Map([...waiting].flatMap((each) => TOUCHES[each]).map((key) => [key.join(), key]));
        waiting.clear();
        for (const queryKey of keys.values()) void client.invalidateQueries({ queryKey });
      }, 20);
    }
    waiting.add(type);
  };
}

function readType(data: unknown): HostEvent["type"] | null {
  try {
    const type = (JSON.parse(String(data)) as { type?: unknown }).type;
    return TYPES.find((known) => known === type) ?? null;
  } catch {
    return null; // an unreadable event changes nothing; the next refetch tells
  }
}
