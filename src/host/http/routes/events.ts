import type { HostEvent } from "../../../wire/event.ts";
import { eventsQuery } from "../../../wire/requests.ts";
import type { Person } from "../../auth/principal.ts";
import { seesEvent, sightOf } from "../../auth/sight.ts";
import { frameOf } from "../../events/hub.ts";
import { mergeStreams } from "../../events/merge.ts";
import { eventStream, lastEventOf } from "../event-stream.ts";
import { defineRoute, type Route } from "../route.ts";
import type { Services } from "../services.ts";
import { VIEWER } from "./access.ts";

/** The event stream of the host, and of chats that are asked for: one connection for all that a browser follows. */
export function eventRoutes({ store, hub, chats }: Services): readonly Route[] {
  async function ofChat(followed: string, caller: Person): Promise<ReadableStream<Uint8Array>> {
    const [id = "", after = ""] = followed.split(":");
    const chat = await chats.find(id, caller);
    return chat === null ? closedChat(id) : chats.events(chat, Number(after), caller.session);
  }

  return [
    defineRoute("GET /api/events", { access: VIEWER, query: eventsQuery }, async ({ caller, query, request }) => {
      const seen = lastEventOf(request, { after: query.after });
      if (!seen.ok) return seen;
      const last = await store.events.last();
      // A number from another database would wait for ever.
      const from = Math.min(seen.id ?? last, last);
      const sees = async (event: HostEvent): Promise<boolean> => seesEvent(await sightOf(store, caller.id), event);
      const own = hub.open(from, caller.session, { sees });
      if (query.chats === undefined) return eventStream(own);
      const ofChats = await Promise.all(query.chats.split(",").map((followed) => ofChat(followed, caller)));
      return eventStream(mergeStreams([own, ...ofChats]));
    }),
  ];
}

/** Of a chat that is not there for this caller: who follows it is to open it anew, and is told so then. */
function closedChat(id: string): ReadableStream<Uint8Array> {
  const frame = new TextEncoder().encode(frameOf({ type: "reset", seq: 0 }, id));
  return new ReadableStream({ start: (controller) => controller.enqueue(frame) });
}
