import type { CallAnswer } from "../../wire/call.ts";
import { createCalls } from "./calls.ts";
import { createLineSplitter } from "./lines.ts";
import { createLists } from "./lists.ts";
import { type ClientMessage, type Id, readClientLine, readServerLine, type Shape } from "./message.ts";
import { errorLine, INVALID_REQUEST } from "./write.ts";

/** What decides for the gate. Each rejects where there is no answer, and then nothing is let through. */
export interface GateHost {
  /** Names, of the tools as the server describes them, that the client is not told. */
  hidden(tools: readonly unknown[]): Promise<readonly string[]>;
  /**
   * Proposes a call and waits. `onWaiting` is told when a person is asked; when `signal` ends nobody waits any more, and
   * the approval goes on waiting.
   */
  propose(call: ProposedCall, onWaiting: (waiting: Waiting) => void, signal: AbortSignal): Promise<CallAnswer>;
  /** What the client's user said to the question; false where that does not count. */
  answer(said: {
    readonly tool: string;
    readonly args: unknown;
    readonly beside: Shape;
    readonly state: string;
    readonly decision: "allow" | "deny";
  }): Promise<boolean>;
  /** The call is taken back: it does not run, whatever is answered. */
  withdraw(callId: string): Promise<void>;
  outcome(approval: string, outcome: CallOutcome): Promise<void>;
}

export interface ProposedCall {
  readonly tool: string;
  /** Null where the server does not list the tool. */
  readonly descriptor: unknown;
  /** What the client was told of the tool, where that is something else. */
  readonly shown?: unknown;
  readonly args: unknown;
  readonly beside: Shape;
  readonly callId: string;
}

export interface Waiting {
  readonly approval: string;
  readonly ask?: { readonly question: string; readonly state: string };
}

export interface CallOutcome {
  readonly state: "executed" | "failed" | "unknown";
  readonly text: string;
}

export interface ForwarderOptions {
  readonly host: GateHost;
  readonly toClient: (bytes: Buffer) => void;
  readonly toServer: (bytes: Buffer) => void;
  /** Random, for ids of the gate's own requests. */
  readonly newId: () => string;
  /** Runs `work` every so often until it is stopped. */
  readonly every: (ms: number, work: () => void) => () => void;
  /** For the person, on standard error. */
  readonly log: (message: string) => void;
  /** Bytes of one message. */
  readonly lineLimit?: number;
  /** The server cannot be followed any further: the connection is to be ended. */
  readonly onBroken: () => void;
}

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

/** Of the server, to a request that may be one that was looked into. */
export interface ServerAnswer {
  readonly id: Id;
  readonly message: Shape;
  readonly fault: string | null;
}
