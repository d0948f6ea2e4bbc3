import { preferenceBody } from "../../../wire/requests.ts";
import { readPreference, writePreference } from "../../agents/preference.ts";
import { commit } from "../../audit/commit.ts";
import { actorOf } from "../../auth/principal.ts";
import { missing } from "../../refusal.ts";
import { defineRoute, json, type Route } from "../route.ts";
import type { Services } from "../services.ts";
import { HOST_OWNER } from "./access.ts";

/** Where a person is asked about an agent's calls. */
export function agentRoutes(services: Services): readonly Route[] {
  const { adapters, store, now } = services;
  return [
    defineRoute(
      "PUT /api/agents/:name",
      { access: HOST_OWNER, body: preferenceBody },
      async ({ caller, params, body }) => {
        const agent = adapters.find((adapter) => adapter.name === params["name"]);
        if (agent === undefined) return missing("agent");
        const preference = {
          ...(await readPreference(store.settings, agent.name)),
          hold: body.hold,
          ...(body.waitMs === undefined ? {} : { waitMs: body.waitMs }),
        };
        const data = { agent: agent.name, ...preference };
        await commit(services, { type: "agent.preference", actor: actorOf(caller), data }, async (tables) => {
          await writePreference(tables.settings, agent.name, preference);
          await tables.events.append({ at: now(), type: "agents.changed", id: agent.name });
        });
        return json(preference);
      },
    ),
  ];
}
