import { PLAN_STATES } from "../../core/tools.ts";

/** What a model is told of a built-in tool, and what its arguments are checked against before anybody is asked. */
export interface ToolShape {
  /** For a model: what it does and what it answers. Never what policy says. */
  readonly description: string;
  /** JSON Schema (2020-12) of the arguments, as plain as all providers take it. */
  readonly inputSchema: ObjectSchema;
}

export interface ObjectSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
  readonly additionalProperties: false;
}

interface Schema {
  readonly type: "string" | "integer" | "boolean" | "array" | "object";
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: false;
}

const PATH = text("Path, from the working directory or absolute.");
const SELECTOR = text('Playwright selector of one element: CSS, `text=Save`, or `role=button[name="Save"]`.');
const RUN_OPTIONS = {
  cwd: text("Working directory; the project by default."),
  timeoutMs: { type: "integer", description: "Ends the command after so many ms." },
} as const;

/** What one step of `browser_act` may be; where the page is, is `browser_navigate`'s alone, so that URL rules hold. */
const BROWSER_STEPS = ["click", "fill", "submit", "evaluate", "read", "screenshot"] as const;

/** By canonical id. Source: host.md, "Built-in tools", Arguments. */
export const TOOL_SHAPES: Readonly<Record<string, ToolShape>> = {
  shell: shape(
    "Runs a command line, or a program with its arguments, and answers what it writes.",
    {
      command: text("A command line for the shell."),
      program: text("A program, in place of `command`; no shell reads its arguments."),
      args: list(text()),
      ...RUN_OPTIONS,
    },
    [],
  ),
  read_file: shape(
    "Answers the text of a file, or an image.",
    {
      path: PATH,
      offset: { type: "integer", description: "Lines to skip." },
      limit: { type: "integer", description: "Lines to answer." },
    },
    ["path"],
  ),
  list_files: shape(
    "Lists a folder, one path a line.",
    {
      path: PATH,
      recursive: { type: "boolean", description: "With what is below." },
    },
    ["path"],
  ),
  search_files: shape(
    "Answers the lines of text files that match a regular expression.",
    {
      path: PATH,
      pattern: text("Regular expression without look-around and backreferences."),
      glob: text("Only files whose path matches, as `*.ts` or `src/**/*.ts`."),
    },
    ["path", "pattern"],
  ),
  write_file: shape("Writes a whole file.", { path: PATH, content: text() }, ["path", "content"]),
  edit_file: shape(
    "Replaces pieces of a file. Each `old` must stand there exactly once, unless `all` is set.",
    {
      path: PATH,
      edits: list({
        type: "object",
        properties: { old: text(), new: text(), all: { type: "boolean" } },
        required: ["old", "new"],
        additionalProperties: false,
      }),
    },
    ["path", "edits"],
  ),
  create_directory: shape("Makes a folder.", { path: PATH }, ["path"]),
  move_file: shape("Moves or renames a file or folder.", { from: PATH, to: PATH }, ["from", "to"]),
  delete_file: shape("Deletes a file.", { path: PATH }, ["path"]),
  delete_directory: shape("Deletes a folder with all below it.", { path: PATH }, ["path"]),
  zip_create: shape("Packs files and folders.", { paths: list(PATH), archive: PATH }, ["paths", "archive"]),
  zip_extract: shape("Unpacks an archive into a folder.", { archive: PATH, directory: PATH }, ["archive", "directory"]),
  web_fetch: shape(
    "Fetches a public web page with GET and answers it as text. A redirect to another site is told, not followed.",
    { url: text("http or https address.") },
    ["url"],
  ),
  browser_navigate: shape(
    "Opens a page in this run's own browser and answers its title and address.",
    {
      url: text("http or https address."),
    },
    ["url"],
  ),
  browser_read: shape("Answers the open page as an outline of roles, names and text.", {}, []),
  browser_screenshot: shape("Answers a picture of the open page.", {}, []),
  browser_click: shape("Clicks an element of the open page.", { selector: SELECTOR }, ["selector"]),
  browser_fill: shape("Fills a field of the open page.", { selector: SELECTOR, value: text() }, ["selector", "value"]),
  browser_submit: shape("Submits the form that an element of the open page belongs to.", { selector: SELECTOR }, [
    "selector",
  ]),
  browser_evaluate: shape(
    "Evaluates a JavaScript expression in the open page and answers its value as JSON.",
    {
      script: text(),
    },
    ["script"],
  ),
  browser_act: shape(
    "Takes several steps on the open page, which a person sees and allows together.",
    {
      steps: list({
        type: "object",
        properties: {
          act: { type: "string", enum: BROWSER_STEPS },
          selector: SELECTOR,
          value: text("For `fill`."),
          script: text("For `evaluate`."),
        },
        required: ["act"],
        additionalProperties: false,
      }),
    },
    ["steps"],
  ),
  ask_user: shape(
    "Asks the person a question and answers what they say.",
    {
      question: text(),
      choices: { ...list(text()), description: "Answers to choose from." },
      several: { type: "boolean", description: "Several of them may be chosen." },
      free: { type: "boolean", description: "The person may write an answer of their own; so by default." },
    },
    ["question"],
  ),
  task: shape(
    "The plan of this chat: `list` it, `add` an item, `set` an item's state. Answers the plan.",
    {
      do: { type: "string", enum: ["list", "add", "set"] },
      title: text("Of the item to add."),
      id: { type: "integer", description: "Of the item to set." },
      state: { type: "string", enum: PLAN_STATES },
    },
    ["do"],
  ),
  run_skill: shape(
    "Loads a skill: answers its instructions, which are then to be followed.",
    {
      skill: text("Name of the skill."),
      task: text("What it is to be used for."),
    },
    ["skill"],
  ),
  subagent: shape(
    "Gives a task to another agent with the same tools but this one, and answers what it says at last.",
    {
      task: text("All that it has to know: it sees nothing of this chat."),
      title: text("A few words for the person."),
      background: { type: "boolean", description: "Go on at once; the end of it is told later." },
    },
    ["task"],
  ),
  wait: shape("Waits.", { seconds: { type: "integer", description: "1 to 600." } }, ["seconds"]),
};

/** Undefined for a tool whose arguments are described elsewhere. */
export function shapeOf(tool: string): ToolShape | undefined {
  return Object.hasOwn(TOOL_SHAPES, tool) ? TOOL_SHAPES[tool] : undefined;
}

function text(description?: string): Schema {
  return description === undefined ? { type: "string" } : { type: "string", description };
}

function list(items: Schema): Schema {
  return { type: "array", items };
}

function shape(description: string, properties: ObjectSchema["properties"], required: readonly string[]): ToolShape {
  return { description, inputSchema: { type: "object", properties, required, additionalProperties: false } };
}
