import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { ErrorLine } from "./error-line.tsx";

interface ConfirmRemovalProps {
  readonly title: string;
  /** What goes with it. */
  readonly children: ReactNode;
  readonly onClose: () => void;
  /** A mutation of react-query. */
  readonly remove: { readonly isPending: boolean; readonly error: Error | null; mutate(): void };
}

/** Asks once more before something is gone; the focus is on the way back. */
export function ConfirmRemoval({ title, children, onClose, remove }: ConfirmRemovalProps) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button tone="quiet" data-first onClick={onClose}>
            Back
          </Button>
          <Button tone="stop" disabled={remove.isPending} onClick={() => remove.mutate()}>
            Remove
          </Button>
        </>
      }
    >
      <p>{children}</p>
      <ErrorLine error={remove.error} />
    </Dialog>
  );
}
