import type { Chat } from "../../store/tables/chats.ts";
import type { Run, RunData } from "../../store/tables/runs.ts";
import type { ApprovalView } from "../../wire/approval.ts";
import type { AnswerBody, ModelChoice, SendBody, Started } from "../../wire/chats.ts";
import { isPicture } from "../../wire/pictures.ts";
import { canonicalHash } from "../../read/canonical-json.ts";
import { commit } from "../audit/commit.ts";
import type { Connections } from "../connections/connections.ts";
import { readInput, writeInput } from "../engine/call-input.ts";
import type { Engine } from "../engine/engine.ts";
import { tellChat } from "../engine/run-state.ts";
import { conflictOf } from "../gate/conflict.ts";
import { type Person, actorOf } from "../auth/principal.ts";
import { missing, type Refusal } from "../refusal.ts";
import type { Redactor } from "../secrets/redact.ts";
import type { Seal } from "../secrets/seal.ts";
import { readAnswer } from "../tools/ask-user.ts";
import { lastOf, messageOf, openQuestion } from "./call-state.ts";
import { AGENTS_OWN, type ChatsDeps, NEW_TITLE } from "./chats.ts";
import { NO_USAGE, type StoredCall, type StoredPart } from "./content.ts";
import { newId } from "./new-id.ts";
import type { Message } from "./transcript.ts";
import { runView } from "./view.ts";

type Begun = ({ readonly ok: true } & Started) | Refusal;
type Done = { readonly ok: true } | Refusal;

/**
 * What a person does in a chat. INVARIANT: of what a client sends only text, attachments, and ids of what the host made
 * itself get into the transcript; each is looked up, and belongs to this chat.
 */
export interface Turns {
  send(chat: Chat, body: SendBody, who: Person): Promise<Begun>;
  regenerate(chat: Chat, message: string, who: Person): Promise<Begun>;
  shell(chat: Chat, command: string, who: Person): Promise<Begun>;
  setHead(chat: Chat, message: string): Promise<Done>;
  answer(chat: Chat, body: AnswerBody, who: Person): Promise<Done>;
  /** The model of one subagent, while its card waits. */
  setCallModel(
    chat: Chat,
    of: { readonly call: string; readonly model: ModelChoice | null },
    who: Person,
  ): Promise<Done>;
  /** Lets an approved call run now; it reads the approval again, and refuses one that is declined, void, or was run. */
  execute(view: ApprovalView): Promise<{ readonly ok: true; readonly approval: ApprovalView } | Refusal>;
  stop(chat: Chat, who: Person): Promise<number>;
}

export interface TurnsDeps extends Pick<ChatsDeps, "store" | "gate" | "feed" | "transcript" | "now" | "recorder"> {
  readonly engine: Engine;
  readonly connections: Connections;
  readonly seal: Seal;
  readonly redactor: Redactor;
}

export function createTurns(deps: TurnsDeps): Turns {
  const { store, feed, transcript, engine, redactor, now } = deps;

  /** The run, its first message and the chat's head are stored together or not at all. */
  async function begin(chat: Chat, of: Beginning): Promise<Begun> {
    if (chat.agent !== null) return AGENTS_OWN;
    const at = now();
    const id = newId("run", at);
    const model = await modelOf(chat);
    const message =
      of.parts === null ? null : userMessage({ chat: chat.id, run: id, parent: of.parent, at, parts: of.parts });
    const head = message?.id ?? of.parent;
    if (head === null) return invalid("there is nothing to answer");
    const data: RunData = { ...NEW_RUN, kind: of.kind, attended: of.attended, background: !of.attended, model };
    const run: Run = {
      id,
      chat: chat.id,
      parent: null,
      root: id,
      state: "running",
      head,
      startedAt: at,
      endedAt: null,
      data,
    };
    const began = await feed.record(chat.id, async (tables, emit, log) => {
      if (!(await tables.runs.begin(run))) return false;
      if (message !== null) await transcript.add(tables, emit, message);
      await tables.chats.setExtras(chat.id, { head });
      await tables.chats.seen(chat.id, at);
      if (chat.title === NEW_TITLE && of.title) await tables.chats.update({ ...chat, title: of.title });
      const line = { at, type: "run.started", actor: actorOf(of.who), chat: chat.id, approval: null };
      await log({ ...line, data: { run: id, message: head, kind: of.kind, attended: of.attended, model } });
      await emit({ type: "run", run: runView(run) });
      await tellChat(deps, tables, { chat: chat.id, emit });
      return true;
    });
    if (!began) return ALREADY;
    engine.begin(run);
    return { ok: true, run: id, message: head };
  }

  /** A message of the chat itself, not of a subagent. */
  async function own(chat: Chat, id: string): Promise<Message | null> {
    const message = await transcript.get(id);
    return message?.chat === chat.id && message.thread === "" ? message : null;
  }

  async function modelOf(chat: Chat): Promise<ModelChoice> {
    return (await store.chats.extras(chat.id)).model ?? deps.connections.defaultModel();
  }

  async function refusePictures(chat: Chat): Promise<Refusal | null> {
    const choice = await modelOf(chat);
    if (await deps.connections.takesPictures(choice)) return null;
    const message = `the model \`${choice.model}\` takes no pictures: choose another, or say on its connection that it does`;
    return { ok: false, status: 400, code: "EMODEL_PICTURES", message };
  }

  async function openCall(chat: Chat, id: string) {
    const message = await transcript.get(messageOf(id));
    if (message?.chat !== chat.id) return null;
    const call = message.content.parts.find((part): part is StoredCall => part.kind === "call" && part.id === id);
    const row = lastOf(await store.approvals.ofCall(chat.id, id));
    return call === undefined || row === null || call.result !== undefined ? null : { call, row };
  }

  return {
    async send(chat, { text, attachments, edits, background }, who) {
      const edited = edits === undefined ? null : await own(chat, edits);
      if (edits !== undefined && edited?.role !== "user") return missing("message of a person");
      const parts: StoredPart[] = [
        ...(text.trim() === "" ? [] : [{ kind: "text" as const, text }]),
        ...(edited?.content.parts.filter(({ kind }) => kind === "file") ?? []),
        ...attachments.map(({ name, mime, base64 }) => ({ kind: "file" as const, name, mime, base64 })),
      ];
      if (parts.length === 0) return invalid("there is nothing to send");
      const blind = parts.some(isPicturePart) ? await refusePictures(chat) : null;
      if (blind !== null) return blind;
      const parent = edited === null ? (await store.chats.extras(chat.id)).head : edited.parent;
      return begin(chat, {
        kind: "model",
        parent,
        parts,
        attended: !background,
        title: titleOf(redactor.text(text)),
        who,
      });
    },
    async regenerate(chat, id, who) {
      const message = await own(chat, id);
      if (message?.role !== "assistant") return missing("answer");
      return begin(chat, { kind: "model", parent: message.parent, parts: null, attended: true, title: null, who });
    },
    async shell(chat, command, who) {
      const parent = (await store.chats.extras(chat.id)).head;
      const call = { kind: "call", modelId: "", tool: "shell", args: { command }, source: "user" } as const;
      const title = titleOf(redactor.text(`$ ${command}`));
      return begin(chat, { kind: "shell", parent, parts: [{ ...call, id: "" }], attended: true, title, who });
    },
    async setHead(chat, id) {
      if ((await own(chat, id)) === null) return missing("message");
      const head = (await transcript.tree(chat.id, "")).leafBelow(id);
      return feed.write(chat.id, async (tables, emit): Promise<Done> => {
        // Where a run stands is the head: it cannot be led elsewhere.
        if ((await tables.runs.open(chat.id)).some(({ parent }) => parent === null)) return ALREADY;
        await tables.chats.setExtras(chat.id, { head });
        await tellChat(deps, tables, { chat: chat.id, emit });
        return { ok: true };
      });
    },
    async answer(chat, body, who) {
      const open = await openCall(chat, body.call);
      const question = open?.row.state === "approved" ? openQuestion(open.row.tool, open.call.args) : null;
      if (open === null || question === null) return missing("open question");
      const read = readAnswer(question, body);
      if (!read.ok) return invalid(read.message);
      // Looked at and written as one: of two answers the first counts.
      const first = await deps.recorder.commit(async (tables, log) => {
        const kept = { store: tables, seal: deps.seal };
        const known = await readInput(kept, open.call.id);
        if (known.answer !== undefined) return false;
        await writeInput(kept, chat.id, open.call.id, { ...known, answer: read.answer });
        const data = { call: open.call.id, answer: canonicalHash(read.answer) };
        const line = { at: now(), type: "question.answered", actor: actorOf(who), chat: chat.id };
        await log({ ...line, approval: open.row.id, data });
        return true;
      });
      if (!first) return conflict("already-decided", "this question was answered");
      engine.wake(chat.id);
      return { ok: true };
    },
    async setCallModel(chat, { call: id, model }, who) {
      const open = await openCall(chat, id);
      if (open === null || open.row.tool !== "subagent") return missing("call of a subagent");
      if (open.row.state !== "pending") return conflict("already-decided", `the call is \`${open.row.state}\``);
      if (model !== null && !(await deps.connections.has(model))) return missing("connection");
      const line = { type: "call.model", actor: actorOf(who), chat: chat.id, data: { call: id, model } };
      await commit(deps, line, async (tables) => {
        const kept = { store: tables, seal: deps.seal };
        const { model: _before, ...known } = await readInput(kept, id);
        await writeInput(kept, chat.id, id, model === null ? known : { ...known, model });
      });
      return { ok: true };
    },
    async execute(view) {
      if (view.state !== "approved") return { ...conflictOf(view.state), approval: view };
      // The run claims it by itself, in its turn: it is what has to know how the call went.
      engine.wake(view.chat.id);
      const approval = await deps.gate.over(view.id, EXECUTE_WAIT);
      // It read otherwise when it was to start, or was stopped.
      const ran = approval.state !== "void" && approval.state !== "cancelled";
      return ran ? { ok: true, approval } : { ...conflictOf(approval.state), approval };
    },
    stop: (chat, who) => engine.stop(chat.id, who),
  };
}

/** How long an execute waits for its call to be over, ms. */
const EXECUTE_WAIT = 5_000;

interface Beginning {
  readonly kind: RunData["kind"];
  readonly parent: string | null;
  /** Null: nothing new is said. */
  readonly parts: readonly StoredPart[] | null;
  readonly attended: boolean;
  readonly title: string | null;
  readonly who: Person;
}

const NEW_RUN = { title: null, error: null, retry: null, usage: NO_USAGE } as const;

interface NewMessage extends Pick<Message, "chat" | "run" | "parent" | "at"> {
  readonly parts: readonly StoredPart[];
}

function userMessage({ parts, ...given }: NewMessage): Message {
  const id = newId("msg", given.at);
  const named = parts.map((part, index) =>
    part.kind === "call" ? { ...part, id: `${id}_${index}`, modelId: id } : part,
  );
  return { ...given, id, thread: "", role: "user", state: "done", content: { parts: named } };
}

function isPicturePart(part: StoredPart): boolean {
  return part.kind === "file" && isPicture(part);
}

/** The first line, short. It is kept and shown in the open, so nothing secret is in the text by now. */
function titleOf(text: string): string | null {
  const line = text.trim().split("\n", 1)[0]?.trim() ?? "";
  if (line === "") return null;
  return line.length <= 60 ? line : `${line.slice(0, 59)}…`;
}

function invalid(message: string): Refusal {
  return { ok: false, status: 400, code: "EINVALID", message };
}

function conflict(code: string, message: string): Refusal {
  return { ok: false, status: 409, code, message };
}

const ALREADY: Refusal = conflict("EALREADY_RUNNING", "this chat is at work: stop it, or wait for its end");
