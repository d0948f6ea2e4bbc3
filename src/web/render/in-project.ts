import type { ApprovalView } from "../../wire/approval.ts";

/** Below the project from there on; anything else whole, so that nothing outside looks as if it lay inside. */
export function inProject(path: string, project: ApprovalView["project"]): string {
  if (project === null || !path.startsWith(`${project.path}/`)) return path;
  return path.slice(project.path.length + 1);
}
