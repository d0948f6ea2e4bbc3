import type { Chat } from "../../../store/tables/chats.ts";
import {
  answerBody,
  callModelBody,
  chatBody,
  headBody,
  newChatBody,
  pageQuery,
  regenerateBody,
  sendBody,
  shellBody,
  traceQuery,
} from "../../../wire/chats.ts";
import { afterQuery, nothing } from "../../../wire/requests.ts";
import type { Person } from "../../auth/principal.ts";
import { missing } from "../../refusal.ts";
import { eventStream, lastEventOf } from "../event-stream.ts";
import { defineRoute, json, type Route, type RouteAnswer } from "../route.ts";
import type { Services } from "../services.ts";
import { APPROVER, VIEWER } from "./access.ts";

/** A message carries its attachments. */
const SEND_LIMIT = 32 * 1024 * 1024;

/** The host's own chats: what is said in them, and what their runs do. Source: host.md, "HTTP API". */
export function conversationRoutes({ chats, turns, store, undo }: Services): readonly Route[] {
  /** The chat of the path, where this person may see it. */
  async function inChat(
    { params, caller }: { readonly params: Readonly<Record<string, string>>; readonly caller: Person },
    work: (chat: Chat) => Promise<RouteAnswer>,
  ): Promise<RouteAnswer> {
    const chat = await chats.find(params["id"] ?? "", caller);
    return chat === null ? missing("chat") : work(chat);
  }

  return [
    defineRoute("POST /api/chats", { access: APPROVER, body: newChatBody }, async ({ caller, body }) => {
      const made = await chats.create(body, caller);
      return made.ok ? json({ chat: made.chat }, 201) : made;
    }),
    defineRoute("GET /api/chats/:id", { access: VIEWER }, async (input) =>
      inChat(input, async (chat) => json(await chats.open(chat))),
    ),
    defineRoute("PUT /api/chats/:id", { access: APPROVER, body: chatBody }, async (input) =>
      inChat(input, async (chat) => {
        const changed = await chats.change(chat, input.body, input.caller);
        return changed.ok ? json({ chat: changed.chat }) : changed;
      }),
    ),
    defineRoute("DELETE /api/chats/:id", { access: APPROVER, body: nothing }, async (input) =>
      inChat(input, async (chat) => {
        const refused = await chats.remove(chat, input.caller);
        if (refused) return refused;
        undo.forget(chat.id);
        return json({ ok: true });
      }),
    ),
    defineRoute("GET /api/chats/:id/messages", { access: VIEWER, query: pageQuery }, async (input) =>
      inChat(input, async (chat) => {
        const { run = null, before = null, limit } = input.query;
        const page = await chats.page(chat, { run, before, limit });
        return page === null ? missing("run") : json(page);
      }),
    ),
    defineRoute(
      "POST /api/chats/:id/messages",
      { access: APPROVER, body: sendBody, bodyLimit: SEND_LIMIT },
      async (input) => inChat(input, async (chat) => begun(await turns.send(chat, input.body, input.caller))),
    ),
    defineRoute("POST /api/chats/:id/regenerate", { access: APPROVER, body: regenerateBody }, async (input) =>
      inChat(input, async (chat) => begun(await turns.regenerate(chat, input.body.message, input.caller))),
    ),
    defineRoute("POST /api/chats/:id/shell", { access: APPROVER, body: shellBody }, async (input) =>
      inChat(input, async (chat) => begun(await turns.shell(chat, input.body.command, input.caller))),
    ),
    defineRoute("PUT /api/chats/:id/head", { access: APPROVER, body: headBody }, async (input) =>
      inChat(input, async (chat) => done(await turns.setHead(chat, input.body.message))),
    ),
    defineRoute("POST /api/chats/:id/answers", { access: APPROVER, body: answerBody }, async (input) =>
      inChat(input, async (chat) => done(await turns.answer(chat, input.body, input.caller))),
    ),
    defineRoute("PUT /api/chats/:id/calls/:call/model", { access: APPROVER, body: callModelBody }, async (input) =>
      inChat(input, async (chat) =>
        done(
          await turns.setCallModel(chat, { call: input.params["call"] ?? "", model: input.body.model }, input.caller),
        ),
      ),
    ),
    defineRoute("POST /api/chats/:id/stop", { access: APPROVER, body: nothing }, async (input) =>
      inChat(input, async (chat) => json({ settled: await turns.stop(chat, input.caller) })),
    ),
    defineRoute("GET /api/chats/:id/tools", { access: VIEWER }, async (input) =>
      inChat(input, async (chat) => json(await chats.tools(chat))),
    ),
    defineRoute("GET /api/chats/:id/plan", { access: VIEWER }, async (input) =>
      inChat(input, async (chat) => json({ items: await store.plans.of(chat.id) })),
    ),
    defineRoute("GET /api/chats/:id/trace", { access: VIEWER, query: traceQuery }, async (input) =>
      inChat(input, async (chat) => json(await chats.trace(chat, input.query.after))),
    ),
    defineRoute("GET /api/chats/:id/events", { access: VIEWER, query: afterQuery }, async (input) =>
      inChat(input, async (chat) => {
        const seen = lastEventOf(input.request, { after: input.query.after, of: chat.id });
        return seen.ok ? eventStream(await chats.events(chat, seen.id ?? 0, input.caller.session)) : seen;
      }),
    ),
  ];
}

function begun(answer: Awaited<ReturnType<Services["turns"]["send"]>>): RouteAnswer {
  return answer.ok ? json({ run: answer.run, message: answer.message }, 202) : answer;
}

function done(answer: Awaited<ReturnType<Services["turns"]["answer"]>>): RouteAnswer {
  return answer.ok ? json({ ok: true }) : answer;
}
