import { appliesPatch } from "./apply-patch.ts";
import {
  altersFile,
  asInput,
  changes,
  deletesFile,
  editsFile,
  fetches,
  globRoot,
  globs,
  listsFolder,
  pick,
  readsFile,
  same,
  searches,
  shells,
  writesFile,
} from "./map.ts";
import type { AgentTable, Mapper } from "./map.ts";

/** Codex. Its hooks call the shell `Bash` whatever the tool's own name. */
export const CODEX: AgentTable = {
  Bash: shells,
  shell: shells,
  shell_command: shells,
  local_shell: shells,
  exec_command: shells,
  apply_patch: appliesPatch,
  Edit: appliesPatch,
  Write: appliesPatch,
  read_file: readsFile,
  list_dir: listsFolder,
  grep_files: searches,
  view_image: readsFile,
  update_plan: same("task"),
  request_user_input: same("ask_user"),
  spawn_agent: same("subagent"),
  wait: same("wait"),
  web_search: same("web_search"),
};

/** `web_fetch` of Gemini takes a prompt that holds the address. */
const fetchesFromPrompt: Mapper = (input) => {
  if (typeof input["url"] === "string") return fetches(input);
  const urls = typeof input["prompt"] === "string" ? (input["prompt"].match(/https?:\/\/[^\s"'<>)]+/gi) ?? []) : [];
  return urls.length === 1 ? { tool: "web_fetch", args: { url: urls[0] } } : undefined;
};

/** Its paths may be globs: each is read for the folder that it starts from. */
const readsMany: Mapper = (input) => {
  const given = pick(input, "paths", "include");
  if (!Array.isArray(given) || given.length === 0) return undefined;
  return {
    tool: "read_file",
    args: { paths: given.map((path) => (typeof path === "string" ? globRoot(".", path) : path)) },
  };
};

/** Gemini CLI, and Qwen Code, which keeps its names. */
export const GEMINI: AgentTable = {
  run_shell_command: shells,
  read_file: readsFile,
  read_many_files: readsMany,
  write_file: writesFile,
  replace: editsFile,
  edit: editsFile,
  list_directory: listsFolder,
  glob: globs,
  search_file_content: searches,
  grep_search: searches,
  web_fetch: fetchesFromPrompt,
  google_web_search: same("web_search"),
  save_memory: () => changes([{ path: "~/.gemini/GEMINI.md", act: "edit" }]),
  write_todos: same("task"),
  todo_write: same("task"),
  ask_user: same("ask_user"),
  exit_plan_mode: same("ask_user"),
  enter_plan_mode: same("task"),
  activate_skill: same("run_skill"),
};

/** Cursor: names of its `preToolUse` event, and of the two events that stand for one tool each. */
export const CURSOR: AgentTable = {
  Shell: shells,
  beforeShellExecution: shells,
  Read: readsFile,
  beforeReadFile: readsFile,
  Write: writesFile,
  StrReplace: editsFile,
  Edit: editsFile,
  MultiEdit: editsFile,
  EditNotebook: altersFile,
  ApplyPatch: appliesPatch,
  Delete: deletesFile,
  Grep: searches,
  Glob: globs,
  LS: listsFolder,
  SemanticSearch: searches,
  ReadLints: same("wait"),
  WebFetch: fetches,
  WebSearch: same("web_search"),
  Task: same("subagent"),
  TodoWrite: same("task"),
  AskQuestion: same("ask_user"),
};

/** One tool whose `command` says which of several it is. */
const editsByCommand: Mapper = (input) => {
  switch (input["command"]) {
    case "view":
      return readsFile(input);
    case "create":
      return writesFile(input);
    case "str_replace":
      return editsFile(input);
    default:
      return altersFile(input);
  }
};

/** GitHub Copilot CLI; its PascalCase event sends Claude Code's names. */
export const COPILOT: AgentTable = {
  bash: shells,
  shell: shells,
  view: readsFile,
  create: writesFile,
  edit: editsFile,
  str_replace_editor: editsByCommand,
  apply_patch: appliesPatch,
  grep: searches,
  rg: searches,
  glob: globs,
  read_bash: same("wait"),
  stop_bash: same("wait"),
  list_bash: same("wait"),
  web_fetch: fetches,
  web_search: same("web_search"),
  task: same("subagent"),
  skill: same("run_skill"),
  update_todo: same("task"),
  report_intent: same("task"),
  ask_user: same("ask_user"),
  exit_plan_mode: same("ask_user"),
};

/** `multiedit` of OpenCode may name a file in each of its edits. */
const editsMany: Mapper = (input) => {
  const edits = Array.isArray(input["edits"]) ? input["edits"].map(asInput) : [];
  const paths = [...new Set([pick(input, "filePath"), ...edits.map((edit) => pick(edit, "filePath"))])].filter(
    (path) => path !== undefined,
  );
  return paths.length === 0 ? editsFile(input) : changes(paths.map((path) => ({ path, act: "edit" })));
};

export const OPENCODE: AgentTable = {
  bash: shells,
  read: readsFile,
  write: writesFile,
  edit: editsFile,
  multiedit: editsMany,
  patch: appliesPatch,
  apply_patch: appliesPatch,
  list: listsFolder,
  glob: globs,
  grep: searches,
  lsp: readsFile,
  webfetch: fetches,
  websearch: same("web_search"),
  task: same("subagent"),
  skill: same("run_skill"),
  todowrite: same("task"),
  todoread: same("task"),
  question: same("ask_user"),
};
