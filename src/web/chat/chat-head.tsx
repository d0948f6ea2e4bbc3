import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Pencil, ScrollText, Trash2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { ChatView, RunView } from "../../wire/chats.ts";
import { meQuery } from "../api/queries.ts";
import { CallText } from "../render/call-text.tsx";
import { IconButton } from "../parts/icon-button.tsx";
import { Link } from "../route/link.tsx";

const loadDialogs = () => import("./chat-dialogs.tsx");
const RenameChat = lazy(() => loadDialogs().then(({ RenameChat: component }) => ({ default: component })));
const RemoveChat = lazy(() => loadDialogs().then(({ RemoveChat: component }) => ({ default: component })));
const TraceDialog = lazy(() =>
  import("./trace-dialog.tsx").then(({ TraceDialog: component }) => ({ default: component })),
);

/** The chat's name and what can be done with all of it; in a sub-run, the way back. */
export function ChatHead({
  chat,
  run,
  inRun,
}: {
  readonly chat: ChatView;
  readonly run: RunView | null;
  readonly inRun: boolean;
}) {
  const [open, setOpen] = useState<"rename" | "remove" | "trace" | null>(null);
  const { data: me } = useQuery(meQuery);
  const project = me?.projects.find(({ id }) => id === chat.project);
  const mayWrite = me !== undefined && me.person.role !== "viewer";
  const close = (): void => setOpen(null);
  return (
    <header className="flex min-h-11 shrink-0 items-center gap-2 border-b border-line px-3 sm:px-4">
      {inRun ? (
        <Link
          to="/chats/$id"
          params={{ id: chat.id }}
          className="mr-2 inline-flex items-center gap-1.5 rounded border-r border-line py-1 pr-4 text-sm text-ink-2 hover:text-ink"
        >
          <ArrowLeft size={16} aria-hidden />
          Back to the chat
        </Link>
      ) : (
        <Link to="/chats" aria-label="All chats" className="rounded p-1.5 text-ink-2 hover:text-ink lg:hidden">
          <ArrowLeft size={16} aria-hidden />
        </Link>
      )}
      <div className="min-w-0 flex-1">
        <h1 className="truncate text-base font-semibold">
          <CallText prose text={inRun ? (run?.title ?? "Subagent") : chat.title} />
        </h1>
      </div>
      {project !== undefined && (
        <span className="max-w-40 truncate text-xs text-ink-3 max-sm:hidden" title={project.path}>
          <CallText prose text={project.name} />
        </span>
      )}
      {!inRun && (
        <div className="flex shrink-0">
          <IconButton label="Trace of this chat" onClick={() => setOpen("trace")}>
            <ScrollText size={15} aria-hidden />
          </IconButton>
          {mayWrite && (
            <>
              <IconButton label="Rename the chat" onClick={() => setOpen("rename")}>
                <Pencil size={15} aria-hidden />
              </IconButton>
              <IconButton label="Remove the chat" onClick={() => setOpen("remove")}>
                <Trash2 size={15} aria-hidden />
              </IconButton>
            </>
          )}
        </div>
      )}
      <Suspense fallback={null}>
        {open === "rename" && <RenameChat chat={chat} onClose={close} />}
        {open === "remove" && <RemoveChat chat={chat} onClose={close} />}
        {open === "trace" && <TraceDialog chat={chat} mayWrite={mayWrite} onClose={close} />}
      </Suspense>
    </header>
  );
}
