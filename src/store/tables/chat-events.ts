import { atomically, type Db } from "../schema.ts";

export interface ChatEventRow {
  readonly seq: number;
  readonly at: number;
  readonly sealed: string;
}

export type ChatEvents = ReturnType<typeof chatEventsTable>;

/** Events of one chat, numbered upwards. A number is never given twice, also after events were dropped. */
export function chatEventsTable(db: Db) {
  return {
    /** `close` seals an event with its number. `pieceOf`: what it is dropped with, once that is complete. */
    async append(
      chat: string,
      event: { readonly at: number; readonly pieceOf: string | null; readonly close: (seq: number) => string },
    ): Promise<number> {
      return atomically(db, async (tx) => {
        const seq = await nextOf(tx, chat);
        const { at, pieceOf, close } = event;
        const row = { chat, seq, at, piece_of: pieceOf, sealed: close(seq) };
        await tx.insertInto("chat_events").values(row).execute();
        return seq;
      });
    },
    async since(chat: string, seq: number, limit: number): Promise<readonly ChatEventRow[]> {
      return db
        .selectFrom("chat_events")
        .select(["seq", "at", "sealed"])
        .where("chat", "=", chat)
        .where("seq", ">", seq)
        .orderBy("seq")
        .limit(limit)
        .execute();
    },
    /** Number of the newest; 0 of none. */
    async last(chat: string): Promise<number> {
      const row = await db.selectFrom("chat_counters").select("value").where("chat", "=", chat).executeTakeFirst();
      return row?.value ?? 0;
    },
    /** What came in pieces (a message, a command's output) is whole by now. */
    async dropPieces(chat: string, of: string): Promise<void> {
      await db.deleteFrom("chat_events").where("chat", "=", chat).where("piece_of", "=", of).execute();
    },
    /** Number of the oldest piece of something that is not whole; null where all is. */
    async firstPiece(chat: string): Promise<number | null> {
      const pieces = db.selectFrom("chat_events").select((eb) => eb.fn.min("seq").as("seq"));
      const row = await pieces.where("chat", "=", chat).where("piece_of", "is not", null).executeTakeFirst();
      return row?.seq ?? null;
    },
    /** Events older than so many: who was away for longer reads the chat anew. */
    async dropBefore(chat: string, seq: number): Promise<void> {
      await db.deleteFrom("chat_events").where("chat", "=", chat).where("seq", "<", seq).execute();
    },
    async removeChat(chat: string): Promise<void> {
      await db.deleteFrom("chat_events").where("chat", "=", chat).execute();
    },
  };
}

async function nextOf(db: Db, chat: string): Promise<number> {
  const row = await db
    .insertInto("chat_counters")
    .values({ chat, value: 1 })
    .onConflict((conflict) =>
      conflict.column("chat").doUpdateSet((eb) => ({ value: eb("chat_counters.value", "+", 1) })),
    )
    .returning("value")
    .executeTakeFirstOrThrow();
  return row.value;
}
