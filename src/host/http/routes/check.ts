import { checkBody } from "../../../wire/requests.ts";
import { projectAround } from "../../agents/project-of.ts";
import { sightOf } from "../../auth/sight.ts";
import { missing } from "../../refusal.ts";
import { defineRoute, json, type Route } from "../route.ts";
import type { Services } from "../services.ts";
import { VIEWER } from "./access.ts";

/** Reads and decides a call without running or recording it, and explains the answer. */
export function checkRoutes(services: Services): readonly Route[] {
  const { store } = services;

  /** What a call would meet in a folder tells of the folder: whoever sees some projects asks about theirs. */
  async function sees(person: string, folder: string): Promise<boolean> {
    const sight = await sightOf(store, person);
    return sight.all || sight.project(projectAround(await store.projects.list(), folder)?.id ?? null);
  }

  return [
    defineRoute("POST /api/check", { access: VIEWER, body: checkBody }, async ({ caller, body }) => {
      const { tool, args, source, attended, agent } = body;
      const chat = body.chat === undefined ? null : await store.chats.get(body.chat);
      if (body.chat !== undefined && chat === null) return missing("chat", "$.chat");
      const projectId = body.project ?? chat?.project ?? null;
      const project = projectId === null ? null : await store.projects.get(projectId);
      if (body.project !== undefined && project === null) return missing("project", "$.project");
      const cwd = body.cwd ?? project?.path ?? null;
      if (cwd !== null && !(await sees(caller.id, cwd))) return missing("folder in a project of yours", "$.cwd");
      const call = {
        tool,
        args,
        source,
        attended,
        cwd,
        ...(agent === undefined ? {} : { agent }),
      };
      return json(await services.check(call, { chat: chat?.id ?? null, project }));
    }),
  ];
}
