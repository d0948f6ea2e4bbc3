import { homedir } from "node:os";

import { projectOf } from "../host/agents/project-of.ts";

/** The project of the folder that this was typed in; null: there is none. */
export function projectHere(): string | null {
  return projectOf(process.cwd(), homedir())?.path ?? null;
}
