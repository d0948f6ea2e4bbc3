import { levelBody } from "../../../wire/requests.ts";
import { changeRefusal, EVERYWHERE } from "../../auth/may-change.ts";
import { defineRoute, json, type Route } from "../route.ts";
import type { Services } from "../services.ts";
import { APPROVER } from "./access.ts";

export function levelRoutes({ gate, store }: Services): readonly Route[] {
  return [
    defineRoute("POST /api/level", { access: APPROVER, body: levelBody }, async ({ caller, body }) => {
      // Stopping tightens; whoever may answer may do that. Letting everything go on is the owner's.
      const refused = body.stopped ? null : await changeRefusal(store, caller, EVERYWHERE);
      if (refused) return refused;
      await gate.setStopped(body.stopped, caller);
      return json({ stopped: body.stopped });
    }),
  ];
}
