import { homedir } from "node:os";
import type { AgentAdapter } from "../wire/agent.ts";
import { argsHashIn } from "./agents/args-hash.ts";
import { createAgentCalls } from "./agents/calls.ts";
import { createHookHandler } from "./agents/hook.ts";
import { createAgentSessions } from "./agents/sessions.ts";
import { cancelOrphans, TERMINAL } from "./agents/terminal.ts";
import { ensureAgentToken } from "./auth/agent-token.ts";
import { cookieName } from "./auth/cookie.ts";
import { HOST } from "./auth/principal.ts";
import type { ChatHost } from "./chats/create.ts";
import { createHub } from "./events/hub.ts";
import { createCheck } from "./http/check.ts";
import type { Services } from "./http/services.ts";
import type { McpClient } from "./mcp/client/client.ts";
import { createOwnServerService } from "./mcp/client/service.ts";
import { createMcpGates, MCP, type McpGates } from "./mcp/gates.ts";
import { createMcpService } from "./mcp/service.ts";
import type { OpenedHost } from "./open.ts";
import { type Runner, type SandboxSwitch, toOutcome } from "./tools/runner.ts";
import type { UndoRuns } from "./tools/undo-runs.ts";
import { createTryIt } from "./try/run.ts";

/** What a host is made of, before it is told what is asked over HTTP. */
export interface Parts {
  readonly opened: OpenedHost;
  readonly runner: Runner;
  readonly mcpClient: McpClient;
  readonly undo: UndoRuns;
  readonly sandbox: SandboxSwitch;
  readonly chats: ChatHost;
}

interface Place extends Parts {
  readonly port: number;
  readonly url: string;
}

interface ServicesOptions {
  readonly dataDir: string;
  readonly adapters: readonly AgentAdapter[];
  readonly version: string;
  readonly command?: string;
  readonly now: () => number;
  readonly onDefect: (error: unknown) => void;
}

/** What the routes use. */
export async function createServices(
  { dataDir, adapters, version, command = "assent", now, onDefect }: ServicesOptions,
  { opened, runner, mcpClient, undo, sandbox, chats, port, url }: Place,
): Promise<Services & { readonly gates: McpGates }> {
  const { store, recorder, gate, world } = opened;
  const hub = createHub(store.events);
  store.onEvent(hub.publish);
  const sessions = createAgentSessions({
    store,
    recorder,
    now,
    home: homedir(),
    onReopen: (chat) => gate.touch(chat.id, { ifIdle: false }, HOST),
  });
  const calls = createAgentCalls({
    gate,
    approvals: store.approvals,
    chats: store.chats,
    hashArgs: argsHashIn(world),
    now,
  });
  await ensureAgentToken(store, dataDir, TERMINAL, now());
  await cancelOrphans({ store, gate });
  const proofs = new Map<string, string>();
  const gates = createMcpGates({ store, sessions, calls, now, onDefect });
  const { mcp: registry, policies, redactor } = opened;
  for (const name of [...adapters.map((adapter) => adapter.name), MCP])
    proofs.set(name, (await ensureAgentToken(store, dataDir, name, now())).proof);
  return {
    store,
    recorder,
    gate,
    hub,
    sessions,
    calls,
    adapters,
    now,
    version,
    command,
    dataDir,
    url,
    hook: createHookHandler({ calls, sessions, settings: store.settings }),
    gates,
    mcp: createMcpService({ store, recorder, gate, calls, policies, registry, gates, now, redactor }),
    ownServers: createOwnServerService({
      store,
      servers: opened.ownServers,
      client: mcpClient,
      redactor: opened.redactor,
      world,
      resettle: () => gate.resettle(null),
      now,
    }),
    chats: chats.chats,
    turns: chats.turns,
    connections: chats.connections,
    undo,
    sandbox,
    endStreams: (owner) => [hub.end, chats.endStreams].forEach((end) => end(owner)),
    tryIt: createTryIt({
      store,
      recorder,
      gate,
      now,
      onDefect,
      run: async (claimed) => toOutcome(await runner.run(claimed)),
    }),
    check: createCheck({ store, gate, world, now, ...opened.assembling }),
    rules: opened.rules,
    files: opened.files,
    assembling: opened.assembling,
    changes: opened.changes,
    toolList: opened.toolList,
    resettle: async () => void (await gate.resettle(null)),
    verifyAudit: () => opened.verifyAudit(),
    proofOf: (agent) => proofs.get(agent) ?? null,
    cookie: cookieName(port),
  };
}
