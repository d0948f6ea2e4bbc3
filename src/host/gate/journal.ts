import type { Tables, TransactionOptions } from "../../store/store.ts";
import type { ApprovalRow, Move } from "../../store/tables/approvals.ts";
import type { HostEvent } from "../../wire/event.ts";
import { summaryOf } from "../approvals/summary.ts";
import type { ApprovalRecord } from "../approvals/record.ts";
import type { Log } from "../audit/recorder.ts";
import type { GateContext } from "./context.ts";
import type { Principal } from "../auth/principal.ts";

/** A transaction in which approvals are written; each move tells the audit trail and the event stream. */
export interface Journal {
  readonly tables: Tables;
  add(row: ApprovalRow, record: ApprovalRecord, actor: string): Promise<void>;
  /** An approved call that its proposer has claimed with it; the trail has a line for each. */
  addClaimed(row: ApprovalRow, record: ApprovalRecord, actor: string): Promise<void>;
  /** False, and nothing written, where the row was no longer as expected. */
  move(
    move: Move & { readonly chat: string },
    actor: string,
    data?: Readonly<Record<string, unknown>>,
  ): Promise<boolean>;
  /** A line about an approval that moves nothing. */
  note(
    row: Pick<ApprovalRow, "id" | "chat">,
    line: { readonly type: string; readonly actor: string; readonly data: Readonly<Record<string, unknown>> },
  ): Promise<void>;
}

/**
 * Runs the work in one recorded transaction, and wakes those who wait for what it moved once it is durable.
 * Rejects with `RecordError`, and then nothing happened.
 */
export async function write<T>(
  context: GateContext,
  work: (journal: Journal) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> {
  const moved: string[] = [];
  const result = await context.recorder.commit(
    (tables, log) => work(journalOn(context, { tables, log, moved })),
    options,
  );
  context.waiters.moved(moved);
  return result;
}

interface Open {
  readonly tables: Tables;
  readonly log: Log;
  readonly moved: string[];
}

function journalOn(context: GateContext, { tables, log, moved }: Open): Journal {
  const announce = (type: HostEvent["type"], chat: string, id: string) =>
    tables.events.append({ at: context.now(), type, chat, id });

  const journal: Journal = {
    tables,
    async add(row, record, actor) {
      await tables.approvals.add(row);
      await journal.note(row, { type: `approval.${row.state}`, actor, data: proposedData(row, record) });
      await announce(row.state === "pending" ? "approval.created" : "approval.changed", row.chat, row.id);
    },
    async addClaimed(row, record, actor) {
      await tables.approvals.add({ ...row, state: "executing", host: context.hostId });
      await journal.note(row, { type: "approval.approved", actor, data: proposedData(row, record) });
      await journal.note(row, { type: "approval.executing", actor, data: claimedData(row) });
      await announce("approval.changed", row.chat, row.id);
    },
    async move(move, actor, data = {}) {
      if (!(await tables.approvals.move(move))) return false;
      await journal.note(move, { type: `approval.${move.to}`, actor, data });
      await announce("approval.changed", move.chat, move.id);
      moved.push(move.id);
      return true;
    },
    async note({ id, chat }, { type, actor, data }) {
      await log({ at: context.now(), type, actor, chat, approval: id, data });
    },
  };
  return journal;
}

function proposedData(row: ApprovalRow, record: ApprovalRecord): Readonly<Record<string, unknown>> {
  const { reading, decision } = record;
  return {
    tool: row.tool,
    run: row.run,
    call: row.callId,
    source: reading.source,
    agent: record.call.agent ?? null,
    summary: summaryOf(record),
    cwd: row.cwd,
    targets: reading.parts.flatMap((part) => part.paths.map((use) => `${use.act} ${use.canonical ?? use.spelling}`)),
    effect: row.effect,
    code: row.code,
    class: row.class,
    decidedBy: row.decidedBy,
    findings: decision.findings.map((finding) => finding.code),
    policy: row.revision,
    args: row.argsHash,
    digest: row.digest,
    previous: row.previous,
  };
}

/** What the line of a claim tells beside who made it. */
export function claimedData(row: ApprovalRow): Readonly<Record<string, unknown>> {
  return { tool: row.tool, call: row.callId, args: row.argsHash };
}

/** As a card names who did it. */
export function nameOf(principal: Principal): string {
  return principal.kind === "host" ? "Assent" : principal.name;
}
