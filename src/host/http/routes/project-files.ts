import { acceptFileBody } from "../../../wire/project-file.ts";
import { actorOf } from "../../auth/principal.ts";
import { missing } from "../../refusal.ts";
import { defineRoute, json, type Route } from "../route.ts";
import type { Services } from "../services.ts";
import { OWNER, VIEWER } from "./access.ts";

/** What a project's own files say of modes, and a person's yes to it. */
export function projectFileRoutes({ store, files }: Services): readonly Route[] {
  return [
    defineRoute("GET /api/projects/:id/policy-files", { access: VIEWER }, async ({ params }) => {
      const project = await store.projects.get(params["id"] ?? "");
      return project === null ? missing("project") : json({ files: await files.filesOf(project) });
    }),
    defineRoute(
      "POST /api/projects/:id/policy-files/accept",
      { access: OWNER, body: acceptFileBody },
      async ({ caller, params, body }) => {
        const project = await store.projects.get(params["id"] ?? "");
        if (project === null) return missing("project");
        const accepted = await files.accept(project, body, actorOf(caller));
        return accepted.ok ? json({ files: await files.filesOf(project), resettled: accepted.resettled }) : accepted;
      },
    ),
  ];
}
