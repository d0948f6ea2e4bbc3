/** The host's routes of chats and connections as this UI uses them. Source: host.md, "HTTP API". */
import type {
  AnswerBody,
  ChatBody,
  ChatOpened,
  ChatView,
  MessagePage,
  ModelChoice,
  NewChatBody,
  Started,
  TracePage,
} from "../../wire/chats.ts";
import type {
  ConnectionBody,
  Connections,
  ConnectionTested,
  ConnectionView,
  NewConnectionBody,
} from "../../wire/connections.ts";
import type { UndoList, Undone } from "../../wire/undo.ts";
import type { ProjectView } from "../../wire/session.ts";
import { getJson, sendJson } from "./client.ts";

/** A picture or a text that goes along with a message. */
export interface Attachment {
  readonly name: string;
  readonly mime: string;
  readonly base64: string;
}

export interface Outgoing {
  readonly text: string;
  readonly attachments?: readonly Attachment[];
  /** The user message that this one takes the place of. */
  readonly edits?: string;
}

const chat = (id: string, rest = ""): string => `/api/chats/${encodeURIComponent(id)}${rest}`;

export const createChat = (body: NewChatBody) =>
  sendJson<{ readonly chat: ChatView }>("POST", "/api/chats", body).then((answer) => answer.chat);
export const openChat = (id: string) => getJson<ChatOpened>(chat(id));
export const changeChat = (id: string, body: ChatBody) => sendJson<unknown>("PUT", chat(id), body);
export const removeChat = (id: string) => sendJson<unknown>("DELETE", chat(id));
export const touchIdle = (id: string) => sendJson<unknown>("POST", chat(id, "/touch"), { ifIdle: true });

/** A page of the shown branch, or of a sub-run; `before` is the oldest message that is here already. */
export const listMessages = (id: string, of: { readonly run?: string; readonly before?: string }) =>
  getJson<MessagePage>(chat(id, `/messages?${new URLSearchParams(of)}`));
export const sendMessage = (id: string, body: Outgoing) => sendJson<Started>("POST", chat(id, "/messages"), body);
export const regenerate = (id: string, message: string) =>
  sendJson<Started>("POST", chat(id, "/regenerate"), { message });
export const showBranch = (id: string, message: string) => sendJson<unknown>("PUT", chat(id, "/head"), { message });
export const runShell = (id: string, command: string) => sendJson<Started>("POST", chat(id, "/shell"), { command });
export const stopChat = (id: string) => sendJson<unknown>("POST", chat(id, "/stop"));
export const answerQuestion = (id: string, body: AnswerBody) => sendJson<unknown>("POST", chat(id, "/answers"), body);
export const setCallModel = (id: string, call: string, model: ModelChoice | null) =>
  sendJson<unknown>("PUT", chat(id, `/calls/${encodeURIComponent(call)}/model`), { model });
/** Runs of a chat whose changes of files can be taken back. */
export const listUndo = (id: string) => getJson<UndoList>(chat(id, "/undo")).then(({ runs }) => runs);
export const undoRun = (id: string, run: string) => sendJson<Undone>("POST", chat(id, "/undo"), { run });
export const getTrace = (id: string, after: number) => getJson<TracePage>(chat(id, `/trace?after=${after}`));

/** A folder as a project; its opening question is then in the inbox. */
export const addProject = (path: string) =>
  sendJson<{ readonly project: ProjectView }>("POST", "/api/projects", { path }).then(({ project }) => project);

export const listConnections = () => getJson<Connections>("/api/connections");
export const addConnection = (body: NewConnectionBody) =>
  sendJson<{ readonly connection: ConnectionView }>("POST", "/api/connections", body);
export const changeConnection = (id: string, body: ConnectionBody) =>
  sendJson<unknown>("PUT", `/api/connections/${encodeURIComponent(id)}`, body);
export const removeConnection = (id: string) =>
  sendJson<unknown>("DELETE", `/api/connections/${encodeURIComponent(id)}`);
export const testConnection = (id: string) =>
  sendJson<ConnectionTested>("POST", `/api/connections/${encodeURIComponent(id)}/test`);
export const setDefaultModel = (model: ModelChoice | null) =>
  sendJson<unknown>("PUT", "/api/connections/default", { model });
