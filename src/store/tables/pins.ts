import type { Selectable } from "kysely";
import type { Db, Schema } from "../schema.ts";

/** The version of an MCP tool that counts: its descriptor hash at first sight, or as a person accepted it since. */
export interface Pin {
  readonly server: string;
  readonly tool: string;
  readonly hash: string;
  /** Class that a person accepted for this hash. */
  readonly class: string | null;
  readonly firstSeen: number;
  readonly acceptedAt: number | null;
  /** Canonical JSON of what was pinned. */
  readonly descriptor?: string;
  /** The version that the server gave last, where it is not the pinned one. */
  readonly seen?: { readonly hash: string; readonly descriptor: string };
}

export type Pins = ReturnType<typeof pinsTable>;

export function pinsTable(db: Db) {
  return {
    async get(server: string, tool: string): Promise<Pin | null> {
      const row = await db
        .selectFrom("pins")
        .selectAll()
        .where("server", "=", server)
        .where("tool", "=", tool)
        .executeTakeFirst();
      return row ? toPin(row) : null;
    },
    /** Pins at first sight; a tool that is pinned keeps its pin. */
    async sight(pin: Pin): Promise<void> {
      await db
        .insertInto("pins")
        .values({
          server: pin.server,
          tool: pin.tool,
          hash: pin.hash,
          class: pin.class,
          first_seen: pin.firstSeen,
          accepted_at: pin.acceptedAt,
          descriptor: pin.descriptor ?? null,
        })
        .onConflict((conflict) => conflict.columns(["server", "tool"]).doNothing())
        .execute();
    },
    /** Keeps the version that the server gives now beside the pinned one; null: it is the pinned one again. */
    async noteSeen(server: string, tool: string, seen: NonNullable<Pin["seen"]> | null): Promise<void> {
      await db
        .updateTable("pins")
        .set({ seen_hash: seen?.hash ?? null, seen_descriptor: seen?.descriptor ?? null })
        .where("server", "=", server)
        .where("tool", "=", tool)
        .execute();
    },
    /** A person's act: the tool's new version, or a class for it. */
    async accept(pin: Pin): Promise<void> {
      await db
        .updateTable("pins")
        .set({
          hash: pin.hash,
          class: pin.class,
          accepted_at: pin.acceptedAt,
          descriptor: pin.descriptor ?? null,
          seen_hash: pin.seen?.hash ?? null,
          seen_descriptor: pin.seen?.descriptor ?? null,
        })
        .where("server", "=", pin.server)
        .where("tool", "=", pin.tool)
        .execute();
    },
    /** Another server has the name by now: what was accepted of its tools is that of none that it can give. */
    async retire(server: string): Promise<void> {
      await db
        .updateTable("pins")
        .set({ hash: "", class: null, accepted_at: null, descriptor: null, seen_hash: null, seen_descriptor: null })
        .where("server", "=", server)
        .execute();
    },
    async ofServer(server: string): Promise<readonly Pin[]> {
      const rows = db.selectFrom("pins").selectAll().where("server", "=", server).orderBy("tool");
      return (await rows.execute()).map(toPin);
    },
    /** Of all servers; none that was retired and not seen since. */
    async list(): Promise<readonly Pin[]> {
      const rows = db.selectFrom("pins").selectAll().orderBy("server").orderBy("tool");
      return (await rows.execute()).map(toPin).filter((pin) => !isRetired(pin));
    },
  };
}

/** Of a server that had the name before: of none of this one, until this one gives a tool of that name. */
export function isRetired({ hash, seen }: Pin): boolean {
  return hash === "" && seen === undefined;
}

function toPin(row: Selectable<Schema["pins"]>): Pin {
  return {
    server: row.server,
    tool: row.tool,
    hash: row.hash,
    class: row.class,
    firstSeen: row.first_seen,
    acceptedAt: row.accepted_at,
    ...(row.descriptor === null ? {} : { descriptor: row.descriptor }),
    ...(row.seen_hash === null ? {} : { seen: { hash: row.seen_hash, descriptor: row.seen_descriptor ?? "" } }),
  };
}
