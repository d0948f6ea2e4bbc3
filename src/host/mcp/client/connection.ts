import type { Client, Progress } from "@modelcontextprotocol/client";
import { z } from "zod";
import type { OwnEntry } from "../../../store/tables/own-servers.ts";
import { type PastClient, pastClient } from "./past-client.ts";
import { type Launch, type StdioTransport, stdioTransport } from "./stdio.ts";

/** A server that is connected. Rejections of `tools` and `call` are what the official client throws. */
export interface Connection {
  /** All pages, as the server describes them. Rejects where a cursor comes again. */
  tools(): Promise<readonly unknown[]>;
  call(call: ServerCall): Promise<ServerAnswer>;
  /** What it said on its standard error last; empty where it has none. */
  readonly said: string;
  readonly pid: number | null;
  close(): Promise<void>;
}

export interface ServerCall {
  readonly name: string;
  readonly args: unknown;
  readonly inputSchema: unknown;
  /** Without progress, ms. */
  readonly silentMs: number;
  /** In all, ms. */
  readonly totalMs?: number;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

/** `content` is as the server sent it. */
export type ServerAnswer = Omit<Awaited<ReturnType<Client["callTool"]>>, "content"> & { readonly content: unknown };

export interface Reach {
  readonly to: { readonly kind: "stdio"; readonly launch: Launch } | HttpReach;
  readonly version: string;
  /** Gives up on a server that is still starting. */
  readonly signal: AbortSignal;
  /** The server's list of tools is another by now. */
  readonly onChange: () => void;
  /** It ended, or was lost; not told of a `close`. */
  readonly onLost: () => void;
}

interface HttpReach {
  readonly kind: Extract<OwnEntry["kind"], "http">;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** For a server to answer the first messages, ms. `npx` may have to fetch it before. */
const CONNECT_LIMIT = 60_000;
/** A server of the older generation need not answer a question of the newer one, ms. */
const PROBE_LIMIT = 2_000;
const LIST_LIMIT = 30_000;
const MAX_PAGES = 200;
const MAX_TOOLS = 5_000;

/** Starts or reaches a server. Rejects where that does not come about, with nothing left behind. */
export async function connect({ to, version, signal, onChange, onLost }: Reach): Promise<Connection> {
  const sdk = await import("@modelcontextprotocol/client");
  const transport = to.kind === "stdio" ? stdioTransport(to.launch) : httpTransport(sdk, to);
  const client = new sdk.Client(
    { name: "assent", version },
    {
      versionNegotiation: { mode: "auto", probe: { timeoutMs: PROBE_LIMIT } },
      // Nothing is asked of a person or a model by way of a server: no handler, so it is told that it cannot.
      inputRequired: { autoFulfill: false },
      listChanged: { tools: { autoRefresh: false, debounceMs: 50, onChanged: onChange } },
    },
  );
  const past = pastClient(transport);
  let closing = false;
  // What breaks a request rejects it.
  Object.assign(client, { onclose: () => closing || onLost(), onerror: () => {} });
  try {
    await unlessAborted(client.connect(transport, { timeout: CONNECT_LIMIT, signal }), signal);
  } catch (error) {
    closing = true;
    await client.close().catch(() => {}); // verdict: not connected, which is what is thrown
    await transport.close();
    throw withSaid(error, saidOf(transport));
  }
  return {
    tools: () => listTools(client, past, sdk),
    async call({ name, args, inputSchema, silentMs, totalMs, signal, onProgress }) {
      const answer = await client.callTool(
        { name, arguments: (args ?? {}) as Record<string, unknown> },
        {
          signal,
          onprogress: onProgress,
          timeout: silentMs,
          resetTimeoutOnProgress: true,
          ...(totalMs === undefined ? {} : { maxTotalTimeout: totalMs }),
          // The result is what the model is told, fit or not: the server has done it.
          toolDefinition: { name, inputSchema: inputSchema as { type: "object" } },
        },
      );
      return { ...answer, content: past.of(answer, "content") };
    },
    get said() {
      return saidOf(transport);
    },
    get pid() {
      return "pid" in transport ? transport.pid : null;
    },
    async close() {
      closing = true;
      await client.close();
    },
  };
}

type Sdk = typeof import("@modelcontextprotocol/client");

/** A redirect is not followed: it would carry the header's secret to another place. */
function httpTransport({ StreamableHTTPClientTransport }: Sdk, { url, headers }: HttpReach) {
  return new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers },
    fetch: (input, init) => fetch(input, { ...init, redirect: "manual" }),
  });
}

async function listTools(
  client: Client,
  past: PastClient,
  { SdkError, SdkErrorCode }: Sdk,
): Promise<readonly unknown[]> {
  const page = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().optional() });
  const tools: unknown[] = [];
  const seen = new Set<string>();
  for (let cursor: string | undefined; ;) {
    const params = cursor === undefined ? {} : { cursor };
    const answer = await client.request({ method: "tools/list", params }, page, { timeout: LIST_LIMIT });
    for (const tool of past.of(answer, "tools") as readonly unknown[]) tools.push(tool);
    cursor = answer.nextCursor;
    if (cursor === undefined) return tools;
    if (seen.has(cursor) || seen.size >= MAX_PAGES || tools.length > MAX_TOOLS)
      throw new SdkError(SdkErrorCode.ListPaginationExceeded, "its list of tools does not end");
    seen.add(cursor);
  }
}

/** The program may not even have come to where it could be told. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason as Error);
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}

function saidOf(transport: StdioTransport | object): string {
  return "stderr" in transport ? transport.stderr : "";
}

/** Why a program ended is what it said before. */
function withSaid(error: unknown, said: string): Error {
  const message = error instanceof Error ? error.message : String(error);
  const last = said.trim().split("\n").at(-1) ?? "";
  return new Error(last === "" ? message : `${message}: ${last}`, { cause: error });
}
