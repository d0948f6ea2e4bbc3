import { finding } from "../../core/finding-table.ts";
import {
  altersFile,
  editsFile,
  fetches,
  globs,
  listsFolder,
  readsFile,
  same,
  searches,
  shells,
  writesFile,
  type AgentTable,
  type Mapper,
} from "./map.ts";

/** A command that is to run outside of the agent's own sandbox: its rules were given for inside. */
const shellsSandboxed: Mapper = (input) => {
  const call = shells(input);
  const flag = input["dangerouslyDisableSandbox"];
  const leaves = flag !== undefined && flag !== null && flag !== false;
  return call && leaves ? { ...call, findings: [finding("person-act", OUTSIDE)] } : call;
};

const OUTSIDE = "it asks to run outside of the agent's own sandbox";

/** Claude Code. Names and arguments: its hooks reference and the agent SDK's tool types, 2026. */
export const CLAUDE_CODE: AgentTable = {
  Bash: shellsSandboxed,
  Monitor: shellsSandboxed,
  BashOutput: same("wait"),
  TaskOutput: same("wait"),
  KillShell: same("wait"),
  KillBash: same("wait"),
  TaskStop: same("wait"),
  Read: readsFile,
  NotebookRead: readsFile,
  Edit: editsFile,
  MultiEdit: editsFile,
  Write: writesFile,
  NotebookEdit: altersFile,
  Glob: globs,
  Grep: searches,
  LS: listsFolder,
  WebFetch: fetches,
  WebSearch: same("web_search"),
  Task: same("subagent"),
  Agent: same("subagent"),
  Skill: same("run_skill"),
  SlashCommand: same("run_skill"),
  TodoWrite: same("task"),
  TodoRead: same("task"),
  TaskCreate: same("task"),
  TaskUpdate: same("task"),
  TaskGet: same("task"),
  TaskList: same("task"),
  EnterPlanMode: same("task"),
  ExitPlanMode: same("ask_user"),
  AskUserQuestion: same("ask_user"),
};
