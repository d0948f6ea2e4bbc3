import { randomUUID } from "node:crypto";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";

/** What a server lists in an answer: the parts of a result, or its tools. */
const LISTS = ["content", "tools"] as const;
type Name = (typeof LISTS)[number];

/**
 * The lists of a server's answers, past the official client, which checks each item by all that it could be: one of a
 * kind that it does not know would void the whole answer, and many of them hold the host up for minutes.
 */
export interface PastClient {
  /** As the server sent it; what stands there where that is no list. */
  of(answer: Readonly<Record<string, unknown>>, name: Name): unknown;
}

/** To be called before the client connects. The client sees the lists empty. */
export function pastClient(transport: Transport): PastClient {
  // A server cannot know the names that these have on their way.
  const mark = randomUUID();
  let deliver: Transport["onmessage"];
  const set = (next: Transport["onmessage"]): void => void (deliver = next);
  const get = (): Transport["onmessage"] => deliver && ((message, extra) => deliver?.(aside(message, mark), extra));
  Object.defineProperty(transport, "onmessage", { set, get });
  return { of: (answer, name) => answer[keyOf(name, mark)] ?? answer[name] };
}

function aside(message: JSONRPCMessage, mark: string): JSONRPCMessage {
  if (!("result" in message) || typeof message.result !== "object") return message;
  const result: Record<string, unknown> = { ...message.result };
  for (const name of LISTS) {
    const list = result[name];
    // One that is aside already is not taken for its empty place.
    if (Array.isArray(list) && !Object.hasOwn(result, keyOf(name, mark)))
      Object.assign(result, { [name]: [], [keyOf(name, mark)]: list });
  }
  return { ...message, result };
}

function keyOf(name: Name, mark: string): string {
  return `${mark} ${name}`;
}
