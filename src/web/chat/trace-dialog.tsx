import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import type { ChatView, TraceLine } from "../../wire/chats.ts";
import { changeChat, getTrace } from "../api/chat-routes.ts";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { ErrorLine } from "../parts/error-line.tsx";
import { sentenceOf } from "../parts/sentence.ts";
import { Loading } from "../parts/states.tsx";
import { CallText } from "../render/call-text.tsx";
import { sayTime } from "../render/time.ts";
import { sayUsage } from "./say-usage.ts";
import { Link } from "../route/link.tsx";

/** What the engine did and how each call was decided, line by line. It is never sent to a model. */
export function TraceDialog({
  chat,
  mayWrite,
  onClose,
}: {
  readonly chat: ChatView;
  readonly mayWrite: boolean;
  readonly onClose: () => void;
}) {
  const set = useMutation({ mutationFn: () => changeChat(chat.id, { trace: !chat.trace }) });
  const pages = useInfiniteQuery({
    queryKey: ["trace", chat.id],
    queryFn: ({ pageParam }) => getTrace(chat.id, pageParam),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.lines.length === 0 ? null : page.next),
  });
  const lines = pages.data?.pages.flatMap((page) => page.lines) ?? [];
  return (
    <Dialog title="Trace of this chat" wide onClose={onClose}>
      <div className="mb-3 flex flex-wrap items-center gap-3 text-sm">
        <p className="min-w-0 flex-1">
          {chat.trace
            ? "Requests, decisions and results are kept, on this machine."
            : "The trace is off: nothing is kept but what the audit has."}
        </p>
        {mayWrite && (
          <Button size="small" disabled={set.isPending} onClick={() => set.mutate()}>
            {chat.trace ? "Turn it off" : "Turn it on"}
          </Button>
        )}
      </div>
      <ErrorLine error={set.error} className="mb-2 text-sm text-deny" />
      {pages.isPending && <Loading label="the trace" />}
      {pages.isError && (
        <p role="alert" className="text-sm text-deny">
          {sentenceOf(pages.error)}
        </p>
      )}
      {pages.isSuccess && lines.length === 0 && <p className="text-sm text-ink-3">No line yet.</p>}
      <ol className="divide-y divide-line">
        {lines.map((line, i) => (
          <li key={i} className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-3 py-1.5 text-sm">
            <time className="text-xs leading-5 text-ink-3 tabular-nums">{sayTime(line.at)}</time>
            <span className="min-w-0">
              <CallText prose text={sayLine(line)} />
              {line.type === "auth_decision" && (
                <Link
                  to="/audit"
                  search={{ approval: line.approval }}
                  className="ml-2 rounded text-xs text-accent hover:underline"
                >
                  in the audit
                </Link>
              )}
            </span>
          </li>
        ))}
      </ol>
      {pages.hasNextPage && lines.length > 0 && (
        <Button size="small" className="mt-3" disabled={pages.isFetching} onClick={() => void pages.fetchNextPage()}>
          Read on
        </Button>
      )}
    </Dialog>
  );
}

function sayLine(line: TraceLine): string {
  switch (line.type) {
    case "auth_decision":
      return `${line.tool}: ${line.decision} by ${line.by}. ${line.reason}`;
    case "request":
      return `Asked ${line.model} with ${line.messages} messages and ${line.tools.length} tools`;
    case "response":
      return `Answered (${line.finish}), ${line.calls} calls, ${sayUsage(line.usage) ?? "tokens unknown"}`;
    case "result":
      return `${line.tool}: ${line.ok ? "done" : `failed${line.code === undefined ? "" : ` (${line.code})`}`}`;
    case "assessment":
      return `Assessed: ${line.verdict}, risk ${line.risk}`;
    case "error":
      return `${line.code}: ${line.message}`;
  }
}
