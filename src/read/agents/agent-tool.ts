import { lazy } from "../../core/lazy.ts";
import { foldName } from "../../core/names.ts";
import { CLAUDE_CODE } from "./claude-code.ts";
import { asInput, type AgentTable, type CanonicalCall, type Mapper } from "./map.ts";
import { CODEX, COPILOT, CURSOR, GEMINI, OPENCODE } from "./others.ts";

const AGENTS: Readonly<Record<string, readonly AgentTable[]>> = {
  claude_code: [CLAUDE_CODE],
  codex: [CODEX],
  gemini: [GEMINI],
  gemini_cli: [GEMINI],
  qwen_code: [GEMINI],
  cursor: [CURSOR],
  copilot: [COPILOT, CLAUDE_CODE],
  copilot_cli: [COPILOT, CLAUDE_CODE],
  opencode: [OPENCODE],
};

const byAgent = lazy<ReadonlyMap<string, ReadonlyMap<string, Mapper>>>(
  () => new Map(Object.entries(AGENTS).map(([agent, tables]) => [agent, foldTables(tables)])),
);

/** Whether there is a table of this agent's own names; `AGENT_NAMES` are those to tell a person of. */
export function knowsAgent(agent: string): boolean {
  return byAgent().has(foldName(agent));
}
export const AGENT_NAMES: readonly string[] = Object.keys(AGENTS).map((name) => name.replaceAll("_", "-"));

/**
 * The tool of ours that does what another agent's built-in does, with its arguments in our shape. Undefined for a name
 * that the agent does not have, and then the tool is unknown even where it is called like one of ours: a custom tool
 * named `read_file` may do anything. An MCP name stays as it is. Source: decision.md, Names.
 */
export function agentTool(agent: string, name: string, input: unknown): CanonicalCall | undefined {
  if (/^mcp__.+__.+$/.test(name)) return { tool: name, args: input };
  return byAgent().get(foldName(agent))?.get(foldName(name))?.(asInput(input));
}

/** The agent's own table wins over one that it borrows. */
function foldTables(tables: readonly AgentTable[]): ReadonlyMap<string, Mapper> {
  return new Map(
    [...tables]
      .reverse()
      .flatMap((table) => Object.entries(table).map(([name, mapper]) => [foldName(name), mapper] as const)),
  );
}
