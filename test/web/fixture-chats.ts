import type { ServerResponse } from "node:http";
import type {
  CallPartView,
  ChatEvent,
  ChatEventBody,
  ChatView,
  MessageView,
  PartView,
  RunView,
  SendBody,
} from "../../src/wire/chats.ts";
import type { Connections } from "../../src/wire/connections.ts";
import type { PlanView } from "../../src/wire/plan.ts";
import { NOW, project } from "./fixtures.ts";

const DEMO: Connections = {
  connections: [
    {
      id: "demo",
      kind: "demo",
      name: "Demo",
      baseUrl: null,
      hasCredential: false,
      models: ["demo"],
      defaultModel: "demo",
      pictures: "auto",
      builtIn: true,
    },
    {
      id: "con_local",
      kind: "openai-compatible",
      name: "Ollama",
      baseUrl: "http://127.0.0.1:11434/v1",
      hasCredential: false,
      models: ["qwen3:8b", "gpt-oss:20b"],
      defaultModel: "qwen3:8b",
      pictures: "auto",
      builtIn: false,
    },
  ],
  defaultModel: { connection: "demo", model: "demo" },
};

export function chatView(id: string, more: Partial<ChatView> = {}): ChatView {
  return {
    id,
    project: project.id,
    title: "Mend the build",
    agent: null,
    level: null,
    approvalMode: null,
    model: null,
    trace: false,
    state: "idle",
    head: null,
    createdAt: NOW - 60_000,
    lastSeen: NOW - 60_000,
    endedAt: null,
    ...more,
  };
}

export function message(
  id: string,
  role: MessageView["role"],
  parts: readonly PartView[],
  more: Partial<MessageView> = {},
): MessageView {
  return {
    id,
    parent: null,
    run: "run_1",
    role,
    at: NOW,
    state: "done",
    model: role === "assistant" ? { connection: "demo", model: "demo" } : null,
    parts,
    usage: role === "assistant" ? { input: 1204, output: 312, cached: 0 } : null,
    siblings: [id],
    ...more,
  };
}

export const text = (value: string): PartView => ({ kind: "text", text: value });

export function call(id: string, more: Partial<CallPartView> = {}): CallPartView {
  return {
    kind: "call",
    id,
    tool: "shell",
    args: { command: "npm test" },
    input: null,
    state: "pending",
    approval: null,
    source: "model",
    question: null,
    output: null,
    result: null,
    subrun: null,
    ...more,
  };
}

export function run(id: string, more: Partial<RunView> = {}): RunView {
  return {
    id,
    parent: null,
    state: "running",
    head: null,
    model: null,
    title: null,
    attended: true,
    background: false,
    startedAt: Date.now(),
    endedAt: null,
    error: null,
    retry: null,
    usage: { input: null, output: null, cached: null },
    ...more,
  };
}

/** A chat of many messages, each below the one before. */
export function longThread(count: number, say: (index: number) => readonly PartView[]): MessageView[] {
  return Array.from({ length: count }, (_, i) =>
    message(`m${i}`, i % 2 === 0 ? "user" : "assistant", say(i), { parent: i === 0 ? null : `m${i - 1}` }),
  );
}

export interface FixtureChats {
  views: ChatView[];
  /** By chat. */
  messages: Map<string, MessageView[]>;
  runs: Map<string, RunView[]>;
  connections: Connections;
  plan: PlanView;
  files: string[];
}

export function freshChats(): FixtureChats {
  return {
    views: [],
    messages: new Map(),
    runs: new Map(),
    connections: DEMO,
    plan: { items: [] },
    files: ["src/a.ts", "src/build/config.ts", "package.json"],
  };
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const PAGE = 60;

/** The chat side of the stand-in host. It stores what it is told and says it to whoever listens; it runs no model. */
export function createChats(state: () => FixtureChats) {
  let events: { readonly chat: string; readonly event: ChatEvent }[] = [];
  /** Which chats each open stream tells of. */
  const streams = new Map<ServerResponse, readonly string[]>();

  /** Tells an event, and keeps what it says. */
  function tell(chat: string, body: ChatEventBody): void {
    keep(chat, body);
    const event = { ...body, seq: events.length + 1, at: NOW } as ChatEvent;
    events.push({ chat, event });
    for (const [stream, followed] of streams) if (followed.includes(chat)) stream.write(frame(chat, event));
  }

  function keep(chat: string, body: ChatEventBody): void {
    const { views, messages, runs } = state();
    if (body.type === "chat") state().views = [...views.filter(({ id }) => id !== chat), body.chat];
    if (body.type === "message") messages.set(chat, put(messages.get(chat) ?? [], body.message));
    if (body.type === "run") runs.set(chat, put(runs.get(chat) ?? [], body.run));
  }

  const view = (id: string): ChatView | undefined => state().views.find((each) => each.id === id);

  function change(id: string, more: Partial<ChatView>): void {
    const known = view(id);
    if (known !== undefined) tell(id, { type: "chat", chat: { ...known, ...more } });
  }

  /** Adds a message below the head, which it becomes. */
  function add(chat: string, added: MessageView): void {
    tell(chat, { type: "message", message: { ...added, parent: added.parent ?? view(chat)?.head ?? null } });
    change(chat, { head: added.id });
  }

  function answer(what: string, search: URLSearchParams, body: unknown): Answer | null {
    if (what === "GET /api/chats") return { status: 200, body: { chats: state().views } };
    if (what === "POST /api/chats") return create(body as Partial<ChatView>);
    if (what === "GET /api/connections") return { status: 200, body: state().connections };
    if (/^GET \/api\/projects\/[^/]+\/paths$/.test(what))
      return { status: 200, body: { paths: state().files.filter((file) => file.includes(search.get("q") ?? "")) } };
    const [, method, id, rest = ""] = /^(\w+) \/api\/chats\/([^/]+)(\/.*)?$/.exec(what) ?? [];
    const chat = view(id ?? "");
    if (id === undefined || rest === "/policy") return null;
    if (chat === undefined) return { status: 404, body: { code: "ENOTFOUND", message: "there is no such chat" } };
    return ofChat(`${method} ${rest}`, chat, { search, body });
  }

  function ofChat(
    what: string,
    chat: ChatView,
    { search, body }: { readonly search: URLSearchParams; readonly body: unknown },
  ): Answer {
    const { messages, runs, plan } = state();
    const all = messages.get(chat.id) ?? [];
    if (what === "GET ") {
      const page = pageOf(all, chat.head, null);
      return { status: 200, body: { chat, ...page, runs: runs.get(chat.id) ?? [], seq: events.length } };
    }
    if (what === "GET /messages")
      return { status: 200, body: pageOf(all, headOf(all, search.get("run")) ?? chat.head, search.get("before")) };
    if (what === "GET /plan") return { status: 200, body: plan };
    if (what === "GET /undo") return { status: 200, body: { runs: [] } };
    if (what === "GET /trace") return { status: 200, body: { lines: [], next: 0 } };
    if (what === "PUT ") change(chat.id, body as Partial<ChatView>);
    if (what === "DELETE ") state().views = state().views.filter(({ id }) => id !== chat.id);
    if (what === "PUT /head") change(chat.id, { head: (body as { message: string }).message });
    if (what === "POST /stop") change(chat.id, { state: "idle" });
    if (what === "POST /messages") return send(chat, body as SendBody);
    return { status: 200, body: { ok: true } };
  }

  function create(body: Partial<ChatView>): Answer {
    const chat = chatView(`chat_new${state().views.length}`, { ...body, title: "New chat" });
    state().views.push(chat);
    return { status: 201, body: { chat } };
  }

  function send(chat: ChatView, body: SendBody): Answer {
    if (chat.state !== "idle")
      return { status: 409, body: { code: "EALREADY_RUNNING", message: "a run goes on in this chat" } };
    const id = `u${events.length}`;
    const edited = (state().messages.get(chat.id) ?? []).find((each) => each.id === body.edits);
    const siblings = edited === undefined ? [id] : [...edited.siblings, id];
    if (edited !== undefined) change(chat.id, { head: edited.parent });
    tell(chat.id, { type: "run", run: run("run_1", { state: "running" }) });
    add(chat.id, message(id, "user", [text(body.text)], { siblings }));
    change(chat.id, { state: "running" });
    return { status: 202, body: { run: "run_1", message: id } };
  }

  /** `followed`: each as `ID:AFTER`, with commas between. */
  function stream(followed: string, response: ServerResponse): void {
    const from = new Map(followed.split(",").map((each) => each.split(":") as [string, string]));
    for (const { chat, event } of events)
      if (event.seq > Number(from.get(chat) ?? Infinity)) response.write(frame(chat, event));
    streams.set(response, [...from.keys()]);
    response.on("close", () => streams.delete(response));
  }

  return {
    tell,
    add,
    change,
    answer,
    stream,
    drop: () => {
      for (const open of streams.keys()) open.destroy();
    },
    forget: () => {
      events = [];
    },
  };
}

/** Newest message of a sub-run. */
function headOf(all: readonly MessageView[], of: string | null): string | null {
  return of === null ? null : (all.findLast((each) => each.run === of)?.id ?? null);
}

function pageOf(all: readonly MessageView[], head: string | null, before: string | null) {
  const byId = new Map(all.map((each) => [each.id, each]));
  const path: MessageView[] = [];
  for (let at = byId.get(head ?? ""); at !== undefined; at = byId.get(at.parent ?? "")) path.push(at);
  const end = before === null ? 0 : path.findIndex(({ id }) => id === before) + 1;
  return { messages: path.slice(end, end + PAGE).reverse(), more: path.length > end + PAGE };
}

function put<T extends { readonly id: string }>(all: readonly T[], one: T): T[] {
  return all.some(({ id }) => id === one.id) ? all.map((each) => (each.id === one.id ? one : each)) : [...all, one];
}

function frame(chat: string, event: ChatEvent): string {
  return `id: ${chat}:${event.seq}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}
