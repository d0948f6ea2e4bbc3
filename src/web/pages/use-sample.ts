import { useQuery } from "@tanstack/react-query";
import { chatsQuery } from "../api/queries.ts";

/** Where the scripted agent of the first run stands; null while it is not known. */
export function useSample(): "none" | "runs" | "over" | null {
  const { data } = useQuery(chatsQuery);
  if (data === undefined) return null;
  const runs = data.filter((chat) => chat.agent === "try-it");
  if (runs.length === 0) return "none";
  return runs.some((chat) => chat.endedAt === null) ? "runs" : "over";
}
