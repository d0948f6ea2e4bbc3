import { randomUUID } from "node:crypto";
import { basename } from "node:path";
import type { Project } from "../../store/tables/projects.ts";
import type { ProjectPlace } from "../agents/project-of.ts";
import { identityOf } from "./root-identity.ts";

/** A project that is seen for the first time: its opening question is still to be answered. */
export function newProject({ path, gitWorkTree }: ProjectPlace, now: number): Project {
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
