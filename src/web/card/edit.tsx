import { useEffect, useId, useState } from "react";
import { ApiFault } from "../api/client.ts";
import { previewApproval } from "../api/routes.ts";
import type { ApprovalView } from "../../wire/approval.ts";
import { sentenceOf } from "../parts/sentence.ts";
import { VerdictChip } from "../parts/verdict.tsx";
import { CallText } from "../render/call-text.tsx";
import { HostText } from "../render/host-text.tsx";
import { verdictOf } from "./choices.ts";
import { fieldsOf, readField, type Field } from "./edit-fields.ts";

/** Where an edit stands: only `ready` may be answered with. */
export type Draft =
  | { readonly kind: "same" }
  | { readonly kind: "waiting" }
  | { readonly kind: "ready"; readonly args: unknown; readonly view: ApprovalView }
  | { readonly kind: "refused"; readonly message: string };

interface EditProps {
  readonly view: ApprovalView;
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
}

/** Editing in place; the host reads and decides the edited call as one types. The tool and the types stay. */
export function Edit({ view, draft, onDraft }: EditProps) {
  const [fields, setFields] = useState<readonly Field[]>(() => fieldsOf(view.args));
  useEffect(() => preview({ view, fields, onDraft }), [view, fields, onDraft]);
  const change = (index: number, text: string): void =>
    setFields((all) => all.map((field, i) => (i === index ? { ...field, text } : field)));
  return (
    <section aria-label="Edit the call" className="flex flex-col gap-3">
      {fields.map((field, i) => (
        <EditField key={field.name} field={field} first={i === 0} onChange={(text) => change(i, text)} />
      ))}
      <div aria-live="polite" className="flex min-h-6 flex-wrap items-center gap-2 text-sm text-ink-2">
        <DraftLine draft={draft} />
      </div>
    </section>
  );
}

function DraftLine({ draft }: { readonly draft: Draft }) {
  switch (draft.kind) {
    case "same":
      return <>Nothing is changed yet.</>;
    case "waiting":
      return <>Reading the edited call…</>;
    case "refused":
      return (
        <>
          <VerdictChip effect="deny" label="Cannot run" /> <HostText text={draft.message} />
        </>
      );
    case "ready": {
      const effect = verdictOf(draft.view);
      return (
        <>
          <VerdictChip effect={effect} label={effect === "allow" ? "Would run" : "Asks"} />{" "}
          <HostText text={draft.view.reason} />
        </>
      );
    }
  }
}

function EditField({
  field,
  first,
  onChange,
}: {
  readonly field: Field;
  readonly first: boolean;
  readonly onChange: (text: string) => void;
}) {
  const id = useId();
  const fault = readField(field).ok
    ? null
    : `needs ${field.type === "json" ? "valid JSON of the same kind" : `a ${field.type}`}`;
  const rows = Math.min(14, Math.max(1, field.text.split("\n").length, Math.ceil(field.text.length / 90)));
  return (
    <div>
      <label htmlFor={id} className="mb-1 flex gap-2 text-xs text-ink-2">
        <CallText text={field.name} /> <span className="text-ink-3">{field.type === "json" ? "JSON" : field.type}</span>
        {fault !== null && <span className="text-deny">{fault}</span>}
      </label>
      <textarea
        id={id}
        value={field.text}
        rows={rows}
        spellCheck={false}
        autoFocus={first}
        aria-invalid={fault !== null}
        onChange={(event) => onChange(event.target.value)}
        className="code block w-full resize-y rounded border border-edge bg-surface px-3 py-2 text-sm"
      />
    </div>
  );
}

const PAUSE_MS = 250;

/** Asks the host after a pause; an answer to an older text is dropped. */
function preview({
  view,
  fields,
  onDraft,
}: {
  readonly view: ApprovalView;
  readonly fields: readonly Field[];
  readonly onDraft: (draft: Draft) => void;
}): () => void {
  let current = true;
  const read = fields.map(readField);
  const broken = read.some((field) => !field.ok);
  const args = Object.fromEntries(fields.map((field, i) => [field.name, valueAt(read[i])]));
  if (JSON.stringify(args) === JSON.stringify(view.args)) onDraft({ kind: "same" });
  else if (broken) onDraft({ kind: "refused", message: "A field does not have its type." });
  else onDraft({ kind: "waiting" });
  const timer = setTimeout(() => {
    if (broken || JSON.stringify(args) === JSON.stringify(view.args)) return;
    previewApproval(view.id, args).then(
      (edited) => current && onDraft({ kind: "ready", args, view: edited }),
      // Without a verdict on the edited call it cannot be allowed.
      (error: unknown) =>
        current &&
        onDraft({
          kind: "refused",
          message:
            error instanceof ApiFault && error.status === 409
              ? "This call has been answered already."
              : sentenceOf(error),
        }),
    );
  }, PAUSE_MS);
  return () => {
    current = false;
    clearTimeout(timer);
  };
}

function valueAt(read: ReturnType<typeof readField> | undefined): unknown {
  return read?.ok === true ? read.value : null;
}
