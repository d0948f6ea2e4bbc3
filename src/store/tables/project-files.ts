import type { Layer } from "../../core/policy.ts";
import { changePolicy } from "../counter.ts";
import type { Db } from "../schema.ts";

/** `.assent.json`, and the `authorization` block of `.mcp.json`. */
export type ProjectFileKind = "assent" | "mcp";

/** What is known of one of a project's own files. Hashes are of what of it decides; empty of a file that says nothing. */
export interface ProjectFile {
  readonly project: string;
  readonly kind: ProjectFileKind;
  /** Of the content that the host wrote, or that a person accepted. */
  readonly acceptedHash: string;
  /** Of the last content that could be read; it counts while the file is broken. */
  readonly seenHash: string;
  readonly seen: Layer;
}

export type ProjectFiles = ReturnType<typeof projectFilesTable>;

export function projectFilesTable(db: Db) {
  return {
    async get(project: string, kind: ProjectFileKind): Promise<ProjectFile | null> {
      const row = await db
        .selectFrom("project_files")
        .selectAll()
        .where("project", "=", project)
        .where("file", "=", kind)
        .executeTakeFirst();
      if (row === undefined) return null;
      const { accepted_hash: acceptedHash, seen_hash: seenHash } = row;
      return { project, kind, acceptedHash, seenHash, seen: JSON.parse(row.seen) as Layer };
    },
    /** Replaces what is known of the file. */
    async set(file: ProjectFile): Promise<void> {
      const values = { accepted_hash: file.acceptedHash, seen_hash: file.seenHash, seen: JSON.stringify(file.seen) };
      await changePolicy(db, (tx) =>
        tx
          .insertInto("project_files")
          .values({ project: file.project, file: file.kind, ...values })
          .onConflict((conflict) => conflict.columns(["project", "file"]).doUpdateSet(values))
          .execute(),
      );
    },
    /** Projects of which a file says what nobody has accepted, as far as it was read. */
    async unreviewed(): Promise<readonly string[]> {
      const rows = db.selectFrom("project_files").select("project").distinct();
      return (await rows.whereRef("accepted_hash", "!=", "seen_hash").execute()).map(({ project }) => project);
    },
  };
}
