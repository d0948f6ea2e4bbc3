import type { Selectable } from "kysely";
import type { MessageView } from "../../wire/chats.ts";
import type { Db, Schema } from "../schema.ts";

/** A message without its content, which is sealed: it may hold whatever a person or a tool says. */
export interface MessageRow {
  readonly id: string;
  readonly chat: string;
  /** Empty for the chat's own, else the run of the subagent. */
  readonly thread: string;
  readonly parent: string | null;
  readonly run: string;
  readonly role: MessageView["role"];
  readonly state: MessageView["state"];
  readonly at: number;
  readonly sealed: string;
}

/** As much of a message as its place in the tree needs. */
export type MessageNode = Pick<MessageRow, "id" | "parent" | "at">;

export type Messages = ReturnType<typeof messagesTable>;

/** Ids in one statement: SQLite takes only so many values. */
const MOST_IDS = 500;

export function messagesTable(db: Db) {
  return {
    async add(row: MessageRow): Promise<void> {
      await db.insertInto("messages").values(row).execute();
    },
    async get(id: string): Promise<MessageRow | null> {
      return (await db.selectFrom("messages").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;
    },
    async set(id: string, { state, sealed }: Pick<MessageRow, "state" | "sealed">): Promise<void> {
      await db.updateTable("messages").set({ state, sealed }).where("id", "=", id).execute();
    },
    async remove(id: string): Promise<void> {
      await db.deleteFrom("messages").where("id", "=", id).execute();
    },
    async removeChat(chat: string): Promise<void> {
      await db.deleteFrom("messages").where("chat", "=", chat).execute();
    },
    /** Oldest first. */
    async nodes(chat: string, thread: string): Promise<readonly MessageNode[]> {
      return db
        .selectFrom("messages")
        .select(["id", "parent", "at"])
        .where("chat", "=", chat)
        .where("thread", "=", thread)
        .orderBy("at")
        .orderBy("id")
        .execute();
    },
    /** Ids of those at one place of the tree, oldest first. */
    async siblings({
      chat,
      thread,
      parent,
    }: Pick<MessageRow, "chat" | "thread" | "parent">): Promise<readonly string[]> {
      const found = db.selectFrom("messages").select("id").where("chat", "=", chat).where("thread", "=", thread);
      const here = parent === null ? found.where("parent", "is", null) : found.where("parent", "=", parent);
      return (await here.orderBy("at").orderBy("id").execute()).map(({ id }) => id);
    },
    /** In the order of the ids; what is not there is left out. */
    async many(ids: readonly string[]): Promise<readonly MessageRow[]> {
      const found = new Map<string, Selectable<Schema["messages"]>>();
      for (let at = 0; at < ids.length; at += MOST_IDS) {
        const page = ids.slice(at, at + MOST_IDS);
        const rows = await db.selectFrom("messages").selectAll().where("id", "in", page).execute();
        for (const row of rows) found.set(row.id, row);
      }
      return ids.flatMap((id) => found.get(id) ?? []);
    },
    /** Of a chat, in all its threads. */
    async streaming(chat: string): Promise<readonly MessageRow[]> {
      const rows = db.selectFrom("messages").selectAll().where("chat", "=", chat).where("state", "=", "streaming");
      return rows.orderBy("at").execute();
    },
  };
}
