import type { Store, Tables, TransactionOptions } from "../../store/store.ts";
import type { AuditRow } from "../../store/tables/audit.ts";
import type { Redactor } from "../secrets/redact.ts";
import type { HeadFile } from "./head-file.ts";
import { type AuditEntry, chainLine } from "./line.ts";

/** The one way to change something that the audit trail tells of. */
export interface Recorder {
  /**
   * Runs the work in one transaction with the lines it logs: all of it or nothing, and durable when it resolves, unless
   * the options say otherwise.
   * INVARIANT: what happened without its line did not happen. Rejects with `RecordError` where it cannot be written,
   * and with the work's own `Undone`.
   */
  commit<T>(work: (tables: Tables, log: Log) => Promise<T>, options?: TransactionOptions): Promise<T>;
}

/** Adds a line to those that are written with the work once it is done. */
export type Log = (entry: AuditEntry) => Promise<void>;

/** Thrown by the work itself to end its transaction: nothing of it is kept, and whoever threw it catches it again. */
export class Undone extends Error {}

/** Nothing was recorded, so nothing may run. */
export class RecordError extends Error {
  constructor(cause: unknown) {
    super("the decision could not be recorded", { cause });
    this.name = "RecordError";
  }
}

export interface RecorderDeps {
  readonly store: Store;
  readonly key: Buffer;
  readonly redactor: Redactor;
  readonly head: HeadFile;
}

export function createRecorder({ store, key, redactor, head }: RecorderDeps): Recorder {
  return {
    async commit(work, options) {
      let last: AuditRow | null = null;
      const run = async (tables: Tables) => {
        const entries: AuditEntry[] = [];
        const result = await work(tables, async (entry) => void entries.push(entry));
        const data = redactor.value(entries.map((entry) => entry.data)).value as readonly AuditEntry["data"][];
        last = await tables.audit.append(
          entries.map((entry, at) => makerOf(key, { ...entry, data: data[at] as AuditEntry["data"] })),
        );
        return result;
      };
      const result = await store.transaction(run, options).catch((error: unknown) => {
        throw error instanceof Undone ? error : new RecordError(error);
      });
      // A line that the machine's end may still take back must not be missed then.
      if (last && options?.durable !== false) head.note(last);
      return result;
    },
  };
}

function makerOf(key: Buffer, entry: AuditEntry): (seq: number, before: string) => AuditRow {
  return (seq, before) => chainLine(key, entry, { seq, before });
}
