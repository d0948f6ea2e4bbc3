import type { Selectable } from "kysely";
import type { Rule } from "../../core/policy.ts";
import { changePolicy } from "../counter.ts";
import type { Db, Schema } from "../schema.ts";

/** A stored rule, with the chat or project that it belongs to (empty for `global`). */
export interface StoredRule extends Rule {
  readonly scope: "chat" | "project" | "global";
  readonly target: string;
  readonly createdAt: number;
}

export type Rules = ReturnType<typeof rulesTable>;

export function rulesTable(db: Db) {
  return {
    async add(rule: StoredRule): Promise<void> {
      const row = {
        id: rule.id,
        scope: rule.scope,
        target: rule.target,
        tool: rule.tool,
        pattern: rule.pattern,
        decision: rule.decision,
        expires_at: rule.expiresAt ?? null,
        note: rule.note ?? null,
        created_by: rule.createdBy ?? null,
        created_at: rule.createdAt,
      };
      await changePolicy(db, (tx) => tx.insertInto("rules").values(row).execute());
    },
    async get(id: string): Promise<StoredRule | null> {
      const row = await db.selectFrom("rules").selectAll().where("id", "=", id).executeTakeFirst();
      return row ? toRule(row) : null;
    },
    /** False where there was none. */
    async remove(id: string): Promise<boolean> {
      const done = await changePolicy(db, (tx) => tx.deleteFrom("rules").where("id", "=", id).executeTakeFirst());
      return done.numDeletedRows === 1n;
    },
    /** All of a scope and target, oldest first. */
    async of(scope: StoredRule["scope"], target: string): Promise<readonly StoredRule[]> {
      const found = db.selectFrom("rules").selectAll().where("scope", "=", scope).where("target", "=", target);
      return (await found.orderBy("created_at").orderBy("id").execute()).map(toRule);
    },
    async list(): Promise<readonly StoredRule[]> {
      return (await db.selectFrom("rules").selectAll().orderBy("created_at").orderBy("id").execute()).map(toRule);
    },
  };
}

function toRule(row: Selectable<Schema["rules"]>): StoredRule {
  return {
    id: row.id,
    tool: row.tool,
    pattern: row.pattern,
    decision: row.decision,
    scope: row.scope,
    target: row.target,
    createdAt: row.created_at,
    ...(row.expires_at === null ? {} : { expiresAt: row.expires_at }),
    ...(row.note === null ? {} : { note: row.note }),
    ...(row.created_by === null ? {} : { createdBy: row.created_by }),
  };
}
