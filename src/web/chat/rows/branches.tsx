import { useMutation } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import type { MessageView } from "../../../wire/chats.ts";
import { showBranch } from "../../api/chat-routes.ts";
import { IconButton } from "../../parts/icon-button.tsx";
import { useChat } from "../chat-context.ts";

/** Which of the messages at this place is shown, and the way to the others. */
export function Branches({ message }: { readonly message: MessageView }) {
  const { chat, busy } = useChat();
  const show = useMutation({ mutationFn: (id: string) => showBranch(chat.id, id) });
  const all = message.siblings;
  const at = all.indexOf(message.id);
  if (all.length < 2 || at < 0) return null;
  const go = (to: number): void => {
    const id = all[to];
    if (id !== undefined) show.mutate(id);
  };
  return (
    <span data-branches className="flex items-center text-xs text-ink-2 tabular-nums">
      <IconButton label="The one before" disabled={busy || at === 0 || show.isPending} onClick={() => go(at - 1)}>
        <ChevronLeft size={14} aria-hidden />
      </IconButton>
      <span aria-label={`Branch ${at + 1} of ${all.length}`}>
        {at + 1} / {all.length}
      </span>
      <IconButton
        label="The one after"
        disabled={busy || at === all.length - 1 || show.isPending}
        onClick={() => go(at + 1)}
      >
        <ChevronRight size={14} aria-hidden />
      </IconButton>
    </span>
  );
}
