import { useEffect, useState } from "react";
import { ArrowDownToLine, ArrowDownUp, CircleHelp, LoaderCircle } from "lucide-react";
import type { ChatView, RunView } from "../../wire/chats.ts";
import { Button } from "../parts/button.tsx";
import { sentenceOf } from "../parts/sentence.ts";
import { CallText } from "../render/call-text.tsx";
import { IconButton } from "../parts/icon-button.tsx";

interface StatusLineProps {
  readonly chat: ChatView;
  readonly run: RunView | null;
  /** Calls on this branch that wait for a person. */
  readonly waiting: number;
  /** A call of a subagent waits, which stands in another transcript. */
  readonly elsewhere: boolean;
  readonly onJump: () => void;
  readonly trouble: unknown;
  /** To what was written last; null where it is in view. */
  readonly onNewest: (() => void) | null;
}

/** What the chat is doing, above the composer. Its place is kept when there is nothing to say, so that nothing moves. */
export function StatusLine({ onNewest, ...says }: StatusLineProps) {
  return (
    <div className="flex h-8 items-center gap-2 px-1 text-sm">
      <div role="status" className="flex min-w-0 flex-1 items-center gap-2">
        <Says {...says} />
      </div>
      {onNewest !== null && (
        <IconButton label="To the newest" onClick={onNewest}>
          <ArrowDownToLine size={15} aria-hidden />
        </IconButton>
      )}
    </div>
  );
}

function Says({ chat, run, waiting, elsewhere, onJump, trouble }: Omit<StatusLineProps, "onNewest">) {
  if (trouble !== null) return <span className="truncate text-deny">{sentenceOf(trouble)}</span>;
  if (waiting > 0 || chat.state === "waiting")
    return (
      <>
        <CircleHelp size={15} aria-hidden className="shrink-0 text-ask" />
        <span className="truncate font-medium text-ask">
          {waiting > 1 ? `Waiting for you: ${waiting} calls…` : "Waiting for you…"}
        </span>
        {waiting === 0 && elsewhere && <span className="truncate text-ink-3">in a subagent</span>}
        {(waiting > 0 || elsewhere) && (
          <Button size="small" tone="quiet" hotkey="j" icon={<ArrowDownUp size={12} aria-hidden />} onClick={onJump}>
            Show it
          </Button>
        )}
      </>
    );
  // A subagent may have ended while its chat works on.
  const works = chat.state === "running" && (run === null || run.parent === null || run.state === "running");
  if (works && run?.retry != null) return <Retry retry={run.retry} />;
  if (works)
    return (
      <>
        <LoaderCircle size={14} aria-hidden className="shrink-0 text-ink-3 motion-safe:animate-spin" />
        <span className="text-ink-2">Working</span>
        {run !== null && <Since at={run.startedAt} />}
      </>
    );
  return run?.state === "stopped" ? <span className="text-ink-3">Stopped</span> : null;
}

function Since({ at }: { readonly at: number }) {
  const seconds = Math.max(0, Math.floor((useSeconds() - at) / 1_000));
  return (
    <span aria-hidden className="text-ink-3 tabular-nums">
      {seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`}
    </span>
  );
}

function Retry({ retry: { at, reason, attempt } }: { readonly retry: NonNullable<RunView["retry"]> }) {
  const seconds = Math.max(0, Math.ceil((at - useSeconds()) / 1_000));
  return (
    <>
      <LoaderCircle size={14} aria-hidden className="shrink-0 text-ask motion-safe:animate-spin" />
      <span className="truncate text-ink-2">
        <CallText prose text={reason} className="first-letter:uppercase" />. Asked again in {seconds} s, try{" "}
        {attempt + 1}
      </span>
    </>
  );
}

function useSeconds(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
