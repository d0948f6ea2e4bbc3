import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ApprovalView, DecideBody } from "../../wire/approval.ts";
import { editPending, isPendingList } from "../api/pending-update.ts";
import { approvalQuery } from "../api/queries.ts";
import { decide, type Decided } from "../api/routes.ts";
import { tellUncovered } from "../parts/uncovered.ts";
import { sayTrouble } from "./say-trouble.ts";

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
      // A second click that was meant for this card would land on the one that moves to its place.
      tellUncovered();
      client.setQueryData(approvalQuery(view.id).queryKey, answered.approval);
      editPending(client, (all) => all.filter((each) => each.id !== view.id && !answered.resettled.includes(each.id)));
      onAnswered(answered);
    },
    // What waits was brought up to date above, and the host tells what else an answer settled. After a refusal anything
    // may be otherwise than it is shown.
    onSettled: (answered) =>
      client.invalidateQueries({
        predicate: ({ queryKey }) => answered === undefined || !isPendingList(queryKey),
      }),
  });
  return {
    send: (body) => isPending || mutate(body),
    busy: isPending,
    trouble: error === null ? null : sayTrouble(error),
  };
}
