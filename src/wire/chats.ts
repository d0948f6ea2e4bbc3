import { z } from "zod";
import { APPROVAL_MODES, LEVELS, type ApprovalMode, type Level } from "../core/policy.ts";
import type { ApprovalState } from "./approval.ts";

/*
 * A chat is a tree of messages; `head` names the newest message of the branch that is shown. A run goes on from a head
 * and adds to it, one message for each step of the model. Whatever changes is told as numbered events
 * (`GET /api/chats/:id/events`), so that a client keeps what it has by `seq`. Sources: host.md, "Chats, runs and the
 * engine"; approvals.md.
 */

/** What a chat is doing. `waiting`: an approval or a question is open, and nothing else goes on. */
export type ChatState = "idle" | "running" | "waiting";

/** One of GET /api/chats; an external agent's session is one too, with `agent`, and has no messages here. */
export interface ChatView {
  readonly id: string;
  /** Project id. */
  readonly project: string | null;
  readonly title: string;
  readonly agent: string | null;
  /** Null: the app's default. */
  readonly level: Level | null;
  readonly approvalMode: ApprovalMode | null;
  /** Null: the default connection's default. */
  readonly model: ModelChoice | null;
  /** `auth_decision` lines are kept: GET /api/chats/:id/trace. */
  readonly trace: boolean;
  readonly state: ChatState;
  /** Id of the newest message of the branch that is shown; null: none yet. */
  readonly head: string | null;
  readonly createdAt: number;
  readonly lastSeen: number;
  readonly endedAt: number | null;
}

/** GET /api/chats/:id: everything that a page needs at once; events go on after `seq`. */
export interface ChatOpened {
  readonly chat: ChatView;
  /** The newest of the shown branch, oldest first. */
  readonly messages: readonly MessageView[];
  /** There are older ones: GET /api/chats/:id/messages?before=<id>. */
  readonly more: boolean;
  /** Runs that have not ended (a chat's own and its subagents'), and the last that did. */
  readonly runs: readonly RunView[];
  readonly seq: number;
}

/** GET /api/chats/:id/messages?run=&before=&limit=: a page of the shown branch, or of a sub-run, oldest first. */
export interface MessagePage {
  readonly messages: readonly MessageView[];
  readonly more: boolean;
}

export interface MessageView {
  readonly id: string;
  readonly parent: string | null;
  /** The run that it belongs to. */
  readonly run: string;
  /** `user`: a person wrote it, or for a subagent the model that gave the task. `notice`: the host tells something. */
  readonly role: "user" | "assistant" | "notice";
  readonly at: number;
  /** `streaming`: deltas follow. `cut`: it was stopped or broke off. */
  readonly state: "streaming" | "done" | "cut";
  /** Of an assistant: what wrote it. */
  readonly model: ModelChoice | null;
  readonly parts: readonly PartView[];
  readonly usage: Usage | null;
  /** Messages with the same parent and thread, itself included, oldest first: the branches at this place. */
  readonly siblings: readonly string[];
}

export type PartView =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "reasoning"; readonly text: string }
  /** `url` of an image: `data:` for small ones. */
  | { readonly kind: "file"; readonly name: string; readonly mime: string; readonly url: string }
  | CallPartView;

/** A tool call. Its card is the approval's: GET /api/approvals/:id. */
export interface CallPartView {
  readonly kind: "call";
  /** Unique in the host; the approval's `callId`. */
  readonly id: string;
  /** As the model spelled it. */
  readonly tool: string;
  /** Secrets masked; null while `input` still streams. */
  readonly args: unknown;
  /** JSON text of the arguments as it arrives; null once it is complete. */
  readonly input: string | null;
  /** `proposing`: not decided yet. `waiting`: a question (ask_user) is open. `none`: refused before the gate. */
  readonly state: ApprovalState | "proposing" | "waiting" | "none";
  /** Newest approval of the call; null: none yet. */
  readonly approval: string | null;
  readonly source: "model" | "user";
  /** The question that waits for the person: POST /api/chats/:id/answers. */
  readonly question: Question | null;
  /** What a command has printed so far, the newest part of it; null once there is a result. */
  readonly output: string | null;
  readonly result: CallResult | null;
  /** Of `subagent`: its run, whose messages are read with `run`. */
  readonly subrun: string | null;
}

export interface CallResult {
  readonly ok: boolean;
  readonly code?: string;
  /** What the model is told, secrets masked. */
  readonly text: string;
  /** Characters that were left out. */
  readonly cut: number;
  readonly exitCode?: number | null;
  /** The person changed the arguments before they allowed it. */
  readonly edited: boolean;
  /** `data:` URL of a picture. */
  readonly image?: string;
  readonly at: number;
}

export interface Question {
  readonly text: string;
  readonly choices: readonly string[];
  /** Several choices may be taken. */
  readonly several: boolean;
  /** An own answer may be typed. */
  readonly free: boolean;
}

/** `failed` has an `error`. `stopped`: by a person, or because its chat was. */
export type RunState = "running" | "waiting" | "done" | "failed" | "stopped";

export interface RunView {
  readonly id: string;
  /** Of a subagent: the run that called it. */
  readonly parent: string | null;
  readonly state: RunState;
  /** Newest message of it. */
  readonly head: string | null;
  readonly model: ModelChoice | null;
  readonly title: string | null;
  /** A person is there to be asked. */
  readonly attended: boolean;
  readonly background: boolean;
  readonly startedAt: number;
  readonly endedAt: number | null;
  /** Why it failed. `docs/errors.md` has the codes. */
  readonly error: { readonly code: string; readonly message: string } | null;
  /** It waits until then to ask the model again, ms since 1970; with the reason. */
  readonly retry: { readonly at: number; readonly attempt: number; readonly reason: string } | null;
  readonly usage: Usage;
}

/** Tokens, summed; null where the provider does not say. */
export interface Usage {
  readonly input: number | null;
  readonly output: number | null;
  /** Of `input`, those that were read from the provider's cache. */
  readonly cached: number | null;
}

/**
 * One line of GET /api/chats/:id/events (SSE; `after` or Last-Event-ID is the last number seen). Numbers ascend, with
 * gaps: deltas of a message that is complete are dropped, since its `message` event holds it whole.
 */
export type ChatEvent = { readonly seq: number; readonly at: number } & ChatEventBody;

export type ChatEventBody =
  /** Added or changed: takes the place of what was known of it. */
  | { readonly type: "message"; readonly message: MessageView }
  /** Taken back: a step that broke off and is done again. */
  | { readonly type: "message.removed"; readonly id: string }
  /** Text to add to part `part` of a streaming message; a part that is not there yet begins with it. */
  | {
      readonly type: "delta";
      readonly message: string;
      readonly part: number;
      readonly kind: "text" | "reasoning" | "input";
      /** Of `input`: the call and its tool. */
      readonly call?: string;
      readonly tool?: string;
      readonly text: string;
    }
  /** A running command printed something. */
  | { readonly type: "output"; readonly message: string; readonly call: string; readonly text: string }
  | { readonly type: "run"; readonly run: RunView }
  /** Title, model, head, state, level or mode. */
  | { readonly type: "chat"; readonly chat: ChatView }
  /** An approval of this chat was made or moved: fetch it. */
  | { readonly type: "approval"; readonly id: string; readonly call: string }
  /** What was missed is no longer kept: open the chat anew. */
  | { readonly type: "reset" }
  /** The chat's plan (tool `task`) changed: GET /api/chats/:id/plan. */
  | { readonly type: "plan" };

/** A model of a connection. */
export interface ModelChoice {
  readonly connection: string;
  readonly model: string;
}

export const modelChoice = z.strictObject({
  connection: z.string().min(1).max(128),
  model: z.string().min(1).max(256),
});

const level = z.enum(LEVELS);
const mode = z.enum(APPROVAL_MODES);
const title = z.string().trim().min(1).max(200);

/** POST /api/chats: what the composer was set to comes along. */
export const newChatBody = z.strictObject({
  project: z.string().max(128).nullable(),
  title: title.optional(),
  model: modelChoice.nullable().optional(),
  level: level.nullable().optional(),
  approvalMode: mode.nullable().optional(),
  trace: z.boolean().optional(),
});
export type NewChatBody = z.infer<typeof newChatBody>;

/** PUT /api/chats/:id. Level and approval mode: PUT /api/chats/:id/policy. */
export const chatBody = z.strictObject({
  title: title.optional(),
  model: modelChoice.nullable().optional(),
  trace: z.boolean().optional(),
});
export type ChatBody = z.infer<typeof chatBody>;

const attachment = z.strictObject({
  name: z.string().max(256),
  mime: z.string().regex(/^(?:image\/(?:png|jpeg|gif|webp)|text\/[a-z0-9.+-]+|application\/(?:pdf|json))$/),
  /** The bytes. */
  base64: z.base64().max(14_000_000),
});

/**
 * POST /api/chats/:id/messages: all that a client may say. Roles, parts, tool calls, tool results, tool lists,
 * approvals and history are the host's own: a body with any of them is refused (`EBODY`).
 */
export const sendBody = z.strictObject({
  text: z.string().max(1_000_000),
  attachments: z.array(attachment).max(16).default([]),
  /**
   * Take the place of this user message, with its attachments: a branch beside it. Without it the message goes on from
   * the head.
   */
  edits: z.string().max(128).optional(),
  /** Nobody is there to be asked: what would ask is refused, or assessed in mode review. */
  background: z.boolean().default(false),
});
export type SendBody = z.infer<typeof sendBody>;

/** POST /api/chats/:id/regenerate: another answer in place of this assistant message, as a branch beside it. */
export const regenerateBody = z.strictObject({ message: z.string().max(128) });

/** PUT /api/chats/:id/head: show the branch of this message, down to its newest. */
export const headBody = z.strictObject({ message: z.string().max(128) });

/** POST /api/chats/:id/shell: `@shell` of the composer; takes the same gate, source `user`. */
export const shellBody = z.strictObject({ command: z.string().min(1).max(100_000) });

/** POST /api/chats/:id/answers: of a question that waits. */
export const answerBody = z.strictObject({
  call: z.string().max(256),
  choices: z.array(z.number().int().min(0).max(100)).max(100).default([]),
  text: z.string().max(100_000).default(""),
});
export type AnswerBody = z.infer<typeof answerBody>;

/** GET /api/chats/:id/messages */
export const pageQuery = z.object({
  run: z.string().optional(),
  before: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});

/** GET /api/chats/:id/trace */
export const traceQuery = z.object({ after: z.coerce.number().int().min(0).default(0) });

/** PUT /api/chats/:id/calls/:call/model: for this one subagent, before it is allowed. Null: the chat's model. */
export const callModelBody = z.strictObject({ model: modelChoice.nullable() });

/** Answer of send, regenerate, shell: 202. 409 `EALREADY_RUNNING` while a run goes on or waits. */
export interface Started {
  readonly run: string;
  /** The message that it goes on from. */
  readonly message: string;
}

/** GET /api/chats/:id/tools: what the model is told of, and what is kept from it. */
export interface ChatTools {
  readonly tools: readonly { readonly name: string; readonly description: string; readonly tokens: number }[];
  readonly hidden: readonly { readonly name: string; readonly reason: string; readonly tokens: number }[];
  /** Estimated prompt tokens of both. */
  readonly tokens: { readonly sent: number; readonly saved: number };
  /** Why the policy cannot be read: no tool is told of, and a run fails. */
  readonly fault?: string;
}

/** GET /api/chats/:id/trace?after=: newest last; never sent to a model. */
export interface TracePage {
  readonly lines: readonly TraceLine[];
  /** Give this as `after` to read on. */
  readonly next: number;
}

export type TraceLine = { readonly at: number; readonly run: string | null } & (
  | {
      readonly type: "auth_decision";
      readonly tool: string;
      readonly callId: string;
      readonly approval: string;
      readonly decision: string;
      readonly code: string;
      readonly reason: string;
      readonly by: string;
    }
  | { readonly type: "request"; readonly model: string; readonly messages: number; readonly tools: readonly string[] }
  | { readonly type: "response"; readonly finish: string; readonly calls: number; readonly usage: Usage }
  | {
      readonly type: "result";
      readonly tool: string;
      readonly callId: string;
      readonly ok: boolean;
      readonly code?: string;
    }
  | { readonly type: "assessment"; readonly callId: string; readonly verdict: string; readonly risk: string }
  | { readonly type: "error"; readonly code: string; readonly message: string }
);
