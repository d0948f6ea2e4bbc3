import type { QueryClient } from "@tanstack/react-query";
import type { ApprovalView } from "../../wire/approval.ts";
import { ApiFault } from "./client.ts";
import { approvalQuery, firstPendingQuery, pendingQuery } from "./queries.ts";
import { getApproval } from "./routes.ts";

/** Calls that are fetched one by one at most; more of them are sooner there with the whole list. */
const MOST = 8;

/**
 * Brings the list of what waits up to date by the calls that changed, so that one more costs the same however many wait.
 * Whatever is not certain fetches the whole list: a call that was not named, a list that is being fetched or was fetched
 * meanwhile, an answer that failed. One update after the other, so that an older answer never replaces a newer one.
 */
export function pendingUpdater(client: QueryClient): (ids: readonly (string | undefined)[]) => Promise<void> {
  let before: Promise<void> = Promise.resolve();
  return (ids) => (before = before.then(() => update(client, new Set(ids))));
}

async function update(client: QueryClient, ids: ReadonlySet<string | undefined>): Promise<void> {
  const { queryKey } = pendingQuery;
  const state = () => client.getQueryState(queryKey);
  const begun = state();
  const known = [...ids].filter((id) => id !== undefined);
  const certain = begun?.status === "success" && begun.fetchStatus === "idle" && !begun.isInvalidated;
  const views = certain && known.length === ids.size && ids.size <= MOST ? await fetchAll(known) : null;
  const now = state();
  if (views === null || now?.dataUpdatedAt !== begun?.dataUpdatedAt || now?.fetchStatus !== "idle")
    return fetchAnew(client, begun?.data === undefined);
  for (const view of views) client.setQueryData(approvalQuery(view.id).queryKey, view);
  editPending(client, (list) => [
    ...list.filter(({ id }) => !ids.has(id)),
    ...views.filter((view) => view.state === "pending"),
  ]);
}

async function fetchAnew(client: QueryClient, begins: boolean): Promise<void> {
  await client.invalidateQueries({ queryKey: ["approvals"] });
  // A first fetch is not begun again by that, and what it brought may be from before the event.
  if (begins) await client.invalidateQueries({ queryKey: ["approvals"] });
}

/** Changes the list without a fetch of it. It counts as no newer for that, so that no update takes it for a fetched one. */
export function editPending(
  client: QueryClient,
  change: (list: readonly ApprovalView[]) => readonly ApprovalView[],
): void {
  for (const { queryKey } of [pendingQuery, firstPendingQuery]) {
    const known = client.getQueryState(queryKey);
    if (known?.data === undefined) continue;
    client.setQueryData(queryKey, change(known.data), { updatedAt: known.dataUpdatedAt });
  }
}

/** Without those that this person may not see; null where one could not be fetched. */
async function fetchAll(ids: readonly string[]): Promise<readonly ApprovalView[] | null> {
  try {
    const views = await Promise.all(ids.map((id) => getApproval(id, { unmask: false }).catch(orUnseen)));
    return views.filter((view) => view !== null);
  } catch {
    return null; // the whole list is fetched, which says what is wrong
  }
}

function orUnseen(error: unknown): null {
  if (error instanceof ApiFault && error.status === 404) return null;
  throw error;
}
