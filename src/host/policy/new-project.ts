import { randomUUID } from "node:crypto";
import { basename } from "node:path";
import type { Project } from "../../store/tables/projects.ts";
import { commit } from "../audit/commit.ts";
import type { Recorder } from "../audit/recorder.ts";
import type { Store } from "../../store/store.ts";
import type { ProjectPlace } from "../agents/project-of.ts";
import { identityOf } from "./root-identity.ts";

/** A project that is seen for the first time: its opening question is still to be answered. */
function newProject({ path, gitWorkTree }: ProjectPlace, now: number): Project {
  const identity = identityOf(path);
  return {
    id: `prj_${randomUUID()}`,
    path,
    name: basename(path),
    opened: "unanswered",
    gitWorkTree,
    grants: [],
    ...(identity === undefined ? {} : { identity }),
    createdAt: now,
  };
}

/** The project of a place that a person names; added, with its line in the audit, where it is new. */
export async function openProject(
  { store, recorder, now }: OpenProjectDeps,
  place: ProjectPlace,
  actor: string,
): Promise<{ readonly project: Project; readonly added: boolean }> {
  const known = await store.projects.byPath(place.path);
  if (known !== null) return { project: known, added: false };
  const at = now();
  const project = newProject(place, at);
  const data = { project: project.id, path: project.path };
  await commit({ recorder, now }, { type: "project.added", actor, data }, async (tables) => {
    await tables.projects.add(project);
    await tables.events.append({ at, type: "policy.changed", id: project.id });
  });
  return { project, added: true };
}

interface OpenProjectDeps {
  readonly store: Store;
  readonly recorder: Recorder;
  readonly now: () => number;
}
