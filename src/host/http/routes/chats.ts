import { chatsQuery, openBody, touchBody } from "../../../wire/requests.ts";
import { z } from "zod";
import type { Project } from "../../../store/tables/projects.ts";
import type { StoredRule } from "../../../store/tables/rules.ts";
import { sightOf } from "../../auth/sight.ts";
import { commit } from "../../audit/commit.ts";
import { type Person, actorOf } from "../../auth/principal.ts";
import { identityOf, withIdentity } from "../../policy/root-identity.ts";
import { missing } from "../../refusal.ts";
import { defineRoute, json, type Route } from "../route.ts";
import type { Services } from "../services.ts";
import { APPROVER, OWNER, VIEWER } from "./access.ts";
import { toProjectView } from "./session.ts";

/** Chats, and the projects that they belong to. */
export function chatRoutes(services: Services): readonly Route[] {
  const { store, gate, now } = services;

  return [
    defineRoute("GET /api/chats", { access: VIEWER, query: chatsQuery }, async ({ query, caller }) => {
      const { project = null, limit, search } = query;
      return json({ chats: await services.chats.list({ project, limit, search }, caller) });
    }),
    defineRoute(
      "POST /api/chats/:id/touch",
      { access: APPROVER, body: touchBody },
      async ({ caller, params, body }) => {
        const chat = await store.chats.get(params["id"] ?? "");
        if (chat === null) return missing("chat");
        if (body.ifIdle) return json({ settled: await gate.touch(chat.id, body, caller) });
        // Nothing of it waits or runs on: what it remembers goes after that.
        const settled = await services.turns.stop(chat, caller);
        return json({ settled: settled + (await gate.touch(chat.id, body, caller)) });
      },
    ),
    defineRoute("GET /api/projects", { access: VIEWER }, async ({ caller }) => {
      const sight = await sightOf(store, caller.id);
      const seen = (await store.projects.list()).filter(({ id }) => sight.project(id));
      return json({ projects: seen.map(toProjectView) });
    }),
    defineRoute("POST /api/projects/:id/open", { access: OWNER, body: openBody }, async ({ caller, params, body }) => {
      const project = await store.projects.get(params["id"] ?? "");
      if (project === null) return missing("project");
      return json({ project: toProjectView(await open(project, body.answer, caller)) });
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

/** The one question of a project. `ask`: its folder can be listed, and each folder below is asked for. What was granted of other folders stays. */
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
