import { nothing } from "../../../wire/requests.ts";
import { actorOf } from "../../auth/principal.ts";
import { defineRoute, json, type Route } from "../route.ts";
import type { Services } from "../services.ts";
import { APPROVER } from "./access.ts";

/** The sample is a project of its own. */
const SEES_ALL = { ...APPROVER, all: true } as const;

export function tryRoutes({ tryIt }: Services): readonly Route[] {
  return [
    defineRoute("POST /api/try", { access: SEES_ALL, body: nothing }, async ({ caller }) =>
      json(await tryIt.start(actorOf(caller)), 201),
    ),
  ];
}
