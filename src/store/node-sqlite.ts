import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { type Dialect, type SqliteDatabase, type SqliteStatement, SqliteAdapter, SqliteDialect } from "kysely";

/** Everything that is peculiar to SQLite lives in this file and in `sqlite.ts`; the queries know no engine. */
export function sqliteDialect(db: DatabaseSync): Dialect {
  const dialect = new SqliteDialect({ database: adapt(db) });
  return Object.assign(dialect, { createAdapter: () => new TransactionalAdapter() });
}

/** Without this, schema changes run outside of a transaction and two starting hosts break each other's. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

function adapt(db: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, SqliteStatement>();
  const prepare = (sql: string): SqliteStatement => {
    const known = prepared.get(sql);
    if (known) return known;
    const statement = toStatement(db.prepare(sql));
    if (prepared.size < 500) prepared.set(sql, statement);
    return statement;
  };
  return {
    close: () => db.close(),
    prepare(sql) {
      // A deferred transaction that turns into a writer fails at once when another process writes.
      if (sql === "begin") return prepare("begin immediate");
      // A full disk makes SQLite roll back by itself; the second rollback would hide the first error.
      if (sql === "rollback" && !db.isTransaction) return NOTHING;
      return prepare(sql);
    },
  };
}

function toStatement(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...parameters.map(toValue)),
    run: (parameters) => statement.run(...parameters.map(toValue)),
    iterate: (parameters) => statement.iterate(...parameters.map(toValue)),
  };
}

const NOTHING: SqliteStatement = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [][Symbol.iterator](),
};

/** The driver takes a leading object for named parameters and shifts the others, so an object never gets there. */
function toValue(value: unknown): SQLInputValue {
  if (value === null || typeof value === "string" || typeof value === "bigint" || value instanceof Uint8Array)
    return value;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  if (typeof value === "boolean") return value ? 1 : 0;
  throw new TypeError(`not a database value: ${typeof value}`);
}
