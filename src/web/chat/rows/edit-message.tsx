import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { MessageView } from "../../../wire/chats.ts";
import { sendMessage } from "../../api/chat-routes.ts";
import { Button } from "../../parts/button.tsx";
import { ErrorLine } from "../../parts/error-line.tsx";
import { useChat } from "../chat-context.ts";

/** A message written otherwise: it becomes a branch beside the one that it takes the place of. */
export function EditMessage({
  message,
  text: before,
  onClose,
}: {
  readonly message: MessageView;
  readonly text: string;
  readonly onClose: () => void;
}) {
  const { chat, busy } = useChat();
  const [text, setText] = useState(before);
  const files = message.parts.filter((part) => part.kind === "file").length;
  const send = useMutation({
    mutationFn: () => sendMessage(chat.id, { text, edits: message.id }),
    onSuccess: onClose,
  });
  const ready = text.trim() !== "" && text !== before && !busy && !send.isPending;
  return (
    <form
      className="mt-6 mb-2 rounded-lg border border-accent bg-surface p-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) send.mutate();
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") {
          event.preventDefault();
          onClose();
        }
        if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) {
          event.preventDefault();
          if (ready) send.mutate();
        }
      }}
    >
      <textarea
        autoFocus
        dir="auto"
        aria-label="The message, edited"
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="field-sizing-content block max-h-80 min-h-16 w-full resize-none bg-transparent px-1 text-base leading-6 outline-none"
      />
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <Button type="submit" tone="primary" size="small" disabled={!ready}>
          Send as a new branch
        </Button>
        <Button tone="quiet" size="small" onClick={onClose}>
          Back
        </Button>
        {files > 0 && <span className="text-xs text-ink-3">Its attachments are sent again.</span>}
      </div>
      <ErrorLine error={send.error} />
    </form>
  );
}
