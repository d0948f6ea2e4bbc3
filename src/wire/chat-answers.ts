import { z } from "zod";
import { APPROVAL_MODES, LEVELS } from "../core/policy.ts";
import { PLAN_STATES } from "../core/tools.ts";
import { APPROVAL_STATES } from "./approval.ts";
import type {
  CallPartView,
  CallResult,
  ChatOpened,
  ChatTools,
  ChatView,
  MessagePage,
  MessageView,
  ModelChoice,
  PartView,
  Question,
  RunView,
  Started,
  TraceLine,
  TracePage,
  Usage,
} from "./chats.ts";
import type { Undone, UndoList } from "./undo.ts";
import { CONNECTION_KINDS, type Connections, type ConnectionTested, type ConnectionView } from "./connections.ts";
import { PICTURES } from "./pictures.ts";
import type { PlanView } from "./plan.ts";

/** What the routes of chats and connections answer; see `answers.ts`. */

const text = z.string();
const time = z.number().int();
const id = text.nullable();
const opt = z.exactOptional;

const model: z.ZodType<ModelChoice> = z.strictObject({ connection: text, model: text });
const tokens = z.number().nullable();
const usage: z.ZodType<Usage> = z.strictObject({ input: tokens, output: tokens, cached: tokens });

export const chat: z.ZodType<ChatView> = z.strictObject({
  id: text,
  project: id,
  title: text,
  agent: id,
  level: z.enum(LEVELS).nullable(),
  approvalMode: z.enum(APPROVAL_MODES).nullable(),
  model: model.nullable(),
  trace: z.boolean(),
  state: z.enum(["idle", "running", "waiting"]),
  head: id,
  createdAt: time,
  lastSeen: time,
  endedAt: time.nullable(),
});

const question: z.ZodType<Question> = z.strictObject({
  text,
  choices: z.array(text),
  several: z.boolean(),
  free: z.boolean(),
});
const result: z.ZodType<CallResult> = z.strictObject({
  ok: z.boolean(),
  code: opt(text),
  text,
  cut: time,
  exitCode: opt(time.nullable()),
  edited: z.boolean(),
  image: opt(text),
  at: time,
});
const call: z.ZodType<CallPartView> = z.strictObject({
  kind: z.literal("call"),
  id: text,
  tool: text,
  args: z.unknown(),
  input: id,
  state: z.enum([...APPROVAL_STATES, "proposing", "waiting", "none"]),
  approval: id,
  source: z.enum(["model", "user"]),
  question: question.nullable(),
  output: id,
  result: result.nullable(),
  subrun: id,
});
const part: z.ZodType<PartView> = z.union([
  z.strictObject({ kind: z.literal("text"), text }),
  z.strictObject({ kind: z.literal("reasoning"), text }),
  z.strictObject({ kind: z.literal("file"), name: text, mime: text, url: text }),
  call,
]);
const message: z.ZodType<MessageView> = z.strictObject({
  id: text,
  parent: id,
  run: text,
  role: z.enum(["user", "assistant", "notice"]),
  at: time,
  state: z.enum(["streaming", "done", "cut"]),
  model: model.nullable(),
  parts: z.array(part),
  usage: usage.nullable(),
  siblings: z.array(text),
});
const run: z.ZodType<RunView> = z.strictObject({
  id: text,
  parent: id,
  state: z.enum(["running", "waiting", "done", "failed", "stopped"]),
  head: id,
  model: model.nullable(),
  title: id,
  attended: z.boolean(),
  background: z.boolean(),
  startedAt: time,
  endedAt: time.nullable(),
  error: z.strictObject({ code: text, message: text }).nullable(),
  retry: z.strictObject({ at: time, attempt: time, reason: text }).nullable(),
  usage,
});

export const messagePage: z.ZodType<MessagePage> = z.strictObject({ messages: z.array(message), more: z.boolean() });
export const chatOpened: z.ZodType<ChatOpened> = z.strictObject({
  chat,
  messages: z.array(message),
  more: z.boolean(),
  runs: z.array(run),
  seq: time,
});
export const started: z.ZodType<Started> = z.strictObject({ run: text, message: text });
export const chatTools: z.ZodType<ChatTools> = z.strictObject({
  tools: z.array(z.strictObject({ name: text, description: text, tokens: time })),
  hidden: z.array(z.strictObject({ name: text, reason: text, tokens: time })),
  tokens: z.strictObject({ sent: time, saved: time }),
  fault: opt(text),
});
export const plan: z.ZodType<PlanView> = z.strictObject({
  items: z.array(z.strictObject({ id: time, title: text, state: z.enum(PLAN_STATES) })),
});

const line = { at: time, run: id };
const traceLine: z.ZodType<TraceLine> = z.discriminatedUnion("type", [
  z.strictObject({
    ...line,
    type: z.literal("auth_decision"),
    tool: text,
    callId: text,
    approval: text,
    decision: text,
    code: text,
    reason: text,
    by: text,
  }),
  z.strictObject({ ...line, type: z.literal("request"), model: text, messages: time, tools: z.array(text) }),
  z.strictObject({ ...line, type: z.literal("response"), finish: text, calls: time, usage }),
  z.strictObject({ ...line, type: z.literal("result"), tool: text, callId: text, ok: z.boolean(), code: opt(text) }),
  z.strictObject({ ...line, type: z.literal("assessment"), callId: text, verdict: text, risk: text }),
  z.strictObject({ ...line, type: z.literal("error"), code: text, message: text }),
]);
export const tracePage: z.ZodType<TracePage> = z.strictObject({ lines: z.array(traceLine), next: time });

export const connection: z.ZodType<ConnectionView> = z.strictObject({
  id: text,
  kind: z.enum(CONNECTION_KINDS),
  name: text,
  baseUrl: id,
  hasCredential: z.boolean(),
  models: z.array(text),
  defaultModel: id,
  pictures: z.enum(PICTURES),
  builtIn: z.boolean(),
});
export const connections: z.ZodType<Connections> = z.strictObject({
  connections: z.array(connection),
  defaultModel: model,
});
export const connectionTested: z.ZodType<ConnectionTested> = z.discriminatedUnion("ok", [
  z.strictObject({ ok: z.literal(true), models: z.array(text) }),
  z.strictObject({ ok: z.literal(false), code: text, message: text }),
]);

export const undoList: z.ZodType<UndoList> = z.strictObject({
  runs: z.array(z.strictObject({ run: z.string(), at: z.number().int(), paths: z.array(z.string()) })),
});
export const undone: z.ZodType<Undone> = z.strictObject({
  restored: z.array(z.string()),
  left: z.array(z.string()),
});
