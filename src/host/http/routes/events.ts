import type { HostEvent } from "../../../wire/event.ts";
import { afterQuery } from "../../../wire/requests.ts";
import { seesEvent, sightOf } from "../../auth/sight.ts";
import { eventStream, lastEventOf } from "../event-stream.ts";
import { defineRoute, type Route } from "../route.ts";
import type { Services } from "../services.ts";
import { VIEWER } from "./access.ts";

/** The event stream of the host. */
export function eventRoutes({ store, hub }: Services): readonly Route[] {
  return [
    defineRoute("GET /api/events", { access: VIEWER, query: afterQuery }, async ({ caller, query, request }) => {
      const seen = lastEventOf(request, query.after);
      if (!seen.ok) return seen;
      const last = await store.events.last();
      // A number from another database would wait for ever.
      const from = Math.min(seen.id ?? last, last);
      const sees = async (event: HostEvent): Promise<boolean> => seesEvent(await sightOf(store, caller.id), event);
      return eventStream(hub.open(from, caller.session, { sees }));
    }),
  ];
}
