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
  /** Connected, and not lost since. */
  let current: Connection | null = null;
  let live: Listed | null = null;
  /** One list after the other: an older one must not take the place of a newer. */
  let listing: Promise<unknown> = Promise.resolve();
  const closing = new AbortController();

  function tell(next: ServerState, why: string | null = null): void {
    if (state === next && reason === why) return;
    [state, reason] = [next, why];
    deps.onChange(slug);
  }

  async function fresh(): Promise<Listed> {
    closing.signal.throwIfAborted();
    if (live !== null) return relist(live.connection);
    if (retry !== null && deps.now() < retry.at) throw new Error(reason ?? "it failed, and is tried again soon");
    return (starting ??= start().finally(() => (starting = null)));
  }

  async function start(): Promise<Listed> {
    clearTimeout(retry?.timer);
    const server = await deps.servers.confirmed(slug);
    if (server?.enabled === false) throw new Error("it is turned off");
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
      connection = await connect({ to: reach, version: deps.version, signal: closing.signal, onChange, onLost });
      current = connection;
      const listed = await relist(connection);
      tell("running");
      return listed;
    } catch (error) {
      current = null;
      live = null;
      await connection?.close();
      fail(error instanceof Error ? error.message : "it does not start", since);
      throw error;
    }
  }

  function relist(connection: Connection): Promise<Listed> {
    const listed = listing.then(() => listNow(connection));
    listing = listed.catch(() => {}); // verdict: whoever asked for it is told
    return listed;
  }

  async function listNow(connection: Connection): Promise<Listed> {
    const tools = await connection.tools();
    const seen = await deps.registry.sight(slug, tools);
    deps.registry.keepOnly(
      slug,
      seen.map(({ id }) => id),
    );
    // It may have ended while its tools were looked at.
    if (connection !== current) throw new Error("it ended by itself");
    const byName = new Map(seen.map((tool, at) => [tool.id, { ...tool, said: tools[at] }]));
    const before = live === null ? "" : hashesOf(live);
    live = { connection, tools: byName };
    if (before !== hashesOf(live)) deps.onChange(slug);
    return live;
  }

  function lost(connection: Connection | null, since: number): void {
    if (connection === null || current !== connection) return; // its start says so itself
    said = connection.said;
    current = null;
    if (live === null) return;
    live = null;
    fail("it ended by itself", since);
  }

  function fail(why: string, since: number): void {
    if (closing.signal.aborted) return;
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
      closing.abort(new Error("it is ended"));
      clearTimeout(retry?.timer);
      const connection = current;
      current = null;
      live = null;
      await connection?.close();
      await starting?.catch(() => {}); // verdict: it ended by its own way
    },
  };
}

function hashesOf({ tools }: Listed): string {
  return [...tools].map(([name, { descriptor }]) => `${name} ${descriptor.hash ?? ""}`).join("\n");
}
