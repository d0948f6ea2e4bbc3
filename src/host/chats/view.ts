import type { Chat, ChatExtras } from "../../store/tables/chats.ts";
import type { MessageRow } from "../../store/tables/messages.ts";
import type { Run } from "../../store/tables/runs.ts";
import type { ApprovalState } from "../../wire/approval.ts";
import type {
  CallPartView,
  CallResult,
  ChatState,
  ChatView,
  MessageView,
  PartView,
  Question,
  RunView,
} from "../../wire/chats.ts";
import type { Redactor } from "../secrets/redact.ts";
import { type Content, NO_USAGE, type StoredCall, type StoredPart, type StoredResult } from "./content.ts";

/** What is known of a call beside its message, as long as it has no result. */
export interface CallNow {
  readonly approval: string | null;
  readonly state: ApprovalState | "proposing" | "waiting";
  readonly question: Question | null;
}

export interface ViewOf {
  readonly row: MessageRow;
  readonly content: Content;
  readonly siblings: readonly string[];
  readonly calls: ReadonlyMap<string, CallNow>;
  readonly redactor: Redactor;
}

/** A message as a client sees it: what is secret in arguments and results is masked. */
export function messageView({ row, content, siblings, calls, redactor }: ViewOf): MessageView {
  const { id, parent, run, role, at, state } = row;
  return {
    id,
    parent,
    run,
    role,
    at,
    state,
    model: content.model ?? null,
    usage: content.usage ?? null,
    siblings,
    parts: content.parts.map((part) => partView(part, calls, redactor)),
  };
}

function partView(part: StoredPart, calls: ReadonlyMap<string, CallNow>, redactor: Redactor): PartView {
  switch (part.kind) {
    case "text":
    case "reasoning":
      return { kind: part.kind, text: part.text };
    case "file":
      return { kind: "file", name: part.name, mime: part.mime, url: dataUrl(part) };
    case "call":
      return callView(part, calls.get(part.id) ?? NOT_DECIDED, redactor);
  }
}

const NOT_DECIDED: CallNow = { approval: null, state: "proposing", question: null };

function callView(call: StoredCall, now: CallNow, redactor: Redactor): CallPartView {
  const { id, tool, source, result } = call;
  return {
    kind: "call",
    id,
    tool,
    args: redactor.value(call.args).value,
    input: null,
    state: result?.state ?? now.state,
    approval: result === undefined ? now.approval : result.approval,
    source,
    question: result === undefined ? now.question : null,
    output: null,
    result: result === undefined ? null : resultView(result, redactor.knowing(call.args, "named")),
    subrun: call.subrun ?? null,
  };
}

function resultView(result: StoredResult, redactor: Redactor): CallResult {
  const { ok, code, text, cut, exitCode, edited, image, at } = result;
  return {
    ok,
    ...(code === undefined ? {} : { code }),
    text: redactor.text(text),
    cut,
    ...(exitCode === undefined ? {} : { exitCode }),
    edited: edited !== undefined,
    ...(image === undefined ? {} : { image: dataUrl(image) }),
    at,
  };
}

function dataUrl({ mime, base64 }: { readonly mime: string; readonly base64: string }): string {
  return `data:${mime};base64,${base64}`;
}

export function runView({ id, parent, state, head, startedAt, endedAt, data }: Run): RunView {
  const { title, attended, background, error, retry, usage, model } = data;
  return {
    id,
    parent,
    state,
    head,
    model,
    title,
    attended,
    background,
    startedAt,
    endedAt,
    error,
    retry,
    usage: usage ?? NO_USAGE,
  };
}

export function chatView(chat: Chat, extras: ChatExtras, state: ChatState): ChatView {
  const { id, project, title, agent, level, approvalMode, createdAt, lastSeen, endedAt } = chat;
  return { id, project, title, agent, level, approvalMode, ...extras, state, createdAt, lastSeen, endedAt };
}

/** A chat waits where each of its runs does. */
export function stateOf(open: readonly Run[]): ChatState {
  if (open.length === 0) return "idle";
  return open.some(({ state }) => state === "running") ? "running" : "waiting";
}
