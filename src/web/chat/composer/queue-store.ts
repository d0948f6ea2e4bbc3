import type { Outgoing } from "../../api/chat-routes.ts";
import { dropFiles, readFiles, writeFiles } from "./draft-files.ts";
import { queueKey } from "./use-queue.ts";

/** A message that waits for the run to end. */
export interface Queued extends Outgoing {
  /** The browser did not keep what was attached to it: the person says whether it goes without. */
  readonly lost?: true;
}

/** As it is kept: what is attached lies beside it, by this name. */
interface Stored {
  readonly text: string;
  readonly edits?: string;
  readonly files?: string;
}

const FILES = "queue ";
/** Files of a tab that was closed are kept for so long, ms. */
const KEPT_MS = 7 * 24 * 3_600_000;

/** Where the files of a message lie, once they do. */
const placeOf = new WeakMap<Queued, string>();
/** One change after the other, so that none brings back what was sent. */
let before: Promise<unknown> = Promise.resolve();

/** What this tab has left of the queue of a chat. */
export function readQueue(chat: string): Promise<readonly Queued[]> {
  return Promise.all(readStored(chat).map(toQueued));
}

export function writeQueue(chat: string, waiting: readonly Queued[]): void {
  before = before.then(() => write(chat, waiting)).catch(() => {}); // no room: the queue lives as long as the page
}

async function write(chat: string, waiting: readonly Queued[]): Promise<void> {
  const stored = await Promise.all(waiting.map(toStored));
  const kept = new Set(stored.map(({ files }) => files));
  const gone = readStored(chat).flatMap(({ files }) => (files === undefined || kept.has(files) ? [] : [files]));
  if (stored.length === 0) sessionStorage.removeItem(queueKey(chat));
  else sessionStorage.setItem(queueKey(chat), JSON.stringify(stored));
  // What cannot be dropped now is, once it is old; what is old, the next time.
  for (const files of gone) await writeFiles(files, []).catch(() => {});
  await dropFiles(FILES, FILES + (Date.now() - KEPT_MS)).catch(() => {});
}

async function toQueued({ files, ...message }: Stored): Promise<Queued> {
  if (files === undefined) return message;
  const attachments = await readFiles(files);
  const queued: Queued = attachments.length === 0 ? { ...message, lost: true } : { ...message, attachments };
  placeOf.set(queued, files);
  return queued;
}

async function toStored(message: Queued): Promise<Stored> {
  const { text, edits, attachments = [] } = message;
  const files = placeOf.get(message) ?? (attachments.length === 0 ? undefined : newPlace());
  if (files !== undefined && !placeOf.has(message)) {
    placeOf.set(message, files);
    // No room: they live as long as the page, and a reload says that they are lost.
    await writeFiles(files, attachments).catch(() => {});
  }
  return { text, ...(edits === undefined ? {} : { edits }), ...(files === undefined ? {} : { files }) };
}

function newPlace(): string {
  return `${FILES}${Date.now()} ${crypto.randomUUID()}`;
}

function readStored(chat: string): readonly Stored[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(queueKey(chat)) ?? "[]");
    return Array.isArray(stored) ? (stored as readonly Stored[]) : [];
  } catch {
    return []; // what cannot be read was no queue
  }
}
