import type { Kysely } from "kysely";
import type { Migration } from "./migrations.ts";
import type { Db } from "./schema.ts";

/** The database was written by a newer version of this program. */
export class SchemaTooNew extends Error {
  constructor(version: number, known: number) {
    super(
      `the database has schema ${version}, and this version of assent knows schemas up to ${known}: ` +
        "install the newer version, or use another data directory",
    );
    this.name = "SchemaTooNew";
  }
}

/**
 * Takes the steps that are missing, each with its number in one transaction, so that none is half done and two
 * starting hosts do not both do it. `backUp` runs before the first, and not for a new database.
 */
export async function migrate(db: Db, steps: readonly Migration[], backUp: () => void): Promise<void> {
  const table = db.schema.createTable("schema_version").ifNotExists();
  await table.addColumn("version", "integer", (column) => column.notNull()).execute();
  const found = await versionOf(db);
  if (found > 0 && found < steps.length) backUp();
  while (await db.transaction().execute((tx) => takeStep(tx, steps)));
}

async function takeStep(tx: Db, steps: readonly Migration[]): Promise<boolean> {
  const version = await versionOf(tx);
  if (version > steps.length) throw new SchemaTooNew(version, steps.length);
  const step = steps[version];
  if (!step) return false;
  await step(tx as unknown as Kysely<unknown>);
  await tx.deleteFrom("schema_version").execute();
  await tx
    .insertInto("schema_version")
    .values({ version: version + 1 })
    .execute();
  return true;
}

async function versionOf(db: Db): Promise<number> {
  const row = await db.selectFrom("schema_version").select("version").executeTakeFirst();
  return row?.version ?? 0;
}
