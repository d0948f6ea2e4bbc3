import { z } from "zod";
import { ok } from "./answers.ts";
import * as answers from "./chat-answers.ts";
import * as chats from "./chats.ts";
import * as connections from "./connections.ts";
import type { Described } from "./described.ts";
import { afterQuery, nothing } from "./requests.ts";
import { undoBody } from "./undo.ts";

const oneChat = z.strictObject({ chat: answers.chat });
const oneConnection = z.strictObject({ connection: answers.connection });
const settled = z.strictObject({ settled: z.number().int() });

/** The part of the HTTP API that is about the host's own chats and the models that they run on; see `api.ts`. */
export const CHAT_API = {
  "POST /api/chats": { body: chats.newChatBody, answer: oneChat },
  "GET /api/chats/:id": { answer: answers.chatOpened },
  "PUT /api/chats/:id": { body: chats.chatBody, answer: oneChat },
  "DELETE /api/chats/:id": { body: nothing, answer: ok },
  "GET /api/chats/:id/messages": { query: chats.pageQuery, answer: answers.messagePage },
  "POST /api/chats/:id/messages": { body: chats.sendBody, answer: answers.started },
  "POST /api/chats/:id/regenerate": { body: chats.regenerateBody, answer: answers.started },
  "POST /api/chats/:id/shell": { body: chats.shellBody, answer: answers.started },
  "PUT /api/chats/:id/head": { body: chats.headBody, answer: ok },
  "POST /api/chats/:id/answers": { body: chats.answerBody, answer: ok },
  "PUT /api/chats/:id/calls/:call/model": { body: chats.callModelBody, answer: ok },
  "POST /api/chats/:id/stop": { body: nothing, answer: settled },
  "GET /api/chats/:id/tools": { answer: answers.chatTools },
  "GET /api/chats/:id/plan": { answer: answers.plan },
  "GET /api/chats/:id/trace": { query: chats.traceQuery, answer: answers.tracePage },
  "GET /api/chats/:id/events": { query: afterQuery, answer: null },

  "GET /api/chats/:id/undo": { answer: answers.undoList },
  "POST /api/chats/:id/undo": { body: undoBody, answer: answers.undone },

  "GET /api/connections": { answer: answers.connections },
  "POST /api/connections": { body: connections.newConnectionBody, answer: oneConnection },
  "PUT /api/connections/default": { body: connections.defaultModelBody, answer: answers.connections },
  "PUT /api/connections/:id": { body: connections.connectionBody, answer: oneConnection },
  "DELETE /api/connections/:id": { body: nothing, answer: ok },
  "POST /api/connections/:id/test": { body: nothing, answer: answers.connectionTested },
} as const satisfies Readonly<Record<string, Described>>;
