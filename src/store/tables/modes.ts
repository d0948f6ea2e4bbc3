import type { Layer } from "../../core/policy.ts";
import { changePolicy } from "../counter.ts";
import type { Db } from "../schema.ts";

/** Whose layer: the app's, a project's or a chat's. `id` is empty for the app. */
export interface LayerKey {
  readonly layer: "app" | "project" | "chat";
  readonly id: string;
}

export type Modes = ReturnType<typeof modesTable>;

export function modesTable(db: Db) {
  return {
    /** Null where nothing is set. */
    async get(key: LayerKey): Promise<Layer | null> {
      const row = await db
        .selectFrom("modes")
        .select("data")
        .where("layer", "=", key.layer)
        .where("target", "=", key.id)
        .executeTakeFirst();
      return row ? (JSON.parse(row.data) as Layer) : null;
    },
    /** Replaces the whole layer; null removes it. */
    async set(key: LayerKey, layer: Layer | null, now: number): Promise<void> {
      await changePolicy(db, async (tx) => {
        await tx.deleteFrom("modes").where("layer", "=", key.layer).where("target", "=", key.id).execute();
        if (layer === null) return;
        await tx
          .insertInto("modes")
          .values({ layer: key.layer, target: key.id, data: JSON.stringify(layer), changed_at: now })
          .execute();
      });
    },
  };
}
