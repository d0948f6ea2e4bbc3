import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { touchIdle } from "../api/chat-routes.ts";
import { type ChatSnapshot, followChat, type OpenChat } from "./state/open-chat.ts";

const CLOSED: ChatSnapshot = { transcript: null, error: null, live: true };
const noStore = { snapshot: () => CLOSED, subscribe: () => () => {} };
/** Chats that this page has opened before. */
const opened = new Set<string>();

/** The chat while it is on screen. Its first opening in a page ends what was remembered for a session that is over. */
export function useOpenChat(id: string): readonly [ChatSnapshot, OpenChat | null] {
  const client = useQueryClient();
  const [store, setStore] = useState<OpenChat | null>(null);
  useEffect(() => {
    // A refusal leaves what is remembered as it is, and the host knows better when to forget.
    if (!opened.has(id)) touchIdle(id).catch(() => {});
    opened.add(id);
    const followed = followChat(client, id);
    setStore(followed);
    return () => {
      followed.close();
      setStore(null);
    };
  }, [client, id]);
  const { subscribe, snapshot } = store ?? noStore;
  return [useSyncExternalStore(subscribe, snapshot), store];
}
