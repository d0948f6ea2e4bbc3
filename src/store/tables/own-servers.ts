import type { Selectable } from "kysely";
import type { Db, Schema } from "../schema.ts";

/** An MCP server that the host itself starts or reaches, for its own chats. A person made the entry. */
export interface OwnServer {
  /** Part of its tools' names; no gate's server has the same. */
  readonly slug: string;
  readonly entry: OwnEntry;
  /** Sealed hash of the entry that a person confirmed: another entry than that one is not started. */
  readonly confirmed: string;
  readonly enabled: boolean;
  /** Ids of the projects whose chats have it; null: every chat. */
  readonly projects: readonly string[] | null;
  readonly createdAt: number;
}

export type OwnEntry = StdioEntry | HttpEntry;

/** A program that speaks the protocol on its standard input and output. */
export interface StdioEntry {
  readonly kind: "stdio";
  /** As the person wrote it. */
  readonly command: string;
  /** The file that this led to when it was confirmed, absolute: it is what starts. */
  readonly file: string;
  /** The same without links; where it leads elsewhere by then, nothing starts. */
  readonly canonical: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Names of variables whose values lie in the secret store, sorted. */
  readonly secrets: readonly string[];
  /** Absolute. */
  readonly cwd: string;
  /** Without the network, and writing only in its folder. */
  readonly sandboxed: boolean;
}

/** A server that is reached by Streamable HTTP. */
export interface HttpEntry {
  readonly kind: "http";
  readonly url: string;
  /** Names of headers whose values lie in the secret store, sorted. */
  readonly secrets: readonly string[];
}

export type OwnServers = ReturnType<typeof ownServersTable>;

export function ownServersTable(db: Db) {
  return {
    async list(): Promise<readonly OwnServer[]> {
      return (await db.selectFrom("own_servers").selectAll().orderBy("slug").execute()).map(toServer);
    },
    async get(slug: string): Promise<OwnServer | null> {
      const row = await db.selectFrom("own_servers").selectAll().where("slug", "=", slug).executeTakeFirst();
      return row ? toServer(row) : null;
    },
    /** Adds it, or takes the place of the one of that slug. */
    async put(server: OwnServer): Promise<void> {
      const row = {
        entry: JSON.stringify(server.entry),
        confirmed: server.confirmed,
        enabled: server.enabled ? 1 : 0,
        projects: server.projects === null ? null : JSON.stringify(server.projects),
      };
      await db
        .insertInto("own_servers")
        .values({ slug: server.slug, created_at: server.createdAt, ...row })
        .onConflict((conflict) => conflict.column("slug").doUpdateSet(row))
        .execute();
    },
    async remove(slug: string): Promise<void> {
      await db.deleteFrom("own_servers").where("slug", "=", slug).execute();
    },
  };
}

function toServer(row: Selectable<Schema["own_servers"]>): OwnServer {
  return {
    slug: row.slug,
    entry: JSON.parse(row.entry) as OwnEntry,
    confirmed: row.confirmed,
    enabled: row.enabled === 1,
    projects: row.projects === null ? null : (JSON.parse(row.projects) as string[]),
    createdAt: row.created_at,
  };
}
