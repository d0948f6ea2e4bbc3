import { levelBody } from "../../../wire/requests.ts";
import { refuse } from "../refusal.ts";
import { defineRoute, json, type Route } from "../route.ts";
import type { Services } from "../services.ts";
import { APPROVER } from "./access.ts";

export function levelRoutes({ gate }: Services): readonly Route[] {
  return [
    defineRoute("POST /api/level", { access: APPROVER, body: levelBody }, async ({ caller, body }) => {
      // Stopping tightens; whoever may answer may do that. Letting everything go on is the owner's.
      if (!body.stopped && caller.role !== "owner") return refuse("EFORBIDDEN", "only the owner releases the stop");
      await gate.setStopped(body.stopped, caller);
      return json({ stopped: body.stopped });
    }),
  ];
}
