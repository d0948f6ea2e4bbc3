import { afterQuery } from "../../../wire/requests.ts";
import type { HostEvent } from "../../../wire/event.ts";
import { seesEvent, sightOf } from "../../auth/sight.ts";
import { refuse } from "../refusal.ts";
import { defineRoute, type Route } from "../route.ts";
import type { Services } from "../services.ts";
import { VIEWER } from "./access.ts";

/** The event stream. A browser that reconnects sends the last number by itself; `after` is for the first time. */
export function eventRoutes({ store, hub }: Services): readonly Route[] {
  return [
    defineRoute("GET /api/events", { access: VIEWER, query: afterQuery }, async ({ caller, query, request }) => {
      const given = request.headers.get("last-event-id") ?? query.after;
      if (given !== undefined && !/^\d{1,15}$/.test(given))
        return refuse("EREQUEST", "the last event id is not a number");
      const last = await store.events.last();
      // A number from another database would wait for ever.
      const from = given === undefined ? last : Math.min(Number(given), last);
      const sees = async (event: HostEvent): Promise<boolean> => seesEvent(await sightOf(store, caller.id), event);
      return new Response(hub.open(from, caller.session, { sees }), {
        headers: { "content-type": "text/event-stream", "cache-control": "no-store", "x-accel-buffering": "no" },
      });
    }),
  ];
}
