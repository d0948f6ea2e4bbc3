import type { Selectable } from "kysely";
import type { DirectoryGrant } from "../../core/policy.ts";
import type { ProjectView } from "../../wire/session.ts";
import { changePolicy } from "../counter.ts";
import type { Db, Schema } from "../schema.ts";
import { statement } from "../statement.ts";

export interface Project {
  readonly id: string;
  /** Absolute, canonical. */
  readonly path: string;
  readonly name: string;
  /** What was answered when it was opened; unanswered, it can be read. */
  readonly opened: ProjectView["opened"];
  readonly gitWorkTree: boolean;
  /** Beside what `opened` gives; with `custom` all there is. */
  readonly grants: readonly DirectoryGrant[];
  /** `dev:ino` of the folder that was opened; another one in its place is granted nothing. */
  readonly identity?: string;
  readonly createdAt: number;
}

export type Projects = ReturnType<typeof projectsTable>;

const byId = statement((db, { id }: { id: string }) => db.selectFrom("projects").selectAll().where("id", "=", id));

export function projectsTable(db: Db) {
  return {
    async add(project: Project): Promise<void> {
      const row = { ...toRow(project), id: project.id, created_at: project.createdAt };
      await changePolicy(db, (tx) => tx.insertInto("projects").values(row).execute());
    },
    async get(id: string): Promise<Project | null> {
      const [row] = (await byId(db, { id })).rows;
      return row ? toProject(row) : null;
    },
    async byPath(path: string): Promise<Project | null> {
      const row = await db.selectFrom("projects").selectAll().where("path", "=", path).executeTakeFirst();
      return row ? toProject(row) : null;
    },
    async list(): Promise<readonly Project[]> {
      return (await db.selectFrom("projects").selectAll().orderBy("name").orderBy("id").execute()).map(toProject);
    },
    async update(project: Project): Promise<void> {
      await changePolicy(db, (tx) =>
        tx.updateTable("projects").set(toRow(project)).where("id", "=", project.id).execute(),
      );
    },
  };
}

function toRow(project: Project) {
  return {
    path: project.path,
    name: project.name,
    opened: project.opened,
    git_work_tree: project.gitWorkTree ? 1 : 0,
    grants: JSON.stringify(project.grants),
    root_identity: project.identity ?? null,
  };
}

function toProject(row: Selectable<Schema["projects"]>): Project {
  return {
    id: row.id,
    path: row.path,
    name: row.name,
    opened: row.opened,
    gitWorkTree: row.git_work_tree === 1,
    grants: JSON.parse(row.grants) as DirectoryGrant[],
    ...(row.root_identity === null ? {} : { identity: row.root_identity }),
    createdAt: row.created_at,
  };
}
