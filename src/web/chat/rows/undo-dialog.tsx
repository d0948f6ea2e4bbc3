import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Undone, UndoRun } from "../../../wire/undo.ts";
import { undoQuery } from "../../api/chat-queries.ts";
import { undoRun } from "../../api/chat-routes.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { ErrorLine } from "../../parts/error-line.tsx";
import { CallText } from "../../render/call-text.tsx";
import { useChat } from "../chat-context.ts";

/** Asks before it takes back, and says what came of it. */
export function UndoDialog({
  run,
  found,
  onClose,
}: {
  readonly run: string;
  readonly found: UndoRun | undefined;
  readonly onClose: () => void;
}) {
  const { chat } = useChat();
  const client = useQueryClient();
  const undo = useMutation({
    mutationFn: () => undoRun(chat.id, run),
    onSettled: () => client.invalidateQueries({ queryKey: undoQuery(chat.id).queryKey }),
  });
  return (
    <Dialog
      title={undo.data === undefined ? "Take back these changes?" : "Taken back"}
      onClose={onClose}
      footer={
        <>
          <Button tone="quiet" data-first onClick={onClose}>
            {undo.data === undefined ? "Back" : "Close"}
          </Button>
          {undo.data === undefined && (
            <Button tone="primary" disabled={undo.isPending} onClick={() => undo.mutate()}>
              Take back
            </Button>
          )}
        </>
      }
    >
      {undo.data === undefined ? (
        <>
          <p>What the file tools of this run changed becomes what it was. What commands did stays.</p>
          <Paths paths={found?.paths ?? []} />
        </>
      ) : (
        <Done undone={undo.data} />
      )}
      <ErrorLine error={undo.error} />
    </Dialog>
  );
}

function Done({ undone: { restored, left } }: { readonly undone: Undone }) {
  return (
    <>
      <p>{restored.length === 1 ? "One path is as it was." : `${restored.length} paths are as they were.`}</p>
      <Paths paths={restored} />
      {left.length > 0 && (
        <>
          <p className="mt-3 text-ask">Changed again since, or out of reach, and left as it is:</p>
          <Paths paths={left} />
        </>
      )}
    </>
  );
}

function Paths({ paths }: { readonly paths: readonly string[] }) {
  return (
    <ul className="mt-2 flex flex-col gap-0.5 text-sm">
      {paths.map((path) => (
        <li key={path}>
          <CallText text={path} className="text-xs" />
        </li>
      ))}
    </ul>
  );
}
