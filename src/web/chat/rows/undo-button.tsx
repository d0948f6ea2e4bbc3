import { useQuery } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { undoQuery } from "../../api/chat-queries.ts";
import { IconButton } from "../../parts/icon-button.tsx";
import { useChat } from "../chat-context.ts";

const UndoDialog = lazy(() =>
  import("./undo-dialog.tsx").then(({ UndoDialog: component }) => ({ default: component })),
);

/** Takes back what file tools changed in a run, where there is something to take back. */
export function UndoButton({ run }: { readonly run: string }) {
  const { chat, busy } = useChat();
  const { data } = useQuery(undoQuery(chat.id));
  const [open, setOpen] = useState(false);
  const found = data?.find((each) => each.run === run);
  if (found === undefined && !open) return null;
  return (
    <>
      <IconButton label="Take back its changes of files" disabled={busy} onClick={() => setOpen(true)}>
        <Undo2 size={14} aria-hidden />
      </IconButton>
      <Suspense fallback={null}>
        {open && <UndoDialog run={run} found={found} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}
