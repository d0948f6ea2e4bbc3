import { setImmediate as nextTurn } from "node:timers/promises";
import type { CompiledPolicy } from "../../core/compile.ts";
import type { ApprovalRow } from "../../store/tables/approvals.ts";
import type { ApprovalState, ApprovalView } from "../../wire/approval.ts";
import { openRecord } from "../approvals/record.ts";
import { approvalView } from "../approvals/view.ts";
import { maySee } from "./access.ts";
import { callsInRun, type GateContext, type Place, placeOf } from "./context.ts";
import { type Principal, actorOf } from "../auth/principal.ts";
import { write } from "./journal.ts";
import { MOST_BYTES } from "./most-waiting.ts";

export interface LookOptions {
  readonly unmask?: boolean;
}

/** Of what is kept of calls that are over: an answer of more would hold the host up, or be too long for one text. */
const RECENT_BYTES = 32 * 1024 * 1024;

/** Null where there is none that this caller may see. */
export async function get(
  context: GateContext,
  id: string,
  by: { readonly principal: Principal } & LookOptions,
): Promise<ApprovalView | null> {
  const row = await context.store.approvals.get(id);
  if (row === null || (await seenPlace(context, by.principal, row)) === null) return null;
  const unmask = by.unmask === true && by.principal.kind === "person" && by.principal.role !== "viewer";
  if (unmask) {
    const actor = actorOf(by.principal);
    await write(context, (journal) => journal.note(row, { type: "approval.unmasked", actor, data: {} }));
  }
  return viewOf(context, row, { unmask });
}

/** Oldest first; only the `first` so many where that is given, those that are answered here before others. */
export async function pending(
  context: GateContext,
  chat: string | null,
  { principal, first }: { readonly principal: Principal; readonly first?: number | undefined },
): Promise<readonly ApprovalView[]> {
  const rows = quickToSend(context, await context.store.approvals.inStates(["pending"], chat));
  if (first === undefined) return views(context, rows, { principal });
  const byPlace = rows.toSorted((a, b) => Number(a.askedIn === "agent") - Number(b.askedIn === "agent"));
  return views(context, byPlace, { principal, most: first });
}

/** As much of what is only shown here as may wait here: more of it would keep the others from being sent. */
function quickToSend(
  { mostWaitingBytes = MOST_BYTES }: GateContext,
  rows: readonly ApprovalRow[],
): readonly ApprovalRow[] {
  let before = 0;
  return rows.filter(({ askedIn, sealed }) => {
    if (askedIn === "inbox") return true;
    const fits = before < mostWaitingBytes;
    before += sealed.length;
    return fits;
  });
}

/** How many calls wait that this caller may see; none of them is opened for it. */
export async function countPending(context: GateContext, principal: Principal): Promise<number> {
  const counted = await context.store.approvals.countByChat("pending");
  const seen = await Promise.all(counted.map(async (of) => ((await seenPlace(context, principal, of)) ? of.calls : 0)));
  return seen.reduce((sum, calls) => sum + calls, 0);
}

export async function recent(
  context: GateContext,
  limit: number,
  principal: Principal,
): Promise<readonly ApprovalView[]> {
  return views(context, await context.store.approvals.recent(limit, RECENT_BYTES), { principal });
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

/** The card of a row as it stands; with what the caller has of it already. */
export async function viewOf(
  context: GateContext,
  row: ApprovalRow,
  options: LookOptions & Partial<Around> = {},
): Promise<ApprovalView> {
  const place = options.place ?? (await placeOf(context, row.chat));
  const policy = options.policy === undefined ? await policyOf(context, row) : options.policy;
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
    outputLimit: options.outputLimit ?? (await context.outputLimit(context.store)),
    redactor: options.unmask === true ? HIDES_NOTHING : redactor,
    // Only by name: what a command itself calls a secret could be the folder that it deletes.
    knowing:
      options.unmask === true
        ? HIDES_NOTHING
        : redactor.knowing([record.call.args, record.call.beside, record.proposed], "named"),
  });
}

const HIDES_NOTHING = {
  text: (text: string) => text,
  value: (value: unknown) => ({ value, masked: [] }),
} as const;

/** What the cards of one answer share. */
interface Around {
  readonly place: Place;
  readonly policy: CompiledPolicy | null;
  readonly outputLimit: number;
}

function policyOf(context: GateContext, { chat, run }: ApprovalRow): Promise<CompiledPolicy | null> {
  return context.policies.policyFor(chat, run).catch(() => null); // verdict: a card without its limits
}

/** Null where the chat is gone or this caller may not see it. */
async function seenPlace(
  context: GateContext,
  principal: Principal,
  { chat }: Pick<ApprovalRow, "chat">,
): Promise<Place | null> {
  const place = await placeOf(context, chat);
  return place !== null && (await maySee(context, principal, place)) ? place : null;
}

/** Cards between which the host does what else there is to do: a thousand take a second. */
const BATCH = 20;

async function views(
  context: GateContext,
  rows: readonly ApprovalRow[],
  { principal, most = rows.length }: { readonly principal: Principal; readonly most?: number },
): Promise<readonly ApprovalView[]> {
  const placeIn = oncePer(chatOf, (row) => seenPlace(context, principal, row));
  const policyIn = oncePer(runOf, (row) => policyOf(context, row));
  const outputLimit = await context.outputLimit(context.store);
  const found: ApprovalView[] = [];
  for (const row of rows) {
    if (found.length === most) break;
    const place = await placeIn(row);
    if (place === null) continue;
    found.push(await viewOf(context, row, { place, policy: await policyIn(row), outputLimit }));
    if (found.length % BATCH === 0) await nextTurn();
  }
  return found;
}

/** What is found for one row counts for all that have the same key. */
function oncePer<T>(
  keyOf: (row: ApprovalRow) => string,
  look: (row: ApprovalRow) => Promise<T>,
): (row: ApprovalRow) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (row) => {
    const key = keyOf(row);
    const found = known.get(key) ?? look(row);
    known.set(key, found);
    return found;
  };
}

const chatOf = ({ chat }: ApprovalRow): string => chat;
const runOf = ({ chat, run }: ApprovalRow): string => `${chat} ${run}`;
