import { chmodSync, closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { Kysely } from "kysely";
import { migrate, SchemaTooNew } from "./migrate.ts";
import { type Migration, MIGRATIONS } from "./migrations.ts";
import { sqliteDialect } from "./node-sqlite.ts";
import type { Schema } from "./schema.ts";
import { type Store, storeOn } from "./store.ts";

/** How long a write waits for another process's, in ms. It blocks the event loop, so it is short. */
const BUSY_MS = 5_000;

export interface SqliteOptions {
  /** Default: all. */
  readonly steps?: readonly Migration[];
  /** Default: a connection that waits up to 5 s for another process's write. */
  readonly connect?: (file: string) => DatabaseSync;
}

/**
 * Opens or makes a database file, and brings it to this version's schema; the file is copied to
 * `<file>.before-v<N>` first. A file of a newer version is refused with `SchemaTooNew`, untouched.
 */
export async function openSqlite(file: string, options: SqliteOptions = {}): Promise<Store> {
  const { steps = MIGRATIONS, connect = connectTo } = options;
  makePrivate(file);
  refuseNewer(file, steps.length);
  const connection = connect(file);
  await useLog(connection);
  connection.exec("pragma trusted_schema = off");
  connection.exec(FULL);
  const db = new Kysely<Schema>({ dialect: sqliteDialect(connection) });
  try {
    await migrate(db, steps, () => backUp(connection, `${file}.before-v${steps.length}`));
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return storeOn(db, (work) =>
    db.connection().execute(async (one) => {
      connection.exec(NORMAL);
      try {
        return await work(one);
      } finally {
        // INVARIANT: nobody else has the connection before it waits for the disk again.
        connection.exec(FULL);
      }
    }),
  );
}

/** WAL with FULL: an answer is on the disk before it is given. */
const FULL = "pragma synchronous = full";
/** The log of the writes is in order, so that the next one that waits for the disk waits for this one too. */
const NORMAL = "pragma synchronous = normal";

function connectTo(file: string): DatabaseSync {
  return new DatabaseSync(file, { timeout: BUSY_MS });
}

/** Of several processes that turn a new file to its log at once, SQLite refuses all but one without waiting. */
async function useLog(connection: DatabaseSync): Promise<void> {
  for (const end = Date.now() + BUSY_MS; ;) {
    try {
      return connection.exec("pragma journal_mode = wal");
    } catch (error) {
      if ((error as { errcode?: number }).errcode !== SQLITE_BUSY || Date.now() > end) throw error;
      await setTimeout(10);
    }
  }
}

const SQLITE_BUSY = 5;

/** Nobody else reads what people approved; the files that SQLite puts beside this one take its mode. */
function makePrivate(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  chmodSync(dirname(file), 0o700);
  closeSync(openSync(file, "a", 0o600));
  chmodSync(file, 0o600);
}

/** Looks before the first pragma that writes: changing the journal mode would already touch the file. */
function refuseNewer(file: string, known: number): void {
  const connection = new DatabaseSync(file, { readOnly: true, timeout: BUSY_MS });
  try {
    const table = connection.prepare("select 1 from sqlite_master where name = 'schema_version'").get();
    const row = table && connection.prepare("select version from schema_version").get();
    const version = Number(row?.["version"] ?? 0);
    if (version > known) throw new SchemaTooNew(version, known);
  } finally {
    connection.close();
  }
}

function backUp(connection: DatabaseSync, copy: string): void {
  if (existsSync(copy)) return;
  // Called so only once it is whole: what was ended half way would stand for the copy at the next start.
  const half = `${copy}.${process.pid}.new`;
  try {
    rmSync(half, { force: true });
    connection.prepare("vacuum into ?").run(half);
    chmodSync(half, 0o600);
    // Another host that started meanwhile has copied it before it took a step; this copy may be from after that.
    if (!existsSync(copy)) renameSync(half, copy);
  } finally {
    rmSync(half, { force: true });
  }
}
