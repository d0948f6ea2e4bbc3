import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createLineSplitter } from "../../../src/adapters/mcp/lines.ts";

const CLI = join(import.meta.dirname, "../../../src/cli/main.ts");

/** A client that writes the lines it is told and keeps every line that it gets, as it came. */
export interface RawClient {
  readonly lines: readonly string[];
  readonly process: ChildProcess;
  send(message: object | string): void;
  /** Sends a request, and resolves with the line that answers it. */
  ask(method: string, params?: object, id?: number | string): Promise<Message>;
  /** The first message of this method, or with this id, that came or comes. */
  next(which: string | ((message: Message) => boolean)): Promise<Message>;
  /** Closes the input; resolves with the exit code. */
  close(): Promise<number | null>;
}

interface Message {
  readonly id?: number | string | null;
  readonly method?: string;
  readonly params?: any;
  readonly result?: any;
  readonly error?: any;
}

export interface RawOptions {
  readonly cwd: string;
  readonly dataDir: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Options of `assent mcp`; absent: straight to the server. */
  readonly gate?: readonly string[];
  /** Answers what the server asks; undefined: not answered. */
  readonly reply?: (method: string, params: any) => object | undefined;
}

export function rawClient(server: readonly string[], { cwd, dataDir, env: more, gate, reply }: RawOptions): RawClient {
  const words = gate === undefined ? server : [CLI, "mcp", ...gate, "--", process.execPath, ...server];
  const env = { PATH: process.env["PATH"], HOME: cwd, ASSENT_HOME: dataDir, ...more };
  const child = spawn(process.execPath, words, {
    cwd,
    env,
    stdio: ["pipe", "pipe", process.env["MCP_STDERR"] ? "inherit" : "ignore"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const lines: string[] = [];
  const messages: Message[] = [];
  const waiting = new Set<() => void>();
  let count = 0;
  const client: RawClient = {
    lines,
    process: child,
    send(message) {
      child.stdin.write(typeof message === "string" ? message : `${JSON.stringify(message)}\n`);
    },
    ask(method, params, id = (count += 1)) {
      client.send({ jsonrpc: "2.0", id, method, ...(params && { params }) });
      return client.next((message) => message.id === id && message.method === undefined);
    },
    next(which) {
      const fits = typeof which === "string" ? (message: Message) => message.method === which : which;
      return new Promise((resolve) => {
        const look = (): void => {
          const found = messages.find(fits);
          if (found === undefined) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      });
    },
    async close() {
      child.stdin.end();
      // Some servers do not end with their input; the gate ends them by itself.
      if (gate === undefined) setTimeout(() => child.kill(), 500).unref();
      return ended;
    },
  };
  function take(bytes: Buffer): void {
    const line = bytes.toString();
    lines.push(line);
    const message = JSON.parse(line) as Message;
    messages.push(message);
    const result = message.method && message.id !== undefined ? reply?.(message.method, message.params) : undefined;
    if (result !== undefined) client.send({ jsonrpc: "2.0", id: message.id, result });
    waiting.forEach((look) => look());
  }
  // Not `readline`, which ends lines at U+2028 as well.
  const { push } = createLineSplitter({ limit: 1e9, onLine: take, onTooLong: () => {} });
  child.stdout.on("data", push);
  return client;
}

/** The start of a session of 2025-11-25. */
export async function open(client: RawClient, capabilities: object = {}): Promise<void> {
  const clientInfo = { name: "raw", version: "1" };
  await client.ask("initialize", { protocolVersion: "2025-11-25", capabilities, clientInfo }, "init");
  client.send({ jsonrpc: "2.0", method: "notifications/initialized" });
}
