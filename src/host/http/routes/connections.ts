import { connectionBody, defaultModelBody, newConnectionBody } from "../../../wire/connections.ts";
import { actorOf } from "../../auth/principal.ts";
import { nothing } from "../../../wire/requests.ts";
import { defineRoute, json, type Route } from "../route.ts";
import type { Services } from "../services.ts";
import { HOST_OWNER, VIEWER } from "./access.ts";

/** Where models are reached. Keys are written here and read back by nobody. */
export function connectionRoutes({ connections }: Services): readonly Route[] {
  return [
    defineRoute("GET /api/connections", { access: VIEWER }, async () => json(await connections.view())),
    defineRoute("POST /api/connections", { access: HOST_OWNER, body: newConnectionBody }, async ({ caller, body }) => {
      const added = await connections.add(body, actorOf(caller));
      return added.ok ? json({ connection: added.connection }, 201) : added;
    }),
    defineRoute(
      "PUT /api/connections/default",
      { access: HOST_OWNER, body: defaultModelBody },
      async ({ caller, body }) => {
        const refused = await connections.setDefault(body.model, actorOf(caller));
        return refused ?? json(await connections.view());
      },
    ),
    defineRoute(
      "PUT /api/connections/:id",
      { access: HOST_OWNER, body: connectionBody },
      async ({ caller, params, body }) => {
        const changed = await connections.change(params["id"] ?? "", body, actorOf(caller));
        return changed.ok ? json({ connection: changed.connection }) : changed;
      },
    ),
    defineRoute("DELETE /api/connections/:id", { access: HOST_OWNER, body: nothing }, async ({ caller, params }) => {
      const refused = await connections.remove(params["id"] ?? "", actorOf(caller));
      return refused ?? json({ ok: true });
    }),
    defineRoute("POST /api/connections/:id/test", { access: HOST_OWNER, body: nothing }, async ({ params }) => {
      const tested = await connections.test(params["id"] ?? "");
      // What the endpoint answered is the answer, also where it is that it cannot be used.
      return "status" in tested ? tested : json(tested);
    }),
  ];
}
