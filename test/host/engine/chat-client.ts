import { chatOpened } from "../../../src/wire/chat-answers.ts";
import type { ApprovalView } from "../../../src/wire/approval.ts";
import type { CallPartView, ChatEvent, ChatOpened, ChatView, MessageView } from "../../../src/wire/chats.ts";
import { until, type RealHost } from "../real-host.ts";

/** A person in a chat of a real host, over HTTP. */
export interface ChatClient {
  readonly id: string;
  post(path: string, body?: unknown, method?: string): Promise<Response>;
  send(text: string, more?: object): Promise<Response>;
  open(): Promise<ChatOpened>;
  state(): Promise<string>;
  /** Waits until the chat is in one of these states. */
  reaches(...states: string[]): Promise<ChatOpened>;
  pending(): Promise<readonly ApprovalView[]>;
  /** Waits for a card, and answers the oldest. */
  answer(decision: "allow" | "deny", more?: object): Promise<ApprovalView>;
  events(after: number, signal: AbortSignal): AsyncGenerator<ChatEvent>;
}

export async function newChat(real: RealHost, more: object = {}): Promise<ChatClient> {
  const { projects } = (await (await real.person.send("GET", "/api/projects")).json()) as {
    projects: { id: string; path: string }[];
  };
  const project = projects.find(({ path }) => path === real.project)?.id ?? null;
  const made = await real.person.send("POST", "/api/chats", { project, ...more });
  const { chat } = (await made.json()) as { chat: ChatView };
  return chatOf(real, chat.id);
}

export function chatOf(real: RealHost, id: string): ChatClient {
  const post = (path: string, body: unknown = {}, method = "POST") =>
    real.person.send(method, `/api/chats/${id}${path}`, body);
  const open = async () => chatOpened.parse(await (await real.person.send("GET", `/api/chats/${id}`)).json());
  const pending = async () =>
    (
      (await (await real.person.send("GET", `/api/tools/authorization/pending?chat=${id}`)).json()) as {
        approvals: ApprovalView[];
      }
    ).approvals;
  return {
    id,
    post,
    send: (text, more = {}) => post("/messages", { text, ...more }),
    open,
    state: async () => (await open()).chat.state,
    reaches: (...states) =>
      until(async () => {
        const opened = await open();
        return states.includes(opened.chat.state) && opened;
      }),
    pending,
    async answer(decision, more = {}) {
      const card = await until(async () => (await pending())[0]);
      const response = await real.decide(card, decision, more);
      if (!response.ok) throw new Error(await response.text());
      return card;
    },
    async *events(after, signal) {
      const response = await fetch(`${real.host.url}/api/chats/${id}/events?after=${after}`, {
        headers: { cookie: real.person.cookie },
        signal,
      });
      let text = "";
      for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
        text += new TextDecoder().decode(chunk);
        const frames = text.split("\n\n");
        text = frames.pop() ?? "";
        for (const frame of frames) {
          const data = /^data: (.*)$/m.exec(frame)?.[1];
          if (data !== undefined) yield JSON.parse(data) as ChatEvent;
        }
      }
    },
  };
}

export function callsIn(messages: readonly MessageView[]): readonly CallPartView[] {
  return messages.flatMap(({ parts }) => parts.filter((part) => part.kind === "call"));
}

export function textsIn(messages: readonly MessageView[]): readonly string[] {
  return messages.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === "text" ? [part.text] : [])));
}
