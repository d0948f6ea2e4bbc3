import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { ArrowLeft, Pencil, ScrollText, Trash2 } from "lucide-react";
import { useState } from "react";
import type { ChatView, RunView } from "../../wire/chats.ts";
import { changeChat, removeChat } from "../api/chat-routes.ts";
import { meQuery } from "../api/queries.ts";
import { Button } from "../parts/button.tsx";
import { ConfirmRemoval } from "../parts/confirm-removal.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { ErrorLine } from "../parts/error-line.tsx";
import { CallText } from "../render/call-text.tsx";
import { IconButton } from "../parts/icon-button.tsx";
import { writeDraft } from "./composer/use-draft.ts";
import { TraceDialog } from "./trace-dialog.tsx";

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
          className="inline-flex items-center gap-1.5 rounded py-1 text-sm text-ink-2 hover:text-ink"
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
      {open === "rename" && <Rename chat={chat} onClose={close} />}
      {open === "remove" && <Remove chat={chat} onClose={close} />}
      {open === "trace" && <TraceDialog chat={chat} mayWrite={mayWrite} onClose={close} />}
    </header>
  );
}

function Rename({ chat, onClose }: { readonly chat: ChatView; readonly onClose: () => void }) {
  const client = useQueryClient();
  const [title, setTitle] = useState(chat.title);
  const set = useMutation({
    mutationFn: () => changeChat(chat.id, { title: title.trim() }),
    onSuccess: onClose,
    onSettled: () => client.invalidateQueries({ queryKey: ["chats"] }),
  });
  return (
    <Dialog
      title="Rename the chat"
      onClose={onClose}
      footer={
        <>
          <Button tone="quiet" onClick={onClose}>
            Back
          </Button>
          <Button tone="primary" disabled={title.trim() === "" || set.isPending} onClick={() => set.mutate()}>
            Rename
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (title.trim() !== "") set.mutate();
        }}
      >
        <input
          data-first
          aria-label="Name"
          value={title}
          maxLength={200}
          onChange={(event) => setTitle(event.target.value)}
          className="h-9 w-full rounded border border-edge bg-surface px-3 text-base text-ink"
        />
      </form>
      <ErrorLine error={set.error} />
    </Dialog>
  );
}

function Remove({ chat, onClose }: { readonly chat: ChatView; readonly onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => removeChat(chat.id),
    onSuccess: async () => {
      writeDraft(chat.id, { text: "" });
      await navigate({ to: "/chats" });
    },
    onSettled: () => client.invalidateQueries(),
  });
  return (
    <ConfirmRemoval title="Remove this chat?" onClose={onClose} remove={remove}>
      “<CallText prose text={chat.title} />” goes with all its messages. What waits in it is cancelled, what runs is
      stopped; the audit keeps its lines.
    </ConfirmRemoval>
  );
}
