import type { Store, Tables } from "../../store/store.ts";
import type { MessageRow } from "../../store/tables/messages.ts";
import type { MessagePage, MessageView } from "../../wire/chats.ts";
import type { Redactor } from "../secrets/redact.ts";
import type { Seal } from "../secrets/seal.ts";
import { callsOf, closeContent, type Content, openContent } from "./content.ts";
import type { Emit } from "./feed.ts";
import { lastOf, openQuestion } from "./call-state.ts";
import { treeOf, type Tree } from "./tree.ts";
import { type CallNow, messageView } from "./view.ts";

export interface TranscriptDeps {
  readonly store: Store;
  readonly seal: Seal;
  readonly redactor: Redactor;
}

/** A message with its content opened. */
export interface Message extends Omit<MessageRow, "sealed"> {
  readonly content: Content;
}

/** The messages of chats: a tree for each thread. */
export interface Transcript {
  tree(chat: string, thread: string): Promise<Tree>;
  get(id: string, tables?: Tables): Promise<Message | null>;
  /** From the first message down to `head`. */
  branch(chat: string, thread: string, head: string | null): Promise<readonly Message[]>;
  page(of: PageOf): Promise<MessagePage>;
  view(message: Message, tables?: Tables): Promise<MessageView>;
  /** Stores a new message and tells of it. */
  add(tables: Tables, emit: Emit, message: Message): Promise<void>;
  /** Stores what a message says by now and tells of it. */
  set(tables: Tables, emit: Emit, message: Message): Promise<void>;
}

interface PageOf {
  readonly chat: string;
  readonly thread: string;
  readonly head: string | null;
  /** The page ends above this message. */
  readonly before: string | null;
  readonly limit: number;
}

export function createTranscript({ store, seal, redactor }: TranscriptDeps): Transcript {
  const opened = ({ sealed, ...row }: MessageRow): Message => ({
    ...row,
    content: openContent(seal, { ...row, sealed }),
  });
  const rowOf = ({ content, ...row }: Message): MessageRow => ({ ...row, sealed: closeContent(seal, row.id, content) });
  const tree = async (chat: string, thread: string): Promise<Tree> => treeOf(await store.messages.nodes(chat, thread));

  async function viewWith(message: Message, siblings: readonly string[], tables: Tables = store): Promise<MessageView> {
    const calls = await callsNow(tables, message);
    return messageView({ row: rowOf(message), content: message.content, siblings, calls, redactor });
  }

  const transcript: Transcript = {
    tree,
    async get(id, tables = store) {
      const row = await tables.messages.get(id);
      return row && opened(row);
    },
    async branch(chat, thread, head) {
      return (await store.messages.many((await tree(chat, thread)).path(head))).map(opened);
    },
    async page({ chat, thread, head, before, limit }) {
      const found = await tree(chat, thread);
      const path = found.path(head);
      const end = before === null ? path.length : Math.max(0, path.indexOf(before));
      const start = Math.max(0, end - limit);
      const rows = await store.messages.many(path.slice(start, end));
      const messages: MessageView[] = [];
      for (const row of rows) messages.push(await viewWith(opened(row), found.siblings(row.id)));
      return { messages, more: start > 0 };
    },
    async view(message, tables = store) {
      return viewWith(message, await tables.messages.siblings(message), tables);
    },
    async add(tables, emit, message) {
      await tables.messages.add(rowOf(message));
      await tell(tables, emit, message);
    },
    async set(tables, emit, message) {
      await tables.messages.set(message.id, rowOf(message));
      await tell(tables, emit, message);
    },
  };

  async function tell(tables: Tables, emit: Emit, message: Message): Promise<void> {
    // While it streams it is a piece of itself: who opens the chat meanwhile begins there.
    const pieceOf = message.state === "streaming" ? message.id : undefined;
    await emit({ type: "message", message: await transcript.view(message, tables) }, pieceOf);
  }

  return transcript;
}

/** The approvals of calls that have no result yet. */
async function callsNow(tables: Tables, message: Message): Promise<ReadonlyMap<string, CallNow>> {
  const open = callsOf(message.content).filter((call) => call.result === undefined);
  const found = new Map<string, CallNow>();
  for (const call of open) {
    const row = lastOf(await tables.approvals.ofCall(message.chat, call.id));
    if (row === null) continue;
    const answered = (await tables.callInputs.get(call.id)) !== null;
    const question = row.state === "approved" && !answered ? openQuestion(row.tool, call.args) : null;
    found.set(call.id, { approval: row.id, state: question === null ? row.state : "waiting", question });
  }
  return found;
}
