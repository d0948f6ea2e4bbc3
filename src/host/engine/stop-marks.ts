import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Chats whose stop the store could not take: an empty file each, beside it, so that the host's end undoes no stop. */
export interface StopMarks {
  /** Throws what the system says. */
  add(chat: string): void;
  remove(chat: string): void;
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
    all() {
      try {
        return readdirSync(dir).map(decodeURIComponent);
      } catch {
        return []; // verdict: there is no such folder, so no stop is left to be stored
      }
    },
  };
}
