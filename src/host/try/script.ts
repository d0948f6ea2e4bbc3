/** One call of the scripted agent; `id` is its call id, by which a restarted host knows how far it was. */
export interface Step {
  readonly id: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Name of the scripted agent: no model is behind it. */
export const TRY_AGENT = "try-it";
export const TRY_TITLE = "Try it (scripted, no model)";

/** One of each kind of answer, in the sample project at `root`. The last one is refused by the built-in rules. */
export function scriptFor(root: string): readonly Step[] {
  const file = (name: string): string => `${root}/${name}`;
  return [
    { id: "try-read", tool: "read_file", args: { path: file("README.md") } },
    { id: "try-status", tool: "shell", args: { command: "git status --short", cwd: root } },
    { id: "try-add", tool: "shell", args: { command: "git add notes.txt", cwd: root } },
    {
      id: "try-edit",
      tool: "edit_file",
      args: { path: file("greeting.txt"), edits: [{ old: "Hello", new: "Good morning" }] },
    },
    { id: "try-build", tool: "shell", args: { command: "sh build.sh", cwd: root } },
    // Harmless where somebody switched the rules off and allows it: the sample is thrown away anyway.
    { id: "try-remove", tool: "shell", args: { command: `rm -rf ${root}`, cwd: root } },
  ];
}
