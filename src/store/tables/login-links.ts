import type { Db } from "../schema.ts";

/** A one-time login link; only the SHA-256 of its token is kept. */
export interface LoginLink {
  readonly hash: string;
  readonly person: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

export type LoginLinks = ReturnType<typeof loginLinksTable>;

export function loginLinksTable(db: Db) {
  return {
    async add(link: LoginLink): Promise<void> {
      await db
        .insertInto("login_links")
        .values({
          hash: link.hash,
          person: link.person,
          created_at: link.createdAt,
          expires_at: link.expiresAt,
          used_at: null,
        })
        .execute();
    },
    /** Uses the link up: of two callers one gets the person's id, the other null. */
    async use(hash: string, now: number): Promise<string | null> {
      const used = await db
        .updateTable("login_links")
        .set({ used_at: now })
        .where("hash", "=", hash)
        .where("used_at", "is", null)
        .where("expires_at", ">", now)
        .returning("person")
        .executeTakeFirst();
      return used?.person ?? null;
    },
    /** No link that was made so far works any more. */
    async useUp(now: number): Promise<void> {
      await db.updateTable("login_links").set({ used_at: now }).where("used_at", "is", null).execute();
    },
    /** Whether a link was ever made: only the first of a data directory is free. */
    async any(): Promise<boolean> {
      return (await db.selectFrom("login_links").select("hash").limit(1).executeTakeFirst()) !== undefined;
    },
  };
}
