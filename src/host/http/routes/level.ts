import { z } from "zod";
import { defineRoute, json, type Route } from "../route.ts";
import type { Services } from "../services.ts";
import { APPROVER } from "./access.ts";

/** Level L3 for every chat, the kill switch; released, each chat has its own level back. */
const levelBody = z.strictObject({ stopped: z.boolean() });

export function levelRoutes({ gate }: Services): readonly Route[] {
  return [
    defineRoute("POST /api/level", { access: APPROVER, body: levelBody }, async ({ caller, body }) => {
      await gate.setStopped(body.stopped, caller);
      return json({ stopped: body.stopped });
    }),
  ];
}
