import type { OwnServer } from "../../../store/tables/own-servers.ts";
import type { ServerState } from "../../../wire/own-servers.ts";
import type { Recorder } from "../../audit/recorder.ts";
import type { McpRegistry, SeenTool } from "../registry.ts";
import { connect, type Connection, type Reach } from "./connection.ts";
import { canonicalProgram } from "./draft.ts";
import { launchOf, type LaunchDeps } from "./launch.ts";
import { hashOf, type OwnServers } from "./own-servers.ts";

export interface ServerDeps extends LaunchDeps {
  readonly servers: OwnServers;
  readonly registry: McpRegistry;
  readonly recorder: Recorder;
  readonly version: string;
  readonly now: () => number;
  readonly onDefect: (error: unknown) => void;
  /** Its state, or its tools, are others by now. */
  readonly onChange: (slug: string) => void;
  /** First wait after a failure, ms; each next is twice as long. */
  readonly retryAfter: number;
}

/** One server of the registry, started when it is needed. */
export interface RunningServer {
  /** Its tools as it describes them now. Rejects, with why in the message, where it cannot be had. */
  fresh(): Promise<Listed>;
  /** As it was last listed; null where it does not run. */
  listed(): Listed | null;
  view(): { readonly state: ServerState; readonly reason: string | null; readonly said: string };
  close(): Promise<void>;
}

export interface Listed {
  readonly connection: Connection;
  /** By composed name, in the server's order. */
  readonly tools: ReadonlyMap<string, ListedTool>;
}

export interface ListedTool extends SeenTool {
  /** As the server sent it; not checked beyond what its descriptor's state says. */
  readonly said: unknown;
}

/** Longest wait between two tries, and how many there are by itself, ms. */
const RETRY_LIMIT = 60_000;
const TRIES = 5;
/** A server that ran for so long before it ended has not failed again and again, ms. */
const STEADY = 60_000;

export function runServer(slug: string, deps: ServerDeps): RunningServer {
  let state: ServerState = "stopped";
  let reason: string | null = null;
  let said = "";
  let failures = 0;
  let retry: { readonly at: number; readonly timer: NodeJS.Timeout } | null = null;
  let starting: Promise<Listed> | null = null;
  let live: Listed | null = null;
  let closed = false;

  function tell(next: ServerState, why: string | null = null): void {
    [state, reason] = [next, why];
    deps.onChange(slug);
  }

  async function fresh(): Promise<Listed> {
    if (closed) throw new Error("the host ends");
    if (live !== null) return relist(live.connection);
    if (retry !== null && deps.now() < retry.at) throw new Error(reason ?? "it failed, and is tried again soon");
    return (starting ??= start().finally(() => (starting = null)));
  }

  async function start(): Promise<Listed> {
    clearTimeout(retry?.timer);
    const server = await deps.servers.confirmed(slug);
    if (server === null || !isSame(server)) {
      tell("unconfirmed", "what starts is not what a person confirmed");
      throw new Error("what starts is not what a person confirmed: look at it in the settings");
    }
    tell("starting");
    const since = deps.now();
    let connection: Connection | null = null;
    try {
      const reach = await reachOf(server);
      await logLaunch(server);
      const onLost = (): void => lost(connection, since);
      const onChange = (): void => void (connection && relist(connection).catch(deps.onDefect)); // verdict: asked again before each call
      connection = await connect({ to: reach, version: deps.version, onChange, onLost });
      const listed = await relist(connection);
      if (closed) throw new Error("the host ends");
      tell("running");
      return listed;
    } catch (error) {
      await connection?.close();
      live = null;
      fail(error instanceof Error ? error.message : "it does not start", since);
      throw error;
    }
  }

  async function relist(connection: Connection): Promise<Listed> {
    const tools = await connection.tools();
    const seen = await deps.registry.sight(slug, tools);
    deps.registry.keepOnly(
      slug,
      seen.map(({ id }) => id),
    );
    const byName = new Map(seen.map((tool, at) => [tool.id, { ...tool, said: tools[at] }]));
    const before = live === null ? "" : hashesOf(live);
    live = { connection, tools: byName };
    if (before !== hashesOf(live)) deps.onChange(slug);
    return live;
  }

  function lost(connection: Connection | null, since: number): void {
    if (connection === null || live?.connection !== connection) return; // its start says so itself
    said = connection.said;
    live = null;
    fail("it ended by itself", since);
  }

  function fail(why: string, since: number): void {
    if (closed) return;
    failures = deps.now() - since > STEADY ? 1 : failures + 1;
    const wait = Math.min(deps.retryAfter * 2 ** (failures - 1), RETRY_LIMIT);
    const again = (): void => {
      retry = null; // a timer may be a moment early by the clock
      if (failures < TRIES) void fresh().catch(() => {}); // verdict: it is told as failed, and tried again later
    };
    const timer = setTimeout(again, wait).unref();
    retry = { at: deps.now() + wait, timer };
    tell("failed", why);
  }

  /** INVARIANT: what is not in the audit trail does not start. */
  async function logLaunch({ entry }: OwnServer): Promise<void> {
    await deps.recorder.commit((_tables, log) => {
      const data = { server: slug, hash: hashOf(entry), entry };
      return log({ at: deps.now(), type: "mcp.launched", actor: "host", chat: null, approval: null, data });
    });
  }

  /** The file is the one that was confirmed. */
  function isSame({ entry }: OwnServer): boolean {
    return entry.kind === "http" || canonicalProgram(entry.file) === entry.canonical;
  }

  async function reachOf(server: OwnServer): Promise<Reach["to"]> {
    const { entry } = server;
    const secrets = Object.fromEntries(
      entry.secrets.map((name) => [name, deps.servers.secret(server, name) ?? ""] as const),
    );
    if (entry.kind === "http") return { kind: "http", url: entry.url, headers: secrets };
    return { kind: "stdio", launch: await launchOf(entry, secrets, deps) };
  }

  return {
    fresh,
    listed: () => live,
    view: () => ({ state, reason, said: live?.connection.said ?? said }),
    async close() {
      closed = true;
      clearTimeout(retry?.timer);
      const connection = live?.connection;
      live = null;
      await connection?.close();
      await starting?.catch(() => {}); // verdict: it ended by its own way
    },
  };
}

function hashesOf({ tools }: Listed): string {
  return [...tools].map(([name, { descriptor }]) => `${name} ${descriptor.hash ?? ""}`).join("\n");
}
