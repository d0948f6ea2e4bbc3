import type { Kysely } from "kysely";

/** Messages, runs and events of the host's own chats, and the models that they run on. */
export async function chatTables(db: Kysely<unknown>): Promise<void> {
  const create = db.schema;
  const chats = create.alterTable("chats");
  for (const column of ["model", "head"]) await chats.addColumn(column, "text").execute();
  await chats.addColumn("trace", "integer", (c) => c.notNull().defaultTo(0)).execute();
  await chats.addColumn("removed_at", "bigint").execute();
  await create
    .createTable("messages")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("chat", "text", (c) => c.notNull())
    .addColumn("thread", "text", (c) => c.notNull())
    .addColumn("parent", "text")
    .addColumn("run", "text", (c) => c.notNull())
    .addColumn("role", "text", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("sealed", "text", (c) => c.notNull())
    .execute();
  await create.createIndex("messages_thread").on("messages").columns(["chat", "thread", "at"]).execute();
  await create.createIndex("approvals_call").on("approvals").columns(["chat", "call_id"]).execute();
  await runs(db);
  await create
    .createTable("chat_events")
    .addColumn("chat", "text", (c) => c.notNull())
    .addColumn("seq", "bigint", (c) => c.notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("piece_of", "text")
    .addColumn("sealed", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("chat_events_key", ["chat", "seq"])
    .execute();
  await create.createIndex("chat_events_pieces").on("chat_events").columns(["chat", "piece_of"]).execute();
  await create
    .createTable("chat_counters")
    .addColumn("chat", "text", (c) => c.primaryKey())
    .addColumn("value", "bigint", (c) => c.notNull())
    .execute();
  await create
    .createTable("call_inputs")
    .addColumn("call", "text", (c) => c.primaryKey())
    .addColumn("chat", "text", (c) => c.notNull())
    .addColumn("sealed", "text", (c) => c.notNull())
    .execute();
  await create
    .createTable("connections")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("base_url", "text")
    .addColumn("models", "text", (c) => c.notNull())
    .addColumn("default_model", "text")
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .execute();
}

async function runs(db: Kysely<unknown>): Promise<void> {
  const create = db.schema;
  await create
    .createTable("runs")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("chat", "text", (c) => c.notNull())
    .addColumn("parent", "text")
    .addColumn("root", "text", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("head", "text")
    .addColumn("data", "text", (c) => c.notNull())
    .addColumn("started_at", "bigint", (c) => c.notNull())
    .addColumn("ended_at", "bigint")
    .execute();
  await create.createIndex("runs_chat").on("runs").columns(["chat", "started_at"]).execute();
  // INVARIANT: a chat has one run that has not ended, whoever begins another and on whichever host.
  await create
    .createIndex("runs_one")
    .unique()
    .on("runs")
    .column("chat")
    .where("ended_at" as never, "is", null)
    .where("parent" as never, "is", null)
    .execute();
  await create.createIndex("runs_open").on("runs").column("ended_at").execute();
}

/** What a model said of a call that waits. */
export async function assessments(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("approvals").addColumn("assessment", "text").execute();
}

/** Whether the models of a connection take pictures. */
export async function pictures(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("connections")
    .addColumn("pictures", "text", (c) => c.notNull().defaultTo("auto"))
    .execute();
}
