import { homedir } from "node:os";

import { projectOf } from "../host/agents/project-of.ts";
import { type FileFault, type ProjectFileView, sayFileChange } from "../wire/project-file.ts";
import { withHost } from "./opened.ts";
import { CliError, print } from "./output.ts";
import { askTerminal } from "./terminal.ts";

/** Shows what the project's own files say that nobody has accepted, and asks a logged-in person to accept it. */
export async function trust(options: { readonly list?: true; readonly json?: true }): Promise<void> {
  const path = projectOf(process.cwd(), homedir())?.path;
  if (path === undefined) throw new CliError("there is no project here", "go to its folder first");
  const views = await withHost(async (host) => {
    const project = await host.store.projects.byPath(path);
    return project === null ? null : host.files.filesOf(project);
  });
  if (options.json) return print(JSON.stringify(views ?? [], null, 2));
  for (const view of views ?? []) show(view);
  const settled = views?.every(({ state }) => state !== "proposed");
  if (options.list || settled) return settled ? print("nothing to accept") : undefined;
  await askTerminal({ do: "trust" });
}

function show({ name, fault, faults, changes }: ProjectFileView): void {
  for (const change of changes) {
    const now = change.now === null ? "" : ` · until then ${change.now}`;
    print(`${name}  ${sayFileChange(change)}${now}`);
  }
  if (fault !== null) print(`${at(name, fault)}: ${fault.message}; its last good version counts`);
  for (const each of faults)
    print(`${at(name, each)}: \`${each.path ?? ""}\`: ${each.message}; it reads as strict as it may be meant`);
}

function at(name: string, { line, column }: FileFault): string {
  return `${name}:${line}:${column}`;
}
