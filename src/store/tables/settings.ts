import { changePolicy } from "../counter.ts";
import type { Db } from "../schema.ts";
import { statement } from "../statement.ts";

export type Settings = ReturnType<typeof settingsTable>;

const byName = statement((db, { name }: { name: string }) =>
  db.selectFrom("settings").select("value").where("name", "=", name),
);

/** Named JSON values of the whole app. The maker of a name checks what it reads. */
export function settingsTable(db: Db) {
  return {
    async get(name: string): Promise<unknown> {
      const [row] = (await byName(db, { name })).rows;
      return row ? (JSON.parse(row.value) as unknown) : undefined;
    },
    /** `undefined` removes it. Counts as a change of policy. */
    async set(name: string, value: unknown): Promise<void> {
      await changePolicy(db, async (tx) => {
        await tx.deleteFrom("settings").where("name", "=", name).execute();
        if (value === undefined) return;
        await tx
          .insertInto("settings")
          .values({ name, value: JSON.stringify(value) })
          .execute();
      });
    },
  };
}
