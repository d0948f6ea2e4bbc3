import { useMutation } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import type { MessageView, RunView } from "../../../wire/chats.ts";
import { regenerate, sendMessage } from "../../api/chat-routes.ts";
import { Button } from "../../parts/button.tsx";
import { sentenceOf } from "../../parts/sentence.ts";
import { CallText } from "../../render/call-text.tsx";
import { useChat } from "../chat-context.ts";
import { Link } from "../../route/link.tsx";

/** A run that failed: what happened, what is safe, what to do. */
export function FaultRow({ run, last }: { readonly run: RunView; readonly last: MessageView | undefined }) {
  const { chat, busy, mayWrite } = useChat();
  const again = useMutation({ mutationFn: () => retry(chat.id, last) });
  return (
    <div role="alert" className="my-3 rounded-lg border border-deny/50 bg-deny-soft px-4 py-3 text-sm">
      <p className="flex items-start gap-2 font-medium text-deny">
        <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0" />
        <CallText prose text={run.error?.message ?? "The run failed."} className="first-letter:uppercase" />
      </p>
      <p className="mt-1 pl-6 text-ink-2">What ran before stays as it is; nothing is run again by itself.</p>
      <div className="mt-2 flex flex-wrap items-center gap-2 pl-6">
        {mayWrite && last !== undefined && (
          <Button size="small" disabled={busy || again.isPending} onClick={() => again.mutate()}>
            Try again
          </Button>
        )}
        <Link to="/settings" hash="connections" className="rounded text-xs font-medium text-accent hover:underline">
          Connections
        </Link>
        {run.error !== null && <code className="ml-auto text-xs text-ink-3">{run.error.code}</code>}
      </div>
      {again.error !== null && <p className="mt-2 pl-6 text-deny">{sentenceOf(again.error)}</p>}
    </div>
  );
}

/** The broken step is asked for again; where the model said nothing at all, the message is sent again beside itself. */
function retry(chat: string, last: MessageView | undefined): Promise<unknown> {
  if (last?.role === "assistant") return regenerate(chat, last.id);
  const text = last?.parts.map((part) => (part.kind === "text" ? part.text : "")).join("") ?? "";
  return sendMessage(chat, { text, ...(last === undefined ? {} : { edits: last.id }) });
}
