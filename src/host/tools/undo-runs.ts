import { chmodSync, existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Undone, UndoRun } from "../../wire/undo.ts";
import type { Recorder } from "../audit/recorder.ts";
import { createLocks } from "../gate/locks.ts";
import { lazyUndoLog, undoRun, undoPaths, type UndoLog } from "./undo-log.ts";

/** What the file tools changed in each run, kept beside the database until it is taken back or its chat is removed. */
export interface UndoRuns {
  logOf(chat: string, run: string): UndoLog;
  /** Nothing more is written to the run's log. */
  ended(run: string): void;
  /** Newest first. */
  list(chat: string): readonly UndoRun[];
  /** Null where nothing of the run is kept. It is on the record before the first file is touched. */
  undo(chat: string, run: string, actor: string): Promise<Undone | null>;
  forget(chat: string): void;
}

export interface UndoDeps {
  /** Made when it is needed. */
  readonly folder: string;
  readonly recorder: Recorder;
  readonly now: () => number;
}

/** Runs of one chat that are kept; of an older one the changes stay as they are. */
const MOST_RUNS = 50;

export function createUndoRuns({ folder, recorder, now }: UndoDeps): UndoRuns {
  const logs = new Map<string, UndoLog>();
  const locks = createLocks();
  const place = (chat: string, run: string): string => join(folder, plain(chat), plain(run));
  const runsOf = (chat: string): readonly UndoRun[] => {
    const parent = join(folder, plain(chat));
    if (!existsSync(parent)) return [];
    const runs = readdirSync(parent).map((run) => {
      const { birthtimeMs } = statSync(join(parent, run));
      return { run, at: Math.floor(birthtimeMs), paths: undoPaths(join(parent, run)) };
    });
    return runs.filter(({ paths }) => paths.length > 0).toSorted((a, b) => b.at - a.at);
  };
  return {
    logOf(chat, run) {
      const path = place(chat, run);
      let log = logs.get(path);
      if (log === undefined) {
        for (const old of runsOf(chat).slice(MOST_RUNS - 1)) removeKept(place(chat, old.run));
        log = lazyUndoLog(path);
        logs.set(path, log);
      }
      return log;
    },
    ended(run) {
      for (const path of logs.keys()) if (path.endsWith(join("/", plain(run)))) logs.delete(path);
    },
    list: runsOf,
    undo: (chat, run, actor) =>
      // Two at a time would take each other's steps for changes of somebody else.
      locks.run(plain(chat), async () => {
        const path = place(chat, run);
        const paths = existsSync(path) ? undoPaths(path) : [];
        if (paths.length === 0) return null;
        await recorder.commit((_tables, log) =>
          log({ at: now(), type: "run.undone", actor, chat, approval: null, data: { run, paths } }),
        );
        return undoRun(path);
      }),
    forget(chat) {
      removeKept(join(folder, plain(chat)));
    },
  };
}

/** What was taken away whole may be closed, and then lets nothing of it be removed. */
function removeKept(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // verdict: opened and tried again; what still cannot be removed is the caller's failure
    openUp(path);
    rmSync(path, { recursive: true, force: true });
  }
}

function openUp(folder: string): void {
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) openUp(join(folder, entry.name));
}

/** Ids are the host's own; one that could name another folder is none of them. */
function plain(id: string): string {
  if (!/^[\w-]{1,128}$/.test(id)) throw new Error(`\`${id}\` is not an id`);
  return id;
}
