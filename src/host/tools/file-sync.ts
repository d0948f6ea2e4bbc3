import { closeSync, constants, fsync, openSync } from "node:fs";
import { promisify } from "node:util";
import type { HeldDirectory } from "./held-directory.ts";

/** Waits for the disk beside what else the host does. */
const toDisk = promisify(fsync);

/** Puts an opened file onto the disk, and closes it. */
export async function syncFile(fd: number): Promise<void> {
  try {
    await toDisk(fd);
  } finally {
    closeSync(fd);
  }
}

/** What was written to the folder is on the disk. A folder that may be searched but not read is left to the system. */
export async function syncDirectory(folder: HeldDirectory): Promise<void> {
  if (process.platform === "win32") return;
  let fd: number;
  try {
    const path = process.platform === "linux" ? `/proc/self/fd/${folder.fd}/.` : folder.path;
    fd = openSync(path, constants.O_RDONLY | (constants.O_DIRECTORY ?? 0));
  } catch {
    // verdict: none; the change is made, only its place in the journal of the disk is not waited for
    return;
  }
  await syncFile(fd);
}

/** Files that go onto the disk together: one after the other each would wait for a turn of its own. */
export interface Syncs {
  /** Takes the opened file over, and may wait for some. */
  add(fd: number): Promise<void>;
  /** All are on the disk, or it throws. */
  finish(): Promise<void>;
  /** Lets go of what waits; what failed before is what is told. */
  drop(): void;
}

/** Files that are held open. */
const MOST_OPEN = 256;

export function createSyncs(): Syncs {
  let waiting: number[] = [];
  const finish = async (): Promise<void> => {
    const files = waiting;
    waiting = [];
    const done = await Promise.allSettled(files.map(syncFile));
    const failed = done.find(({ status }) => status === "rejected");
    if (failed?.status === "rejected") throw failed.reason;
  };
  return {
    async add(fd) {
      waiting.push(fd);
      if (waiting.length >= MOST_OPEN) await finish();
    },
    finish,
    drop() {
      for (const fd of waiting) closeSync(fd);
      waiting = [];
    },
  };
}
