import { sandboxBody, type SandboxView } from "../../../wire/sandbox.ts";
import { commit } from "../../audit/commit.ts";
import { actorOf } from "../../auth/principal.ts";
import { refuse } from "../refusal.ts";
import { defineRoute, json, type Route } from "../route.ts";
import type { Services } from "../services.ts";
import { HOST_OWNER, VIEWER } from "./access.ts";

/** The sandbox for commands: off until the owner turns it on. */
export function sandboxRoutes(services: Services): readonly Route[] {
  const { sandbox } = services;
  const view = async (): Promise<SandboxView> => ({
    on: await sandbox.isOn(),
    missing: await sandbox.commands.missing(),
  });

  return [
    defineRoute("GET /api/settings/sandbox", { access: VIEWER }, async () => json(await view())),
    defineRoute(
      "PUT /api/settings/sandbox",
      { access: HOST_OWNER, body: sandboxBody },
      async ({ caller, body: { on } }) => {
        const missing = on ? await sandbox.commands.missing() : null;
        if (missing !== null) return refuse("ECONFLICT", `the sandbox cannot be used here: ${missing}`);
        await commit(services, { type: "sandbox.set", actor: actorOf(caller), data: { on } }, async (tables) => {
          await tables.settings.set("sandbox", on);
          await tables.events.append({ at: services.now(), type: "policy.changed" });
        });
        await services.resettle();
        return json(await view());
      },
    ),
  ];
}
