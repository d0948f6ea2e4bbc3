import { isToolOf } from "../../../core/names.ts";
import type { ServerState } from "../../../wire/own-servers.ts";
import type { Won } from "../../gate/gate.ts";
import type { ToolDefinitions } from "../../tools/definitions.ts";
import type { ToolContext, ToolResult } from "../../tools/tool-context.ts";
import { callServer } from "./call.ts";
import { type ListedTool, runServer, type RunningServer, type ServerDeps } from "./server.ts";

/** The host as a client of MCP servers: what its own chats have of their tools. */
export interface McpClient {
  /** What a model of a chat in this project (its id) can be told of. Starts what does not run, and waits a little for it. */
  definitions(project: string | null): Promise<ToolDefinitions>;
  /** Whether the tool would be one of a server of these; it need not exist. */
  knows(tool: string): boolean;
  /** Brings what is known of the tool up to date; `project` is an id. Null, or why it cannot be called. */
  prepare(tool: string, project: string | null): Promise<McpFault | null>;
  /** By the claim alone. */
  run(
    claimed: Won,
    context: Pick<ToolContext, "signal" | "outputLimit" | "timeoutMs" | "onOutput">,
  ): Promise<ToolResult>;
  view(slug: string): { readonly state: ServerState; readonly reason: string | null; readonly said: string };
  /** Lists the tools of a server anew, where it is one of these that is on and can be had. */
  refresh(slug: string): Promise<void>;
  /** Ends it, so that it starts anew with all that is known of it now. */
  restart(slug: string): Promise<void>;
  close(): Promise<void>;
}

export interface McpFault {
  readonly code: "EINVALID" | "ESERVER";
  readonly message: string;
}

export type ClientDeps = Omit<ServerDeps, "retryAfter"> & { readonly retryAfter?: number };

/** How long a run waits for servers that are being started, ms; their tools are told of with the next step. */
const START_WAIT = 10_000;
const RETRY_AFTER = 1_000;

export function createMcpClient({ retryAfter = RETRY_AFTER, ...given }: ClientDeps): McpClient {
  const deps: ServerDeps = { ...given, retryAfter };
  const { servers, registry } = deps;
  const running = new Map<string, RunningServer>();
  const ending = new Map<string, Promise<void>>();
  /** Of servers that start: what a run waits for. */
  const awaited = new Map<string, Promise<unknown>>();

  function serverOf(slug: string): RunningServer {
    const known = running.get(slug) ?? runServer(slug, deps);
    running.set(slug, known);
    return known;
  }

  async function fresh(slug: string): ReturnType<RunningServer["fresh"]> {
    await ending.get(slug);
    return serverOf(slug).fresh();
  }

  /** The time is that of the start: one that hangs must not hold up every step of a run. */
  function awaitStart(slug: string): Promise<unknown> {
    const known = awaited.get(slug);
    if (known !== undefined) return known;
    const started = fresh(slug)
      .catch(() => {}) // verdict: its tools are not told of; `view` says why
      .finally(() => awaited.delete(slug));
    const enough = Promise.race([started, new Promise((done) => setTimeout(done, START_WAIT).unref())]);
    awaited.set(slug, enough);
    return enough;
  }

  async function end(slug: string): Promise<void> {
    const server = running.get(slug);
    running.delete(slug);
    registry.keepOnly(slug, []);
    const over = server?.close() ?? Promise.resolve();
    ending.set(slug, over);
    await over.finally(() => ending.get(slug) === over && ending.delete(slug));
  }

  // Turned off, changed or removed: what runs is not what is wanted.
  servers.onChange((slug) => void end(slug).catch(deps.onDefect)); // verdict: it does not run, or ends with the host

  function slugOf(tool: string): string | undefined {
    return servers.list().find(({ slug }) => isToolOf(slug, tool))?.slug;
  }

  return {
    async definitions(project) {
      const on = servers.list().filter(({ slug }) => !servers.isOff(slug, project));
      const idle = on.filter(({ slug }) => running.get(slug)?.listed() == null);
      await Promise.all(idle.map(({ slug }) => awaitStart(slug)));
      const tools = on.flatMap(({ slug }) => [...(running.get(slug)?.listed()?.tools.values() ?? [])]);
      return Object.fromEntries(tools.flatMap(definitionOf));
    },
    knows: (tool) => slugOf(tool) !== undefined,
    async prepare(tool, project) {
      const slug = slugOf(tool);
      if (slug === undefined) return { code: "EINVALID", message: `there is no tool \`${tool}\`` };
      // The gate refuses it.
      if (servers.isOff(slug, project)) return null;
      try {
        const { tools } = await fresh(slug);
        return tools.has(tool) ? null : { code: "EINVALID", message: `there is no tool \`${tool}\`` };
      } catch {
        // verdict: the call is not proposed, or its claim finds what was last known. What a program says as it ends may
        // hold secrets: that is for the person, in the settings.
        return {
          code: "ESERVER",
          message: `the MCP server \`${slug}\` cannot be had; its page in the settings says why`,
        };
      }
    },
    async run(claimed, context) {
      const slug = slugOf(claimed.call.tool);
      const listed = slug === undefined ? null : (running.get(slug)?.listed() ?? null);
      if (listed === null) return { ok: false, code: "ESERVER", message: "its MCP server does not run" };
      return callServer(claimed, listed, context);
    },
    view: (slug) => running.get(slug)?.view() ?? { state: "stopped", reason: null, said: "" },
    async refresh(slug) {
      if (servers.get(slug)?.enabled) await fresh(slug).catch(() => {}); // verdict: as it was last listed; `view` says why
    },
    restart: end,
    async close() {
      await Promise.all([...running.keys()].map(end));
    },
  };
}

type Definition = readonly [name: string, definition: ToolDefinitions[string]];

function definitionOf({ id, descriptor, said }: ListedTool): readonly Definition[] {
  if (descriptor.state !== "ok") return [];
  const { description = "", title = "" } = said as { readonly description?: string; readonly title?: string };
  return [[id, { description: description || title, inputSchema: descriptor.inputSchema as never }]];
}
