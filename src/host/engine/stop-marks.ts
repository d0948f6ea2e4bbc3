import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Chats whose stop the store could not take: an empty file each, beside it, so that the host's end undoes no stop. */
export interface StopMarks {
  /** Throws what the system says. */
  add(chat: string): void;
  remove(chat: string): void;
  /** Throws where the folder is there and cannot be read: no run goes on then. */
  all(): readonly string[];
}

export function createStopMarks(dir: string): StopMarks {
  const fileOf = (chat: string): string => join(dir, encodeURIComponent(chat));
  return {
    add(chat) {
      mkdirSync(dir, { recursive: true, mode: 0o700 });
      writeFileSync(fileOf(chat), "", { mode: 0o600 });
    },
    remove: (chat) => rmSync(fileOf(chat), { force: true }),
    all: () => (existsSync(dir) ? readdirSync(dir).flatMap(decoded) : []),
  };
}

function decoded(name: string): readonly string[] {
  try {
    return [decodeURIComponent(name)];
  } catch {
    return []; // verdict: not a mark of ours; the others count
  }
}
