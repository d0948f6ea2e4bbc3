import { sightOf } from "../auth/sight.ts";
import type { GateContext, Place } from "./context.ts";
import type { Principal } from "../auth/principal.ts";
import type { Refusal } from "../refusal.ts";

/** A caller may see this chat and what waits in it. */
export async function maySee(context: GateContext, principal: Principal, place: Place): Promise<boolean> {
  if (principal.kind === "host") return true;
  if (principal.kind === "agent") return place.chat.agent === principal.name;
  return (await sightOf(context.store, principal.id)).project(place.project?.id ?? null);
}

/** INVARIANT: nobody but a person who may approve ever answers a call; an agent cannot answer its own. */
export function mayAnswer(principal: Principal): boolean {
  return principal.kind === "person" && principal.role !== "viewer";
}

/** What changes no answer: stop a chat, end a session, run what was approved. */
export function mayAct(principal: Principal): boolean {
  return principal.kind !== "person" || principal.role !== "viewer";
}

export const NOT_ALLOWED: Refusal = {
  ok: false,
  status: 403,
  code: "EFORBIDDEN",
  message: "only a person who may approve can do this",
};

/** Thrown by the methods that have no refusal in their answer. */
export class NotAllowed extends Error {
  constructor() {
    super(NOT_ALLOWED.message);
    this.name = "NotAllowed";
  }
}
