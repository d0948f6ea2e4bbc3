import { onlyLimits } from "../../core/limits.ts";
import type { Entry, Limits, Mode } from "../../core/policy.ts";
import type { ToolView } from "../../wire/tool.ts";
import type { LayerPatch } from "../api/routes.ts";
import { sayDuration } from "../render/time.ts";

/** Tools and families as people see them. */
const NAMES: Readonly<Record<string, readonly [name: string, says: string]>> = {
  shell: ["Commands", "Run a command line"],
  file: ["Files", "Read, write, move and delete files"],
  read_file: ["Read a file", ""],
  list_files: ["List a folder", ""],
  search_files: ["Search in files", ""],
  write_file: ["Write a file", ""],
  edit_file: ["Edit a file", ""],
  create_directory: ["Make a folder", ""],
  move_file: ["Move or rename", ""],
  delete_file: ["Delete a file", ""],
  delete_directory: ["Delete a folder", ""],
  zip_create: ["Make an archive", ""],
  zip_extract: ["Unpack an archive", ""],
  web_fetch: ["Web pages", "Get a page by its address"],
  browser: ["Browser", "Open pages and act on them"],
  browser_navigate: ["Open a page", ""],
  browser_read: ["Read the page", ""],
  browser_screenshot: ["Take a picture of it", ""],
  browser_click: ["Click", ""],
  browser_fill: ["Fill in", ""],
  browser_submit: ["Submit", ""],
  browser_evaluate: ["Run a script in it", ""],
  browser_act: ["Several steps at once", ""],
  ask_user: ["Questions to you", "Ask the person something"],
  subagent: ["Subagents", "Hand a task to another agent"],
  task: ["Plan", "Keep a list of what to do"],
  wait: ["Wait", ""],
  run_skill: ["Skills", "Follow a skill’s instructions"],
  app: ["Assent itself", "Read and change what is kept here"],
  app_read: ["Look at it", ""],
  app_security: ["Change rules and grants", ""],
};

export function sayToolName({ kind, id, parent }: Pick<ToolView, "kind" | "id" | "parent">): string {
  if (kind === "shared") return "All tools of MCP servers";
  // What a server calls itself or its tools is never shown under a name of ours.
  if (kind === "server") return id;
  if (kind === "mcp") return id.replace(`mcp__${parent}__`, "");
  if (id === "task" && kind === "family") return "Plan and waiting";
  return NAMES[id]?.[0] ?? id;
}

export function sayToolPurpose({ kind, id }: Pick<ToolView, "kind" | "id">): string {
  if (kind === "shared") return "What holds where neither a server nor its tool is set";
  return kind === "family" || kind === "tool" ? (NAMES[id]?.[1] ?? "") : "";
}

/** A place in policy as a person knows it: `project.native.shell`. */
export function sayLayer(source: string): string {
  const words: Readonly<Record<string, string>> = {
    chat: "this chat",
    project: "this project",
    app: "every project",
    managed: "your administrator",
  };
  return words[source.split(".")[0] ?? ""] ?? source;
}

export function sayMode(mode: Mode): string {
  return { off: "Off", ask: "Ask", allowlist: "Ask, but for a list", allow: "Allow" }[mode];
}

/** `3 calls a run, 30 s, at most 2 min`; empty where there is none. */
export function sayLimits({ callsPerRun: calls, defaultTimeoutMs: usual, maxTimeoutMs: longest }: Limits): string {
  return [
    ...(calls === undefined ? [] : [calls === 1 ? "1 call a run" : `${calls} calls a run`]),
    ...(usual === undefined ? [] : [sayDuration(usual)]),
    ...(longest === undefined ? [] : [`at most ${sayDuration(longest)}`]),
  ].join(", ");
}

/** A change of one entry; null takes it away. */
export function patchOf({ kind, id }: Pick<ToolView, "kind" | "id">, entry: Entry | null): LayerPatch {
  if (kind === "shared") return { mcp: { shared: entry } };
  if (kind === "server") return { mcp: { servers: { [id]: entry } } };
  return kind === "mcp" ? { mcp: { tools: { [id]: entry } } } : { native: { [id]: entry } };
}

/** What a tap on a mode stores beside the limits: nothing, where a wider place has said the same. An ask over the default is stored. */
export function entryFor({ inherited, own }: Pick<ToolView, "inherited" | "own">, mode: Mode): Entry | null {
  const limits = onlyLimits(own ?? {});
  return inherited.source !== null && inherited.mode === mode ? limits : { ...limits, mode };
}

/** Everything that a place says by itself, taken away. */
export function resetPatch(tools: readonly ToolView[]): LayerPatch {
  const own = tools.filter((tool) => tool.own !== null);
  const gone = (...kinds: readonly ToolView["kind"][]) =>
    Object.fromEntries(own.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => [id, null]));
  const shared = own.some(({ kind }) => kind === "shared") ? { shared: null } : {};
  return { native: gone("family", "tool"), mcp: { ...shared, servers: gone("server"), tools: gone("mcp") } };
}
