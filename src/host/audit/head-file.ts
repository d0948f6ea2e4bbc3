import { readFileSync } from "node:fs";
import { chmod, rename, writeFile } from "node:fs/promises";
import type { Anchor } from "./verify.ts";

/** The newest line of the trail, in a file beside the database: what was cut off there is still named here. */
export interface HeadFile {
  /** Writes soon; of several in a row only the newest. */
  note(head: Anchor): void;
  /** When all is written. */
  flush(): Promise<void>;
}

/** `failed` hears of a head that could not be written; the trail itself does not depend on it. */
export function createHeadFile(file: string, failed: (error: unknown) => void): HeadFile {
  let waiting: Anchor | null = null;
  let writing: Promise<void> | null = null;

  async function write(): Promise<void> {
    while (waiting) {
      const head = waiting;
      waiting = null;
      await replaceFile(file, `${JSON.stringify(head)}\n`);
    }
  }

  return {
    note(head) {
      if (waiting === null || head.seq > waiting.seq) waiting = head;
      writing ??= write()
        .catch(failed)
        .finally(() => (writing = null));
    },
    async flush() {
      await writing;
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
