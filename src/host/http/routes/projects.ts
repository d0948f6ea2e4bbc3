import { isAbsolute } from "node:path";
import type { z } from "zod";
import type { Project } from "../../../store/tables/projects.ts";
import type { StoredRule } from "../../../store/tables/rules.ts";
import { openBody, pathsQuery, projectBody } from "../../../wire/requests.ts";
import type { ProjectView } from "../../../wire/session.ts";
import { projectOf } from "../../agents/project-of.ts";
import { commit } from "../../audit/commit.ts";
import { actorOf, type Person } from "../../auth/principal.ts";
import { sightOf } from "../../auth/sight.ts";
import { openProject } from "../../policy/new-project.ts";
import { identityOf, withIdentity } from "../../policy/root-identity.ts";
import { missing } from "../../refusal.ts";
import { createPathFinder } from "../../tools/find-paths.ts";
import { refuse } from "../refusal.ts";
import { defineRoute, json, type Route } from "../route.ts";
import type { Services } from "../services.ts";
import { HOST_OWNER, OWNER, VIEWER } from "./access.ts";

/** Projects: the list, one that a person adds by hand, the question how one is opened, and the files of one. */
export function projectRoutes(services: Services): readonly Route[] {
  const { store, recorder, assembling, now } = services;
  const findPaths = createPathFinder(now);

  return [
    defineRoute("GET /api/projects", { access: VIEWER }, async ({ caller }) => {
      const sight = await sightOf(store, caller.id);
      const seen = (await store.projects.list()).filter(({ id }) => sight.project(id));
      return json({ projects: seen.map(toProjectView) });
    }),
    defineRoute("POST /api/projects", { access: HOST_OWNER, body: projectBody }, async ({ caller, body }) => {
      if (!isAbsolute(body.path)) return refuse("EREQUEST", "the path of a folder is absolute", "$.path");
      const place = projectOf(body.path, assembling.home);
      if (place === null)
        return refuse("EREQUEST", "there is no such folder, or it is too broad for a project", "$.path");
      const { project, added } = await openProject({ store, recorder, now }, place, actorOf(caller));
      return json({ project: toProjectView(project) }, added ? 201 : 200);
    }),
    defineRoute("POST /api/projects/:id/open", { access: OWNER, body: openBody }, async ({ caller, params, body }) => {
      const project = await store.projects.get(params["id"] ?? "");
      if (project === null) return missing("project");
      return json({ project: toProjectView(await open(project, body.answer, caller)) });
    }),
    defineRoute("GET /api/projects/:id/paths", { access: VIEWER, query: pathsQuery }, async (input) => {
      const project = await store.projects.get(input.params["id"] ?? "");
      if (project === null) return missing("project");
      return json({ paths: await findPaths(project.path, input.query.q) });
    }),
  ];

  async function open(project: Project, answer: Answer, person: Person): Promise<Project> {
    const identity = identityOf(project.path);
    const opened = { ...project, ...grantedBy(answer, project), ...(identity === undefined ? {} : { identity }) };
    const data = { project: project.id, path: project.path, answer };
    await commit(services, { type: "project.opened", actor: actorOf(person), data }, async (tables) => {
      await tables.projects.update(opened);
      const id = `opened_${project.id}`;
      await tables.rules.remove(id);
      if (answer === "edit") await tables.rules.add(changeRule(id, project.id, { person: person.id, at: now() }));
      await tables.events.append({ at: now(), type: "policy.changed", id: project.id });
    });
    await services.resettle();
    return opened;
  }
}

type Answer = z.infer<typeof openBody>["answer"];

/**
 * The one question of a project. `ask`: its folder can be listed, and each folder below is asked for. What was granted
 * of other folders stays.
 */
function grantedBy(answer: Answer, { path, grants }: Project): Pick<Project, "opened" | "grants"> {
  const others = grants.filter((grant) => grant.root !== path);
  if (answer !== "ask") return { opened: answer, grants: others };
  return { opened: "custom", grants: [...others, withIdentity({ root: path, recursive: false, can: ["read"] })] };
}

/** What *read and edit* stores: changes within the project run; protected files and deletions still ask. */
function changeRule(id: string, project: string, by: { readonly person: string; readonly at: number }): StoredRule {
  return {
    id,
    tool: "change",
    pattern: "**",
    decision: "allow",
    scope: "project",
    target: project,
    createdBy: by.person,
    createdAt: by.at,
  };
}

export function toProjectView({ id, path, name, opened, gitWorkTree }: Project): ProjectView {
  return { id, path, name, opened, gitWorkTree };
}
