import { useMutation, useQueryClient } from "@tanstack/react-query";
import { FolderPlus } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { SecurityDocument } from "../../wire/security.ts";
import { ApiFault } from "../api/client.ts";
import { securityQuery } from "../api/queries.ts";
import { putSecurity } from "../api/routes.ts";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { sentenceOf } from "../parts/sentence.ts";
import { CallText } from "../render/call-text.tsx";
import { type DraftGrant, GrantRow } from "./grant-row.tsx";

interface GrantsEditorProps {
  readonly project: string;
  readonly document: SecurityDocument;
  readonly mayChange: boolean;
}

/**
 * The project's folders as a draft over one revision of its security document: saved as a whole, refused as a whole.
 * A broad root is confirmed on a step of its own.
 */
export function GrantsEditor({ project, document, mayChange }: GrantsEditorProps) {
  const client = useQueryClient();
  const [draft, setDraft] = useState<{ readonly revision: string; readonly grants: readonly DraftGrant[] } | null>(
    null,
  );
  const grants = draft?.grants ?? document.grants;
  const changed = draft !== null && draft.revision !== document.revision;
  const edit = (next: readonly DraftGrant[]): void =>
    setDraft({ revision: draft?.revision ?? document.revision, grants: next });
  const save = useMutation({
    mutationFn: (confirmBroad: boolean) =>
      putSecurity(project, {
        revision: draft?.revision ?? document.revision,
        grants: grants.map(toBody),
        tools: document.tools,
        confirmBroad,
      }),
    onSuccess: (saved) => {
      client.setQueryData(securityQuery(project).queryKey, saved);
      setDraft(null);
    },
    onSettled: () => client.invalidateQueries(),
  });
  const fault = save.error instanceof ApiFault ? save.error : null;
  const broad = fault?.path === "$.confirmBroad";
  return (
    <>
      <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
        {grants.map((grant, at) => (
          <GrantRow
            key={`${at} ${grant.root}`}
            grant={grant}
            disabled={!mayChange || save.isPending}
            onChange={(next) => edit(grants.map((each, i) => (i === at ? next : each)))}
            onRemove={() => edit(grants.filter((_, i) => i !== at))}
          />
        ))}
        {grants.length === 0 && (
          <li className="px-4 py-2.5 text-sm text-ink-2">No folder: every file is asked about, or refused.</li>
        )}
        {mayChange && (
          <AddFolder
            onAdd={(root) => edit([...grants, { root, recursive: true, can: ["read"] }])}
            disabled={save.isPending}
          />
        )}
      </ul>
      {save.error !== null && !broad && (
        <p role="alert" className="mt-2 rounded bg-deny-soft px-3 py-2 text-sm text-deny">
          {sentenceOf(save.error)} {sayPlace(fault?.path, grants)}
        </p>
      )}
      {changed && save.error === null && (
        <p role="status" className="mt-2 text-sm text-ask">
          The folders were changed elsewhere meanwhile, so these cannot be saved over them.
        </p>
      )}
      {draft !== null && (
        <div className="mt-3 flex flex-wrap gap-2">
          <Button
            tone="primary"
            disabled={save.isPending || changed || grants.some(({ can }) => can.length === 0)}
            onClick={() => save.mutate(false)}
          >
            Save the folders
          </Button>
          <Button
            tone="quiet"
            disabled={save.isPending}
            onClick={() => {
              setDraft(null);
              save.reset();
            }}
          >
            {changed ? "Show what holds now" : "Undo the changes"}
          </Button>
        </div>
      )}
      {broad && (
        <Dialog
          title="Grant so much?"
          onClose={() => save.reset()}
          footer={
            <>
              <Button tone="quiet" data-first onClick={() => save.reset()}>
                Back
              </Button>
              <Button tone="stop" disabled={save.isPending} onClick={() => save.mutate(true)}>
                Grant it all the same
              </Button>
            </>
          }
        >
          <p>
            <CallText prose text={sentenceOf(save.error)} />
          </p>
          <p className="mt-2">Protected files still ask. Everything else in it may be used as you ticked.</p>
        </Dialog>
      )}
    </>
  );
}

function AddFolder({ onAdd, disabled }: { readonly onAdd: (root: string) => void; readonly disabled: boolean }) {
  const [root, setRoot] = useState("");
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const path = root.trim();
    if (path === "") return;
    onAdd(path);
    setRoot("");
  };
  return (
    <li className="bg-page px-4 py-2.5">
      <form onSubmit={submit} className="flex flex-wrap gap-2">
        <label className="min-w-40 flex-1">
          <span className="sr-only">Folder to add, from the root of the disk</span>
          <input
            value={root}
            spellCheck={false}
            onChange={(event) => setRoot(event.target.value)}
            placeholder="/path/of/a/folder"
            className="mono h-8 w-full rounded border border-edge bg-surface px-2.5 text-sm placeholder:text-ink-3"
          />
        </label>
        <Button type="submit" disabled={disabled || root.trim() === ""} icon={<FolderPlus size={14} aria-hidden />}>
          Add the folder
        </Button>
      </form>
    </li>
  );
}

function toBody({ root, recursive, include = [], exclude = [], can, renew }: DraftGrant) {
  const lines = (globs: readonly string[]): string[] => globs.map((glob) => glob.trim()).filter((glob) => glob !== "");
  return { root, recursive, include: lines(include), exclude: lines(exclude), can: [...can], ...(renew && { renew }) };
}

/** Which folder an error is about: `$.grants[2].include[0]`. */
function sayPlace(path: string | undefined, grants: readonly DraftGrant[]): string {
  const at = /^\$\.grants\[(\d+)\]\.(?!root)/.exec(path ?? "")?.[1];
  const root = at === undefined ? undefined : grants[Number(at)]?.root;
  return root === undefined ? "" : `(${root})`;
}
