import { Agent, type IncomingMessage, request, type RequestOptions } from "node:http";

import type { GateHost, Waiting } from "../adapters/mcp/forwarder-options.ts";
import { readAgentToken } from "../host/auth/agent-token.ts";
import { readRuntime } from "../host/http/runtime.ts";
import { MCP } from "../host/mcp/gates.ts";
import { type ApiRequest, type Client, createClient, requestOf } from "../wire/client.ts";
import type { GateBody, McpWaiting } from "../wire/mcp.ts";
import { typed } from "./command-name.ts";
import { startHostBehind } from "./host-behind.ts";

export interface GateHostOptions {
  readonly dataDir: string;
  readonly gate: GateBody;
  readonly waitMs: number;
  /** How long the host may take to answer, beside what a call waits for a person; default 30 s. */
  readonly answerMs?: number;
  /** Something that decides what is listed may have changed. */
  readonly onChange: () => void;
}

export interface ConnectedHost extends GateHost {
  /** Tells the host that this gate goes away; a host that is gone knows. */
  end(): Promise<void>;
}

/** A machine under load; the client waits for its first list as long as that. */
const START_LIMIT = 15_000;
/** A host that is stopped or stuck would hold a call for ever, ms. */
const ANSWER_MS = 30_000;
/** How soon a stream that broke is opened again, ms. */
const RETRY_MS = 2_000;

/**
 * The running host, as a gate asks it; started where there is none. INVARIANT: an answer counts only with the proof that
 * the data directory holds: another user's program may sit on the port of a host that died, and would say `allow`.
 */
export function connectHost({ dataDir, gate, waitMs, answerMs = ANSWER_MS, onChange }: GateHostOptions): ConnectedHost {
  const agent = new Agent({ keepAlive: true });
  let watching: AbortController | null = null;
  let starting: Promise<void> | null = null;
  let ended = false;

  /** The host, started where there is none. `more`: for an answer that comes in lines. */
  const asking = (more: Reading = {}): Client =>
    createClient(async (asked) => {
      // Before the call, which may wait for a person: a gate that does not watch counts as gone.
      if (watching === null && !ended) void watch();
      const sent = (await inTime(asked, more)) ?? (await afterStart(asked, more));
      if (sent === null) throw new Error(NOT_REACHED);
      return sent.answer;
    });

  async function afterStart(asked: ApiRequest, more: Reading): Promise<Sent | null> {
    starting ??= startHostBehind(START_LIMIT).finally(() => (starting = null));
    await starting;
    return inTime(asked, more);
  }

  /** A call waits for a person first. */
  async function inTime(asked: ApiRequest, more: Reading): Promise<Sent | null> {
    const late = AbortSignal.timeout(answerMs + (more.onLine === undefined ? 0 : waitMs));
    const signal = more.signal === undefined ? late : AbortSignal.any([more.signal, late]);
    try {
      return await send(asked, { ...more, signal });
    } catch (error) {
      throw late.aborted && more.signal?.aborted !== true ? new Error(LATE) : error; // verdict: not made
    }
  }

  /** Null where nobody listens. */
  async function send(asked: ApiRequest, more: Reading = {}, again = true): Promise<Sent | null> {
    const { method, path, body } = asked;
    const [runtime, credential] = [readRuntime(dataDir), readAgentToken(dataDir, MCP)];
    if (runtime === null || credential === null) return null;
    const headers = { authorization: `Bearer ${credential.token}`, "content-type": "application/json" };
    const options = { port: runtime.port, host: "127.0.0.1", path, method, headers, agent };
    const reached = await reach(more.signal ? { ...options, signal: more.signal } : options, JSON.stringify(body));
    if (reached.kind === "idle-closed") return again ? send(asked, more, false) : null;
    if (reached.kind === "nobody") return null;
    const { response } = reached;
    if (response.statusCode === 200 && response.headers["x-assent-proof"] !== credential.proof) {
      response.destroy();
      throw new Error("what answers there is not the host of Assent");
    }
    return { answer: await readAnswer(response, more.onLine) };
  }

  /** The stream by which each side knows that the other is there. It starts no host: only a call does. */
  async function watch(): Promise<void> {
    const mine = (watching = new AbortController());
    const onLine = (line: string): void => void (line === "changed" && onChange());
    while (!mine.signal.aborted) {
      // verdict: the same as an end of the stream: it is opened again
      await send(requestOf("POST /api/mcp/watch", { body: gate }), { signal: mine.signal, onLine }).catch(() => null);
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
    }
  }

  const host = asking();
  return {
    async hidden(tools) {
      return (await host("POST /api/mcp/list", { body: { ...gate, tools: [...tools] } })).hidden;
    },
    async propose(call, onWaiting, signal) {
      const onLine = (line: string): void => tellWaiting(line, onWaiting);
      return asking({ signal, onLine })("POST /api/mcp/calls", { body: { ...gate, ...call, waitMs } });
    },
    async answer(said) {
      return (await host("POST /api/mcp/answers", { body: { ...gate, ...said } })).counts;
    },
    async withdraw(callId) {
      await host("POST /api/mcp/withdraw", { body: { session: gate.session, callId } });
    },
    async outcome(approval, outcome) {
      await host("POST /api/mcp/calls/:approval/outcome", { params: { approval }, body: outcome });
    },
    async end() {
      ended = true;
      await send(requestOf("POST /api/mcp/end", { body: { session: gate.session } })).catch(() => null); // verdict: the host misses the gate by itself
      watching?.abort();
      agent.destroy();
    },
  };
}

interface Reading {
  readonly signal?: AbortSignal;
  /** Each line of the answer before the last. */
  readonly onLine?: (line: string) => void;
}

interface Sent {
  readonly answer: unknown;
}

type Reached =
  | { readonly kind: "response"; readonly response: IncomingMessage }
  | { readonly kind: "nobody" }
  /** The connection was kept from before, and the other side had closed it: nothing was read of the request. */
  | { readonly kind: "idle-closed" };

function reach(options: RequestOptions, body: string): Promise<Reached> {
  return new Promise((resolve, reject) => {
    const sent = request(options, (response) => resolve({ kind: "response", response }));
    sent.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNREFUSED") resolve({ kind: "nobody" });
      else if (sent.reusedSocket && error.code === "ECONNRESET") resolve({ kind: "idle-closed" });
      else reject(error);
    });
    sent.end(body);
  });
}

const NOT_REACHED = `the host of Assent cannot be reached; \`${typed("doctor")}\` looks for what is wrong`;
const LATE = "the host of Assent does not answer; make the call again later";
const GONE = "the host of Assent went away before it had answered; make the same call again";

/** The last line as JSON. Rejects where the answer is an error, or was cut. */
async function readAnswer(response: IncomingMessage, onLine: Reading["onLine"]): Promise<unknown> {
  const answer = parse(await lastLine(response, onLine));
  if (response.statusCode === 200) return answer;
  const { message = `the host answers ${response.statusCode}` } = answer as { readonly message?: string };
  const known = response.statusCode !== 401;
  throw new Error(known ? message : `${message}; start the host of Assent again, which writes it anew`);
}

async function lastLine(response: IncomingMessage, onLine: Reading["onLine"]): Promise<string> {
  let rest = "";
  let last = "";
  response.setEncoding("utf8");
  try {
    for await (const chunk of response as AsyncIterable<string>) {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        last = line;
        onLine?.(line);
      }
    }
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === "ECONNRESET" ? new Error(GONE) : error; // verdict: not made
  }
  return rest === "" ? last : rest;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("the host of Assent answers nothing that can be read"); // verdict: not made
  }
}

function tellWaiting(line: string, onWaiting: (waiting: Waiting) => void): void {
  const { waiting, ask } = JSON.parse(line) as Partial<McpWaiting>;
  if (waiting !== undefined) onWaiting({ approval: waiting, ...(ask === undefined ? {} : { ask }) });
}
