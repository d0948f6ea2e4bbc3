import { type Selectable, sql } from "kysely";
import type { Class } from "../../core/class.ts";
import type { Decider } from "../../core/decision.ts";
import type { Effect } from "../../core/effect.ts";
import type { AnswerView, ApprovalState, ApprovalView, AssessmentView } from "../../wire/approval.ts";
import type { Db, Schema } from "../schema.ts";
import { insertion, pick, shaped, statement, type Values } from "../statement.ts";

/**
 * The durable record of one call. What holds arguments or was read from them is in `sealed`; the columns beside it
 * carry none of it. Source: approvals.md, "The record".
 */
export interface ApprovalRow extends ApprovalFacts {
  readonly id: string;
  readonly chat: string;
  readonly run: string;
  readonly callId: string;
  readonly tool: string;
  readonly state: ApprovalState;
  readonly askedIn: ApprovalView["askedIn"];
  readonly createdAt: number;
  readonly changedAt: number;
  readonly answer: AnswerView | null;
  readonly outcome: ApprovalView["outcome"];
  readonly assessment: AssessmentView | null;
  /** The approval that this one took the place of. */
  readonly previous: string | null;
  /** The host that runs it. */
  readonly host: string | null;
}

/** What reading and deciding established; replaced when a waiting call is read anew. */
export interface ApprovalFacts {
  readonly digest: string;
  readonly argsHash: string;
  readonly cwd: string | null;
  readonly effect: Effect;
  readonly code: string;
  readonly class: Class;
  readonly decidedBy: Decider;
  readonly revision: string;
  /** AES-256-GCM, base64url; see `host/secrets/seal.ts`. */
  readonly sealed: string;
}

/** A compare-and-swap: it happens only where the row is in one of `from`, and has the digest where one is given. */
export interface Move {
  readonly id: string;
  readonly from: readonly ApprovalState[];
  readonly to: ApprovalState;
  readonly at: number;
  readonly digest?: string;
  readonly answer?: AnswerView;
  readonly outcome?: NonNullable<ApprovalView["outcome"]>;
  readonly host?: string;
  readonly facts?: ApprovalFacts;
}

/** States that count towards the calls of a run. */
const COUNTED: readonly ApprovalState[] = ["pending", "approved", "executing", "executed", "failed", "unknown"];

interface Waiting {
  readonly calls: number;
  /** Of what is kept of them. */
  readonly bytes: number;
}

/** SQLite knows it without reading the text. */
const BYTES = sql<number>`octet_length(approvals.sealed)`;

export type Approvals = ReturnType<typeof approvalsTable>;

const insert = insertion("approvals");
const byId = statement((db, { id }: { id: string }) => db.selectFrom("approvals").selectAll().where("id", "=", id));
/** Sets the columns that are given, where the row is the one `of id`, in one of the states `from`, with the `held digest`. */
const moveWhere = shaped((db, slots, names) => {
  const query = db
    .updateTable("approvals")
    .set(
      pick(
        names.filter((name) => !name.includes(" ")),
        slots,
      ),
    )
    .where("id", "=", slots["of id"] as string)
    .where("state", "in", slotsOf("from", { slots, names }));
  return names.includes("held digest") ? query.where("digest", "=", slots["held digest"] as string) : query;
});
const inStatesOf = shaped((db, slots, names) => {
  const query = db.selectFrom("approvals").selectAll().where("state", "in", slotsOf("state", { slots, names }));
  return names.includes("chat") ? query.where("chat", "=", slots["chat"] as string) : query;
});

/** The items of a list as values with names of their own: `state 0`, `state 1`, … */
function listed(name: string, items: readonly unknown[]): Values {
  return Object.fromEntries(items.map((item, at) => [`${name} ${at}`, item]));
}

function slotsOf(name: string, { slots, names }: { slots: Values; names: readonly string[] }): ApprovalState[] {
  return names.filter((each) => each.startsWith(`${name} `)).map((each) => slots[each] as ApprovalState);
}

export function approvalsTable(db: Db) {
  const select = db.selectFrom("approvals").selectAll();
  return {
    async add(row: ApprovalRow): Promise<void> {
      await insert(db, {
        ...toFactColumns(row),
        id: row.id,
        chat: row.chat,
        run: row.run,
        call_id: row.callId,
        tool: row.tool,
        state: row.state,
        asked_in: row.askedIn,
        created_at: row.createdAt,
        changed_at: row.changedAt,
        answer: row.answer && JSON.stringify(row.answer),
        outcome: row.outcome && JSON.stringify(row.outcome),
        assessment: row.assessment && JSON.stringify(row.assessment),
        previous: row.previous,
        host: row.host,
      });
    },
    async get(id: string): Promise<ApprovalRow | null> {
      const [row] = (await byId(db, { id })).rows;
      return row ? toApproval(row) : null;
    },
    /** INVARIANT: of any number of callers, on any number of hosts, one gets true for one state of one row. */
    async move(move: Move): Promise<boolean> {
      const columns = {
        state: move.to,
        changed_at: move.at,
        ...(move.answer ? { answer: JSON.stringify(move.answer) } : {}),
        ...(move.outcome ? { outcome: JSON.stringify(move.outcome) } : {}),
        ...(move.host ? { host: move.host } : {}),
        ...(move.facts ? toFactColumns(move.facts) : {}),
      };
      const held = move.digest === undefined ? {} : { "held digest": move.digest };
      const moved = await moveWhere(db, { ...columns, ...listed("from", move.from), ...held, "of id": move.id });
      return moved.numAffectedRows === 1n;
    },
    async setAssessment(id: string, assessment: AssessmentView): Promise<void> {
      await db
        .updateTable("approvals")
        .set({ assessment: JSON.stringify(assessment) })
        .where("id", "=", id)
        .execute();
    },
    /** Adds to an answer that was given what came of remembering it. */
    async setAnswer(id: string, answer: AnswerView): Promise<void> {
      await db
        .updateTable("approvals")
        .set({ answer: JSON.stringify(answer) })
        .where("id", "=", id)
        .execute();
    },
    /** In one of the states, oldest first; `chat` null: of all chats. */
    async inStates(states: readonly ApprovalState[], chat: string | null): Promise<readonly ApprovalRow[]> {
      const found = await inStatesOf(db, { ...listed("state", states), ...(chat === null ? {} : { chat }) });
      // Sorted here: for SQLite it is most of the work, and nearly always there is none or one.
      return found.rows.map(toApproval).sort(byAge);
    },
    /** Whether a chat has one in any of the states. */
    async hasInStates(states: readonly ApprovalState[], chat: string): Promise<boolean> {
      const any = db
        .selectFrom("approvals")
        .select("id")
        .where("chat", "=", chat)
        .where("state", "in", [...states]);
      return (await any.limit(1).executeTakeFirst()) !== undefined;
    },
    /** All of one call, oldest first: where one took the place of another, it names it as `previous`. */
    async ofCall(chat: string, callId: string): Promise<readonly ApprovalRow[]> {
      const rows = select.where("chat", "=", chat).where("call_id", "=", callId);
      return (await rows.orderBy("created_at").orderBy("id").execute()).map(toApproval);
    },
    /** Of a run, those that began or ended since then, oldest first. */
    async ranSince({
      chat,
      run,
      since,
    }: {
      chat: string;
      run: string;
      since: number;
    }): Promise<readonly ApprovalRow[]> {
      const rows = select.where("chat", "=", chat).where("run", "=", run).where("changed_at", ">=", since);
      const ran = rows.where("state", "in", ["executing", "executed", "failed", "unknown"]);
      return (await ran.orderBy("changed_at").orderBy("id").execute()).map(toApproval);
    },
    /** Newest first, and of those only so many as are of `mostBytes` together; one at least. */
    async recent(limit: number, mostBytes: number): Promise<readonly ApprovalRow[]> {
      const newest = db.selectFrom("approvals").orderBy("created_at", "desc").orderBy("id", "desc").limit(limit);
      let bytes = 0;
      const ids = (await newest.select(["id", BYTES.as("bytes")]).execute()).flatMap((row, at) =>
        (bytes += row.bytes) <= mostBytes || at === 0 ? [row.id] : [],
      );
      const rows = select.where("id", "in", ids).orderBy("created_at", "desc").orderBy("id", "desc");
      return (await rows.execute()).map(toApproval);
    },
    /** Calls of a tool in a run, without those that were refused and without `except`. */
    async countInRun(of: { chat: string; run: string; tool: string; except?: string }): Promise<number> {
      let query = db
        .selectFrom("approvals")
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .where("chat", "=", of.chat)
        .where("run", "=", of.run)
        .where("tool", "=", of.tool)
        .where("state", "in", [...COUNTED]);
      if (of.except !== undefined) query = query.where("id", "!=", of.except);
      return (await query.executeTakeFirstOrThrow()).count;
    },
    /** Calls that wait for a person in the inbox: of all sessions of an agent, or of one chat of the host's own. */
    async countWaiting(of: { readonly agent: string } | { readonly chat: string }): Promise<Waiting> {
      const waiting = db
        .selectFrom("approvals")
        .innerJoin("chats", "chats.id", "approvals.chat")
        .select((eb) => [eb.fn.countAll<number>().as("calls"), sql<number>`coalesce(sum(${BYTES}), 0)`.as("bytes")])
        .where("approvals.state", "=", "pending")
        .where("approvals.asked_in", "=", "inbox");
      const counted =
        "agent" in of ? waiting.where("chats.agent", "=", of.agent) : waiting.where("approvals.chat", "=", of.chat);
      return counted.executeTakeFirstOrThrow();
    },
    /** Calls in a state, by chat. */
    async countByChat(state: ApprovalState): Promise<readonly { readonly chat: string; readonly calls: number }[]> {
      const counted = db.selectFrom("approvals").select((eb) => ["chat", eb.fn.countAll<number>().as("calls")]);
      return counted.where("state", "=", state).groupBy("chat").execute();
    },
    async countInState(state: ApprovalState): Promise<number> {
      const counted = db.selectFrom("approvals").select((eb) => eb.fn.countAll<number>().as("count"));
      return (await counted.where("state", "=", state).executeTakeFirstOrThrow()).count;
    },
  };
}

function byAge(a: ApprovalRow, b: ApprovalRow): number {
  return a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);
}

function toFactColumns(facts: ApprovalFacts) {
  return {
    digest: facts.digest,
    args_hash: facts.argsHash,
    cwd: facts.cwd,
    effect: facts.effect,
    code: facts.code,
    class: facts.class,
    decided_by: JSON.stringify(facts.decidedBy),
    revision: facts.revision,
    sealed: facts.sealed,
  };
}

function toApproval(row: Selectable<Schema["approvals"]>): ApprovalRow {
  return {
    id: row.id,
    chat: row.chat,
    run: row.run,
    callId: row.call_id,
    tool: row.tool,
    state: row.state,
    askedIn: row.asked_in,
    createdAt: row.created_at,
    changedAt: row.changed_at,
    answer: row.answer === null ? null : (JSON.parse(row.answer) as AnswerView),
    assessment: row.assessment === null ? null : (JSON.parse(row.assessment) as AssessmentView),
    outcome: row.outcome === null ? null : (JSON.parse(row.outcome) as NonNullable<ApprovalView["outcome"]>),
    previous: row.previous,
    host: row.host,
    digest: row.digest,
    argsHash: row.args_hash,
    cwd: row.cwd,
    effect: row.effect,
    code: row.code,
    class: row.class,
    decidedBy: JSON.parse(row.decided_by) as Decider,
    revision: row.revision,
    sealed: row.sealed,
  };
}
