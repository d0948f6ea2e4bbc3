import type { Me } from "../../wire/session.ts";

/** What the host takes from this person: policy of every project, of one project, of one chat. */
export function mayChange({ role, all }: Me["person"], scope: "app" | "project" | "chat"): boolean {
  if (scope === "chat") return role !== "viewer";
  return role === "owner" && (scope === "project" || all);
}
