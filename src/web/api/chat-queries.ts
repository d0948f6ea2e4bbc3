import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { ChatView } from "../../wire/chats.ts";
import type { PlanView } from "../../wire/plan.ts";
import { getJson } from "./client.ts";
import { listConnections, listUndo } from "./chat-routes.ts";

/** Chats of this host's own, newest first; sessions of other agents are no chats to write in. */
export const ownChatsQuery = queryOptions({
  queryKey: ["chats", "own"],
  queryFn: () =>
    getJson<{ readonly chats: readonly ChatView[] }>("/api/chats?limit=500").then(({ chats }) =>
      chats.filter(({ agent }) => agent === null).toSorted((a, b) => b.lastSeen - a.lastSeen),
    ),
});
export const connectionsQuery = queryOptions({ queryKey: ["connections"], queryFn: listConnections });
export const undoQuery = (chat: string) => queryOptions({ queryKey: ["undo", chat], queryFn: () => listUndo(chat) });
export const planQuery = (chat: string) =>
  queryOptions({
    queryKey: ["plan", chat],
    queryFn: () => getJson<PlanView>(`/api/chats/${encodeURIComponent(chat)}/plan`),
  });
/** Paths within a project that hold what was typed, best first. */
export const projectPathsQuery = (project: string, query: string) =>
  queryOptions({
    queryKey: ["paths", project, query],
    queryFn: () =>
      getJson<{ readonly paths: readonly string[] }>(
        `/api/projects/${encodeURIComponent(project)}/paths?${new URLSearchParams({ q: query })}`,
      ).then(({ paths }) => paths),
    staleTime: 10_000,
    placeholderData: keepPreviousData,
  });
