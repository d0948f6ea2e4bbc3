import type { Selectable } from "kysely";
import type { Db, Schema } from "../schema.ts";
import { statement } from "../statement.ts";

/** What an agent presents: it may propose calls and learn their outcome, nothing else. */
export interface AgentToken {
  readonly id: string;
  /** `claude-code`. */
  readonly agent: string;
  /** SHA-256 (hex) of the token. */
  readonly tokenHash: string;
  readonly createdAt: number;
  readonly lastSeen: number | null;
  readonly revokedAt: number | null;
}

export type AgentTokens = ReturnType<typeof agentTokensTable>;

const byHash = statement((db, { hash }: { hash: string }) =>
  db.selectFrom("agent_tokens").selectAll().where("token_hash", "=", hash).where("revoked_at", "is", null),
);

export function agentTokensTable(db: Db) {
  return {
    async add(token: AgentToken): Promise<void> {
      await db
        .insertInto("agent_tokens")
        .values({
          id: token.id,
          agent: token.agent,
          token_hash: token.tokenHash,
          created_at: token.createdAt,
          last_seen: token.lastSeen,
          revoked_at: token.revokedAt,
        })
        .execute();
    },
    /** A live token; revoked ones are not found. */
    async byTokenHash(hash: string): Promise<AgentToken | null> {
      const [row] = (await byHash(db, { hash })).rows;
      return row ? toToken(row) : null;
    },
    async list(): Promise<readonly AgentToken[]> {
      const live = db.selectFrom("agent_tokens").selectAll().where("revoked_at", "is", null);
      return (await live.orderBy("agent").orderBy("created_at").execute()).map(toToken);
    },
    async seen(id: string, now: number): Promise<void> {
      await db.updateTable("agent_tokens").set({ last_seen: now }).where("id", "=", id).execute();
    },
    /** False where there was no such live token. */
    async revoke(id: string, now: number): Promise<boolean> {
      const done = await db
        .updateTable("agent_tokens")
        .set({ revoked_at: now })
        .where("id", "=", id)
        .where("revoked_at", "is", null)
        .executeTakeFirst();
      return done.numUpdatedRows === 1n;
    },
  };
}

function toToken(row: Selectable<Schema["agent_tokens"]>): AgentToken {
  return {
    id: row.id,
    agent: row.agent,
    tokenHash: row.token_hash,
    createdAt: row.created_at,
    lastSeen: row.last_seen,
    revokedAt: row.revoked_at,
  };
}
