import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ApprovalView, DecideBody } from "../../wire/approval.ts";
import { ApiFault } from "../api/client.ts";
import { approvalQuery, pendingQuery } from "../api/queries.ts";
import { decide, type Decided } from "../api/routes.ts";
import { sentenceOf } from "../parts/states.tsx";
import { sayState } from "./choices.ts";

export interface Answering {
  readonly send: (body: Omit<DecideBody, "id">) => void;
  readonly busy: boolean;
  /** What went otherwise than wanted, in words. */
  readonly trouble: string | null;
}

/** Sends an answer, once. What comes back replaces what was cached; a refusal is told and changes nothing. */
export function useAnswer(view: ApprovalView, onAnswered: (answered: Decided) => void): Answering {
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: Omit<DecideBody, "id">) => decide({ id: view.id, ...body }),
    onSuccess: (answered) => {
      client.setQueryData(approvalQuery(view.id).queryKey, answered.approval);
      client.setQueryData(pendingQuery.queryKey, (all) => all?.filter((each) => each.id !== view.id && !answered.resettled.includes(each.id)));
      onAnswered(answered);
    },
    onSettled: () => client.invalidateQueries(),
  });
  return { send: (body) => isPending || mutate(body), busy: isPending, trouble: error === null ? null : sayTrouble(error) };
}

export function sayTrouble(error: Error): string {
  if (!(error instanceof ApiFault)) return sentenceOf(error);
  if (error.status === 0) return "Your answer was not sent: the host does not answer. The call still waits.";
  if (error.code === "stale") return "This call changed after it was shown. Look at it again: nothing was decided.";
  if (error.status === 409 && error.approval !== undefined) {
    const { text } = sayState(error.approval);
    return `Already decided: ${text.charAt(0).toLowerCase()}${text.slice(1)}.`;
  }
  return sentenceOf(error);
}
