import { appendFile, open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { TraceLine, TracePage } from "../../wire/chats.ts";
import { makeFolder } from "../make-folder.ts";
import type { Redactor } from "../secrets/redact.ts";

/** A file of JSON lines for each chat that is traced; read by people, never sent to a model. Source: host.md, "Audit". */
export interface TraceFiles {
  /** Of a chat whose trace is on. A line that cannot be written is lost: it is told, and stops nothing. */
  add(chat: string, line: TraceLine): Promise<void>;
  /** `after` is an offset in bytes, 0 the beginning. */
  read(chat: string, after: number): Promise<TracePage>;
  remove(chat: string): Promise<void>;
}

export interface TraceDeps {
  readonly dir: string;
  readonly redactor: Redactor;
  readonly isOn: (chat: string) => Promise<boolean>;
  readonly onDefect: (error: unknown) => void;
}

/** Bytes of one page. */
const PAGE = 1024 * 1024;

export function createTraceFiles({ dir, redactor, isOn, onDefect }: TraceDeps): TraceFiles {
  const fileOf = (chat: string): string => join(dir, `${chat.replaceAll(/[^\w-]/g, "_")}.jsonl`);
  let tail: Promise<unknown> = Promise.resolve();

  async function write(chat: string, line: TraceLine): Promise<void> {
    if (!(await isOn(chat))) return;
    makeFolder(dir);
    await appendFile(fileOf(chat), `${JSON.stringify(redactor.value(line).value)}\n`, { mode: 0o600 });
  }

  return {
    add(chat, line) {
      const written = tail.then(() => write(chat, line)).catch(onDefect); // verdict: the trace lacks a line
      tail = written;
      return written;
    },
    async read(chat, after) {
      await tail;
      const bytes = await readFrom(fileOf(chat), after);
      const whole = bytes.subarray(0, bytes.lastIndexOf(0x0a) + 1);
      const lines = whole.toString("utf8").split("\n").filter(Boolean);
      return { lines: lines.map((line) => JSON.parse(line) as TraceLine), next: after + whole.length };
    },
    async remove(chat) {
      await tail;
      await rm(fileOf(chat), { force: true });
    },
  };
}

async function readFrom(file: string, after: number): Promise<Buffer> {
  const handle = await open(file, "r").catch((error: NodeJS.ErrnoException) => {
    // verdict: nothing was traced
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (handle === null) return Buffer.alloc(0);
  try {
    const buffer = Buffer.alloc(PAGE);
    const { bytesRead } = await handle.read(buffer, 0, PAGE, after);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
