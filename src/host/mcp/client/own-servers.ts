import { canonicalHash } from "../../../read/canonical-json.ts";
import type { Store } from "../../../store/store.ts";
import type { OwnEntry, OwnServer } from "../../../store/tables/own-servers.ts";
import type { ServerUse } from "../../../wire/own-servers.ts";
import { commit } from "../../audit/commit.ts";
import type { Recorder } from "../../audit/recorder.ts";
import type { Seal } from "../../secrets/seal.ts";
import type { SecretStore } from "../../secrets/secret-file.ts";
import type { Draft } from "./draft.ts";

/** MCP servers of the host's own chats, as persons entered them. What a model can reach does not change them. */
export interface OwnServers {
  list(): readonly OwnServer[];
  get(slug: string): OwnServer | undefined;
  /** The server is turned off, for all chats or for those of this project. False of a server that is not one of these. */
  isOff(slug: string, project: string | null): boolean;
  /** As it is stored now; null where that is not the entry that a person confirmed. */
  confirmed(slug: string): Promise<OwnServer | null>;
  secret(server: OwnServer, name: string): string | null;
  /** By a person, after all that is needed for it. What was accepted of the tools of an entry before it is void. */
  put(given: NewServer, by: By): Promise<OwnServer>;
  setUse(server: OwnServer, use: ServerUse, actor: string): Promise<OwnServer>;
  remove(server: OwnServer, actor: string): Promise<void>;
  /** Told of each change by which what runs is no longer what is wanted, with the slug. */
  onChange(listener: (slug: string) => void): void;
}

export interface NewServer {
  readonly slug: string;
  readonly draft: Draft;
  readonly projects: readonly string[] | null;
}

interface By {
  readonly actor: string;
  /** Where a program was confirmed; null: nothing had to be. */
  readonly confirmedAt: "terminal" | "session" | null;
}

export interface OwnServersDeps {
  readonly store: Store;
  readonly recorder: Recorder;
  readonly seal: Seal;
  readonly secrets: SecretStore;
  readonly now: () => number;
}

export async function openOwnServers(deps: OwnServersDeps): Promise<OwnServers> {
  const { store, seal, secrets, now } = deps;
  const known = new Map((await store.ownServers.list()).map((server) => [server.slug, server]));
  const listeners = new Set<(slug: string) => void>();

  /** What was known of the entry is void with it. */
  function changed(slug: string, server: OwnServer | null): void {
    if (server === null) known.delete(slug);
    else known.set(slug, server);
    listeners.forEach((listener) => listener(slug));
  }

  function isConfirmed({ slug, entry, confirmed }: OwnServer): boolean {
    try {
      return seal.open(sealedAs(slug), confirmed) === hashOf(entry);
    } catch {
      return false; // verdict: it does not start
    }
  }

  /** INVARIANT: a secret goes only to the entry that it was given for, whenever a change of it ends. */
  function dropSecrets({ slug, entry }: Pick<OwnServer, "slug" | "entry">): void {
    for (const name of entry.secrets) secrets.set(secretName(slug, hashOf(entry), name), null);
  }

  return {
    list: () => [...known.values()],
    get: (slug) => known.get(slug),
    isOff(slug, project) {
      const server = known.get(slug);
      if (server === undefined) return false;
      return !server.enabled || (server.projects !== null && (project === null || !server.projects.includes(project)));
    },
    async confirmed(slug) {
      const stored = await store.ownServers.get(slug);
      return stored !== null && isConfirmed(stored) ? stored : null;
    },
    secret: ({ slug, entry }, name) => secrets.get(secretName(slug, hashOf(entry), name)),
    async put({ slug, draft: { entry, secrets: values }, projects }, { actor, confirmedAt }) {
      const before = known.get(slug);
      const hash = hashOf(entry);
      const confirmed = seal.close(sealedAs(slug), hash);
      const another = before === undefined || hashOf(before.entry) !== hash;
      const server = { slug, entry, confirmed, enabled: true, projects, createdAt: before?.createdAt ?? now() };
      for (const [name, value] of Object.entries(values)) secrets.set(secretName(slug, hash, name), value);
      const type = before === undefined ? "mcp.server-added" : "mcp.server-changed";
      const data = { server: slug, entry, hash, projects, confirmedAt };
      await commit(deps, { type, actor, data }, async (tables) => {
        await tables.ownServers.put(server);
        if (another) await tables.pins.retire(slug);
        await tables.events.append({ at: now(), type: "agents.changed" });
      });
      if (before && another) dropSecrets(before);
      changed(slug, server);
      return server;
    },
    async setUse(server, use, actor) {
      const next = { ...server, ...(use as Partial<OwnServer>) };
      const data = { server: server.slug, enabled: next.enabled, projects: next.projects };
      await commit(deps, { type: "mcp.server-use", actor, data }, async (tables) => {
        await tables.ownServers.put(next);
        await tables.events.append({ at: now(), type: "policy.changed" });
      });
      known.set(server.slug, next);
      if (!next.enabled) changed(server.slug, next);
      return next;
    },
    async remove({ slug, entry }, actor) {
      const data = { server: slug, hash: hashOf(entry) };
      await commit(deps, { type: "mcp.server-removed", actor, data }, async (tables) => {
        await tables.ownServers.remove(slug);
        await tables.pins.retire(slug);
        await tables.events.append({ at: now(), type: "policy.changed" });
      });
      dropSecrets({ slug, entry });
      changed(slug, null);
    },
    onChange: (listener) => void listeners.add(listener),
  };
}

/** Names an entry by its content: SHA-256 (hex) over RFC 8785. */
export function hashOf(entry: OwnEntry): string {
  return canonicalHash(entry);
}

const sealedAs = (slug: string): string => `mcp server ${slug}`;
const secretName = (slug: string, hash: string, name: string): string => `mcp ${slug} ${hash} ${name}`;
