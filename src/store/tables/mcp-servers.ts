import type { Selectable } from "kysely";
import type { McpServerView } from "../../wire/mcp.ts";
import type { Db, Schema } from "../schema.ts";

/** A server that a gate was put in front of, by what starts it. */
export interface McpServer {
  /** Part of its tools' names; unique, and stays with the entry. */
  readonly slug: string;
  /** SHA-256 (hex) of the entry. */
  readonly entryHash: string;
  readonly entry: ServerEntry;
  /** `client`: a person trusts the client to show them the question. */
  readonly answerIn: McpServerView["answerIn"];
  readonly firstSeen: number;
  readonly lastSeen: number;
}

/** What starts a stdio server. Values of the environment are secrets, so only their names count. */
export interface ServerEntry {
  readonly command: string;
  readonly args: readonly string[];
  /** Names, sorted. */
  readonly env: readonly string[];
  readonly cwd: string;
}

export type McpServers = ReturnType<typeof mcpServersTable>;

export function mcpServersTable(db: Db) {
  const select = db.selectFrom("mcp_servers").selectAll();
  return {
    async byEntry(entryHash: string): Promise<McpServer | null> {
      const row = await select.where("entry_hash", "=", entryHash).executeTakeFirst();
      return row ? toServer(row) : null;
    },
    async get(slug: string): Promise<McpServer | null> {
      const row = await select.where("slug", "=", slug).executeTakeFirst();
      return row ? toServer(row) : null;
    },
    async list(): Promise<readonly McpServer[]> {
      return (await select.orderBy("slug").execute()).map(toServer);
    },
    async add(server: McpServer): Promise<void> {
      await db
        .insertInto("mcp_servers")
        .values({
          slug: server.slug,
          entry_hash: server.entryHash,
          entry: JSON.stringify(server.entry),
          answer_in: server.answerIn,
          first_seen: server.firstSeen,
          last_seen: server.lastSeen,
        })
        .execute();
    },
    async seen(slug: string, at: number): Promise<void> {
      await db.updateTable("mcp_servers").set({ last_seen: at }).where("slug", "=", slug).execute();
    },
    async setAnswerIn(slug: string, answerIn: McpServer["answerIn"]): Promise<void> {
      await db.updateTable("mcp_servers").set({ answer_in: answerIn }).where("slug", "=", slug).execute();
    },
  };
}

function toServer(row: Selectable<Schema["mcp_servers"]>): McpServer {
  return {
    slug: row.slug,
    entryHash: row.entry_hash,
    entry: JSON.parse(row.entry) as ServerEntry,
    answerIn: row.answer_in,
    firstSeen: row.first_seen,
    lastSeen: row.last_seen,
  };
}
