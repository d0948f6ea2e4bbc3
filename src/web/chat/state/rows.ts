/** A branch as the rows of a list. Pure. */
import type { CallPartView, MessageView, PartView, RunView } from "../../../wire/chats.ts";
import { chunksOf, readBlocks } from "../markdown/blocks.ts";

export type Row =
  | { readonly kind: "user"; readonly key: string; readonly message: MessageView }
  | { readonly kind: "notice"; readonly key: string; readonly message: MessageView }
  | { readonly kind: "text"; readonly key: string; readonly blocks: readonly string[]; readonly live: boolean }
  | { readonly kind: "reasoning"; readonly key: string; readonly text: string; readonly live: boolean }
  | { readonly kind: "file"; readonly key: string; readonly part: Extract<PartView, { readonly kind: "file" }> }
  | { readonly kind: "call"; readonly key: string; readonly part: CallPartView }
  /** The end of an answer: what can be done with it, and what it used. */
  | { readonly kind: "foot"; readonly key: string; readonly turn: Turn }
  | { readonly kind: "fault"; readonly key: string; readonly run: RunView }
  /** The model has been asked and has said nothing yet. */
  | { readonly kind: "thinking"; readonly key: string };

/** The steps of one answer. */
export interface Turn {
  readonly first: MessageView;
  readonly last: MessageView;
  readonly steps: readonly MessageView[];
}

export interface Around {
  /** Of the chat, or of the sub-run that is shown: the run that goes on or ended last. */
  readonly run: RunView | null;
}

export function rowsOf(messages: readonly MessageView[], { run }: Around): readonly Row[] {
  const rows: Row[] = [];
  let steps: MessageView[] = [];
  const endTurn = (): void => {
    const [first, last] = [steps[0], steps.at(-1)];
    if (first !== undefined && last !== undefined && !isOpen(last, run))
      rows.push({ kind: "foot", key: `${first.id} foot`, turn: { first, last, steps } });
    steps = [];
  };
  for (const message of messages) {
    if (message.role === "assistant") steps.push(message);
    else endTurn();
    rows.push(...rowsOfMessage(message));
  }
  endTurn();
  const newest = messages.at(-1);
  if (run?.state === "running" && (newest === undefined || !isTalking(newest)))
    rows.push({ kind: "thinking", key: "thinking" });
  if (run?.state === "failed" && run.head === (newest?.id ?? null))
    rows.push({ kind: "fault", key: `${run.id} fault`, run });
  return rows;
}

/** More of this answer is to come. */
function isOpen(message: MessageView, run: RunView | null): boolean {
  return (
    message.state === "streaming" || (run?.id === message.run && (run.state === "running" || run.state === "waiting"))
  );
}

/** Something of it moves already, or a call of it goes on. */
function isTalking({ role, state, parts }: MessageView): boolean {
  if (role !== "assistant") return false;
  const last = parts.at(-1);
  return (
    (state === "streaming" && last !== undefined) || parts.some((part) => part.kind === "call" && part.result === null)
  );
}

const cache = new WeakMap<MessageView, readonly Row[]>();

/** A message that did not change gives the same rows again, so that nothing of it is drawn anew. */
function rowsOfMessage(message: MessageView): readonly Row[] {
  const known = cache.get(message);
  if (known !== undefined) return known;
  const rows = readRows(message);
  cache.set(message, rows);
  return rows;
}

function readRows(message: MessageView): readonly Row[] {
  const { id, role, parts } = message;
  if (role === "user" && parts.every((part) => part.kind !== "call")) return [{ kind: "user", key: id, message }];
  if (role === "notice") return [{ kind: "notice", key: id, message }];
  return parts.flatMap((part, at) => rowsOfPart(part, { key: `${id} ${at}`, live: isLive(message, at) }));
}

function isLive({ state, parts }: MessageView, at: number): boolean {
  return state === "streaming" && at === parts.length - 1;
}

const blocksOf = new WeakMap<PartView, readonly string[]>();

function rowsOfPart(part: PartView, { key, live }: { readonly key: string; readonly live: boolean }): readonly Row[] {
  if (part.kind === "call") return [{ kind: "call", key: `call ${part.id}`, part }];
  if (part.kind === "file") return [{ kind: "file", key, part }];
  if (part.text === "") return [];
  if (part.kind === "reasoning") return [{ kind: "reasoning", key, text: part.text, live }];
  const blocks = blocksOf.get(part) ?? readBlocks(part.text);
  blocksOf.set(part, blocks);
  const chunks = chunksOf(blocks);
  return chunks.map((chunk, i) => ({
    kind: "text" as const,
    key: `${key} ${i}`,
    blocks: chunk,
    live: live && i === chunks.length - 1,
  }));
}

/** What an answer says, as it was written; for copying. */
export function textOf(steps: readonly MessageView[]): string {
  return steps
    .flatMap(({ parts }) => parts.flatMap((part) => (part.kind === "text" ? [part.text.trim()] : [])))
    .filter((text) => text !== "")
    .join("\n\n");
}

/** The calls of a branch that wait for a person, oldest first. */
export function waitingCalls(rows: readonly Row[]): readonly { readonly index: number; readonly part: CallPartView }[] {
  return rows.flatMap((row, index) =>
    row.kind === "call" && (row.part.state === "pending" || row.part.state === "waiting")
      ? [{ index, part: row.part }]
      : [],
  );
}
