import { visible } from "../core/explain.ts";
import { type ProjectFileView, sayFileChange } from "../wire/project-file.ts";
import { CliError, print } from "./output.ts";
import { faultLines, projectFiles, warningLines } from "./project-files.ts";
import { projectHere } from "./project-here.ts";
import { askTerminal } from "./terminal.ts";

/** Shows what the project's own files say that nobody has accepted, and asks a logged-in person to accept it. */
export async function trust(options: { readonly list?: true; readonly json?: true }): Promise<void> {
  const path = projectHere();
  if (path === null) throw new CliError("there is no project here", "go to its folder first");
  const views = await projectFiles(path);
  if (options.json) return print(JSON.stringify(views, null, 2));
  for (const view of views) show(view);
  const settled = views.every(({ state }) => state !== "proposed");
  if (options.list || settled) return settled ? print("nothing to accept") : undefined;
  await askTerminal({ do: "trust" });
}

function show(view: ProjectFileView): void {
  for (const change of view.changes) {
    const now = change.now === null ? "" : ` · until then ${change.now}`;
    print(visible(`${view.name}  ${sayFileChange(change)}${now}`));
  }
  for (const line of faultLines(view)) print(line);
  for (const line of warningLines(view)) print(`note: ${line}`);
}
