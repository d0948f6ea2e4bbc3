import type { Store } from "../../store/store.ts";
import type { Person } from "./principal.ts";
import type { Refusal } from "../refusal.ts";
import { sightOf } from "./sight.ts";

/** Whose policy it is that changes. `target`: id of the chat or project; empty for what holds everywhere. */
export interface Whose {
  readonly scope: "global" | "project" | "chat";
  readonly target: string;
}

export const EVERYWHERE: Whose = { scope: "global", target: "" };

/**
 * What holds for every project belongs to an owner who sees them all; a project's policy, to an owner who sees it; a
 * chat's, to whoever may approve in it. Null where this person may change it.
 */
export async function changeRefusal(
  store: Pick<Store, "persons" | "chats">,
  who: Pick<Person, "id" | "role">,
  { scope, target }: Whose,
): Promise<Refusal | null> {
  const sight = await sightOf(store, who.id);
  if (scope === "chat") return who.role !== "viewer" && (await sight.chat(target)) ? null : MAY_NOT.chat;
  const sees = scope === "project" ? sight.project(target) : sight.all;
  return who.role === "owner" && sees ? null : MAY_NOT[scope];
}

const MAY_NOT = {
  global: forbidden("only an owner who sees every project may change this"),
  project: forbidden("only an owner may change this"),
  chat: forbidden("only a person who may approve here may change this"),
} as const;

function forbidden(message: string): Refusal {
  return { ok: false, status: 403, code: "EFORBIDDEN", message };
}
