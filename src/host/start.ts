import type { Server } from "node:http";
import { flushCompileCache } from "node:module";
import { join } from "node:path";
import { openSqlite } from "../store/sqlite.ts";
import type { AgentAdapter } from "../wire/agent.ts";
import { projectOf } from "./agents/project-of.ts";
import { firstLink, forgetLogins } from "./auth/login.ts";
import { type ChatOptions, createChatHost } from "./chats/create.ts";
import { createServices, type Parts } from "./create-services.ts";
import { createApp } from "./http/app.ts";
import { listen } from "./http/listen.ts";
import { allRoutes } from "./http/routes/all.ts";
import { isRunning, readRuntime, removeRuntime, supersededOn, writeRuntime } from "./http/runtime.ts";
import { createHttpServer, type Front } from "./http/server.ts";
import type { Services } from "./http/services.ts";
import { createPage } from "./http/static.ts";
import { createMcpClient } from "./mcp/client/client.ts";
import { openHost, type OpenedHost } from "./open.ts";
import { readOutputLimit } from "./policy/assemble.ts";
import { openProject } from "./policy/new-project.ts";
import { endOrphans } from "./tools/end-marked.ts";
import { createRunner } from "./tools/runner.ts";
import { createSandbox } from "./tools/sandbox.ts";
import { createUndoRuns } from "./tools/undo-runs.ts";

export interface StartOptions {
  readonly dataDir: string;
  /** Default 4747 (or that of a host that was killed), or the next that is free; a given one must be free. 0: any. */
  readonly port?: number;
  readonly adapters: readonly AgentAdapter[];
  /** Folder of the built page; null where there is none. */
  readonly webDir: string | null;
  readonly version: string;
  /** Where it was started, absolute: the project that is offered first. Default none. */
  readonly startedIn?: string;
  /** What a person types in a terminal for `assent`, as the page shows it. Default the bare name. */
  readonly command?: string;
  /** Ends every session and makes the next login link free again; refused while a host runs. */
  readonly recover?: boolean;
  readonly now?: () => number;
  readonly chats?: Pick<ChatOptions, "limits" | "demo">;
  readonly onDefect?: (error: unknown) => void;
  /** Default: where the platform has an administrator's file. */
  readonly managedFile?: string;
  /** Tests: an answer that is not as it is described is a defect. */
  readonly checkAnswers?: boolean;
  /** Another host has taken the data directory, and this one has ended. */
  readonly onSuperseded?: () => void;
}

export interface StartedHost {
  readonly url: string;
  readonly port: number;
  /** Only for a data directory in which nobody has logged in yet. */
  readonly loginLink: string | null;
  /** Another process is the host; `close` then leaves it alone. */
  readonly joined: boolean;
  close(): Promise<void>;
}

const PORT = 4747;
const TRIES = 20;
/** How often a host looks whether it still is the one, ms; each call looks as well. */
const LOOK_EVERY = 2_000;
/** How often rules whose time is over are taken away, and calls given up that are not told of, ms. */
const LAPSE_EVERY = 60_000;

/** Starts the host of a data directory, or joins the one that runs. Rejects where it cannot, with nothing left behind. */
export async function startHost(options: StartOptions): Promise<StartedHost> {
  // A host that was killed had sessions on its port: cookies and bookmarks go on working on the same one.
  const first = readRuntime(options.dataDir)?.port ?? PORT;
  for (let at = 0; at < 3; at++) {
    const host = (await joinHost(options)) ?? (await runHost(options, first));
    if (host !== null) return host;
  }
  throw new Error("another host starts on this data directory again and again");
}

async function joinHost({ dataDir, recover = false, now = Date.now }: StartOptions): Promise<StartedHost | null> {
  const runtime = readRuntime(dataDir);
  if (runtime === null) return null;
  if (!(await isRunning(runtime))) {
    removeRuntime(dataDir, runtime.pid);
    return null;
  }
  if (recover) throw new Error("a host is running: stop it first, then recover");
  const store = await openSqlite(`${dataDir}/assent.db`);
  const url = `http://127.0.0.1:${runtime.port}`;
  const token = await firstLink(store, now()).finally(() => store.close());
  return { url, port: runtime.port, loginLink: linkOf(url, token), joined: true, close: async () => {} };
}

/** Null where another process has become the host meanwhile. */
async function runHost(options: StartOptions, first: number): Promise<StartedHost | null> {
  const { now = Date.now, onDefect = () => {} } = options;
  const taken = await takeDataDir(options, first);
  if (taken === null) return null;
  const { port, url, superseded, cleanUp, close } = taken;
  try {
    const parts = await openParts(options, taken);
    const { opened, runner, mcpClient, chats } = parts;
    cleanUp.unshift(() => opened.close());
    if (options.recover) await forgetLogins(opened.recorder, now());
    endOrphans(await opened.gate.recover());
    const dropExpired = () => opened.rules.dropExpired().catch(onDefect); // verdict: they do not count; a later look
    await dropExpired();
    if (options.startedIn !== undefined) await openStartProject(opened, options.startedIn, now);
    const services = await createServices({ ...options, now, onDefect }, { ...parts, port, url });
    cleanUp.push(
      // The last first: what runs is stopped, then what it ran in is closed.
      () => mcpClient.close(),
      () => runner.close(),
      () => {
        runner.stop();
        return chats.engine.close();
      },
      () => services.tryIt.close(),
      () => services.gates.close(),
      () => services.endStreams(),
    );
    const looking = setInterval(() => {
      if (superseded()) void close().then(options.onSuperseded, onDefect); // verdict: it refuses each call already
    }, LOOK_EVERY).unref();
    const agents = options.adapters.map(({ name }) => name);
    const lapsing = setInterval(() => {
      void dropExpired();
      services.calls.giveUpLeft(agents).catch(onDefect); // verdict: shown as running until a later look
    }, LAPSE_EVERY).unref();
    cleanUp.push(
      () => clearInterval(looking),
      () => clearInterval(lapsing),
    );
    taken.ready(frontOf(options, services, port));
    await services.tryIt.resume();
    await chats.engine.resume();
    flushCompileCache();
    return { url, port, loginLink: linkOf(url, await firstLink(opened.store, now())), joined: false, close };
  } catch (error) {
    taken.failed(error); // verdict: what waits is refused, and the start fails
    await close();
    throw error;
  }
}

/** A port that listens and holds requests until the host is `ready`, and the data directory as this host's. */
interface Taken {
  readonly port: number;
  readonly url: string;
  readonly ready: (front: Front) => void;
  readonly failed: (error: unknown) => void;
  /** Another host has taken the data directory since. */
  readonly superseded: () => boolean;
  /** What `close` does, the last first. */
  readonly cleanUp: (() => Promise<unknown> | void)[];
  readonly close: () => Promise<void>;
}

async function takeDataDir({ dataDir, port: wanted, version }: StartOptions, first: number): Promise<Taken | null> {
  let ready: (front: Front) => void = () => {};
  let failed: (error: unknown) => void = () => {};
  const server = createHttpServer(new Promise((resolve, reject) => ([ready, failed] = [resolve, reject])));
  const other = (): boolean => readRuntime(dataDir) !== null;
  const port = await listen(
    server,
    wanted === undefined ? { first, tries: TRIES, other } : { first: wanted, tries: 1 },
  );
  if (port === null) return null;
  const cleanUp: Taken["cleanUp"] = [() => stop(server)];
  const close = async (): Promise<void> => {
    for (const step of cleanUp.splice(0).reverse()) await step();
  };
  try {
    if (!writeRuntime(dataDir, { port, pid: process.pid, version })) {
      await close();
      return null;
    }
  } catch (error) {
    // A listener that is left keeps the process and its port; each call of a hook would leave another.
    await close();
    throw error; // verdict: no host
  }
  cleanUp.push(() => removeRuntime(dataDir, process.pid));
  const superseded = supersededOn(dataDir, { pid: process.pid, port });
  return { port, url: `http://127.0.0.1:${port}`, ready, failed, superseded, cleanUp, close };
}

/** The gate with its store, and what runs the calls of chats. */
async function openParts(options: StartOptions, { port, superseded }: Taken): Promise<Parts> {
  const { dataDir, now = Date.now, onDefect = () => {} } = options;
  const opened: OpenedHost = await openHost({
    dataDir,
    ownPorts: [port],
    now,
    onDefect,
    superseded,
    ...(options.managedFile === undefined ? {} : { managedFile: options.managedFile }),
    stopCalls: (approvals) => runner.stop(approvals),
    stopRuns: () => chats.engine.stopAll(),
    // An agent's session has no model of ours, and of what its person said nothing is known here.
    assesses: ({ agent }) => agent === null,
    isRunning: (chat) => chats.engine.isRunning(chat),
  });
  const undo = createUndoRuns({ folder: join(dataDir, "undo"), recorder: opened.recorder, now });
  const sandbox = {
    commands: createSandbox(),
    isOn: async () => (await opened.store.settings.get("sandbox")) === true,
  };
  const outputLimit = () => readOutputLimit(opened.store);
  const mcpClient = createMcpClient({
    servers: opened.ownServers,
    registry: opened.mcp,
    recorder: opened.recorder,
    sandbox: sandbox.commands,
    world: opened.world,
    version: options.version,
    now,
    onDefect,
    onChange: () => void opened.store.events.append({ at: now(), type: "agents.changed" }).catch(onDefect), // verdict: seen later
  });
  const runner = createRunner({ world: opened.world, outputLimit, undo, sandbox, mcp: mcpClient });
  const chats = createChatHost({ opened, runner, dataDir, now, onDefect, ...options.chats });
  return { opened, runner, mcpClient, undo, sandbox, chats };
}

/** A folder that is too broad for a project is none. */
async function openStartProject({ store, recorder, assembling }: OpenedHost, folder: string, now: () => number) {
  const place = projectOf(folder, assembling.home);
  if (place !== null) await openProject({ store, recorder, now }, place, "host");
}

function frontOf(options: StartOptions, services: Services, port: number): Front {
  const { store, cookie, now } = services;
  const page = createPage(options.webDir);
  const app = createApp({
    routes: allRoutes(services),
    auth: { store, cookie, now },
    page,
    checkAnswers: options.checkAnswers ?? false,
    onDefect: options.onDefect ?? (() => {}),
  });
  return { app, served: { authorities: [`127.0.0.1:${port}`, `localhost:${port}`], scheme: "http", cookie } };
}

/** Held calls and streams end with their connection: their approvals wait on in the store. */
function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** The token stands behind `#`, which a browser keeps to itself: it is in no request line, log or referrer. */
function linkOf(url: string, token: string | null): string | null {
  return token === null ? null : `${url}/login#${token}`;
}
