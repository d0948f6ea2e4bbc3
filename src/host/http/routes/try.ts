import { nothing } from "../../../wire/requests.ts";
import { defineRoute, json, type Route } from "../route.ts";
import type { Services } from "../services.ts";
import { APPROVER } from "./access.ts";

export function tryRoutes({ tryIt }: Services): readonly Route[] {
  return [
    defineRoute("POST /api/try", { access: APPROVER, body: nothing }, async () => json(await tryIt.start(), 201)),
  ];
}
