import { readFileSync } from "node:fs";
import { chmod, rename, writeFile } from "node:fs/promises";
import type { Anchor } from "./verify.ts";

/** The newest line of the trail, in a file beside the database: what was cut off there is still named here. */
export interface HeadFile {
  /** Writes soon; of those that come within a moment only the newest. */
  note(head: Anchor): void;
  /** When all is written. */
  flush(): Promise<void>;
}

/** A file replaced for each line would cost a call more than deciding it. */
const DELAY_MS = 50;

/** `failed` hears of a head that could not be written; the trail itself does not depend on it. */
export function createHeadFile(file: string, failed: (error: unknown) => void): HeadFile {
  let waiting: Anchor | null = null;
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> | null = null;

  function schedule(): void {
    if (writing === null) timer ??= setTimeout(start, DELAY_MS);
  }

  function start(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const head = waiting;
    waiting = null;
    writing = replaceFile(file, `${JSON.stringify(head)}\n`)
      .catch(failed)
      .finally(() => {
        writing = null;
        if (waiting !== null) schedule();
      });
  }

  return {
    note(head) {
      if (waiting === null || head.seq > waiting.seq) waiting = head;
      schedule();
    },
    async flush() {
      while (waiting !== null || writing !== null) {
        if (writing === null) start();
        await writing;
      }
    },
  };
}

/** Null where there is none, or where it is damaged: `verifyAudit` then says that it had no anchor. */
export function readHeadFile(file: string): Anchor | null {
  try {
    const head = JSON.parse(readFileSync(file, "utf8")) as Partial<Anchor>;
    return Number.isInteger(head.seq) && typeof head.hash === "string"
      ? { seq: head.seq as number, hash: head.hash }
      : null;
  } catch {
    return null; // verdict: no anchor
  }
}

async function replaceFile(file: string, text: string): Promise<void> {
  // Commands that decide without a host write here as well: of one shared name, one would publish the other's half.
  const temporary = `${file}.${process.pid}.new`;
  await writeFile(temporary, text, { mode: 0o600 });
  await chmod(temporary, 0o600);
  await rename(temporary, file);
}
