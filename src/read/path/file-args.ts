import type { Act } from "../../core/reading.ts";
import { hasLoneSurrogate } from "./spelling.ts";

/** One path argument of a file tool and what the tool does to it. */
export interface ArgUse {
  readonly path: string;
  readonly act: Act;
  readonly recursive?: boolean;
  /** A link in the last place is itself meant. */
  readonly follow?: boolean;
  /** What is below leaves as content. */
  readonly contents?: boolean;
  readonly moved?: boolean;
  /** The tree whose names arrive here. */
  readonly from?: string;
  /** The archive whose members arrive here. */
  readonly archive?: string;
}

/** One file of a call that changes several (a patch), as an agent's table gives it: `edit_file { changes }`. */
export interface ArgChange {
  readonly path: string;
  readonly act: Exclude<Act, "read">;
  /** Its content goes on under another name. */
  readonly moved?: true;
}

export type FileArgs =
  | { readonly ok: true; readonly uses: readonly ArgUse[]; readonly subject: string }
  | { readonly ok: false; readonly path: string; readonly message: string };

interface Field {
  readonly name: string;
  readonly type: "path" | "paths" | "text" | "count" | "flag" | "edits";
  readonly optional?: boolean;
}

interface FileTool {
  readonly fields: readonly Field[];
  readonly uses: (args: Fields) => readonly ArgUse[];
}

type Fields = Readonly<Record<string, unknown>>;

const PATH: Field = { name: "path", type: "path" };

/** Argument shapes of the file tools, and what each does where. Source: host.md, Arguments; rules.md, acts. */
const FILE_TOOLS: Readonly<Record<string, FileTool>> = {
  read_file: {
    fields: [PATH, option("offset", "count"), option("limit", "count")],
    uses: (args) => [use(args["path"], "read")],
  },
  list_files: {
    fields: [PATH, option("recursive", "flag")],
    uses: (args) => [{ ...use(args["path"], "read"), recursive: args["recursive"] === true }],
  },
  search_files: {
    fields: [PATH, { name: "pattern", type: "text" }, option("glob", "text")],
    uses: (args) => [{ ...use(args["path"], "read"), recursive: true }],
  },
  write_file: { fields: [PATH, { name: "content", type: "text" }], uses: (args) => [use(args["path"], "write")] },
  edit_file: { fields: [PATH, { name: "edits", type: "edits" }], uses: (args) => [use(args["path"], "edit")] },
  create_directory: { fields: [PATH], uses: (args) => [use(args["path"], "write")] },
  delete_file: { fields: [PATH], uses: (args) => [use(args["path"], "delete")] },
  delete_directory: { fields: [PATH], uses: (args) => [{ ...use(args["path"], "delete"), recursive: true }] },
  move_file: {
    fields: [
      { name: "from", type: "path" },
      { name: "to", type: "path" },
    ],
    // A moved folder meets what is protected below it, under its old name and its new one.
    uses: (args) => [
      { ...use(args["from"], "edit"), recursive: true, follow: false, moved: true },
      { ...use(args["to"], "write"), recursive: true, from: String(args["from"]) },
    ],
  },
  zip_create: {
    fields: [
      { name: "paths", type: "paths" },
      { name: "archive", type: "path" },
    ],
    uses: (args) => [
      ...(args["paths"] as readonly string[]).map((path) => ({ ...use(path, "read"), recursive: true })),
      use(args["archive"], "write"),
    ],
  },
  zip_extract: {
    fields: [
      { name: "archive", type: "path" },
      { name: "directory", type: "path" },
    ],
    uses: (args) => [
      use(args["archive"], "read"),
      { ...use(args["directory"], "write"), recursive: true, archive: String(args["archive"]) },
    ],
  },
};

/** Checks the arguments of a file tool by their JSON path and says what it does to which path. */
export function readFileArgs(tool: string, args: unknown): FileArgs {
  const shape = FILE_TOOLS[tool];
  if (shape === undefined || typeof args !== "object" || args === null || Array.isArray(args)) {
    return { ok: false, path: "$", message: "the arguments must be an object" };
  }
  const fields = args as Fields;
  for (const field of shape.fields) {
    const fault = checkField(field, fields[field.name]);
    if (fault !== null) return { ok: false, ...fault };
  }
  const subject = shape.fields.map((field) => fields[field.name]).find((value) => typeof value === "string");
  return { ok: true, uses: shape.uses(fields), subject: String(subject) };
}

/** The same for an agent's tool, which may name several files: the forms that the tables in `src/read/agents` give. */
export function readAgentFileArgs(tool: string, args: unknown): FileArgs {
  const { changes, paths } = (args ?? {}) as Fields;
  if (tool === "edit_file" && changes !== undefined) return readChanges(changes);
  if (tool === "read_file" && paths !== undefined) return readSeveral(paths);
  return readFileArgs(tool, args);
}

/** Several files or folders read at once, as agents' tables give them: `read_file { paths }`. */
function readSeveral(value: unknown): FileArgs {
  const fault = checkPaths("$.paths", value);
  if (fault !== null) return { ok: false, ...fault };
  const uses = (value as readonly string[]).map((path) => ({ ...use(path, "read"), recursive: true, contents: true }));
  return { ok: true, uses, subject: uses[0]?.path ?? "" };
}

function readChanges(value: unknown): FileArgs {
  if (!Array.isArray(value) || value.length === 0)
    return { ok: false, path: "$.changes", message: "must be a list of changes, not empty" };
  const list = value.map((change) => (typeof change === "object" && change !== null ? (change as Fields) : {}));
  for (const [at, change] of list.entries()) {
    const fault = checkPath(`$.changes[${at}].path`, change["path"]);
    if (fault !== null) return { ok: false, ...fault };
  }
  const uses = list.map((change) => ({
    ...use(change["path"], toAct(change["act"])),
    moved: change["moved"] === true,
  }));
  return { ok: true, uses, subject: uses[0]?.path ?? "" };
}

/** What is not known to leave the file in place is taken for a deletion. */
function toAct(act: unknown): Act {
  return act === "write" || act === "edit" ? act : "delete";
}

type Fault = { readonly path: string; readonly message: string } | null;

function checkField(field: Field, value: unknown): Fault {
  const path = `$.${field.name}`;
  if (value === undefined || (value === null && field.optional === true)) {
    return field.optional === true ? null : { path, message: "is missing" };
  }
  switch (field.type) {
    case "path":
      return checkPath(path, value);
    case "paths":
      return checkPaths(path, value);
    case "text":
      return checkText(path, value);
    case "count":
      return Number.isSafeInteger(value) && (value as number) >= 0
        ? null
        : { path, message: "must be a whole number, not negative" };
    case "flag":
      return typeof value === "boolean" ? null : { path, message: "must be true or false" };
    case "edits":
      return checkEdits(path, value);
  }
}

/** What is written would be another text than what was shown. */
function checkText(path: string, value: unknown): Fault {
  if (typeof value !== "string") return { path, message: "must be a string" };
  return hasLoneSurrogate(value) ? { path, message: "holds half a character, which no file can hold" } : null;
}

const LONGEST_PATH = 4096;

function checkPath(path: string, value: unknown): Fault {
  if (typeof value !== "string") return { path, message: "must be a string" };
  if (value === "") return { path, message: "must not be empty" };
  if (value.length > LONGEST_PATH) return { path, message: `is longer than ${LONGEST_PATH} characters` };
  // A NUL ends the name for the kernel.
  if (value.includes("\0") || hasLoneSurrogate(value)) return { path, message: "holds what no file name can hold" };
  return null;
}

function checkPaths(path: string, value: unknown): Fault {
  if (!Array.isArray(value) || value.length === 0) return { path, message: "must be a list of paths, not empty" };
  return value.reduce<Fault>((fault, item, at) => fault ?? checkPath(`${path}[${at}]`, item), null);
}

function checkEdits(path: string, value: unknown): Fault {
  if (!Array.isArray(value) || value.length === 0) return { path, message: "must be a list of edits, not empty" };
  return value.reduce<Fault>((fault, item, at) => fault ?? checkEdit(`${path}[${at}]`, item), null);
}

function checkEdit(path: string, value: unknown): Fault {
  if (typeof value !== "object" || value === null) return { path, message: "must be an object" };
  const edit = value as Fields;
  if (typeof edit["old"] !== "string" || edit["old"] === "")
    return { path: `${path}.old`, message: "must be a string, not empty" };
  const fault = checkText(`${path}.old`, edit["old"]) ?? checkText(`${path}.new`, edit["new"]);
  if (fault !== null) return fault;
  if (edit["all"] !== undefined && typeof edit["all"] !== "boolean")
    return { path: `${path}.all`, message: "must be true or false" };
  return null;
}

function option(name: string, type: Field["type"]): Field {
  return { name, type, optional: true };
}

function use(path: unknown, act: Act): ArgUse {
  return { path: String(path), act };
}
