import { SendHorizontal, X } from "lucide-react";
import { useState } from "react";
import type { Outgoing } from "../api/chat-routes.ts";
import { IconButton } from "../parts/icon-button.tsx";
import { sentenceOf } from "../parts/sentence.ts";
import type { Queue } from "./composer/use-queue.ts";

/** Messages that wait for the run to end. */
export function QueueList({
  queue,
  busy,
  onSend,
}: {
  readonly queue: Queue;
  readonly busy: boolean;
  readonly onSend: (message: Outgoing) => Promise<unknown>;
}) {
  const [trouble, setTrouble] = useState<unknown>(null);
  return (
    <div className="mb-2">
      <ul aria-label="Queued messages" className="flex flex-col gap-1">
        {queue.waiting.map((message, i) => (
          <li key={i} className="flex items-center gap-2 rounded border border-line bg-sunken py-0.5 pr-1 pl-3 text-sm">
            <span className="text-xs text-ink-3">Queued</span>
            <span className="min-w-0 flex-1 truncate">
              {message.text}
              {(message.attachments?.length ?? 0) > 0 && (
                <span className="text-ink-3"> with {message.attachments?.length} attached</span>
              )}
              {message.lost && <span className="text-ask"> without its files, which were not kept</span>}
            </span>
            {!busy && (
              <IconButton
                label="Send it now"
                onClick={() => {
                  setTrouble(null);
                  const { lost: _lost, ...outgoing } = message;
                  onSend(outgoing).then(() => queue.remove(i), setTrouble);
                }}
              >
                <SendHorizontal size={14} aria-hidden />
              </IconButton>
            )}
            <IconButton label="Drop it" onClick={() => queue.remove(i)}>
              <X size={14} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      {trouble !== null && (
        <p role="alert" className="mt-1 text-sm text-deny">
          {sentenceOf(trouble)}
        </p>
      )}
    </div>
  );
}
