import { useQueryClient } from "@tanstack/react-query";
import { useState, useSyncExternalStore } from "react";
import { type ChatSnapshot, followChat, type OpenChat } from "./state/open-chat.ts";

/** The chat while it is on screen. Mount it anew for another chat. */
export function useOpenChat(id: string): readonly [ChatSnapshot, OpenChat] {
  const client = useQueryClient();
  const [chat] = useState(() => followChat(client, id));
  return [useSyncExternalStore(chat.subscribe, chat.snapshot), chat];
}
