import type { Db } from "../schema.ts";

export interface CallInputRow {
  readonly call: string;
  readonly chat: string;
  readonly sealed: string;
}

export type CallInputs = ReturnType<typeof callInputsTable>;

/** What a person gave to one call beside its approval: the answer to its question, the model of its subagent. */
export function callInputsTable(db: Db) {
  return {
    async get(call: string): Promise<CallInputRow | null> {
      return (await db.selectFrom("call_inputs").selectAll().where("call", "=", call).executeTakeFirst()) ?? null;
    },
    async set(row: CallInputRow): Promise<void> {
      await db
        .insertInto("call_inputs")
        .values(row)
        .onConflict((conflict) => conflict.column("call").doUpdateSet({ sealed: row.sealed }))
        .execute();
    },
    async removeChat(chat: string): Promise<void> {
      await db.deleteFrom("call_inputs").where("chat", "=", chat).execute();
    },
  };
}
