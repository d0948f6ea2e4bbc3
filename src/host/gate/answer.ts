import { needsOwnLook } from "../../core/own-look.ts";
import type { ApprovalFacts, ApprovalRow } from "../../store/tables/approvals.ts";
import type { AnswerView, ApprovalView, DecideBody } from "../../wire/approval.ts";
import { takeEdit } from "../approvals/edit.ts";
import { type ApprovalRecord, openRecord, toFacts } from "../approvals/record.ts";
import { mayAnswer, maySee, NOT_ALLOWED } from "./access.ts";
import { conflictOf } from "./conflict.ts";
import { changesShown } from "./changed.ts";
import { type GateContext, judge, type Judged, type Place, placeOf, recordOf } from "./context.ts";
import type { Gate } from "./gate.ts";
import { nameOf, write } from "./journal.ts";
import { viewOf } from "./look.ts";
import { remember, type Remembered } from "./remember.ts";
import { resettle } from "./resettle.ts";
import { refusing, toldOf } from "./told.ts";
import { type Person, type Principal, actorOf } from "../auth/principal.ts";
import { missing, type Refusal } from "../refusal.ts";

type Decided = Awaited<ReturnType<Gate["decide"]>>;
type Previewed = Awaited<ReturnType<Gate["preview"]>>;

interface AnsweredBy<P> {
  readonly principal: P;
  /** One answer of several that were given at once. */
  readonly together?: boolean;
}

/** A person's answer. Of any number for one approval one is taken; the others are told which. */
export async function decideApproval(
  context: GateContext,
  body: DecideBody,
  { principal, together = false }: AnsweredBy<Principal>,
): Promise<Decided> {
  if (!mayAnswer(principal) || principal.kind !== "person") return NOT_ALLOWED;
  const answered = await refusing(async () => {
    const row = await context.store.approvals.get(body.id);
    if (row === null) return missing("approval");
    return context.locks.run(row.chat, () => answerNow(context, body, { principal, together }));
  });
  if (!answered.ok) return answered;
  const row = await context.store.approvals.get(body.id);
  if (row === null) return missing("approval");
  // Outside of the lock, which deciding the others anew takes again.
  const wide = body.remember?.scope === "project" || body.remember?.scope === "global";
  const resettled =
    answered.remembered === "none" || answered.remembered === "not-saved"
      ? []
      : await resettle(context, wide ? null : [row.chat]);
  return { ok: true, approval: await viewOf(context, row), resettled, saved: answered.remembered };
}

export async function previewApproval(
  context: GateContext,
  asked: { readonly id: string; readonly args: unknown },
  principal: Principal,
): Promise<Previewed> {
  if (!mayAnswer(principal)) return NOT_ALLOWED;
  return refusing(async () => {
    const open = await openFor(context, asked.id, principal);
    if (!open.ok) return open;
    const edited = await judgeEdit(context, open, asked.args);
    if (!edited.ok) return edited;
    return { ok: true, approval: await previewOf(context, open, edited.judged) };
  });
}

interface Answered {
  readonly ok: true;
  readonly remembered: Remembered;
}

async function answerNow(
  context: GateContext,
  body: DecideBody,
  { principal: person, together = false }: AnsweredBy<Person>,
): Promise<Answered | Refusal> {
  const open = await openFor(context, body.id, person);
  if (!open.ok) return open;
  // A no to the card that was shown stands, whatever has changed since.
  if (body.decision === "deny" && body.digest === open.row.digest) {
    const judged = await judgeOpen(context, open).catch(() => null); // verdict: denied, and nothing is remembered
    return settle(context, { open, body, person, judged, held: body.digest });
  }
  const shown =
    body.edited === undefined ? await judgeShown(context, open) : await judgeEdit(context, open, body.edited);
  if (!shown.ok) return shown;
  if (body.digest !== shown.judged.digest) return stale(context, open, body.edited === undefined ? null : shown.judged);
  if (together && needsOwnLook(shown.judged.decision)) return ownLook(context, open);
  const held = body.edited === undefined ? body.digest : open.row.digest;
  return settle(context, { open, body, person, judged: shown.judged, held });
}

interface Opened {
  readonly ok: true;
  readonly row: ApprovalRow;
  readonly place: Place;
  readonly record: ApprovalRecord;
}

async function openFor(context: GateContext, id: string, principal: Principal): Promise<Opened | Refusal> {
  const row = await context.store.approvals.get(id);
  const place = row && (await placeOf(context, row.chat));
  if (!row || !place || !(await maySee(context, principal, place))) return missing("approval");
  if (row.state !== "pending") return alreadyDecided(context, row);
  // Both its prompt and this card could say yes, and the call would be free to run once for each.
  if (row.askedIn === "agent")
    return {
      ok: false,
      status: 409,
      code: "asked-in-agent",
      message: "this is asked in the agent's own prompt",
      approval: await viewOf(context, row, { place }),
    };
  return { ok: true, row, place, record: openRecord(row, context.seal) };
}

type JudgedNow = { readonly ok: true; readonly judged: Judged } | Refusal;

function judgeOpen(context: GateContext, { row, place, record }: Opened): Promise<Judged> {
  return judge(context, { place, run: row.run, call: record.call, id: row.id });
}

/** The call as it stands. What is no longer as the card showed it is stored anew, so that the next answer is for that. */
async function judgeShown(context: GateContext, open: Opened): Promise<JudgedNow> {
  const judged = await judgeOpen(context, open);
  const { row, record } = open;
  if (judged.decision.effect === "deny") return voidIt(context, open, judged);
  if (judged.digest === row.digest) return { ok: true, judged };
  const fresh = {
    ...recordOf(judged, { changes: await changesShown(context, { row, record, now: judged }) }),
    ...(record.proposed === undefined ? {} : { proposed: record.proposed }),
  };
  const facts = toFacts(row.id, fresh, judged.digest, context.seal);
  const move = {
    id: row.id,
    chat: row.chat,
    from: ["pending"],
    to: "pending",
    at: context.now(),
    digest: row.digest,
    facts,
  } as const;
  await write(context, (journal) => journal.move(move, "host", { reason: "changed", digest: judged.digest }));
  return { ok: true, judged };
}

async function judgeEdit(context: GateContext, { row, place, record }: Opened, args: unknown): Promise<JudgedNow> {
  const taken = takeEdit(record.call.args, args, context.redactor);
  if (!taken.ok)
    return { ok: false, status: 400, code: "EINVALID", message: taken.fault.message, path: taken.fault.path };
  const judged = await judge(context, { place, run: row.run, call: { ...record.call, args: taken.args }, id: row.id });
  if (judged.decision.effect !== "deny") return { ok: true, judged };
  const { code, status, reason } = toldOf(judged.decision);
  const path = judged.reading.argFault?.path;
  // A person may hear why; only models are told no policy.
  return {
    ok: false,
    status,
    code,
    message: status === 400 ? reason : judged.decision.reason,
    ...(path === undefined ? {} : { path }),
  };
}

interface ToSettle {
  readonly open: Opened;
  readonly body: DecideBody;
  readonly person: Person;
  /** Null where the call could not be decided anew, which only a no survives. */
  readonly judged: Judged | null;
  /** The digest that the row must still have. */
  readonly held: string;
}

async function settle(context: GateContext, given: ToSettle): Promise<Answered | Refusal> {
  const { open, body, person, judged, held } = given;
  const { row, record } = open;
  const edited = body.decision === "allow" && body.edited !== undefined;
  const answer: AnswerView = {
    decision: body.decision,
    by: nameOf(person),
    at: context.now(),
    remembered: null,
    note: body.note ?? null,
  };
  const facts = judged && factsOf(context, open, { judged, edited });
  const to = body.decision === "allow" ? "approved" : "denied";
  const at = context.now();
  const moved = { id: row.id, chat: row.chat, from: ["pending"], to, at, digest: held, answer } as const;
  const move = facts ? { ...moved, facts } : moved;
  const { digest, revision: policy } = facts ?? row;
  const data = { digest, edited, note: body.note ?? null, policy };
  const won = await write(context, (journal) => journal.move(move, actorOf(person), data));
  if (!won) return alreadyDecided(context, row);
  if (judged === null) return { ok: true, remembered: body.remember === undefined ? "none" : "not-saved" };
  // A no to a card that would be another by now keeps what that card offered: nobody has seen the other.
  const { offers } = body.digest === row.digest ? record.decision : judged.decision;
  const toRemember = { row, place: open.place, body, person, judged, offers, answer };
  return { ok: true, remembered: await remember(context, toRemember) };
}

function factsOf(
  context: GateContext,
  { row, record }: Opened,
  { judged, edited }: { readonly judged: Judged; readonly edited: boolean },
): ApprovalFacts {
  const proposed = edited ? (record.proposed ?? record.call.args) : record.proposed;
  const fresh = recordOf(judged, { changes: record.changes, ...(proposed === undefined ? {} : { proposed }) });
  // What runs by a person's word is held against what they saw, also where policy would allow it by itself.
  return { ...toFacts(row.id, fresh, judged.digest, context.seal), effect: "ask" };
}

async function voidIt(context: GateContext, { row }: Opened, judged: Judged): Promise<Refusal> {
  const move = { id: row.id, chat: row.chat, from: ["pending"], to: "void", at: context.now() } as const;
  await write(context, (journal) => journal.move(move, "host", { reason: judged.decision.code }));
  return alreadyDecided(context, row);
}

async function alreadyDecided(context: GateContext, { id }: ApprovalRow): Promise<Refusal> {
  const row = await context.store.approvals.get(id);
  if (row === null) return missing("approval");
  if (row.state === "pending") return staleCard(await viewOf(context, row));
  return { ...conflictOf(row.state, row.answer?.by), approval: await viewOf(context, row) };
}

async function ownLook(context: GateContext, { row, place }: Opened): Promise<Refusal> {
  const message = "this call is answered on its own card";
  return { ok: false, status: 409, code: "own-look", message, approval: await viewOf(context, row, { place }) };
}

async function stale(context: GateContext, open: Opened, edited: Judged | null): Promise<Refusal> {
  const row = await context.store.approvals.get(open.row.id);
  if (row === null) return missing("approval");
  return staleCard(edited ? await previewOf(context, open, edited) : await viewOf(context, row));
}

function staleCard(approval: ApprovalView): Refusal {
  const message = "the call is no longer the one that was shown: look at it again";
  return { ok: false, status: 409, code: "stale", message, approval };
}

/** The card as it would be; nothing of it is stored. */
function previewOf(context: GateContext, { row, place, record }: Opened, judged: Judged): Promise<ApprovalView> {
  const edited = recordOf(judged, { changes: record.changes, proposed: record.proposed ?? record.call.args });
  return viewOf(context, { ...row, ...toFacts(row.id, edited, judged.digest, context.seal) }, { place });
}
