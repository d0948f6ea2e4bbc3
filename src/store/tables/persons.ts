import type { Selectable } from "kysely";
import type { Role } from "../../wire/session.ts";
import type { Db, Schema } from "../schema.ts";
import { statement } from "../statement.ts";

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** Ids of the projects that this person may see; null: all. */
  readonly projects: readonly string[] | null;
  readonly createdAt: number;
}

const byId = statement((db, { id }: { id: string }) => db.selectFrom("persons").selectAll().where("id", "=", id));

export type Persons = ReturnType<typeof personsTable>;

export function personsTable(db: Db) {
  return {
    async add(person: Person): Promise<void> {
      const projects = person.projects && JSON.stringify(person.projects);
      await db
        .insertInto("persons")
        .values({ id: person.id, name: person.name, role: person.role, projects, created_at: person.createdAt })
        .execute();
    },
    async get(id: string): Promise<Person | null> {
      const [row] = (await byId(db, { id })).rows;
      return row ? toPerson(row) : null;
    },
    /** Oldest first: on a single-user host the first is the owner. */
    async list(): Promise<readonly Person[]> {
      const rows = await db.selectFrom("persons").selectAll().orderBy("created_at").orderBy("id").execute();
      return rows.map(toPerson);
    },
  };
}

function toPerson(row: Selectable<Schema["persons"]>): Person {
  return {
    id: row.id,
    name: row.name,
    role: row.role,
    projects: row.projects === null ? null : (JSON.parse(row.projects) as string[]),
    createdAt: row.created_at,
  };
}
