import type { Selectable } from "kysely";
import type { STORED_KINDS } from "../../wire/connections.ts";
import type { Pictures } from "../../wire/pictures.ts";
import type { Db, Schema } from "../schema.ts";

/** Where models are reached. Its key lies in the secret store under its id. */
export interface Connection {
  readonly id: string;
  readonly kind: (typeof STORED_KINDS)[number];
  readonly name: string;
  /** Null: the provider's own. */
  readonly baseUrl: string | null;
  readonly models: readonly string[];
  readonly defaultModel: string | null;
  readonly pictures: Pictures;
  readonly createdAt: number;
}

export type ConnectionsTable = ReturnType<typeof connectionsTable>;

export function connectionsTable(db: Db) {
  return {
    async add(connection: Connection): Promise<void> {
      await db
        .insertInto("connections")
        .values({ ...toRow(connection), created_at: connection.createdAt })
        .execute();
    },
    async get(id: string): Promise<Connection | null> {
      const row = await db.selectFrom("connections").selectAll().where("id", "=", id).executeTakeFirst();
      return row ? toConnection(row) : null;
    },
    /** Oldest first. */
    async list(): Promise<readonly Connection[]> {
      const rows = await db.selectFrom("connections").selectAll().orderBy("created_at").orderBy("id").execute();
      return rows.map(toConnection);
    },
    async update(connection: Connection): Promise<void> {
      await db.updateTable("connections").set(toRow(connection)).where("id", "=", connection.id).execute();
    },
    async remove(id: string): Promise<void> {
      await db.deleteFrom("connections").where("id", "=", id).execute();
    },
  };
}

function toRow({ id, kind, name, baseUrl, models, defaultModel, pictures }: Connection) {
  return { id, kind, name, base_url: baseUrl, models: JSON.stringify(models), default_model: defaultModel, pictures };
}

function toConnection(row: Selectable<Schema["connections"]>): Connection {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    baseUrl: row.base_url,
    models: JSON.parse(row.models) as string[],
    defaultModel: row.default_model,
    pictures: row.pictures,
    createdAt: row.created_at,
  };
}
