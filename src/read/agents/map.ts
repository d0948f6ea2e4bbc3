import { finding } from "../../core/finding-table.ts";
import type { Finding } from "../../core/reading.ts";
import type { ArgChange } from "../path/file-args.ts";
import { NEW_NAMES, OLD_NAMES, PATH_NAMES, WRITTEN_NAMES } from "./argument-names.ts";

/** A call of an agent's own tool, as the host's tool that does the same. */
export interface CanonicalCall {
  readonly tool: string;
  readonly args: unknown;
  /** What the agent's own arguments ask for beside what ours can say. */
  readonly findings?: readonly Finding[];
}

export type Input = Readonly<Record<string, unknown>>;

/** From an agent's arguments to ours; undefined where they say nothing that can be read, and the tool is then unknown. */
export type Mapper = (input: Input) => CanonicalCall | undefined;

/** One agent's built-ins by the names that it sends. */
export type AgentTable = Readonly<Record<string, Mapper>>;

/** No argument of any tool may be this. */
const SEVERAL: unknown = Object.freeze({});

/**
 * The one of some argument names that is there: agents rename theirs between versions. Where two say different things
 * (`cmd` beside `command`), which of them the agent goes by is not known, and neither is taken.
 */
export function pick(input: Input, ...names: readonly string[]): unknown {
  const given = names.map((name) => input[name]).filter((value) => value !== undefined && value !== null);
  return given.every((value) => value === given[0]) ? given[0] : SEVERAL;
}

export const readsFile: Mapper = (input) => ({ tool: "read_file", args: { path: pick(input, ...PATH_NAMES) } });

export const listsFolder: Mapper = (input) => ({
  tool: "list_files",
  args: { path: pick(input, ...PATH_NAMES) ?? "." },
});

export const writesFile: Mapper = (input) => ({
  tool: "write_file",
  args: {
    path: pick(input, ...PATH_NAMES),
    content: pick(input, ...WRITTEN_NAMES) ?? "",
  },
});

export const deletesFile: Mapper = (input) => ({ tool: "delete_file", args: { path: pick(input, ...PATH_NAMES) } });

/** An edit that replaces nothing makes the file. */
export const editsFile: Mapper = (input) => {
  const path = pick(input, ...PATH_NAMES);
  const edits = Array.isArray(input["edits"]) ? input["edits"].map(toEdit) : [toEdit(input)];
  const [only] = edits;
  if (edits.length === 1 && only?.old === "") return { tool: "write_file", args: { path, content: only.new } };
  return edits.some((edit) => edit.old === "")
    ? changes([{ path, act: "write" }])
    : { tool: "edit_file", args: { path, edits } };
};

function toEdit(value: unknown): { readonly old: unknown; readonly new: unknown; readonly all: boolean } {
  const input = asInput(value);
  return {
    old: pick(input, ...OLD_NAMES) ?? "",
    new: pick(input, ...NEW_NAMES) ?? "",
    all: pick(input, "replace_all", "replaceAll") === true,
  };
}

/** An edit whose text is not of interest (a cell of a notebook, a line put in). */
export const altersFile: Mapper = (input) => changes([{ path: pick(input, ...PATH_NAMES), act: "edit" }]);

export function changes(
  list: readonly { readonly path: unknown; readonly act: ArgChange["act"]; readonly moved?: true }[],
): CanonicalCall {
  return { tool: "edit_file", args: { changes: list } };
}

export const searches: Mapper = (input) => {
  const glob = pick(input, "glob", "include", "include_pattern", "glob_filter");
  const path = pick(input, ...PATH_NAMES) ?? ".";
  const args = { path, pattern: pick(input, "pattern", "query", "regex") ?? "" };
  return { tool: "search_files", args: typeof glob === "string" ? { ...args, glob } : args };
};

/** `/etc/**` or `../**` as a pattern leads out of the folder that is given beside it. */
export const globs: Mapper = (input) => {
  const pattern = pick(input, "pattern", "glob_pattern", "glob");
  const folder = pick(input, ...PATH_NAMES) ?? ".";
  const fixed = pattern === SEVERAL ? pattern : folder;
  const path = typeof pattern === "string" && typeof folder === "string" ? globRoot(folder, pattern) : fixed;
  return { tool: "list_files", args: { path, recursive: true } };
};

/** The folder that everything a glob can match lies in. */
export function globRoot(folder: string, pattern: string): string {
  const parts = pattern.split("/");
  const fixed = parts.slice(
    0,
    parts.findIndex((part) => /[*?[{]/.test(part)),
  );
  const all = parts.some((part) => /[*?[{]/.test(part)) ? fixed : parts;
  // Braces and brackets may hold a way up: `{..,a}/x`.
  if (/[{[][^}\]]*(?:\.\.|\/)/.test(pattern)) return "/";
  if (pattern.startsWith("/") || pattern.startsWith("~")) return all.join("/") || "/";
  const ups = parts.slice(fixed.length).filter((part) => part === "..").length;
  return [folder, ...all, ...Array<string>(ups).fill("..")].join("/");
}

export const shells: Mapper = (input) => {
  const call = commandOf(input);
  const findings = besideCommand(input);
  return findings.length === 0 ? call : { ...call, findings };
};

function commandOf(input: Input): CanonicalCall {
  const command = pick(input, "command", "cmd");
  const cwd = pick(input, "workdir", "cwd", "working_directory", "directory", "dir_path");
  const timeoutMs = pick(input, "timeout", "timeout_ms", "timeoutMs", "block_until_ms");
  const more = { ...(cwd === undefined ? {} : { cwd }), ...(isCount(timeoutMs) ? { timeoutMs } : {}) };
  if (Array.isArray(command)) return { tool: "shell", args: { program: command[0], args: command.slice(1), ...more } };
  // The model names the file that is to read the line, which may be any.
  const { shell } = input;
  if (typeof shell === "string" && shell !== "")
    return { tool: "shell", args: { program: shell, args: ["-c", command], ...more } };
  return { tool: "shell", args: { command, ...more } };
}

/** What is asked for beside the command: rules were given for inside of the agent's sandbox, and for its environment. */
function besideCommand(input: Input): readonly Finding[] {
  const found: Finding[] = [];
  const { sandbox_permissions: permissions } = input;
  const leaves =
    isGiven(input["dangerouslyDisableSandbox"]) ||
    isGiven(input["with_escalated_permissions"]) ||
    (isGiven(permissions) && permissions !== "use_default");
  if (leaves) found.push(finding("person-act", "it asks to run outside of the agent's own sandbox"));
  if (isGiven(input["env"]) || isGiven(input["environment"]))
    found.push(finding("env-injection", "it sets variables of the environment, which may change what programs do"));
  return found;
}

/** An empty object gives nothing. */
function isGiven(value: unknown): boolean {
  if (value === undefined || value === null || value === false) return false;
  return typeof value !== "object" || Object.keys(value).length > 0;
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0;
}

export const fetches: Mapper = (input) => ({ tool: "web_fetch", args: { url: input["url"] } });

/** Tools that have a name of ours and whose arguments decide nothing. */
export function same(tool: string): Mapper {
  return (args) => ({ tool, args });
}

export function asInput(value: unknown): Input {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Input) : {};
}
