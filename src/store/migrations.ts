import { type CreateTableBuilder, type Kysely, sql } from "kysely";
import { assessments, chatTables, pictures } from "./chat-steps.ts";

/**
 * Steps from one schema version to the next, oldest first; a step that was released is never edited. The version of a
 * database is how many of them it has taken.
 */
export const MIGRATIONS: readonly Migration[] = [
  first,
  second,
  mcpServers,
  chatTables,
  plan,
  openCalls,
  projectFiles,
  assessments,
  ownServers,
  pictures,
  numberedRows,
];

export type Migration = (db: Kysely<unknown>) => Promise<void>;

async function first(db: Kysely<unknown>): Promise<void> {
  const create = db.schema;
  await create
    .createTable("counters")
    .addColumn("name", "text", (c) => c.primaryKey())
    .addColumn("value", "bigint", (c) => c.notNull())
    .execute();
  await seedCounters(db);
  await persons(db);
  await policy(db);
  await create
    .createTable("approvals")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("chat", "text", (c) => c.notNull())
    .addColumn("run", "text", (c) => c.notNull())
    .addColumn("call_id", "text", (c) => c.notNull())
    .addColumn("tool", "text", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("digest", "text", (c) => c.notNull())
    .addColumn("args_hash", "text", (c) => c.notNull())
    .addColumn("cwd", "text")
    .addColumn("asked_in", "text", (c) => c.notNull())
    .addColumn("effect", "text", (c) => c.notNull())
    .addColumn("code", "text", (c) => c.notNull())
    .addColumn("class", "text", (c) => c.notNull())
    .addColumn("decided_by", "text", (c) => c.notNull())
    .addColumn("revision", "text", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("changed_at", "bigint", (c) => c.notNull())
    .addColumn("answer", "text")
    .addColumn("outcome", "text")
    .addColumn("previous", "text")
    .addColumn("host", "text")
    .addColumn("sealed", "text", (c) => c.notNull())
    .execute();
  await create.createIndex("approvals_state").on("approvals").columns(["state", "created_at"]).execute();
  await create.createIndex("approvals_chat").on("approvals").columns(["chat", "run", "tool"]).execute();
  await create.createIndex("approvals_recent").on("approvals").column("created_at").execute();
  await create
    .createTable("audit")
    .addColumn("seq", "bigint", (c) => c.primaryKey())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("type", "text", (c) => c.notNull())
    .addColumn("actor", "text", (c) => c.notNull())
    .addColumn("chat", "text")
    .addColumn("approval", "text")
    .addColumn("line", "text", (c) => c.notNull())
    .addColumn("hash", "text", (c) => c.notNull())
    .execute();
  await create.createIndex("audit_approval").on("audit").column("approval").execute();
  await create.createIndex("audit_chat").on("audit").column("chat").execute();
  await create
    .createTable("events")
    .addColumn("seq", "bigint", (c) => c.primaryKey())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("type", "text", (c) => c.notNull())
    .addColumn("chat", "text")
    .addColumn("subject", "text")
    .execute();
}

/** Which folder a project was opened as. */
async function second(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("projects").addColumn("root_identity", "text").execute();
}

async function persons(db: Kysely<unknown>): Promise<void> {
  const create = db.schema;
  await create
    .createTable("persons")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("role", "text", (c) => c.notNull())
    .addColumn("projects", "text")
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .execute();
  await create
    .createTable("sessions")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("token_hash", "text", (c) => c.notNull().unique())
    .addColumn("csrf", "text", (c) => c.notNull())
    .addColumn("person", "text", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("last_seen", "bigint", (c) => c.notNull())
    .addColumn("revoked_at", "bigint")
    .execute();
  await create
    .createTable("login_links")
    .addColumn("hash", "text", (c) => c.primaryKey())
    .addColumn("person", "text", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .addColumn("used_at", "bigint")
    .execute();
  await create
    .createTable("agent_tokens")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("agent", "text", (c) => c.notNull())
    .addColumn("token_hash", "text", (c) => c.notNull().unique())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("last_seen", "bigint")
    .addColumn("revoked_at", "bigint")
    .execute();
}

async function policy(db: Kysely<unknown>): Promise<void> {
  const create = db.schema;
  await create
    .createTable("projects")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("path", "text", (c) => c.notNull().unique())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("opened", "text", (c) => c.notNull())
    .addColumn("git_work_tree", "integer", (c) => c.notNull())
    .addColumn("grants", "text", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .execute();
  await create
    .createTable("chats")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("project", "text")
    .addColumn("title", "text", (c) => c.notNull())
    .addColumn("agent", "text")
    .addColumn("session_key", "text")
    .addColumn("level", "text")
    .addColumn("approval_mode", "text")
    .addColumn("grants", "text", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("last_seen", "bigint", (c) => c.notNull())
    .addColumn("ended_at", "bigint")
    .addUniqueConstraint("chats_session", ["agent", "session_key"])
    .execute();
  await create
    .createTable("modes")
    .addColumn("layer", "text", (c) => c.notNull())
    .addColumn("target", "text", (c) => c.notNull())
    .addColumn("data", "text", (c) => c.notNull())
    .addColumn("changed_at", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("modes_key", ["layer", "target"])
    .execute();
  await create
    .createTable("rules")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("scope", "text", (c) => c.notNull())
    .addColumn("target", "text", (c) => c.notNull())
    .addColumn("tool", "text", (c) => c.notNull())
    .addColumn("pattern", "text", (c) => c.notNull())
    .addColumn("decision", "text", (c) => c.notNull())
    .addColumn("expires_at", "bigint")
    .addColumn("note", "text")
    .addColumn("created_by", "text")
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .execute();
  await create.createIndex("rules_scope").on("rules").columns(["scope", "target"]).execute();
  await create
    .createTable("pins")
    .addColumn("server", "text", (c) => c.notNull())
    .addColumn("tool", "text", (c) => c.notNull())
    .addColumn("hash", "text", (c) => c.notNull())
    .addColumn("class", "text")
    .addColumn("first_seen", "bigint", (c) => c.notNull())
    .addColumn("accepted_at", "bigint")
    .addPrimaryKeyConstraint("pins_key", ["server", "tool"])
    .execute();
  await create
    .createTable("settings")
    .addColumn("name", "text", (c) => c.primaryKey())
    .addColumn("value", "text", (c) => c.notNull())
    .execute();
}

async function seedCounters(db: Kysely<{ counters: { name: string; value: number } }>): Promise<void> {
  const names = ["audit", "events", "policy"];
  await db
    .insertInto("counters")
    .values(names.map((name) => ({ name, value: 0 })))
    .execute();
}

/** What the gate of an MCP server has seen: which entry is called what, and the descriptors behind the hashes. */
async function mcpServers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("mcp_servers")
    .addColumn("slug", "text", (c) => c.primaryKey())
    .addColumn("entry_hash", "text", (c) => c.notNull().unique())
    .addColumn("entry", "text", (c) => c.notNull())
    .addColumn("answer_in", "text", (c) => c.notNull())
    .addColumn("first_seen", "bigint", (c) => c.notNull())
    .addColumn("last_seen", "bigint", (c) => c.notNull())
    .execute();
  for (const column of ["descriptor", "seen_hash", "seen_descriptor"])
    await db.schema.alterTable("pins").addColumn(column, "text").execute();
}

/** What an agent has set out to do in a chat (tool `task`). */
async function plan(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("plan_items")
    .addColumn("chat", "text", (c) => c.notNull())
    .addColumn("id", "integer", (c) => c.notNull())
    .addColumn("title", "text", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("changed_at", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("plan_items_key", ["chat", "id"])
    .execute();
}

/** What waits or runs in one chat is looked for at every call of it, however many went before. */
async function openCalls(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex("approvals_state").execute();
  await db.schema.createIndex("approvals_open").on("approvals").columns(["state", "chat", "created_at"]).execute();
}

/** Of a project's own files: which content a person accepted, and what was last read of them. */
async function projectFiles(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("project_files")
    .addColumn("project", "text", (c) => c.notNull())
    .addColumn("file", "text", (c) => c.notNull())
    .addColumn("accepted_hash", "text", (c) => c.notNull())
    .addColumn("seen_hash", "text", (c) => c.notNull())
    .addColumn("seen", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("project_files_key", ["project", "file"])
    .execute();
}

/** MCP servers that the host itself starts. */
async function ownServers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("own_servers")
    .addColumn("slug", "text", (c) => c.primaryKey())
    .addColumn("entry", "text", (c) => c.notNull())
    .addColumn("confirmed", "text", (c) => c.notNull())
    .addColumn("enabled", "integer", (c) => c.notNull())
    .addColumn("projects", "text")
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .execute();
}

/**
 * The audit trail and the events are kept by their numbers alone. With a key of another type than `integer` there was an
 * index of the numbers beside each table, which every call wrote a page of.
 */
async function numberedRows(db: Kysely<unknown>): Promise<void> {
  await remade(db, "audit", (table) =>
    table
      .addColumn("seq", "integer", (c) => c.primaryKey())
      .addColumn("at", "bigint", (c) => c.notNull())
      .addColumn("type", "text", (c) => c.notNull())
      .addColumn("actor", "text", (c) => c.notNull())
      .addColumn("chat", "text")
      .addColumn("approval", "text")
      .addColumn("line", "text", (c) => c.notNull())
      .addColumn("hash", "text", (c) => c.notNull()),
  );
  await db.schema.createIndex("audit_approval").on("audit").column("approval").execute();
  await db.schema.createIndex("audit_chat").on("audit").column("chat").execute();
  await remade(db, "events", (table) =>
    table
      .addColumn("seq", "integer", (c) => c.primaryKey())
      .addColumn("at", "bigint", (c) => c.notNull())
      .addColumn("type", "text", (c) => c.notNull())
      .addColumn("chat", "text")
      .addColumn("subject", "text"),
  );
  // An event's number follows from the newest.
  await sql`delete from counters where name = 'events'`.execute(db);
}

/** A table with the same columns, defined anew, and its rows; without its indexes. */
async function remade(
  db: Kysely<unknown>,
  name: string,
  define: (table: CreateTableBuilder<string>) => CreateTableBuilder<string, string>,
): Promise<void> {
  const before = `${name}_before`;
  await db.schema.alterTable(name).renameTo(before).execute();
  await define(db.schema.createTable(name)).execute();
  await sql`insert into ${sql.table(name)} select * from ${sql.table(before)}`.execute(db);
  await db.schema.dropTable(before).execute();
}
