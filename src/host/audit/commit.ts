import type { Tables } from "../../store/store.ts";
import type { AuditEntry } from "./line.ts";
import type { Recorder } from "./recorder.ts";

/** What is recorded of a change that is no move of an approval. */
export type ChangeLine = Pick<AuditEntry, "type" | "actor" | "data"> & { readonly chat?: string };

export interface CommitDeps {
  readonly recorder: Recorder;
  /** ms since 1970. */
  readonly now: () => number;
}

/** A change with its one line: both are durable when it resolves, or nothing happened. Rejects as `Recorder.commit`. */
export function commit<T>(
  { recorder, now }: CommitDeps,
  { type, actor, chat, data }: ChangeLine,
  work: (tables: Tables) => Promise<T>,
): Promise<T> {
  return recorder.commit(async (tables, log) => {
    const result = await work(tables);
    await log({ at: now(), type, actor, chat: chat ?? null, approval: null, data });
    return result;
  });
}
