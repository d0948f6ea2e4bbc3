import type { Compilable, CompiledQuery, Insertable } from "kysely";
import type { Db, Schema } from "./schema.ts";

/** What a statement is run with, by the names that its maker gives them. */
export type Values = Readonly<Record<string, unknown>>;

/** Runs with these values; kysely's raw result. */
type Statement<V extends Values, R> = (
  db: Db,
  values: V,
) => Promise<{ readonly rows: readonly R[]; readonly numAffectedRows?: bigint }>;

/**
 * A statement that is built and compiled once, and then only run: building costs a query builder more than running
 * costs SQLite. `build` is given a slot for each value and may do nothing with it but hand it to the builder: what
 * shape the statement has cannot depend on a value.
 */
export function statement<V extends Values, R>(build: (db: Db, slots: V) => Compilable<R>): Statement<V, R> {
  let compiled: CompiledQuery<R> | null = null;
  return (db, values) => {
    compiled ??= build(db, SLOTS as V).compile();
    const parameters = compiled.parameters.map((part) => (part instanceof Slot ? values[part.name] : part));
    const query = { ...compiled, parameters };
    // Straight on the connection: what else an executor does is for plugins, and there are none.
    return db.getExecutor().provideConnection((connection) => connection.executeQuery<R>(query));
  };
}

/** As `statement`, where the shape hangs on which values are given: one statement for each set of names. */
export function shaped<R>(
  build: (db: Db, slots: Values, names: readonly string[]) => Compilable<R>,
): Statement<Values, R> {
  const known = new Map<string, Statement<Values, R>>();
  return (db, values) => {
    const names = Object.keys(values);
    const shape = names.join();
    const run = known.get(shape) ?? statement((on, slots) => build(on, slots, names));
    known.set(shape, run);
    return run(db, values);
  };
}

/** Inserts a row of one table. */
export function insertion<T extends keyof Schema>(table: T): (db: Db, row: Insertable<Schema[T]>) => Promise<unknown> {
  return shaped((db, slots, columns) => db.insertInto(table).values(pick(columns, slots) as never));
}

/** Some of the slots, by column. */
export function pick(columns: readonly string[], slots: Values): Values {
  return Object.fromEntries(columns.map((column) => [column, slots[column]]));
}

class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

const SLOTS: unknown = new Proxy({}, { get: (_, name) => new Slot(String(name)) });
