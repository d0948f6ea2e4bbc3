import { visible } from "../core/explain.ts";
import type { FileFault, ProjectFileView } from "../wire/project-file.ts";
import { withHost } from "./opened.ts";

/** The files of a project that speak of modes; none of a project that the host has not met. */
export async function projectFiles(path: string): Promise<readonly ProjectFileView[]> {
  const views = await withHost(async (host) => {
    const project = await host.store.projects.byPath(path);
    return project === null ? null : host.files.filesOf(project);
  });
  return views ?? [];
}

/** What is wrong with a file, a line each; what of it is only not read comes last. The file came with the project. */
export function faultLines({ name, fault, faults }: ProjectFileView): readonly string[] {
  return [
    ...(fault === null ? [] : [say(name, fault, "its last good version counts")]),
    ...faults.map((each) => say(name, each, "it reads as strict as it may be meant")),
  ];
}

export function warningLines({ name, warnings }: ProjectFileView): readonly string[] {
  return warnings.map((each) => say(name, each));
}

function say(name: string, { line, column, path, message }: FileFault, so?: string): string {
  const place = path === undefined ? "" : `\`${path}\`: `;
  return visible(`${name}:${line}:${column}: ${place}${message}${so === undefined ? "" : `; ${so}`}`);
}
