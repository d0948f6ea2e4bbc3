import type { HostEvent } from "../../wire/event.ts";
import type { Db, Schema } from "../schema.ts";
import { statement } from "../statement.ts";

export type Events = ReturnType<typeof eventsTable>;

type Unnumbered = Omit<Schema["events"], "seq">;

const newest = statement((db) => db.selectFrom("events").select((eb) => eb.fn.max("seq").as("seq")));
/** No event is ever removed, so the next number is the one after the newest. */
const insert = statement((db, event: Unnumbered) =>
  db
    .insertInto("events")
    .values(({ selectFrom }) => ({
      seq: selectFrom("events").select((eb) => eb(eb.fn.coalesce(eb.fn.max("seq"), eb.lit(0)), "+", 1).as("next")),
      at: event.at,
      type: event.type,
      chat: event.chat,
      subject: event.subject,
    }))
    .returning("seq"),
);

/** Numbered without gaps, so that a client which reconnects with its last number misses and repeats nothing. */
export function eventsTable(db: Db, added: (event: HostEvent) => void) {
  return {
    async append(event: Omit<HostEvent, "seq">): Promise<HostEvent> {
      const { at, type, chat = null, id: subject = null } = event;
      const [row] = (await insert(db, { at, type, chat, subject })).rows;
      if (row === undefined) throw new Error("an event was not kept");
      const numbered = { ...event, seq: row.seq };
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
    async last(): Promise<number> {
      return (await newest(db, {})).rows[0]?.seq ?? 0;
    },
  };
}
