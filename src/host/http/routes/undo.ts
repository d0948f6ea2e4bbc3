import { undoBody } from "../../../wire/undo.ts";
import { actorOf } from "../../auth/principal.ts";
import { missing } from "../../refusal.ts";
import { refuse } from "../refusal.ts";
import { defineRoute, json, type Route } from "../route.ts";
import type { Services } from "../services.ts";
import { APPROVER, VIEWER } from "./access.ts";

/** What a run changed, taken back: a person's own act on files, so no rule decides it. */
export function undoRoutes({ chats, store, undo }: Services): readonly Route[] {
  return [
    defineRoute("GET /api/chats/:id/undo", { access: VIEWER }, async ({ params, caller }) => {
      const chat = await chats.find(params["id"] ?? "", caller);
      return chat === null ? missing("chat") : json({ runs: undo.list(chat.id) });
    }),
    defineRoute("POST /api/chats/:id/undo", { access: APPROVER, body: undoBody }, async ({ params, caller, body }) => {
      const chat = await chats.find(params["id"] ?? "", caller);
      if (chat === null) return missing("chat");
      if ((await store.runs.open(chat.id)).length > 0) return refuse("ECONFLICT", "the chat is at work; stop it first");
      if (undo.list(chat.id).every(({ run }) => run !== body.run))
        return refuse("ENOTFOUND", "nothing of this run can be taken back");
      const undone = await undo.undo(chat.id, body.run, actorOf(caller));
      return undone === null ? refuse("ENOTFOUND", "nothing of this run can be taken back") : json(undone);
    }),
  ];
}
