import type { World } from "../../read/world.ts";
import type { Outcome, Won } from "../gate/gate.ts";
import type { McpClient } from "../mcp/client/client.ts";
import { createBrowsers } from "./browser/session.ts";
import { endLeftBehind } from "./end-marked.ts";
import { definitionsFor, type ToolDefinitions } from "./definitions.ts";
import type { CommandSandbox } from "./sandbox.ts";
import type { ToolContext, ToolResult } from "./tool-context.ts";
import type { UndoRuns } from "./undo-runs.ts";

/** The host's own runner over claims, with the way to end what runs. */
export interface Runner {
  readonly run: (
    claimed: Won,
    more?: Pick<ToolContext, "onOutput" | "chat" | "asked" | "decide">,
  ) => Promise<ToolResult>;
  /** Of these approvals; without a list, all. */
  stop(approvals?: readonly string[]): void;
  /** Ends what the commands of these runs left behind. */
  endLeftBehind(runs: readonly string[]): void;
  /** What a model of a chat in this project can be told of. */
  definitions(project: RunnerProject | null): Promise<ToolDefinitions>;
  /** Of MCP servers: that, and what is known of them brought up to date. */
  readonly mcp: Pick<McpClient, "knows" | "prepare">;
  /** What the run alone had is ended: its browser. */
  endRun(run: string): Promise<void>;
  /** Ends what runs, and what runs had. */
  close(): Promise<void>;
}

interface RunnerProject {
  readonly id: string;
  readonly path: string;
}

export interface RunnerOptions {
  readonly world: () => World;
  /** Characters of output that are kept. */
  readonly outputLimit: () => Promise<number>;
  /** Absent: nothing can be taken back. */
  readonly undo?: Pick<UndoRuns, "logOf" | "ended">;
  readonly sandbox?: SandboxSwitch;
  /** Absent: no MCP server is reached from here. */
  readonly mcp?: McpClient;
}

/** The sandbox for commands, and whether the owner turned it on. */
export interface SandboxSwitch {
  readonly commands: CommandSandbox;
  readonly isOn: () => Promise<boolean>;
}

const MOST_EARLY = 10_000;

const NO_SERVERS: Runner["mcp"] = { knows: () => false, prepare: async () => null };

export function createRunner({ world, outputLimit, undo, sandbox, mcp }: RunnerOptions): Runner {
  const running = new Map<string, AbortController>();
  /** Stopped after their claim and before they began here. */
  const early = new Set<string>();
  const browsers = createBrowsers();
  const stop: Runner["stop"] = (approvals = [...running.keys()]) => {
    // Of other agents' calls none ever begins here.
    if (early.size > MOST_EARLY) early.clear();
    for (const id of approvals) {
      const ending = running.get(id);
      if (ending) ending.abort();
      else early.add(id);
    }
  };
  return {
    async run(claimed, more = {}) {
      const { approvalId, call, reading, decision, roots, writable } = claimed;
      const ending = new AbortController();
      running.set(approvalId, ending);
      if (early.delete(approvalId)) ending.abort();
      try {
        const { runTool } = await import("./run-tool.ts");
        const timeout = decision.timeoutMs === undefined ? {} : { timeoutMs: decision.timeoutMs };
        const { chat } = more;
        const context = {
          approval: approvalId,
          world: world(),
          signal: ending.signal,
          outputLimit: await outputLimit(),
          browsers,
          ...timeout,
          ...(roots ? { roots } : {}),
          ...(writable ? { writable } : {}),
          ...((await sandbox?.isOn()) === true && sandbox ? { sandbox: sandbox.commands } : {}),
          ...(chat && undo ? { undo: undo.logOf(chat.id, chat.run) } : {}),
        };
        if (mcp && reading.tool.origin === "mcp") return await mcp.run(claimed, { ...context, ...more });
        return await runTool(call, reading, { ...context, ...more });
      } finally {
        running.delete(approvalId);
      }
    },
    stop,
    endLeftBehind,
    async definitions(project) {
      const own = await definitionsFor(project?.path ?? null, world());
      return { ...own, ...(await mcp?.definitions(project?.id ?? null)) };
    },
    mcp: mcp ?? NO_SERVERS,
    async endRun(run) {
      undo?.ended(run);
      await browsers.close(run);
    },
    async close() {
      stop();
      await browsers.closeAll();
      await sandbox?.commands.close();
    },
  };
}

/** How a call went, as the gate records it. */
export function toOutcome(result: ToolResult): Outcome {
  if (result.ok) return { state: "executed", text: result.output };
  return {
    state: result.unknown ? "unknown" : "failed",
    code: result.code,
    text: result.output === undefined ? result.message : `${result.message}\n${result.output}`,
  };
}
