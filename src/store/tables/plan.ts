import type { PlanItem } from "../../wire/plan.ts";
import type { Db } from "../schema.ts";

export type Plans = ReturnType<typeof plansTable>;

/** The plans of chats: what agents have set out to do. */
export function plansTable(db: Db) {
  return {
    /** Oldest first. */
    async of(chat: string): Promise<readonly PlanItem[]> {
      return db
        .selectFrom("plan_items")
        .select(["id", "title", "state"])
        .where("chat", "=", chat)
        .orderBy("id")
        .execute();
    },
    /** Adds the item, or takes the place of the one with its number. */
    async put(chat: string, { id, title, state }: PlanItem, at: number): Promise<void> {
      const values = { chat, id, title, state, changed_at: at };
      await db
        .insertInto("plan_items")
        .values(values)
        .onConflict((row) => row.columns(["chat", "id"]).doUpdateSet({ title, state, changed_at: at }))
        .execute();
    },
  };
}
