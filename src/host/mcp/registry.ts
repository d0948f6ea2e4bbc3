import { composeName, foldName } from "../../core/names.ts";
import type { Descriptor } from "../../read/call.ts";
import { sha256 } from "../../read/sha256.ts";
import type { Store, Tables } from "../../store/store.ts";
import type { McpServer, ServerEntry } from "../../store/tables/mcp-servers.ts";
import type { Pin } from "../../store/tables/pins.ts";
import type { FileChange } from "../../wire/approval.ts";
import type { Log, Recorder } from "../audit/recorder.ts";
import { descriptorChange, readDescriptor, type ToolDescriptor } from "./descriptor.ts";
import { MCP } from "./gates.ts";
import { createPinKeeper } from "./keep-pins.ts";
import { entryHash, slugOf, slugWithHash } from "./entry.ts";

/** A tool of a server as it stands now, under the name that policy knows it by. */
export interface SeenTool {
  readonly id: string;
  readonly descriptor: Descriptor;
}

export interface McpRegistry {
  /** The server that this entry starts; registered at first sight. */
  serverOf(entry: ServerEntry, name: string | null): Promise<McpServer>;
  /** Pins each tool at first sight, and notes where it is no longer the one that was pinned. In the order given. */
  sight(server: string, tools: readonly unknown[]): Promise<readonly SeenTool[]>;
  /**
   * For one call: `tool` null is a tool that the server does not list; `shown` is what its client was told, undefined
   * where that is the same.
   */
  sightOne(server: string, name: string, versions: readonly [tool: unknown, shown: unknown]): Promise<SeenTool>;
  /** As it was last seen; undefined where it was not since this process began. */
  descriptorOf(id: string): Descriptor | undefined;
  /** What is different from the pinned version; null where nothing is. */
  changeOf(id: string): FileChange | null;
  /** Of a server's tools no others are there by now. */
  keepOnly(server: string, ids: readonly string[]): void;
  /** A person has made this version of a tool the one that counts. */
  accepted(id: string, pin: Pick<Pin, "hash" | "class">): void;
  /** What was read of servers is another by now. */
  serversChanged(): void;
}

interface Known extends SeenTool {
  readonly change: FileChange | null;
}

export interface RegistryDeps {
  readonly store: Store;
  readonly recorder: Recorder;
  readonly now: () => number;
}

export function createMcpRegistry({ store, recorder, now }: RegistryDeps): McpRegistry {
  const servers = new Map<string, McpServer>();
  const known = new Map<string, Known>();
  const keepPins = createPinKeeper({ store, recorder, now });
  /** Hashes that were a tool's pinned one since this process began. */
  const counted = new Map<string, Set<string>>();

  async function serverOf(entry: ServerEntry, name: string | null): Promise<McpServer> {
    const hash = entryHash(entry);
    const stored =
      servers.get(hash) ?? (await recorder.commit((tables, log) => registered({ tables, log }, entry, { hash, name })));
    servers.set(hash, stored);
    return stored;
  }

  async function registered(
    { tables, log }: { readonly tables: Tables; readonly log: Log },
    entry: ServerEntry,
    { hash, name }: { readonly hash: string; readonly name: string | null },
  ): Promise<McpServer> {
    const stored = await tables.mcpServers.byEntry(hash);
    if (stored !== null) return stored;
    const wanted = slugOf(entry, name);
    const taken = (await tables.mcpServers.get(wanted)) !== null || (await tables.ownServers.get(wanted)) !== null;
    const slug = taken ? slugWithHash(wanted, hash) : wanted;
    const at = now();
    const server: McpServer = { slug, entryHash: hash, entry, answerIn: "inbox", firstSeen: at, lastSeen: at };
    await tables.mcpServers.add(server);
    await log({
      at,
      actor: `agent:${MCP}`,
      chat: null,
      approval: null,
      type: "mcp.server-seen",
      data: { server: slug, entry: hash, ...entry },
    });
    await tables.events.append({ at, type: "agents.changed" });
    return server;
  }

  async function sight(server: string, tools: readonly unknown[]): Promise<readonly SeenTool[]> {
    const read = tools.map((tool) => ({ name: nameOf(tool), found: readDescriptor(tool) }));
    const counts = countBy(read.map(({ name }) => foldName(composed(server, name))));
    // Two names that are read alike would share what is said of the one.
    const alone = (name: string): boolean => counts.get(foldName(composed(server, name))) === 1;
    const found = read.flatMap((tool) => (tool.found !== null && alone(tool.name) ? [tool.found] : []));
    const pins = await keepPins(server, found);
    return read.map((tool) => {
      const pin = pins.get(tool.name);
      return tool.found === null || pin === undefined || !alone(tool.name)
        ? listedBad(server, tool.name)
        : seenAs(server, tool.found, pin);
    });
  }

  async function sightOne(server: string, name: string, [tool, shown]: readonly [unknown, unknown]): Promise<SeenTool> {
    const found = readDescriptor(tool);
    if (found === null || found.name !== name) return bad(server, name);
    if (shown !== undefined) return sightBoth(server, found, readDescriptor(shown));
    const before = known.get(composed(server, name));
    if (before?.descriptor.hash === found.hash) return before;
    return pinned(server, found);
  }

  /** A model goes by what its client was told. That may be old, yet it has to have been the one that counted. */
  async function sightBoth(server: string, found: ToolDescriptor, shown: ToolDescriptor | null): Promise<SeenTool> {
    if (shown === null || shown.name !== found.name) return bad(server, found.name);
    const seen = await pinned(server, found);
    return counted.get(seen.id)?.has(shown.hash) ? seen : pinned(server, shown);
  }

  async function pinned(server: string, found: ToolDescriptor): Promise<SeenTool> {
    const pin = (await keepPins(server, [found])).get(found.name);
    return pin === undefined ? bad(server, found.name) : seenAs(server, found, pin);
  }

  function seenAs(server: string, found: ToolDescriptor, pin: Pin): SeenTool {
    const id = composed(server, found.name);
    counted.set(id, (counted.get(id) ?? new Set()).add(pin.hash));
    const changed = pin.hash !== found.hash;
    const descriptor: Descriptor = {
      server,
      name: found.name,
      state: "ok",
      hash: found.hash,
      pinned: pin.hash,
      // A version that a person accepted is not new, whenever its server was allowed.
      ...(pin.acceptedAt === null ? { firstSeen: pin.firstSeen } : {}),
      inputSchema: found.inputSchema,
      // A class was accepted for that very version.
      ...(pin.class === null || changed ? {} : { class: pin.class }),
    };
    const change = changed ? descriptorChange(found.name, pin.descriptor, found.text) : null;
    known.set(id, { id, descriptor, change });
    return { id, descriptor };
  }

  /** INVARIANT: what cannot be read as a tool, or is none, is refused by stage 2 and never advertised. */
  function bad(server: string, name: string): SeenTool {
    const id = composed(server, name);
    known.delete(id);
    return { id, descriptor: { server, name, state: "bad-descriptor" } };
  }

  /** The same of one that the server lists: a call that names it is held against that, not taken for one of no server. */
  function listedBad(server: string, name: string): SeenTool {
    const seen = bad(server, name);
    known.set(seen.id, { ...seen, change: null });
    return seen;
  }

  return {
    serverOf,
    sight,
    sightOne,
    descriptorOf: (id) => known.get(id)?.descriptor,
    changeOf: (id) => known.get(id)?.change ?? null,
    accepted(id, { hash, class: cls }) {
      const tool = known.get(id);
      if (tool === undefined) return;
      const { firstSeen: _new, class: _before, ...rest } = tool.descriptor;
      const counts = rest.hash === hash && cls !== null ? { class: cls } : {};
      known.set(id, {
        id,
        descriptor: { ...rest, pinned: hash, ...counts },
        change: rest.hash === hash ? null : tool.change,
      });
    },
    keepOnly(server, ids) {
      for (const [id, { descriptor }] of known) if (descriptor.server === server && !ids.includes(id)) known.delete(id);
    },
    serversChanged: () => servers.clear(),
  };
}

/** The name that policy knows a tool by. */
export function composed(server: string, tool: string): string {
  return composeName(server, tool, sha256);
}

function nameOf(tool: unknown): string {
  const name = typeof tool === "object" && tool !== null && "name" in tool ? tool.name : undefined;
  return typeof name === "string" ? name : "";
}

function countBy(keys: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
