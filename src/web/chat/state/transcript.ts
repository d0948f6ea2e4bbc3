/** What is known of one chat, and how an event changes it. Pure. Source: wire/chats.ts. */
import type {
  CallPartView,
  ChatEvent,
  ChatOpened,
  ChatView,
  MessagePage,
  MessageView,
  PartView,
  RunView,
} from "../../../wire/chats.ts";

export interface Transcript {
  readonly chat: ChatView;
  /** Every message that was told, of any branch and of sub-runs. */
  readonly messages: ReadonlyMap<string, MessageView>;
  readonly runs: ReadonlyMap<string, RunView>;
  /** Number of the newest event that is in here. */
  readonly seq: number;
}

export function toTranscript({ chat, messages, runs, seq }: ChatOpened): Transcript {
  return { chat, messages: byId(messages), runs: byId(runs), seq };
}

/** A page of older messages, or of another branch. What an event has told meanwhile is newer than the page. */
export function withPage(transcript: Transcript, { messages }: MessagePage): Transcript {
  return { ...transcript, messages: new Map([...byId(messages), ...transcript.messages]) };
}

/** Events in order. One that was seen before, as after a reconnection, changes nothing. */
export function withEvents(transcript: Transcript, events: readonly ChatEvent[]): Transcript {
  const fresh = events.filter((event) => event.seq > transcript.seq);
  const last = fresh.at(-1);
  if (last === undefined) return transcript;
  const messages = new Map(transcript.messages);
  const runs = new Map(transcript.runs);
  let { chat } = transcript;
  for (const event of fresh) {
    if (event.type === "message") put(messages, event.message);
    else if (event.type === "message.removed") messages.delete(event.id);
    else if (event.type === "run") runs.set(event.run.id, event.run);
    else if (event.type === "chat") chat = event.chat;
    else if (event.type === "delta" || event.type === "output") {
      const message = messages.get(event.message);
      if (message !== undefined) messages.set(message.id, grown(message, event));
    }
  }
  return { chat, messages, runs, seq: last.seq };
}

/** A branch that comes up beside others is told of with its own message alone; the others have it beside them now too. */
function put(messages: Map<string, MessageView>, message: MessageView): void {
  messages.set(message.id, message);
  for (const id of message.siblings) {
    const known = messages.get(id);
    if (known !== undefined && known.siblings.length !== message.siblings.length)
      messages.set(id, { ...known, siblings: message.siblings });
  }
}

type Growth = Extract<ChatEvent, { readonly type: "delta" | "output" }>;

/** What a command prints is kept up to here, in characters: the newest. */
const OUTPUT_KEPT = 64_000;

function grown(message: MessageView, event: Growth): MessageView {
  if (event.type === "output")
    return withParts(
      message,
      message.parts.map((part) =>
        part.kind === "call" && part.id === event.call
          ? { ...part, output: ((part.output ?? "") + event.text).slice(-OUTPUT_KEPT) }
          : part,
      ),
    );
  const parts = [...message.parts];
  const part = parts[event.part];
  const next = part === undefined ? begun(event) : added(part, event.text);
  if (next === null) return message;
  parts[event.part] = next;
  return withParts(message, parts);
}

function withParts(message: MessageView, parts: readonly PartView[]): MessageView {
  return { ...message, parts };
}

function begun({ kind, text, call, tool }: Extract<Growth, { readonly type: "delta" }>): PartView | null {
  if (kind !== "input") return { kind, text };
  if (call === undefined) return null;
  const part: CallPartView = {
    kind: "call",
    id: call,
    tool: tool ?? "",
    args: null,
    input: text,
    state: "proposing",
    approval: null,
    source: "model",
    question: null,
    output: null,
    result: null,
    subrun: null,
  };
  return part;
}

function added(part: PartView, text: string): PartView | null {
  if (part.kind === "file") return null;
  return part.kind === "call" ? { ...part, input: (part.input ?? "") + text } : { ...part, text: part.text + text };
}

/** The newest message of what is shown: of the chat's own branch, or of a sub-run, also of one that ended long ago. */
export function headOf({ chat, messages, runs }: Transcript, run: string | undefined): string | null {
  if (run === undefined) return chat.head;
  const known = runs.get(run)?.head;
  if (known != null) return known;
  const own = [...messages.values()].filter((message) => message.run === run);
  const parents = new Set(own.map(({ parent }) => parent));
  return own.find(({ id }) => !parents.has(id))?.id ?? null;
}

/** One branch as it is known, oldest first. */
export interface Branch {
  readonly messages: readonly MessageView[];
  /** Older ones are on the host only. */
  readonly more: boolean;
  /** The branch's newest message is not known here, so that nothing of it can be shown. */
  readonly missing: boolean;
}

const NONE: Branch = { messages: [], more: false, missing: false };

/** Walks up from a head. INVARIANT: ends even on a tree that would be a ring. */
export function branchOf(messages: ReadonlyMap<string, MessageView>, head: string | null): Branch {
  if (head === null) return NONE;
  const found = new Set<MessageView>();
  let next: string | null = head;
  for (let message = messages.get(head); message !== undefined && !found.has(message);) {
    found.add(message);
    next = message.parent;
    message = next === null ? undefined : messages.get(next);
  }
  return { messages: [...found].reverse(), more: next !== null && next !== head, missing: found.size === 0 };
}

function byId<T extends { readonly id: string }>(all: readonly T[]): ReadonlyMap<string, T> {
  return new Map(all.map((each) => [each.id, each]));
}
