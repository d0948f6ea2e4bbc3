import type { Selectable } from "kysely";
import type { ModelChoice, RunState, RunView } from "../../wire/chats.ts";
import type { Db, Schema } from "../schema.ts";

/** One turn of the agent, from a message until it ends; a subagent's has a parent. Source: spec README, "Words". */
export interface Run {
  readonly id: string;
  readonly chat: string;
  /** The run whose call it is; null for the chat's own. */
  readonly parent: string | null;
  /** The outermost run, to which memory and limits of a run belong. */
  readonly root: string;
  readonly state: RunState;
  readonly head: string | null;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly data: RunData;
}

export interface RunData extends Pick<RunView, "title" | "attended" | "background" | "error" | "retry" | "usage"> {
  /** Null: what the chat says when it begins. */
  readonly model: ModelChoice | null;
  /** `shell`: one command that a person typed; no model is asked. */
  readonly kind: "model" | "shell";
  /** Of one in the background: its parent's model was told of its end. */
  readonly told?: boolean;
}

export type Runs = ReturnType<typeof runsTable>;

export function runsTable(db: Db) {
  const select = db.selectFrom("runs").selectAll();
  return {
    /** False where the chat has a run that has not ended. */
    async begin(run: Run): Promise<boolean> {
      const added = await db
        .insertInto("runs")
        .values({
          id: run.id,
          chat: run.chat,
          parent: run.parent,
          root: run.root,
          state: run.state,
          head: run.head,
          data: JSON.stringify(run.data),
          started_at: run.startedAt,
          ended_at: run.endedAt,
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return added.numInsertedOrUpdatedRows === 1n;
    },
    async get(id: string): Promise<Run | null> {
      const row = await select.where("id", "=", id).executeTakeFirst();
      return row ? toRun(row) : null;
    },
    /** False where it has ended: an ended run never begins again. */
    async update(id: string, change: Partial<Pick<Run, "state" | "head" | "endedAt" | "data">>): Promise<boolean> {
      const set = {
        ...(change.state === undefined ? {} : { state: change.state }),
        ...(change.head === undefined ? {} : { head: change.head }),
        ...(change.endedAt === undefined ? {} : { ended_at: change.endedAt }),
        ...(change.data === undefined ? {} : { data: JSON.stringify(change.data) }),
      };
      const query = db.updateTable("runs").set(set).where("id", "=", id).where("ended_at", "is", null);
      return (await query.executeTakeFirst()).numUpdatedRows === 1n;
    },
    /** Of an ended run too. */
    async setData(id: string, data: RunData): Promise<void> {
      await db
        .updateTable("runs")
        .set({ data: JSON.stringify(data) })
        .where("id", "=", id)
        .execute();
    },
    /** Those that have not ended, oldest first; `chat` null: of all chats. */
    async open(chat: string | null): Promise<readonly Run[]> {
      let query = select.where("ended_at", "is", null);
      if (chat !== null) query = query.where("chat", "=", chat);
      return (await query.orderBy("started_at").orderBy("id").execute()).map(toRun);
    },
    /** The chat's own run that began last. */
    async last(chat: string): Promise<Run | null> {
      const own = select.where("chat", "=", chat).where("parent", "is", null);
      const row = await own.orderBy("started_at", "desc").orderBy("id", "desc").executeTakeFirst();
      return row ? toRun(row) : null;
    },
    /** Those of subagents, the newest first. */
    async subruns(chat: string): Promise<readonly Run[]> {
      const found = select.where("chat", "=", chat).where("parent", "is not", null);
      return (await found.orderBy("started_at", "desc").limit(100).execute()).map(toRun);
    },
    async removeChat(chat: string): Promise<void> {
      await db.deleteFrom("runs").where("chat", "=", chat).execute();
    },
  };
}

function toRun(row: Selectable<Schema["runs"]>): Run {
  return {
    id: row.id,
    chat: row.chat,
    parent: row.parent,
    root: row.root,
    state: row.state,
    head: row.head,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    data: JSON.parse(row.data) as RunData,
  };
}
