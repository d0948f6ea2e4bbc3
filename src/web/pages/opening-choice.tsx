import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ProjectView } from "../../wire/session.ts";
import { openProject } from "../api/routes.ts";
import { Choice } from "../parts/choice.tsx";
import { ErrorLine } from "../parts/error-line.tsx";

const OPENED = [
  { value: "read", label: "Read only" },
  { value: "edit", label: "Read and edit" },
  { value: "ask", label: "Ask for each folder" },
] as const;

/** The answer that a project was opened with; none where its folders were granted by hand. */
export function OpeningChoice({ project, byHand }: { readonly project: ProjectView; readonly byHand: boolean }) {
  const client = useQueryClient();
  const open = useMutation({
    mutationFn: (answer: "read" | "edit" | "ask") => openProject(project.id, answer),
    onSettled: () => client.invalidateQueries(),
  });
  const answer = project.opened === "custom" ? (byHand ? "" : "ask") : project.opened;
  return (
    <>
      <Choice
        label={`What agents may do in ${project.name}`}
        value={answer}
        options={OPENED.map((each) => ({ ...each, disabled: open.isPending }))}
        onChange={(next) => open.mutate(next as (typeof OPENED)[number]["value"])}
      />
      <ErrorLine error={open.error} className="mt-1 text-sm text-deny" />
    </>
  );
}
