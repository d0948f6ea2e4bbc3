import type { Decision } from "../../core/decision.ts";
import type { Reading } from "../../core/reading.ts";
import type { Call } from "../../read/call.ts";
import type { ApprovalFacts } from "../../store/tables/approvals.ts";
import type { FileChange } from "../../wire/approval.ts";
import type { FileState } from "../gate/file-state.ts";
import type { Seal } from "../secrets/seal.ts";

/** The part of an approval that holds arguments or was read from them; stored sealed. */
export interface ApprovalRecord {
  /** As it will run. */
  readonly call: Call;
  /** The arguments as proposed, where a person edited them since. */
  readonly proposed?: unknown;
  readonly reading: Reading;
  readonly decision: Decision;
  /** See `bindingOf`. */
  readonly binding: string;
  /** Files that are bound to it, as they were. Absent in what was stored before this was kept. */
  readonly files?: readonly FileState[];
  readonly change: FileChange | null;
  /** Where the call had to be asked about anew: what is different now, a sentence each. */
  readonly changes: readonly string[];
}

export function toFacts(id: string, record: ApprovalRecord, digest: string, seal: Seal): ApprovalFacts {
  const { reading, decision } = record;
  return {
    digest,
    argsHash: reading.argsHash,
    cwd: record.call.cwd,
    effect: decision.effect,
    code: decision.code,
    class: decision.class,
    decidedBy: decision.decidedBy,
    revision: decision.policyRevision,
    sealed: seal.close(id, record),
  };
}

/** Throws where the row was altered or the key is another. */
export function openRecord(row: { readonly id: string; readonly sealed: string }, seal: Seal): ApprovalRecord {
  return seal.open(row.id, row.sealed) as ApprovalRecord;
}
