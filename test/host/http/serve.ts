import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Hono } from "hono";
import { claudeCode } from "../../../src/adapters/claude-code/adapter.ts";
import { createAgentCalls } from "../../../src/host/agents/calls.ts";
import { createMemory } from "../../../src/host/approvals/memory.ts";
import { createMcpGates } from "../../../src/host/mcp/gates.ts";
import { createMcpClient } from "../../../src/host/mcp/client/client.ts";
import { openOwnServers } from "../../../src/host/mcp/client/own-servers.ts";
import { createOwnServerService } from "../../../src/host/mcp/client/service.ts";
import { createMcpRegistry } from "../../../src/host/mcp/registry.ts";
import { createMcpService } from "../../../src/host/mcp/service.ts";
import { createPolicies } from "../../../src/host/policy/policies.ts";
import { createProjectFileReview } from "../../../src/host/policy/accept-file.ts";
import { createPolicyChanges } from "../../../src/host/policy/changes.ts";
import { createRuleChanges } from "../../../src/host/policy/rule-changes.ts";
import { readers } from "../../../src/read/read.ts";
import { createHookHandler } from "../../../src/host/agents/hook.ts";
import { createAgentSessions } from "../../../src/host/agents/sessions.ts";
import { createHeadFile } from "../../../src/host/audit/head-file.ts";
import { createRecorder } from "../../../src/host/audit/recorder.ts";
import { verifyAudit } from "../../../src/host/audit/verify.ts";
import { ensureAgentToken } from "../../../src/host/auth/agent-token.ts";
import { cookieName } from "../../../src/host/auth/cookie.ts";
import { addLink, firstLink } from "../../../src/host/auth/login.ts";
import { createChatHost } from "../../../src/host/chats/create.ts";
import { createHub } from "../../../src/host/events/hub.ts";
import { createApp } from "../../../src/host/http/app.ts";
import type { Route } from "../../../src/host/http/route.ts";
import { allRoutes } from "../../../src/host/http/routes/all.ts";
import { createHttpServer, type Front } from "../../../src/host/http/server.ts";
import type { Services } from "../../../src/host/http/services.ts";
import { createPage } from "../../../src/host/http/static.ts";
import { createRedactor } from "../../../src/host/secrets/redact.ts";
import { openSecretFile } from "../../../src/host/secrets/secret-file.ts";
import { createSeal } from "../../../src/host/secrets/seal.ts";
import { createRunner } from "../../../src/host/tools/runner.ts";
import { createSandbox } from "../../../src/host/tools/sandbox.ts";
import { nodeWorld } from "../../../src/host/tools/node-world.ts";
import { createUndoRuns } from "../../../src/host/tools/undo-runs.ts";
import { openSqlite } from "../../../src/store/sqlite.ts";
import { fakeGate, type FakeGate } from "./fake-gate.ts";

/** A host on a free port with a gate that only takes notes; everything in front of the gate is the real thing. */
export interface TestHost {
  readonly port: number;
  readonly url: string;
  readonly cookieName: string;
  readonly routes: readonly Route[];
  readonly app: Hono;
  readonly gate: FakeGate;
  readonly services: Services;
  readonly dataDir: string;
  readonly agentToken: string;
  /** As the owner, or another person. */
  login(person?: string): Promise<TestSession>;
  close(): Promise<void>;
}

export interface TestSession {
  readonly cookie: string;
  readonly csrf: string;
  /** As the page itself sends it. */
  send(method: string, path: string, body?: unknown): Promise<Response>;
}

/** No call gets so far in these tests. */
const nothingRuns = (): never => {
  throw new Error("nothing runs here");
};

export async function serve(): Promise<TestHost> {
  const dataDir = mkdtempSync(join(tmpdir(), "assent-test-"));
  const store = await openSqlite(join(dataDir, "assent.db"));
  const key = Buffer.alloc(32, 7);
  const head = createHeadFile(join(dataDir, "audit-head.json"), () => {});
  const recorder = createRecorder({ store, key, redactor: createRedactor(), head });
  const gate = fakeGate();
  const hub = createHub(store.events);
  store.onEvent(hub.publish);
  const now = (): number => Date.now();
  const sessions = createAgentSessions({ store, recorder, now, home: "/home/nobody" });
  const calls = createAgentCalls({
    gate,
    approvals: store.approvals,
    chats: store.chats,
    hashArgs: ({ args }) => JSON.stringify(args),
    now,
  });
  const onDefect = (error: unknown): void => console.error(error);
  const seal = createSeal(Buffer.alloc(32, 3));
  const secrets = openSecretFile(join(dataDir, "secrets.json"), seal);
  const opened = {
    store,
    seal,
    secrets,
    recorder,
    redactor: createRedactor(),
    gate: gate as never,
    toolList: async () => [],
    policies: null as never,
    world: nothingRuns,
    scratchOf: () => null,
  };
  const registry = createMcpRegistry({ store, recorder, now });
  const ownServers = await openOwnServers({ store, recorder, seal, secrets, now });
  const mcpClient = createMcpClient({
    servers: ownServers,
    registry,
    recorder,
    sandbox: createSandbox(),
    world: nothingRuns,
    version: "0.0.0",
    now,
    onDefect,
    onChange: () => {},
  });
  const runner = createRunner({
    world: nothingRuns,
    outputLimit: async () => 1000,
  });
  const { endStreams, ...chatHost } = createChatHost({ opened, runner, dataDir, now, onDefect });
  const credential = await ensureAgentToken(store, dataDir, "claude-code", now());

  let ready: (front: Front) => void = () => {};
  const server = createHttpServer(new Promise((resolve) => (ready = resolve)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const cookie = cookieName(port);
  const changing = { store, recorder, memory: createMemory(), readers, now, resettle: async () => [] };
  const services: Services = {
    store,
    recorder,
    gate,
    hub,
    endStreams: (owner) => [hub.end, endStreams].forEach((end) => end(owner)),
    ...chatHost,
    sandbox: { commands: createSandbox(), isOn: async () => (await store.settings.get("sandbox")) === true },
    undo: createUndoRuns({ folder: join(dataDir, "undo"), recorder, now }),
    sessions,
    calls,
    now,
    dataDir,
    cookie,
    url,
    ownServers: createOwnServerService({
      store,
      servers: ownServers,
      client: mcpClient,
      redactor: createRedactor(),
      world: () => nodeWorld({ env: process.env }),
      resettle: async () => [],
      now,
    }),
    hook: createHookHandler({ calls, sessions, settings: store.settings }),
    adapters: [claudeCode],
    mcp: createMcpService({
      store,
      recorder,
      gate,
      calls,
      now,
      redactor: createRedactor(),
      policies: createPolicies({
        store,
        memory: createMemory(),
        readers,
        home: "/home/nobody",
      }),
      registry,
      gates: createMcpGates({
        store,
        sessions,
        calls,
        now,
        onDefect: (error) => console.error(error),
      }),
    }),
    tryIt: {
      start: async () => (gate.acts.push("try"), { chat: "", project: "" }),
      execute: async () => ({ ok: false, status: 409, code: "already-executed", message: "it was run" }),
      resume: async () => {},
      close: () => {},
    },
    rules: createRuleChanges({ store, recorder, now, resettle: async () => [] }),
    toolList: async () => [],
    changes: createPolicyChanges(changing),
    files: createProjectFileReview({ ...changing, home: "/home/nobody" }),
    assembling: { home: "/home/nobody" },
    resettle: async () => {},
    check: async () => ({
      id: null,
      effect: "ask",
      code: "mode-ask",
      reason: "",
      class: "read",
      hidden: false,
      findings: [],
      offers: [],
      decidedBy: { kind: "mode" },
      parts: [],
      explanation: "",
    }),
    verifyAudit: () => verifyAudit(store, key),
    proofOf: () => credential.proof,
    version: "0.0.0",
    command: "assent",
  };
  const routes = allRoutes(services);
  const app = createApp({
    routes,
    auth: { store, cookie, now },
    page: createPage(null),
    checkAnswers: true,
    onDefect: (error) => console.error(error),
  });
  ready({ app, served: { authorities: [`127.0.0.1:${port}`, `localhost:${port}`], scheme: "http", cookie } });

  return {
    port,
    url,
    routes,
    app,
    gate,
    services,
    dataDir,
    cookieName: cookie,
    agentToken: credential.token,
    async login(person = "owner") {
      const first = person === "owner" ? await firstLink(store, now()) : null;
      return logIn(url, first ?? (await addLink(store, person, now())));
    },
    async close() {
      endStreams();
      hub.end();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await head.flush();
      await store.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}

export async function logIn(url: string, token: string): Promise<TestSession> {
  const response = await fetch(`${url}/api/login`, {
    method: "POST",
    headers: pageHeaders(url),
    body: JSON.stringify({ token }),
  });
  const { csrf } = (await response.json()) as { csrf: string };
  const cookie = (response.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  return {
    cookie,
    csrf,
    send: (method, path, body) =>
      fetch(`${url}${path}`, {
        method,
        headers: {
          ...(method === "GET" ? { "sec-fetch-site": "same-origin" } : pageHeaders(url)),
          cookie,
          "x-csrf-token": csrf,
        },
        ...(method === "GET" ? {} : { body: JSON.stringify(body ?? {}) }),
      }),
  };
}

export function pageHeaders(url: string): Record<string, string> {
  return { origin: url, "sec-fetch-site": "same-origin", "content-type": "application/json" };
}
