import { isAbsolute } from "node:path";
import { pathsQuery, projectBody } from "../../../wire/requests.ts";
import { projectOf } from "../../agents/project-of.ts";
import { actorOf } from "../../auth/principal.ts";
import { openProject } from "../../policy/new-project.ts";
import { createPathFinder } from "../../tools/find-paths.ts";
import { missing } from "../../refusal.ts";
import { refuse } from "../refusal.ts";
import { defineRoute, json, type Route } from "../route.ts";
import type { Services } from "../services.ts";
import { HOST_OWNER, VIEWER } from "./access.ts";
import { toProjectView } from "./session.ts";

/** Projects that a person adds by hand, and the files of one as they are named in a message. */
export function projectRoutes({ store, recorder, assembling, now }: Services): readonly Route[] {
  const findPaths = createPathFinder(now);

  return [
    defineRoute("POST /api/projects", { access: HOST_OWNER, body: projectBody }, async ({ caller, body }) => {
      if (!isAbsolute(body.path)) return refuse("EREQUEST", "the path of a folder is absolute", "$.path");
      const place = projectOf(body.path, assembling.home);
      if (place === null)
        return refuse("EREQUEST", "there is no such folder, or it is too broad for a project", "$.path");
      const { project, added } = await openProject({ store, recorder, now }, place, actorOf(caller));
      return json({ project: toProjectView(project) }, added ? 201 : 200);
    }),
    defineRoute("GET /api/projects/:id/paths", { access: VIEWER, query: pathsQuery }, async (input) => {
      const project = await store.projects.get(input.params["id"] ?? "");
      if (project === null) return missing("project");
      return json({ paths: await findPaths(project.path, input.query.q) });
    }),
  ];
}
