import { z } from "zod";
import type { Entry, Mode } from "../core/policy.ts";

/** Something in a file that could not be read; line and column from 1. */
export interface FileFault {
  readonly message: string;
  readonly line: number;
  readonly column: number;
  /** Of the entry, `tools.shell.mode`. */
  readonly path?: string;
}

/** An entry that nobody has accepted as the file has it now. Null: none. */
export interface FileChangeView {
  /** `tools.shell`, `authorization.servers.git`, `authorization`. */
  readonly path: string;
  readonly accepted: Entry | null;
  readonly proposed: Entry | null;
  /** What holds until it is accepted; null: what the level, or a wider entry, says. */
  readonly now: Mode | null;
}

/** One of GET /api/projects/:id/policy-files: a file of the project that may speak of modes. Source: decision.md. */
export interface ProjectFileView {
  readonly name: ".assent.json" | ".mcp.json";
  /** `proposed`: it says what nobody has accepted. `broken`: its last good version counts. */
  readonly state: "absent" | "accepted" | "proposed" | "broken";
  /** Names what it says now; accepting names what was seen. */
  readonly hash: string;
  /** Why it is broken. */
  readonly fault: FileFault | null;
  /** Entries that read stricter than they are written, since they could not be read. */
  readonly faults: readonly FileFault[];
  /** Names that nothing goes by, at their line and column; the rest of the file counts. */
  readonly warnings: readonly FileFault[];
  readonly changes: readonly FileChangeView[];
}

/** POST /api/projects/:id/policy-files/accept */
export const acceptFileBody = z.strictObject({
  name: z.enum([".assent.json", ".mcp.json"]),
  hash: z.string().max(128),
});
export type AcceptFileBody = z.infer<typeof acceptFileBody>;

/** A change in one line: ``tools.shell: `allow` (was `ask`)``. */
export function sayFileChange({ path, accepted, proposed }: FileChangeView): string {
  return `${path}: ${sayEntry(proposed)} (was ${sayEntry(accepted)})`;
}

function sayEntry(entry: Entry | null): string {
  if (entry === null) return "not set";
  const { mode = "no mode", since: _since, ...rest } = entry;
  const more = Object.keys(rest).length === 0 ? "" : ` ${JSON.stringify(rest)}`;
  return `${mode}${more}`;
}
