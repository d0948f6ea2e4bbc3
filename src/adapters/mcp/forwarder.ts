import { createCalls } from "./calls.ts";
import type { ForwarderOptions } from "./forwarder-options.ts";
import { createLineSplitter } from "./lines.ts";
import { createLists } from "./lists.ts";
import { type ClientMessage, readClientLine, readServerLine, type ServerAnswer } from "./message.ts";
import { errorLine, INVALID_REQUEST } from "./write.ts";

export interface Forwarder {
  fromClient(chunk: Buffer): void;
  fromServer(chunk: Buffer): void;
  clientEnded(): void;
  /** The server is gone: what it was working on is `unknown`. Resolves when that is told. */
  serverEnded(): Promise<void>;
  /** Policy is another one: the client is told where its own list is another one by that. */
  policyChanged(): void;
}

const LINE_LIMIT = 64 * 1024 * 1024;

/**
 * Between one client and one server, line by line. Each message goes on with the bytes that it came with; only
 * `tools/list` and `tools/call` are held, and what belongs to them. INVARIANT: a `tools/call` reaches the server only
 * after the host has said `allow` for it, and once for each allow. Source: surfaces.md, "MCP proxy".
 */
export function createForwarder(options: ForwarderOptions): Forwarder {
  const { toClient, toServer, log, lineLimit = LINE_LIMIT } = options;
  const lists = createLists(options);
  const calls = createCalls(options, lists);

  function fromClient(line: Buffer): void {
    const message = readClientLine(line);
    if (!takes(message, line)) toServer(line);
  }

  /** True where the message is not to be forwarded now. */
  function takes(message: ClientMessage, line: Buffer): boolean {
    const id = message.kind === "call" ? message.call.id : message.kind === "list" ? message.id : null;
    if (id !== null && (lists.holds(id) || calls.holds(id))) {
      // The answer to the one would be taken for that to the other.
      toClient(errorLine(id, INVALID_REQUEST, "a request with this id is on its way"));
      return true;
    }
    switch (message.kind) {
      case "pass":
        return false;
      case "initialize":
        calls.initialized(message.elicits);
        return false;
      case "list":
        lists.asked(message);
        return false;
      case "call":
        calls.hold(message.call, line);
        return true;
      case "listen":
        lists.listens(message.id);
        return false;
      case "cancelled":
        lists.left(message.id);
        return calls.cancelled(message.id);
      case "answer":
        return calls.answered(message.id, message.result);
      case "refused":
        toClient(errorLine(message.id, INVALID_REQUEST, message.message));
        return true;
    }
  }

  function fromServer(line: Buffer): void {
    const message = readServerLine(line, lists.waiting() || calls.waiting());
    if (message.kind === "pass") toClient(line);
    else if (message.kind === "refused") log(`the server sent ${message.message}, which is not passed on`);
    else if (message.kind === "tools-changed") lists.serverChanged(line);
    else takeAnswer(message, line);
  }

  function takeAnswer(answer: ServerAnswer, line: Buffer): void {
    if (!lists.answered(answer, line) && !calls.resulted(answer, line)) toClient(line);
  }

  const client = createLineSplitter({
    limit: lineLimit,
    onLine: fromClient,
    onTooLong: () => toClient(errorLine(null, INVALID_REQUEST, `the message is larger than ${lineLimit} bytes`)),
  });
  const server = createLineSplitter({
    limit: lineLimit,
    onLine: fromServer,
    onTooLong() {
      log(`the server sent a message larger than ${lineLimit} bytes`);
      options.onBroken();
    },
  });

  return {
    fromClient: client.push,
    fromServer: server.push,
    clientEnded: client.end,
    serverEnded() {
      server.end();
      return calls.serverEnded();
    },
    policyChanged: lists.policyChanged,
  };
}
