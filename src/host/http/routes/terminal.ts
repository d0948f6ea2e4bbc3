import { terminalBody } from "../../../wire/terminal.ts";
import { confirmAndRun } from "../../agents/terminal.ts";
import { defineRoute, json, type Route } from "../route.ts";
import type { Services } from "../services.ts";
import { ONLY_TERMINAL } from "./access.ts";

/** What `assent` commands in a terminal may ask for: each waits for a person, but for stopping everything. */
export function terminalRoutes(services: Services): readonly Route[] {
  return [
    defineRoute(
      "POST /api/terminal",
      { access: ONLY_TERMINAL, body: terminalBody },
      async ({ caller, body, request }) => {
        if (body.command.do !== "stop")
          return json(await confirmAndRun(services, { body, actor: caller, signal: request.signal }));
        await services.gate.setStopped(true, caller);
        return json({ done: true, text: "everything is stopped; a person releases it in a logged-in session" });
      },
    ),
  ];
}
