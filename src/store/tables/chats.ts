import type { Selectable } from "kysely";
import type { ApprovalMode, DirectoryGrant, Level } from "../../core/policy.ts";
import { changePolicy } from "../counter.ts";
import type { Db, Schema } from "../schema.ts";
import { statement } from "../statement.ts";

/** A conversation, or a session of an external agent. */
export interface Chat {
  readonly id: string;
  /** Project id; null: no project, and so no grants but its own. */
  readonly project: string | null;
  readonly title: string;
  /** `claude-code`; null for the host's own chats. */
  readonly agent: string | null;
  /** The agent's own name for its session; unique with `agent`. */
  readonly sessionKey: string | null;
  /** Null: the app's default. */
  readonly level: Level | null;
  readonly approvalMode: ApprovalMode | null;
  /** Granted to this chat alone. */
  readonly grants: readonly DirectoryGrant[];
  readonly createdAt: number;
  readonly lastSeen: number;
  readonly endedAt: number | null;
}

/** What only the host's own chats have. */
export interface ChatExtras {
  readonly model: { readonly connection: string; readonly model: string } | null;
  /** Newest message of the branch that is shown. */
  readonly head: string | null;
  readonly trace: boolean;
}

export type Chats = ReturnType<typeof chatsTable>;

const byId = statement((db, { id }: { id: string }) => db.selectFrom("chats").selectAll().where("id", "=", id));
const bySession = statement((db, { agent, key }: { agent: string; key: string }) =>
  db.selectFrom("chats").selectAll().where("agent", "=", agent).where("session_key", "=", key),
);

export function chatsTable(db: Db) {
  return {
    async add(chat: Chat): Promise<void> {
      await db
        .insertInto("chats")
        .values({
          ...toPolicyRow(chat),
          id: chat.id,
          agent: chat.agent,
          session_key: chat.sessionKey,
          created_at: chat.createdAt,
          last_seen: chat.lastSeen,
          ended_at: chat.endedAt,
          trace: 0,
        })
        .execute();
    },
    async get(id: string): Promise<Chat | null> {
      const [row] = (await byId(db, { id })).rows;
      return row ? toChat(row) : null;
    },
    async bySession(agent: string, sessionKey: string): Promise<Chat | null> {
      const [row] = (await bySession(db, { agent, key: sessionKey })).rows;
      return row ? toChat(row) : null;
    },
    /** Latest use first; `project` null: of all projects. */
    async list(options: { readonly project: string | null; readonly limit: number }): Promise<readonly Chat[]> {
      let query = db.selectFrom("chats").selectAll().where("removed_at", "is", null);
      if (options.project !== null) query = query.where("project", "=", options.project);
      return (await query.orderBy("last_seen", "desc").limit(options.limit).execute()).map(toChat);
    },
    /** Stores what policy hangs on, and the title. */
    async update(chat: Chat): Promise<void> {
      await changePolicy(db, (tx) =>
        tx.updateTable("chats").set(toPolicyRow(chat)).where("id", "=", chat.id).execute(),
      );
    },
    async seen(id: string, now: number): Promise<void> {
      await db.updateTable("chats").set({ last_seen: now, ended_at: null }).where("id", "=", id).execute();
    },
    async extras(id: string): Promise<ChatExtras> {
      const row = await db
        .selectFrom("chats")
        .select(["model", "head", "trace"])
        .where("id", "=", id)
        .executeTakeFirst();
      return toExtras(row ?? { model: null, head: null, trace: 0 });
    },
    async setExtras(id: string, { model, head, trace }: Partial<ChatExtras>): Promise<void> {
      const set = {
        ...(model === undefined ? {} : { model: model && JSON.stringify(model) }),
        ...(head === undefined ? {} : { head }),
        ...(trace === undefined ? {} : { trace: trace ? 1 : 0 }),
      };
      if (Object.keys(set).length > 0) await db.updateTable("chats").set(set).where("id", "=", id).execute();
    },
    async isRemoved(id: string): Promise<boolean> {
      const row = await db.selectFrom("chats").select("removed_at").where("id", "=", id).executeTakeFirst();
      return row !== undefined && row.removed_at !== null;
    },
    /** It is listed no more; its approvals and audit lines stay. */
    async remove(id: string, now: number): Promise<void> {
      await db.updateTable("chats").set({ removed_at: now, ended_at: now, head: null }).where("id", "=", id).execute();
    },
    async end(id: string, now: number): Promise<void> {
      await db.updateTable("chats").set({ ended_at: now }).where("id", "=", id).execute();
    },
  };
}

function toPolicyRow(chat: Chat) {
  return {
    project: chat.project,
    title: chat.title,
    level: chat.level,
    approval_mode: chat.approvalMode,
    grants: JSON.stringify(chat.grants),
  };
}

function toExtras({ model, head, trace }: Pick<Schema["chats"], "model" | "head" | "trace">): ChatExtras {
  return { model: model === null ? null : (JSON.parse(model) as ChatExtras["model"]), head, trace: trace !== 0 };
}

function toChat(row: Selectable<Schema["chats"]>): Chat {
  return {
    id: row.id,
    project: row.project,
    title: row.title,
    agent: row.agent,
    sessionKey: row.session_key,
    level: row.level,
    approvalMode: row.approval_mode,
    grants: JSON.parse(row.grants) as DirectoryGrant[],
    createdAt: row.created_at,
    lastSeen: row.last_seen,
    endedAt: row.ended_at,
  };
}
