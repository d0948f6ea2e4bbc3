import { type ChildProcessByStdio, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import type { Readable, Writable } from "node:stream";
import type { Transport } from "@modelcontextprotocol/client";
import { CALL_MARK, endGroup, endMarked } from "../../tools/end-marked.ts";

/** What starts a server, whole. */
export interface Launch {
  /** Absolute; no PATH is searched. */
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** All of it. */
  readonly env: Readonly<Record<string, string>>;
  /** Called when it has ended. */
  readonly ended?: () => void;
}

/** A server's process as the official client talks to it. */
export interface StdioTransport extends Transport {
  readonly pid: number | null;
  /** What it said on its standard error last, as text. */
  readonly stderr: string;
}

/** Bytes of one message; a server that sends more is ended. */
const MESSAGE_LIMIT = 16 * 1024 * 1024;
/** Characters of standard error that are kept. */
const STDERR_KEPT = 8 * 1024;
/** Given to a server to end after its input ended, and again after it was asked to, ms. */
const GRACE = 2_000;

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/**
 * Starts the program in a process group of its own, so that what it started ends with it; the official transport ends
 * the one process alone. Messages are lines of JSON. A line that is none is told and passed over.
 */
export function stdioTransport({ file, args, cwd, env, ended }: Launch): StdioTransport {
  const mark = randomUUID();
  let child: Child | null = null;
  let said = "";
  let over: Promise<void> | null = null;

  const transport: StdioTransport = {
    get pid() {
      return child?.pid ?? null;
    },
    get stderr() {
      return said;
    },
    start() {
      const started = spawn(file, [...args], {
        cwd,
        env: { ...env, [CALL_MARK]: mark },
        detached: process.platform !== "win32",
        windowsHide: true,
        stdio: ["pipe", "pipe", "pipe"],
      });
      child = started;
      over = new Promise((resolve) => started.once("close", () => resolve()));
      started.stdout.on(
        "data",
        readLines(transport, () => end(started, mark, "SIGKILL")),
      );
      started.stderr.on("data", (bytes: Buffer) => (said = (said + bytes.toString("utf8")).slice(-STDERR_KEPT)));
      started.stdin.on("error", (error) => transport.onerror?.(error)); // its end is seen by its exit
      started.once("exit", () => end(started, mark, "SIGKILL")); // what it started holds its pipes, and ends with it
      return new Promise((resolve, reject) => {
        started.once("spawn", () => resolve());
        started.once("error", reject);
        started.once("close", () => {
          ended?.();
          transport.onclose?.();
        });
      });
    },
    send(message) {
      const to = child?.stdin;
      if (to === undefined || !to.writable) return Promise.reject(new Error("the server has ended"));
      return new Promise((resolve, reject) =>
        to.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve())),
      );
    },
    async close() {
      const ending = child;
      if (ending === null || over === null) return;
      ending.stdin.end();
      const timers = [
        setTimeout(() => end(ending, mark, "SIGTERM"), GRACE),
        setTimeout(() => end(ending, mark, "SIGKILL"), 2 * GRACE),
      ];
      await over;
      timers.forEach(clearTimeout);
    },
  };
  return transport;
}

function readLines(transport: Transport, tooLong: () => void): (bytes: Buffer) => void {
  let held: Buffer[] = [];
  let size = 0;
  return (bytes) => {
    let rest = bytes;
    for (let at = rest.indexOf(0x0a); at >= 0; at = rest.indexOf(0x0a)) {
      const line = Buffer.concat([...held, rest.subarray(0, at)]);
      [held, size, rest] = [[], 0, rest.subarray(at + 1)];
      deliver(transport, line.toString("utf8"));
    }
    held.push(rest);
    size += rest.length;
    if (size > MESSAGE_LIMIT) {
      [held, size] = [[], 0];
      tooLong();
    }
  };
}

function deliver(transport: Transport, line: string): void {
  if (line.trim() === "") return;
  try {
    transport.onmessage?.(JSON.parse(line) as never);
  } catch (error) {
    transport.onerror?.(error as Error); // verdict: passed over; a call that it should have answered stays unanswered
  }
}

function end({ pid }: Child, mark: string, signal: NodeJS.Signals): void {
  endGroup(pid, signal);
  endMarked(mark, signal);
}
