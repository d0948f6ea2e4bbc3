import { randomUUID } from "node:crypto";
import type { Store } from "../../store/store.ts";
import type { Chat } from "../../store/tables/chats.ts";
import type {
  ChatBody,
  ChatOpened,
  ChatTools,
  ChatView,
  MessagePage,
  NewChatBody,
  TracePage,
} from "../../wire/chats.ts";
import { commit } from "../audit/commit.ts";
import type { Recorder } from "../audit/recorder.ts";
import { type Person, actorOf } from "../auth/principal.ts";
import { sightOf } from "../auth/sight.ts";
import type { Connections } from "../connections/connections.ts";
import { advertisedTools, toChatTools } from "../engine/advertised.ts";
import type { Engine } from "../engine/engine.ts";
import { tellChat } from "../engine/run-state.ts";
import type { Gate } from "../gate/gate.ts";
import { missing, type Refusal } from "../refusal.ts";
import type { Runner } from "../tools/runner.ts";
import type { ToolList } from "../policy/tool-list.ts";
import type { Feed } from "./feed.ts";
import type { TraceFiles } from "./trace.ts";
import type { Transcript } from "./transcript.ts";
import { chatView, runView, stateOf } from "./view.ts";

/** The host's own chats as records: made, listed, opened, changed, removed. What is said in them: `turns.ts`. */
export interface Chats {
  list(
    of: { readonly project: string | null; readonly limit: number; readonly search: string },
    who: Person,
  ): Promise<readonly ChatView[]>;
  /** Null where there is none that this person may see. */
  find(id: string, who: Person): Promise<Chat | null>;
  create(body: NewChatBody, who: Person): Promise<{ readonly ok: true; readonly chat: ChatView } | Refusal>;
  view(chat: Chat): Promise<ChatView>;
  open(chat: Chat): Promise<ChatOpened>;
  page(
    chat: Chat,
    of: { readonly run: string | null; readonly before: string | null; readonly limit: number },
  ): Promise<MessagePage | null>;
  change(chat: Chat, body: ChatBody, who: Person): Promise<{ readonly ok: true; readonly chat: ChatView } | Refusal>;
  /** Ends its runs first; its approvals and audit lines stay. */
  remove(chat: Chat, who: Person): Promise<Refusal | null>;
  tools(chat: Chat): Promise<ChatTools>;
  trace(chat: Chat, after: number): Promise<TracePage>;
  events(chat: Chat, after: number, owner: string): Promise<ReadableStream<Uint8Array>>;
}

export interface ChatsDeps {
  readonly store: Store;
  readonly recorder: Recorder;
  readonly gate: Gate;
  readonly engine: Engine;
  readonly runner: Pick<Runner, "definitions">;
  readonly feed: Feed;
  readonly transcript: Transcript;
  readonly trace: TraceFiles;
  readonly connections: Connections;
  readonly toolList: ToolList;
  readonly now: () => number;
}

/** Messages that a chat opens with. */
const FIRST_PAGE = 100;
export const NEW_TITLE = "New chat";

export function createChats(deps: ChatsDeps): Chats {
  const { store, feed, transcript, now } = deps;

  async function view(chat: Chat): Promise<ChatView> {
    return chatView(chat, await store.chats.extras(chat.id), stateOf(await store.runs.open(chat.id)));
  }

  async function maySee({ project }: Pick<Chat, "project">, { id }: Person): Promise<boolean> {
    return (await sightOf(store, id)).project(project);
  }

  return {
    view,
    async list({ project, limit, search }, who) {
      const words = search.toLowerCase().split(/\s+/).filter(Boolean);
      const found: ChatView[] = [];
      for (const chat of await store.chats.list({ project, limit: words.length > 0 ? 10_000 : limit })) {
        const title = chat.title.toLowerCase();
        if (found.length >= limit) break;
        if (words.every((word) => title.includes(word)) && (await maySee(chat, who))) found.push(await view(chat));
      }
      return found;
    },
    async find(id, who) {
      const chat = await store.chats.get(id);
      return chat !== null && !(await store.chats.isRemoved(id)) && (await maySee(chat, who)) ? chat : null;
    },
    async create(body, who) {
      const { model = null, trace = false, level = null, approvalMode = null } = body;
      if (body.project !== null && (await store.projects.get(body.project)) === null) return missing("project");
      if (!(await maySee(body, who))) return missing("project");
      if (model !== null && !(await deps.connections.has(model))) return missing("connection");
      const chat = newChat({ ...body, level, approvalMode }, now());
      const data = { project: chat.project, level, approvalMode };
      const line = { type: "chat.created", actor: actorOf(who), chat: chat.id, data };
      await commit(deps, line, async (tables) => {
        await tables.chats.add(chat);
        await tables.chats.setExtras(chat.id, { model, trace });
        await tables.events.append({ at: now(), type: "chat.changed", chat: chat.id });
      });
      return { ok: true, chat: await view(chat) };
    },
    async open(chat) {
      // The number first: what happens while the rest is read is told again, and changes nothing twice.
      const seq = await feed.start(chat.id);
      const { head } = await store.chats.extras(chat.id);
      const page = await transcript.page({ chat: chat.id, thread: "", head, before: null, limit: FIRST_PAGE });
      const last = await store.runs.last(chat.id);
      const open = await store.runs.open(chat.id);
      const runs = [...open, ...(last !== null && last.endedAt !== null ? [last] : [])];
      return { chat: await view(chat), ...page, runs: runs.map(runView), seq };
    },
    async page(chat, { run: id, before, limit }) {
      const run = id === null ? null : await store.runs.get(id);
      if (id !== null && run?.chat !== chat.id) return null;
      const thread = run === null || run.parent === null ? "" : run.id;
      const head = thread === "" ? (await store.chats.extras(chat.id)).head : (run?.head ?? null);
      return transcript.page({ chat: chat.id, thread, head, before, limit });
    },
    async change(chat, { title, model, trace }, who) {
      if (model != null && !(await deps.connections.has(model))) return missing("connection");
      const next = title === undefined ? chat : { ...chat, title };
      const extras = { ...(model === undefined ? {} : { model }), ...(trace === undefined ? {} : { trace }) };
      await feed.record(chat.id, async (tables, emit, log) => {
        if (title !== undefined) await tables.chats.update(next);
        await tables.chats.setExtras(chat.id, extras);
        const data = { ...(title === undefined ? {} : { title }), ...extras };
        await log({ at: now(), type: "chat.changed", actor: actorOf(who), chat: chat.id, approval: null, data });
        await tellChat(deps, tables, { chat: chat.id, emit });
      });
      return { ok: true, chat: await view(next) };
    },
    async remove(chat, who) {
      // Its agent would go on in a chat that nobody sees.
      if (chat.agent !== null) return AGENTS_OWN;
      await deps.engine.stop(chat.id, who);
      await deps.gate.touch(chat.id, { ifIdle: false }, who);
      const line = { type: "chat.removed", actor: actorOf(who), chat: chat.id, data: {} };
      await commit(deps, line, async (tables) => {
        await tables.chats.remove(chat.id, now());
        for (const table of [tables.messages, tables.runs, tables.chatEvents, tables.callInputs])
          await table.removeChat(chat.id);
        await tables.events.append({ at: now(), type: "chat.changed", chat: chat.id });
      });
      await deps.trace.remove(chat.id);
      return null;
    },
    async tools(chat) {
      const project = chat.project === null ? null : await store.projects.get(chat.project);
      const definitions = await deps.runner.definitions(project);
      try {
        return toChatTools(await advertisedTools(deps.toolList, { chat: chat.id, subagent: false, definitions }));
      } catch (error) {
        // verdict: no tool is told of
        const fault = error instanceof Error ? error.message : "it cannot be read";
        return { ...toChatTools({ tools: [], hidden: [] }), fault };
      }
    },
    trace: (chat, after) => deps.trace.read(chat.id, after),
    events: (chat, after, owner) => feed.open(chat.id, after, owner),
  };
}

function newChat(
  of: Pick<Chat, "project" | "level" | "approvalMode"> & { readonly title?: string | undefined },
  now: number,
): Chat {
  return {
    id: `cht_${randomUUID()}`,
    project: of.project,
    title: of.title ?? NEW_TITLE,
    agent: null,
    sessionKey: null,
    level: of.level,
    approvalMode: of.approvalMode,
    grants: [],
    createdAt: now,
    lastSeen: now,
    endedAt: null,
  };
}

export const AGENTS_OWN: Refusal = {
  ok: false,
  status: 409,
  code: "ECONFLICT",
  message: "this chat belongs to an agent of its own",
};
