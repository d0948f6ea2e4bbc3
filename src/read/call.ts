import type { Source } from "../core/reading.ts";

/** One proposed use of a tool, as it arrives. Source: spec README, surfaces.md (batch check). */
export interface Call {
  /** The name as spelled by the caller. */
  readonly tool: string;
  readonly args: unknown;
  /** Working directory, absolute; null where the call has none. */
  readonly cwd: string | null;
  /** Root of the project; null where there is none. */
  readonly project: string | null;
  readonly source: Source;
  readonly attended: boolean;
  readonly callsThisRun?: number;
  /** Name of the calling agent (`claude-code`); its own table of built-ins then names the tool. */
  readonly agent?: string;
  /** The chat's scratch folder, absolute. */
  readonly scratch?: string;
  /** What the protocol sends along with the arguments, as it came (MCP: `_meta`, `task`). */
  readonly beside?: Readonly<Record<string, unknown>>;
  /** What the registry knows of an MCP tool; without it an `mcp__` name is unknown. */
  readonly descriptor?: Descriptor;
}

export interface Descriptor {
  readonly server: string;
  readonly name: string;
  readonly state?: "ok" | "server-disabled" | "bad-descriptor" | "server-unauthorized";
  readonly missingScopes?: readonly string[];
  readonly hash?: string;
  readonly pinned?: string;
  readonly firstSeen?: number;
  /** Class that a person accepted for this very descriptor. */
  readonly class?: string;
  /** JSON Schema of the arguments. */
  readonly inputSchema?: unknown;
}
