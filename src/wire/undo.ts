import { z } from "zod";

/** GET /api/chats/:id/undo: runs of the chat whose changes of files can be taken back, newest first. */
export interface UndoList {
  readonly runs: readonly UndoRun[];
}

export interface UndoRun {
  readonly run: string;
  /** ms since 1970; of the first change. */
  readonly at: number;
  /** What was changed, made, moved or deleted by file tools, each path once, in their order. Commands are not undone. */
  readonly paths: readonly string[];
}

/** POST /api/chats/:id/undo: takes a run's changes back, the last first. 409 `ECONFLICT` while the chat is at work. */
export const undoBody = z.strictObject({ run: z.string().min(1).max(128) });

/** Its answer. `left`: changed again since, or out of reach; they stay as they are, and can be tried again. */
export interface Undone {
  readonly restored: readonly string[];
  readonly left: readonly string[];
}
