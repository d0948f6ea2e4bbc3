import type { Selectable } from "kysely";
import type { Db, Schema } from "../schema.ts";

/** A browser session, a paired device, or a confirmed terminal. Only the SHA-256 of its token is kept. */
export interface Session {
  readonly id: string;
  readonly tokenHash: string;
  readonly csrf: string;
  readonly person: string;
  readonly kind: "browser" | "device" | "terminal";
  /** As listed: `Firefox on Linux`. */
  readonly name: string;
  readonly createdAt: number;
  readonly lastSeen: number;
  readonly revokedAt: number | null;
}

export type Sessions = ReturnType<typeof sessionsTable>;

export function sessionsTable(db: Db) {
  return {
    async add(session: Session): Promise<void> {
      await db
        .insertInto("sessions")
        .values({
          id: session.id,
          token_hash: session.tokenHash,
          csrf: session.csrf,
          person: session.person,
          kind: session.kind,
          name: session.name,
          created_at: session.createdAt,
          last_seen: session.lastSeen,
          revoked_at: session.revokedAt,
        })
        .execute();
    },
    /** A live session; revoked ones are not found. */
    async byTokenHash(hash: string): Promise<Session | null> {
      const row = await db
        .selectFrom("sessions")
        .selectAll()
        .where("token_hash", "=", hash)
        .where("revoked_at", "is", null)
        .executeTakeFirst();
      return row ? toSession(row) : null;
    },
    /** Live ones, newest use first. */
    async list(): Promise<readonly Session[]> {
      const live = db.selectFrom("sessions").selectAll().where("revoked_at", "is", null);
      return (await live.orderBy("last_seen", "desc").execute()).map(toSession);
    },
    async seen(id: string, now: number): Promise<void> {
      await db.updateTable("sessions").set({ last_seen: now }).where("id", "=", id).execute();
    },
    /** False where there was no such live session. */
    async revoke(id: string, now: number): Promise<boolean> {
      const done = await db
        .updateTable("sessions")
        .set({ revoked_at: now })
        .where("id", "=", id)
        .where("revoked_at", "is", null)
        .executeTakeFirst();
      return done.numUpdatedRows === 1n;
    },
  };
}

function toSession(row: Selectable<Schema["sessions"]>): Session {
  return {
    id: row.id,
    tokenHash: row.token_hash,
    csrf: row.csrf,
    person: row.person,
    kind: row.kind,
    name: row.name,
    createdAt: row.created_at,
    lastSeen: row.last_seen,
    revokedAt: row.revoked_at,
  };
}
