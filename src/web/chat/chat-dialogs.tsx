import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ChatView } from "../../wire/chats.ts";
import { changeChat, removeChat } from "../api/chat-routes.ts";
import { Button } from "../parts/button.tsx";
import { ConfirmRemoval } from "../parts/confirm-removal.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { ErrorLine } from "../parts/error-line.tsx";
import { CallText } from "../render/call-text.tsx";
import { writeDraft } from "./composer/use-draft.ts";
import { navigate } from "../route/link.tsx";

/** Another name for a chat. */
export function RenameChat({ chat, onClose }: { readonly chat: ChatView; readonly onClose: () => void }) {
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

/** Asks once more before a chat goes. */
export function RemoveChat({ chat, onClose }: { readonly chat: ChatView; readonly onClose: () => void }) {
  const client = useQueryClient();
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
