import { atomically, type Db } from "./schema.ts";

export type Counter = "audit" | "events" | "policy";

/**
 * The next number of a series, without gaps: taken in the transaction that uses it, so that a rolled-back one gives
 * it back, and two writers wait for each other.
 */
export async function nextOf(db: Db, name: Counter): Promise<number> {
  const row = await db
    .updateTable("counters")
    .set((eb) => ({ value: eb("value", "+", 1) }))
    .where("name", "=", name)
    .returning("value")
    .executeTakeFirstOrThrow();
  return row.value;
}

export async function currentOf(db: Db, name: Counter): Promise<number> {
  const row = await db.selectFrom("counters").select("value").where("name", "=", name).executeTakeFirstOrThrow();
  return row.value;
}

/** A change of what policy is made of; `policyVersion` tells that it happened. */
export function changePolicy<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return atomically(db, async (tx) => {
    await nextOf(tx, "policy");
    return work(tx);
  });
}
