import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { addProject } from "../api/chat-routes.ts";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { ErrorLine } from "../parts/error-line.tsx";

/** A folder of this machine to work in. */
export function AddProject({
  onClose,
  onAdded,
}: {
  readonly onClose: () => void;
  readonly onAdded: (id: string) => void;
}) {
  const client = useQueryClient();
  const form = useId();
  const [path, setPath] = useState("");
  const add = useMutation({
    mutationFn: async () => {
      const project = await addProject(path.trim());
      await client.invalidateQueries({ queryKey: ["me"] });
      return project.id;
    },
    onSuccess: onAdded,
  });
  return (
    <Dialog
      title="Add a folder"
      onClose={onClose}
      footer={
        <>
          <Button tone="quiet" onClick={onClose}>
            Back
          </Button>
          <Button type="submit" form={form} tone="primary" disabled={path.trim() === "" || add.isPending}>
            Add
          </Button>
        </>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          add.mutate();
        }}
      >
        <label className="block text-xs font-medium text-ink-2">
          Folder on this machine
          <input
            data-first
            value={path}
            spellCheck={false}
            placeholder="/home/you/project"
            onChange={(event) => setPath(event.target.value)}
            className="mono mt-1.5 block h-9 w-full rounded border border-edge bg-surface px-3 text-sm font-normal text-ink placeholder:text-ink-3"
          />
        </label>
        <p className="mt-2 text-sm text-ink-3">
          It can be read from then on. What may be changed in it is asked once, in the inbox.
        </p>
        <ErrorLine error={add.error} />
      </form>
    </Dialog>
  );
}
