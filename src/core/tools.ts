import type { Class } from "./class.ts";
import type { Act, Family, Profile } from "./reading.ts";

/** A tool of the host. Source: host.md, "Built-in tools"; decision.md, Names. */
export interface BuiltinTool {
  readonly id: string;
  readonly family: Family;
  readonly class: Class;
  readonly profile: Profile;
  /** What it does to the paths it is given; empty where it takes none. */
  readonly acts: readonly Act[];
  /** Wire and display names beside the id. */
  readonly spellings: readonly string[];
}

export const BUILTIN_TOOLS: readonly BuiltinTool[] = [
  {
    id: "shell",
    family: "shell",
    class: "execute",
    profile: "command",
    acts: [],
    spellings: ["shell_exec", "shell.run"],
  },
  file("read_file", "read", ["read"]),
  file("list_files", "read", ["read"]),
  file("search_files", "read", ["read"]),
  file("write_file", "write", ["write"]),
  file("edit_file", "write", ["edit"]),
  file("create_directory", "write", ["write"]),
  file("move_file", "write", ["write", "edit"]),
  file("delete_file", "destructive", ["delete"]),
  file("delete_directory", "destructive", ["delete"]),
  file("zip_create", "write", ["read", "write"]),
  file("zip_extract", "write", ["read", "write"]),
  { id: "web_fetch", family: "net", class: "network", profile: "url", acts: [], spellings: ["net.web_fetch"] },
  { ...browser("navigate", "network"), profile: "url" },
  // The page that the run opened already, under the rules for its address.
  browser("read", "app-read"),
  browser("screenshot", "app-read"),
  browser("click", "write"),
  browser("fill", "write"),
  browser("submit", "write"),
  browser("evaluate", "execute"),
  browser("act", "write"),
  plain("ask_user", "ask", "interact"),
  plain("subagent", "subagent", "delegate"),
  plain("task", "task", "app-read"),
  plain("run_skill", "skill", "execute"),
  plain("wait", "task", "interact"),
  plain("app_read", "app", "app-read"),
  plain("app_security", "app", "admin"),
];

/** Only ever after a person said yes: browser acts that change something. Source: decision.md, `person-act`. */
export const PERSON_ACTS: ReadonlySet<string> = new Set([
  "browser_click",
  "browser_fill",
  "browser_submit",
  "browser_evaluate",
  "browser_act",
]);

/** Never freed by a level, whatever class a reading gives. Source: decision.md, Levels, last paragraph. */
export const ALWAYS_ASK: ReadonlySet<string> = new Set([
  ...PERSON_ACTS,
  "write_file",
  "edit_file",
  "create_directory",
  "move_file",
  "delete_file",
  "delete_directory",
  "zip_create",
  "zip_extract",
  "run_skill",
  "subagent",
  "app_security",
]);

/** Asked about or not by what the call reads as. */
export const BY_READING: ReadonlySet<string> = new Set(["shell", "web_fetch", "browser_navigate"]);

/** Freed by level L0 as a whole. */
export const READ_ONLY_TOOLS: ReadonlySet<string> = new Set([
  "read_file",
  "list_files",
  "search_files",
  "browser_read",
  "browser_screenshot",
  "ask_user",
  "task",
  "wait",
  "app_read",
]);

/** What an item of the plan may be (tool `task`); `dropped`: it will not be done. */
export const PLAN_STATES = ["open", "doing", "done", "dropped"] as const;
export type PlanState = (typeof PLAN_STATES)[number];

/** A file tool's name on a rule stands for its act. Source: rules.md, "Which rule wins". */
export const RULE_ACTS = ["read", "change", "delete"] as const;
export type RuleAct = (typeof RULE_ACTS)[number];

export function isRuleAct(tool: string): tool is RuleAct {
  return (RULE_ACTS as readonly string[]).includes(tool);
}

/** What rules about the consent to run this project's code have for a tool. */
export const PROJECT_CODE = "project-code";

/**
 * `read .env`: how rules about files are written down. Taken as a pattern of the shell it speaks of a program called
 * `read` and protects no file. Null for a pattern that begins otherwise.
 */
export function fileRuleIn(pattern: string): { readonly act: RuleAct; readonly path: string } | null {
  const [first, ...rest] = pattern.trim().split(/ +/u);
  const act = RULE_ACTS.find((known) => known === first);
  return act === undefined ? null : { act, path: rest.join(" ") };
}

/** The act that rules of a file tool's name are about; null for a tool that rules name as itself. */
export function ruleActOf(tool: BuiltinTool): RuleAct | null {
  if (tool.profile !== "path") return null;
  if (tool.acts.includes("delete")) return "delete";
  return tool.acts.some((act) => act === "write" || act === "edit") ? "change" : "read";
}

export function ruleAct(act: Act): RuleAct {
  if (act === "write" || act === "edit") return "change";
  return act;
}

function file(id: string, cls: Class, acts: readonly Act[]): BuiltinTool {
  return { id, family: "file", class: cls, profile: "path", acts, spellings: [`file.${id}`] };
}

function browser(act: string, cls: Class): BuiltinTool {
  return { id: `browser_${act}`, family: "browser", class: cls, profile: "none", acts: [], spellings: [] };
}

function plain(id: string, family: Family, cls: Class): BuiltinTool {
  return { id, family, class: cls, profile: "none", acts: [], spellings: [] };
}
