import type { Selectable } from "kysely";
import { currentOf } from "../counter.ts";
import { atomically, type Db, type Schema } from "../schema.ts";
import { insertion, statement } from "../statement.ts";

/** One line as stored: `line` is the very text that was hashed; the other columns repeat it for searching. */
export interface AuditRow {
  readonly seq: number;
  readonly at: number;
  readonly type: string;
  readonly actor: string;
  readonly chat: string | null;
  readonly approval: string | null;
  readonly line: string;
  readonly hash: string;
}

export interface AuditQuery {
  readonly chat?: string;
  readonly approval?: string;
  readonly type?: string;
  /** Lines before this number. */
  readonly before?: number;
  readonly limit: number;
}

export type AuditTable = ReturnType<typeof auditTable>;

const insert = insertion("audit");
/** The number of the last of so many new lines, and the hash of the line before the first. */
const take = statement((db, { lines }: { lines: number }) =>
  db
    .updateTable("counters")
    .set((eb) => ({ value: eb("value", "+", lines) }))
    .where("name", "=", "audit")
    .returning((eb) => [
      "value",
      eb
        .selectFrom("audit")
        .select("hash")
        .where("seq", "=", eb("counters.value", "-", lines))
        .as("before"),
    ]),
);

export function auditTable(db: Db) {
  return {
    /**
     * Adds lines: each of `makers` gets its number and the hash before it. Taking the numbers first makes writers wait for
     * one another, so that the chain has no forks. Answers the newest; null of none.
     */
    async append(makers: readonly ((seq: number, before: string) => AuditRow)[]): Promise<AuditRow | null> {
      if (makers.length === 0) return null;
      return atomically(db, async (tx) => {
        const [taken] = (await take(tx, { lines: makers.length })).rows;
        if (taken === undefined) throw new Error("the database does not count its lines");
        const first = taken.value - makers.length + 1;
        const rows: AuditRow[] = [];
        for (const make of makers) rows.push(make(first + rows.length, rows.at(-1)?.hash ?? taken.before ?? ""));
        for (const row of rows) await insert(tx, row);
        return rows.at(-1) ?? null;
      });
    },
    /** How many lines were ever written. */
    count(): Promise<number> {
      return currentOf(db, "audit");
    },
    /** Lines after `seq`, in order. */
    async since(seq: number, limit: number): Promise<readonly AuditRow[]> {
      const rows = await db
        .selectFrom("audit")
        .selectAll()
        .where("seq", ">", seq)
        .orderBy("seq")
        .limit(limit)
        .execute();
      return rows.map(toAuditRow);
    },
    /** Newest first. */
    async find(query: AuditQuery): Promise<readonly AuditRow[]> {
      let found = db.selectFrom("audit").selectAll();
      if (query.chat !== undefined) found = found.where("chat", "=", query.chat);
      if (query.approval !== undefined) found = found.where("approval", "=", query.approval);
      if (query.type !== undefined) found = found.where("type", "=", query.type);
      if (query.before !== undefined) found = found.where("seq", "<", query.before);
      return (await found.orderBy("seq", "desc").limit(query.limit).execute()).map(toAuditRow);
    },
  };
}

/** A row has a null prototype; a plain object is what callers compare and print. */
function toAuditRow(row: Selectable<Schema["audit"]>): AuditRow {
  return { ...row };
}
