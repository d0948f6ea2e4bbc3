import type { ApprovalRow } from "../../store/tables/approvals.ts";
import type { Run } from "../../store/tables/runs.ts";
import type { ApprovalView } from "../../wire/approval.ts";
import { callsOf, type StoredCall, type StoredResult } from "../chats/content.ts";
import type { Telling } from "../chats/feed.ts";
import { REVIEW } from "../gate/assessed.ts";
import { type Told, toldOf, VOIDED } from "../gate/told.ts";
import type { ToolResult } from "../tools/tool-context.ts";
import type { EngineContext } from "./context.ts";

/** What a tool gave, as it is kept and told to the model. */
export function resultOf(
  given: ToolResult,
  of: { readonly approval: string; readonly edited: unknown; readonly at: number },
): StoredResult {
  const { edited, ...rest } = of;
  const changed = edited === undefined ? {} : { edited };
  if (!given.ok) {
    const text = given.output === undefined ? given.message : `${given.message}\n${given.output}`;
    const state = given.unknown ? "unknown" : "failed";
    return { ok: false, code: given.code, text, cut: 0, state, ...rest, ...changed };
  }
  const { output, cut, exitCode, image } = given;
  const more = { ...(exitCode === undefined ? {} : { exitCode }), ...(image === undefined ? {} : { image }) };
  return { ok: true, text: output, cut, state: "executed", ...more, ...rest, ...changed };
}

/** What came of a call that did not run here, from its approval alone. The model is told no policy. */
export function resultOfRow(
  row: ApprovalRow,
  view: Pick<ApprovalView, "reason" | "project"> | null,
  at: number,
): StoredResult {
  const base = { cut: 0, at, state: row.state, approval: row.id } as const;
  switch (row.state) {
    case "executed":
    case "failed":
    case "unknown": {
      const { ok = false, code, text = "" } = row.outcome ?? {};
      return { ...base, ok, text, ...(code === undefined ? {} : { code }) };
    }
    case "void":
      return { ...base, ok: false, code: VOIDED.code, text: VOIDED.reason };
    default: {
      const told = refusedByPolicy(row, view);
      return told === null
        ? { ...base, ok: false, code: "EDENIED", text: row.answer?.note ?? "user denied" }
        : { ...base, ok: false, code: told.code, text: told.reason };
    }
  }
}

/** Null where a person said no. A call that only an assessment could have answered had nobody to ask. */
function refusedByPolicy(row: ApprovalRow, view: Pick<ApprovalView, "reason" | "project"> | null): Told | null {
  const reason = view?.reason ?? "";
  if (row.effect === "deny") return toldOf({ code: row.code, reason }, view ?? undefined);
  return row.state === "denied" && row.answer?.by === REVIEW ? toldOf({ code: "unattended", reason }) : null;
}

/** Of a call that is never proposed, since nothing could run it as it is. */
export function invalid(text: string, at: number, code = "EINVALID"): StoredResult {
  return { ok: false, code, text, cut: 0, at, state: "none", approval: null };
}

/** Stores the result of one call of a message, beside whatever else of it was stored meanwhile. */
export async function storeResult(
  context: EngineContext,
  run: Run,
  { message, call, result }: { readonly message: string; readonly call: string; readonly result: StoredResult },
): Promise<void> {
  const changed = await changeCall(context, run, { message, call, change: (known) => ({ ...known, result }) });
  if (changed === null) return;
  const { ok, code } = result;
  const line = { type: "result", at: context.now(), run: run.id, tool: changed.tool, callId: call, ok } as const;
  await context.trace.add(run.chat, code === undefined ? line : { ...line, code });
}

interface CallChange {
  readonly message: string;
  readonly call: string;
  readonly change: (call: StoredCall) => StoredCall;
}

/** Read and written in one transaction: two calls of one message end at the same time. */
async function changeCall(context: EngineContext, run: Run, of: CallChange): Promise<StoredCall | null> {
  return context.feed.write(run.chat, (tables, emit) => changeCallIn(context, { tables, emit }, of));
}

/** The call as it is then; null where its message is gone. */
export async function changeCallIn(
  context: EngineContext,
  { tables, emit }: Telling,
  of: CallChange,
): Promise<StoredCall | null> {
  const message = await context.transcript.get(of.message, tables);
  if (message === null) return null;
  const parts = message.content.parts.map((part) =>
    part.kind === "call" && part.id === of.call ? of.change(part) : part,
  );
  await tables.chatEvents.dropPieces(message.chat, of.call);
  await context.transcript.set(tables, emit, { ...message, content: { ...message.content, parts } });
  return callsOf({ parts }).find(({ id }) => id === of.call) ?? null;
}
