import { useMutation, useQueryClient } from "@tanstack/react-query";
import { FolderOpen } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { ProjectView } from "../../wire/session.ts";
import { openProject } from "../api/routes.ts";
import { Button } from "../parts/button.tsx";
import { ErrorLine } from "../parts/error-line.tsx";
import { CallText } from "../render/call-text.tsx";

type Answer = "read" | "edit" | "ask";

const ANSWERS: readonly { readonly value: Answer; readonly label: string; readonly says: string }[] = [
  { value: "read", label: "Read only", says: "Agents may read what is in the folder. Each change asks." },
  {
    value: "edit",
    label: "Read and edit",
    says: "Agents may also write and edit files in it. Protected files, deletions and commands still ask.",
  },
  { value: "ask", label: "Ask for each folder", says: "Each folder asks when an agent first wants in." },
];

/** Opening a project asks once; until then it may be read. Source: rules.md, "Directory grants". */
export function ProjectQuestion({
  project,
  onOpened,
}: {
  readonly project: ProjectView;
  readonly onOpened: () => void;
}) {
  const client = useQueryClient();
  const [answer, setAnswer] = useState<Answer>(project.gitWorkTree ? "edit" : "read");
  const open = useMutation({
    mutationFn: () => openProject(project.id, answer),
    onSuccess: onOpened,
    onSettled: () => client.invalidateQueries(),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    open.mutate();
  };
  return (
    <form onSubmit={submit} className="overflow-hidden rounded-lg border border-line bg-surface">
      <div className="px-5 pt-4 pb-5 sm:px-6">
        <p className="flex items-center gap-2 text-sm font-medium text-ink-2">
          <FolderOpen size={18} className="text-ask" aria-hidden />
          Open a project
        </p>
        <h2 className="mt-2 text-lg font-semibold">
          What may agents do in <CallText prose text={project.name} />?
        </h2>
        <p className="mt-1 text-sm text-ink-2">
          <CallText text={project.path} className="text-xs" />
          {project.gitWorkTree
            ? " · a git work tree, so edits can be undone"
            : " · not under git, so edits cannot be undone from there"}
        </p>
        <fieldset className="mt-4 overflow-hidden rounded border border-line">
          <legend className="sr-only">Answer</legend>
          {ANSWERS.map(({ value, label, says }) => (
            <label
              key={value}
              className="flex cursor-pointer items-start gap-3 border-t border-line px-3.5 py-2.5 first-of-type:border-t-0 has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent"
            >
              <input
                type="radio"
                name="answer"
                checked={answer === value}
                onChange={() => setAnswer(value)}
                className="mt-1 accent-[var(--accent)] outline-none"
              />
              <span>
                <span className="block text-base font-medium">{label}</span>
                <span className="block text-sm text-ink-2">{says}</span>
                {value === "edit" && project.gitWorkTree && (
                  <span className="block text-xs text-ink-3">Chosen beforehand, since git can undo an edit here.</span>
                )}
              </span>
            </label>
          ))}
        </fieldset>
      </div>
      <div className="flex flex-wrap items-center gap-3 border-t border-line bg-page px-5 py-3.5 sm:px-6">
        <Button type="submit" tone="primary" size="large" disabled={open.isPending}>
          Open the project
        </Button>
        <p className="text-sm text-ink-3">Until you answer, it may be read.</p>
        <ErrorLine error={open.error} className="w-full text-sm font-medium text-deny" />
      </div>
    </form>
  );
}
