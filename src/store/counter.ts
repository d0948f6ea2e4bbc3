import { atomically, type Db } from "./schema.ts";
import { statement } from "./statement.ts";

export type Counter = "audit" | "policy";

const increment = statement((db, { name }: { name: Counter }) =>
  db
    .updateTable("counters")
    .set((eb) => ({ value: eb("value", "+", 1) }))
    .where("name", "=", name)
    .returning("value"),
);
const current = statement((db, { name }: { name: Counter }) =>
  db.selectFrom("counters").select("value").where("name", "=", name),
);

/**
 * The next number of a series, without gaps: taken in the transaction that uses it, so that a rolled-back one gives
 * it back, and two writers wait for each other.
 */
async function nextOf(db: Db, name: Counter): Promise<number> {
  return valueOf(await increment(db, { name }));
}

export async function currentOf(db: Db, name: Counter): Promise<number> {
  return valueOf(await current(db, { name }));
}

function valueOf({ rows: [row] }: { readonly rows: readonly { readonly value: number }[] }): number {
  if (row === undefined) throw new Error("the database has no such counter");
  return row.value;
}

/** A change of what policy is made of; `policyVersion` tells that it happened. */
export function changePolicy<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return atomically(db, async (tx) => {
    await nextOf(tx, "policy");
    return work(tx);
  });
}
