import { chatsQuery, touchBody } from "../../../wire/requests.ts";
import { missing } from "../../refusal.ts";
import { defineRoute, json, type Route } from "../route.ts";
import type { Services } from "../services.ts";
import { APPROVER, VIEWER } from "./access.ts";

/** The list of chats, with the sessions of external agents, and the word that one of them is left. */
export function chatRoutes(services: Services): readonly Route[] {
  const { store, gate } = services;

  return [
    defineRoute("GET /api/chats", { access: VIEWER, query: chatsQuery }, async ({ query, caller }) => {
      const { project = null, limit, search } = query;
      return json({ chats: await services.chats.list({ project, limit, search }, caller) });
    }),
    defineRoute(
      "POST /api/chats/:id/touch",
      { access: APPROVER, body: touchBody },
      async ({ caller, params, body }) => {
        const chat = await store.chats.get(params["id"] ?? "");
        if (chat === null) return missing("chat");
        if (body.ifIdle) return json({ settled: await gate.touch(chat.id, body, caller) });
        // Nothing of it waits or runs on: what it remembers goes after that.
        const settled = await services.turns.stop(chat, caller);
        return json({ settled: settled + (await gate.touch(chat.id, body, caller)) });
      },
    ),
  ];
}
