import { useCallback, useEffect, useRef, useState } from "react";
import type { Outgoing } from "../../api/chat-routes.ts";
import type { Queued } from "./queue-store.ts";

export interface Queue {
  readonly waiting: readonly Queued[];
  readonly add: (message: Outgoing) => void;
  readonly remove: (index: number) => void;
}

interface QueueOptions {
  readonly chat: string;
  /** The run before it came to its end: the next one goes. After a stop or a failure it stays for the person to send. */
  readonly ready: boolean;
  readonly send: (message: Outgoing) => Promise<unknown>;
}

/**
 * Messages that wait for the run to end, kept over a reload with what is attached. Of this tab alone, so that two tabs
 * never send the same.
 */
export function useQueue({ chat, ready, send }: QueueOptions): Queue {
  const [waiting, setWaiting] = useState<readonly Queued[]>([]);
  // A chat in which nothing was queued stands without the rest.
  const [read, setRead] = useState(() => !isKept(chat));
  const sending = useRef(false);
  useEffect(() => {
    if (!isKept(chat)) return undefined;
    let over = false;
    const read = async (): Promise<void> => {
      const kept = await (await store()).readQueue(chat);
      if (over) return;
      setWaiting((later) => [...kept, ...later]);
      setRead(true);
    };
    read().catch(() => {}); // the queue lives as long as the page then
    return () => {
      over = true;
    };
  }, [chat]);
  useEffect(() => {
    if (read && (waiting.length > 0 || isKept(chat))) void store().then(({ writeQueue }) => writeQueue(chat, waiting));
  }, [chat, read, waiting]);
  const [first] = waiting;
  useEffect(() => {
    if (!ready || first === undefined || first.lost || sending.current) return;
    sending.current = true;
    send(first)
      .then(
        () => setWaiting((all) => all.filter((each) => each !== first)),
        () => {}, // refused: it stays in the queue, where it is seen
      )
      .finally(() => {
        sending.current = false;
      });
  }, [ready, first, send]);
  return {
    waiting,
    add: useCallback((message) => setWaiting((all) => [...all, message]), []),
    remove: useCallback((index) => setWaiting((all) => all.filter((_, i) => i !== index)), []),
  };
}

const store = () => import("./queue-store.ts");

/** Where the queue of a chat is kept, without what is attached. */
export const queueKey = (chat: string): string => `assent.queue.${chat}`;

function isKept(chat: string): boolean {
  try {
    return sessionStorage.getItem(queueKey(chat)) !== null;
  } catch {
    return false; // this browser keeps nothing
  }
}
