import type { ApprovalRow } from "../../store/tables/approvals.ts";
import type { ApprovalState, ApprovalView } from "../../wire/approval.ts";
import { openRecord } from "../approvals/record.ts";
import { approvalView } from "../approvals/view.ts";
import { maySee } from "./access.ts";
import { callsInRun, type GateContext, type Place, placeOf } from "./context.ts";
import type { Principal } from "./gate.ts";
import { actorOf, write } from "./journal.ts";

export interface LookOptions {
  readonly unmask?: boolean;
}

/** Null where there is none that this caller may see. */
export async function get(
  context: GateContext,
  id: string,
  by: { readonly principal: Principal } & LookOptions,
): Promise<ApprovalView | null> {
  const row = await context.store.approvals.get(id);
  if (row === null || !(await seen(context, by.principal, row))) return null;
  const unmask = by.unmask === true && by.principal.kind === "person" && by.principal.role !== "viewer";
  if (unmask) {
    const actor = actorOf(by.principal);
    await write(context, (journal) => journal.note(row, { type: "approval.unmasked", actor, data: {} }));
  }
  return viewOf(context, row, { unmask });
}

export async function pending(
  context: GateContext,
  chat: string | null,
  principal: Principal,
): Promise<readonly ApprovalView[]> {
  return views(context, await context.store.approvals.inStates(["pending"], chat), principal);
}

export async function recent(
  context: GateContext,
  limit: number,
  principal: Principal,
): Promise<readonly ApprovalView[]> {
  return views(context, await context.store.approvals.recent(limit), principal);
}

interface Wait {
  /** As long as it stands at one of these. */
  readonly while: readonly ApprovalState[];
  readonly waitMs: number;
  readonly signal?: AbortSignal;
}

/** Rejects where there is no such approval. */
export async function settled(context: GateContext, id: string, wait: Wait): Promise<ApprovalView> {
  const enough = new AbortController();
  const timer = setTimeout(() => enough.abort(), wait.waitMs);
  if (wait.waitMs <= 0) enough.abort();
  const signal = wait.signal ? AbortSignal.any([wait.signal, enough.signal]) : enough.signal;
  try {
    for (;;) {
      // It listens before it looks: a move in between would be missed.
      const moved = context.waiters.wait(id, wait.waitMs, signal);
      const row = await context.store.approvals.get(id);
      if (row === null) throw new Error("there is no such approval");
      if (signal.aborted || !wait.while.includes(row.state)) return await viewOf(context, row);
      await moved;
    }
  } finally {
    clearTimeout(timer);
    enough.abort();
  }
}

/** The card of a row as it stands; `place` where the caller has it already. */
export async function viewOf(
  context: GateContext,
  row: ApprovalRow,
  options: LookOptions & { readonly place?: Place } = {},
): Promise<ApprovalView> {
  const place = options.place ?? (await placeOf(context, row.chat));
  const policy = await context.policies.policyFor(row.chat, row.run).catch(() => null); // verdict: a card without its limits
  const record = openRecord(row, context.seal);
  const { tool } = record.reading;
  const callsThisRun = policy === null ? 0 : await callsInRun(context, { tool, policy, chat: row.chat, run: row.run });
  const { redactor } = context;
  return approvalView({
    row,
    record,
    chat: place?.chat ?? null,
    project: place?.project ?? null,
    policy,
    callsThisRun,
    outputLimit: await context.outputLimit(context.store),
    redactor: options.unmask === true ? HIDES_NOTHING : redactor,
    // Only by name: what a command itself calls a secret could be the folder that it deletes.
    knowing: options.unmask === true ? HIDES_NOTHING : redactor.knowing([record.call.args, record.proposed], "named"),
  });
}

const HIDES_NOTHING = {
  text: (text: string) => text,
  value: (value: unknown) => ({ value, masked: [] }),
} as const;

async function seen(context: GateContext, principal: Principal, row: ApprovalRow): Promise<boolean> {
  const place = await placeOf(context, row.chat);
  return place !== null && maySee(context, principal, place);
}

async function views(
  context: GateContext,
  rows: readonly ApprovalRow[],
  principal: Principal,
): Promise<readonly ApprovalView[]> {
  const places = new Map<string, Place | null>();
  const found: ApprovalView[] = [];
  for (const row of rows) {
    if (!places.has(row.chat)) places.set(row.chat, await placeOf(context, row.chat));
    const place = places.get(row.chat);
    if (place && (await maySee(context, principal, place))) found.push(await viewOf(context, row, { place }));
  }
  return found;
}
