import { useCallback, useEffect, useRef, useState } from "react";
import type { Outgoing } from "../../api/chat-routes.ts";

export interface Queue {
  readonly waiting: readonly Outgoing[];
  readonly add: (message: Outgoing) => void;
  readonly remove: (index: number) => void;
}

interface QueueOptions {
  readonly chat: string;
  /** The run before it came to its end: the next one goes. After a stop or a failure it stays for the person to send. */
  readonly ready: boolean;
  readonly send: (message: Outgoing) => Promise<unknown>;
}

const keyOf = (chat: string): string => `assent.queue.${chat}`;

/** Messages that wait for the run to end. Of this tab alone, so that two tabs never send the same. */
export function useQueue({ chat, ready, send }: QueueOptions): Queue {
  const [waiting, setWaiting] = useState<readonly Outgoing[]>(() => readQueue(chat));
  const sending = useRef(false);
  useEffect(() => {
    try {
      sessionStorage.setItem(keyOf(chat), JSON.stringify(waiting));
    } catch {
      sessionStorage.removeItem(keyOf(chat)); // no room for pictures: the queue lives as long as the page
    }
  }, [chat, waiting]);
  const [first] = waiting;
  useEffect(() => {
    if (!ready || first === undefined || sending.current) return;
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

function readQueue(chat: string): readonly Outgoing[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(chat)) ?? "[]");
    return Array.isArray(stored) ? (stored as readonly Outgoing[]) : [];
  } catch {
    return []; // what cannot be read was no queue
  }
}
