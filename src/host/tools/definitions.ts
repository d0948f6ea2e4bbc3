/** What a model is told of a tool. A tool of this table has a runner; a registered one without an entry is not told of. */
export interface ToolDefinition {
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

const text = (description: string) => ({ type: "string", description }) as const;
const path = text("Path, absolute or relative to the project.");
const object = (properties: Readonly<Record<string, unknown>>, required: readonly string[]) =>
  ({ type: "object", properties, required, additionalProperties: false }) as const;

/** By canonical id. Source: host.md, "Built-in tools". */
export const TOOL_DEFINITIONS: Readonly<Record<string, ToolDefinition>> = {
  shell: {
    description:
      "Runs a command line in the project's folder, or one program with its arguments. Prefer the file tools for files.",
    inputSchema: object(
      {
        command: text("A command line. Give this, or `program` and `args`."),
        program: text("A program, without a shell."),
        args: { type: "array", items: { type: "string" } },
        cwd: text("Working directory; the project's folder by default."),
        timeoutMs: { type: "integer", minimum: 1, description: "Ends the command after so many milliseconds." },
      },
      [],
    ),
  },
  read_file: {
    description: "Reads a text file or a picture.",
    inputSchema: object(
      {
        path,
        offset: { type: "integer", minimum: 0, description: "Lines to leave out at the beginning." },
        limit: { type: "integer", minimum: 1, description: "Lines to read." },
      },
      ["path"],
    ),
  },
  list_files: {
    description: "Lists a folder.",
    inputSchema: object({ path, recursive: { type: "boolean" } }, ["path"]),
  },
  search_files: {
    description: "Finds the lines of files that a regular expression matches.",
    inputSchema: object(
      {
        path,
        pattern: text("Regular expression."),
        glob: text("Only files whose path matches, for example `**/*.ts`."),
      },
      ["path", "pattern"],
    ),
  },
  write_file: {
    description: "Writes a whole file, new or in place of the one that is there.",
    inputSchema: object({ path, content: text("All of the file's text.") }, ["path", "content"]),
  },
  edit_file: {
    description: "Replaces text in a file. Each `old` must stand in it exactly once, unless `all` is set.",
    inputSchema: object(
      {
        path,
        edits: {
          type: "array",
          minItems: 1,
          items: object(
            { old: text("Text as it stands."), new: text("Text in its place."), all: { type: "boolean" } },
            ["old", "new"],
          ),
        },
      },
      ["path", "edits"],
    ),
  },
  create_directory: { description: "Makes a folder.", inputSchema: object({ path }, ["path"]) },
  move_file: { description: "Moves or renames a file.", inputSchema: object({ from: path, to: path }, ["from", "to"]) },
  delete_file: { description: "Deletes a file.", inputSchema: object({ path }, ["path"]) },
  delete_directory: { description: "Deletes a folder with all in it.", inputSchema: object({ path }, ["path"]) },
  zip_create: {
    description: "Packs files and folders into a zip archive.",
    inputSchema: object({ paths: { type: "array", items: path, minItems: 1 }, archive: path }, ["paths", "archive"]),
  },
  zip_extract: {
    description: "Unpacks a zip archive into a folder.",
    inputSchema: object({ archive: path, directory: path }, ["archive", "directory"]),
  },
};
