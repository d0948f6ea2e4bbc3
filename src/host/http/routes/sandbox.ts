import { sandboxBody, type SandboxView } from "../../../wire/sandbox.ts";
import { refuse } from "../refusal.ts";
import { defineRoute, json, type Route } from "../route.ts";
import type { Services } from "../services.ts";
import { HOST_OWNER, VIEWER } from "./access.ts";

/** The sandbox for commands: off until the owner turns it on. */
export function sandboxRoutes({ store, recorder, sandbox, now }: Services): readonly Route[] {
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
        await recorder.commit(async (tables, log) => {
          await tables.settings.set("sandbox", on);
          await log({
            at: now(),
            type: "sandbox.set",
            actor: `person:${caller.id}`,
            chat: null,
            approval: null,
            data: { on },
          });
        });
        await store.events.append({ at: now(), type: "policy.changed" });
        return json(await view());
      },
    ),
  ];
}
