import { useMutation } from "@tanstack/react-query";
import { ChevronRight, FileText, Pencil, RotateCcw } from "lucide-react";
import { lazy, memo, Suspense, useState } from "react";
import type { MessageView, PartView } from "../../../wire/chats.ts";
import { regenerate } from "../../api/chat-routes.ts";
import { sentenceOf } from "../../parts/sentence.ts";
import { CallText } from "../../render/call-text.tsx";
import { CopyButton, IconButton } from "../../parts/icon-button.tsx";
import { useChat } from "../chat-context.ts";
import { Block } from "../markdown/markdown.tsx";
import { safeImage } from "../markdown/safe-url.ts";
import { textOf, type Turn } from "../state/rows.ts";
import { sayUsage, sumUsage } from "../say-usage.ts";
import { UndoButton } from "./undo-button.tsx";

const EditMessage = lazy(() =>
  import("./edit-message.tsx").then(({ EditMessage: component }) => ({ default: component })),
);

// Few messages have others beside them.
const Branches = lazy(() => import("./branches.tsx").then(({ Branches: component }) => ({ default: component })));

const PROSE = "chat-prose py-1.5 text-base leading-6";

export const TextRow = memo(function TextRow({
  blocks,
  live,
}: {
  readonly blocks: readonly string[];
  readonly live: boolean;
}) {
  return (
    <div className={PROSE} dir="auto">
      {blocks.map((block, i) => (
        <Block key={i} text={block} live={live && i === blocks.length - 1} />
      ))}
    </div>
  );
}, sameBlocks);

function sameBlocks(
  a: { readonly blocks: readonly string[]; readonly live: boolean },
  b: { readonly blocks: readonly string[]; readonly live: boolean },
): boolean {
  return (
    a.live === b.live && a.blocks.length === b.blocks.length && a.blocks.every((block, i) => block === b.blocks[i])
  );
}

/** What the model thought, folded: it is no answer. */
export function ReasoningRow({ text, live }: { readonly text: string; readonly live: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <div className="my-1 text-sm text-ink-2">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="inline-flex min-h-7 items-center gap-1.5 rounded text-ink-3 hover:text-ink"
      >
        <ChevronRight
          size={14}
          aria-hidden
          className={`transition-transform duration-100 ${open ? "rotate-90" : ""}`}
        />
        {live ? "Thinking…" : "Thought about it"}
      </button>
      {open && (
        <div className="mt-1 border-l-2 border-line pl-3 whitespace-pre-wrap [overflow-wrap:anywhere]">
          {text.trim()}
        </div>
      )}
    </div>
  );
}

export function ThinkingRow() {
  return (
    <p className="flex min-h-7 items-center gap-2 text-sm text-ink-3">
      <span aria-hidden className="size-2 rounded-full bg-accent motion-safe:animate-pulse" />
      Waiting for the model
    </p>
  );
}

export const UserRow = memo(function UserRow({ message }: { readonly message: MessageView }) {
  const { busy, mayWrite } = useChat();
  const [editing, setEditing] = useState(false);
  const text = message.parts.map((part) => (part.kind === "text" ? part.text : "")).join("");
  if (editing)
    return (
      // A row without a height is none that the list keeps.
      <Suspense fallback={<div className="h-40" />}>
        <EditMessage message={message} text={text} onClose={() => setEditing(false)} />
      </Suspense>
    );
  return (
    <div className="group/user mt-6 mb-2 flex flex-col items-end first:mt-2">
      <div className="max-w-[min(44rem,92%)] rounded-lg bg-hover px-4 py-2.5">
        <span className="sr-only">You wrote: </span>
        {message.parts.map((part, i) => (part.kind === "file" ? <FilePart key={i} part={part} /> : null))}
        {text !== "" && (
          <p dir="auto" className="text-base leading-6 whitespace-pre-wrap [overflow-wrap:anywhere]">
            {text}
          </p>
        )}
      </div>
      <div className="flex h-7 items-center gap-0.5 opacity-0 transition-opacity duration-100 group-focus-within/user:opacity-100 group-hover/user:opacity-100 has-data-branches:opacity-100 pointer-coarse:opacity-100">
        <Suspense fallback={null}>{message.siblings.length > 1 && <Branches message={message} />}</Suspense>
        <CopyButton text={text} label="Copy the message" />
        {mayWrite && (
          <IconButton label="Edit the message" disabled={busy} onClick={() => setEditing(true)}>
            <Pencil size={14} aria-hidden />
          </IconButton>
        )}
      </div>
    </div>
  );
});

export function FilePart({ part }: { readonly part: Extract<PartView, { readonly kind: "file" }> }) {
  if (safeImage(part.url))
    return <img src={part.url} alt={part.name} className="my-1.5 max-h-72 max-w-full rounded border border-line" />;
  return (
    <p className="my-1 inline-flex items-center gap-2 rounded border border-line bg-surface px-2.5 py-1 text-sm">
      <FileText size={14} aria-hidden className="text-ink-3" />
      <CallText prose text={part.name} />
    </p>
  );
}

/** Something that the host tells in between, such as a restart. */
export function NoticeRow({ message }: { readonly message: MessageView }) {
  const text = message.parts.map((part) => (part.kind === "text" ? part.text : "")).join("\n");
  return (
    <p className="my-3 flex items-start justify-center gap-2 px-4 text-center text-sm text-ink-2">
      <CallText prose text={text} content />
    </p>
  );
}

/** The end of an answer. */
export const FootRow = memo(function FootRow({ turn }: { readonly turn: Turn }) {
  const { chat, busy, mayWrite } = useChat();
  const again = useMutation({ mutationFn: () => regenerate(chat.id, turn.first.id) });
  const usage = sayUsage(sumUsage(turn.steps));
  const text = textOf(turn.steps);
  return (
    <div className="mt-1 mb-2 flex min-h-8 flex-wrap items-center gap-x-0.5 text-xs text-ink-3">
      <Suspense fallback={null}>{turn.first.siblings.length > 1 && <Branches message={turn.first} />}</Suspense>
      {text !== "" && <CopyButton text={text} label="Copy the answer" />}
      {mayWrite && (
        <IconButton label="Answer again" disabled={busy || again.isPending} onClick={() => again.mutate()}>
          <RotateCcw size={14} aria-hidden />
        </IconButton>
      )}
      {mayWrite && <UndoButton run={turn.last.run} />}
      {turn.last.state === "cut" && <span className="ml-1.5 text-ask">Broken off</span>}
      <span className="ml-auto flex flex-wrap gap-x-3 tabular-nums">
        {turn.last.model !== null && <CallText prose text={turn.last.model.model} />}
        {usage !== null && <span title="Tokens that the model was sent and that it wrote">{usage}</span>}
      </span>
      {again.error !== null && (
        <span role="alert" className="w-full text-deny">
          {sentenceOf(again.error)}
        </span>
      )}
    </div>
  );
});
