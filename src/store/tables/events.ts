import type { HostEvent } from "../../wire/event.ts";
import { currentOf, nextOf } from "../counter.ts";
import { atomically, type Db } from "../schema.ts";
import { insertion } from "../statement.ts";

export type Events = ReturnType<typeof eventsTable>;

const insert = insertion("events");

/** Numbered without gaps, so that a client which reconnects with its last number misses and repeats nothing. */
export function eventsTable(db: Db, added: (event: HostEvent) => void) {
  return {
    async append(event: Omit<HostEvent, "seq">): Promise<HostEvent> {
      const numbered = await atomically(db, async (tx) => {
        const seq = await nextOf(tx, "events");
        const row = { seq, at: event.at, type: event.type, chat: event.chat ?? null, subject: event.id ?? null };
        await insert(tx, row);
        return { ...event, seq };
      });
      added(numbered);
      return numbered;
    },
    /** Those after `seq`, in order. */
    async since(seq: number, limit: number): Promise<readonly HostEvent[]> {
      const rows = await db
        .selectFrom("events")
        .selectAll()
        .where("seq", ">", seq)
        .orderBy("seq")
        .limit(limit)
        .execute();
      return rows.map((row) => ({
        seq: row.seq,
        at: row.at,
        type: row.type,
        ...(row.chat === null ? {} : { chat: row.chat }),
        ...(row.subject === null ? {} : { id: row.subject }),
      }));
    },
    /** Number of the newest; 0 of none. */
    last(): Promise<number> {
      return currentOf(db, "events");
    },
  };
}
