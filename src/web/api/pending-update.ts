import type { QueryClient, QueryKey, QueryState } from "@tanstack/react-query";
import type { ApprovalView } from "../../wire/approval.ts";
import { ApiFault } from "./client.ts";
import { approvalQuery, CHATS_PENDING, pendingQuery } from "./queries.ts";
import { getApproval } from "./routes.ts";

/** Calls that are fetched one by one at most; more of them are sooner there with the whole list. */
const MOST = 8;

/**
 * Brings the lists of what waits up to date by the calls that changed, so that one more costs the same however many wait.
 * Whatever is not certain fetches them whole: a call that was not named, a list that is being fetched or was fetched
 * meanwhile, an answer that failed. One update after the other, so that an older answer never replaces a newer one.
 */
export function pendingUpdater(client: QueryClient): (ids: readonly (string | undefined)[]) => Promise<void> {
  let before: Promise<void> = Promise.resolve();
  return (ids) => (before = before.then(() => update(client, new Set(ids))));
}

async function update(client: QueryClient, ids: ReadonlySet<string | undefined>): Promise<void> {
  const begun = listsOf(client);
  const known = [...ids].filter((id) => id !== undefined);
  const certain = begun.every(isCertain) && known.length === ids.size && ids.size <= MOST;
  const views = certain ? await fetchAll(known) : null;
  if (views === null || !isUntouched(begun, listsOf(client)))
    return fetchAnew(client, { begins: begun.some((list) => list?.data === undefined) });
  for (const view of views) client.setQueryData(approvalQuery(view.id).queryKey, view);
  editPending(client, (list) => [
    ...list.filter(({ id }) => !ids.has(id)),
    ...views.filter((view) => view.state === "pending"),
  ]);
}

type List = QueryState | undefined;

/** The list of all, and of each chat that is on screen. */
function listsOf(client: QueryClient): readonly List[] {
  const chats = client.getQueryCache().findAll({ queryKey: CHATS_PENDING, type: "active" });
  return [client.getQueryState(pendingQuery.queryKey), ...chats.map(({ state }) => state)];
}

function isCertain(list: List): boolean {
  return list?.status === "success" && list.fetchStatus === "idle" && !list.isInvalidated;
}

function isUntouched(begun: readonly List[], now: readonly List[]): boolean {
  return (
    now.length === begun.length &&
    now.every((list, at) => list?.fetchStatus === "idle" && list.dataUpdatedAt === begun[at]?.dataUpdatedAt)
  );
}

async function fetchAnew(client: QueryClient, { begins }: { readonly begins: boolean }): Promise<void> {
  await client.invalidateQueries({ queryKey: ["approvals"] });
  // A first fetch is not begun again by that, and what it brought may be from before the event.
  if (begins) await client.invalidateQueries({ queryKey: ["approvals"] });
}

/** Changes the lists without a fetch. They count as no newer for that, so that no update takes one for a fetched one. */
export function editPending(
  client: QueryClient,
  change: (list: readonly ApprovalView[]) => readonly ApprovalView[],
): void {
  for (const { queryKey, state } of client.getQueryCache().findAll({ queryKey: pendingQuery.queryKey })) {
    if (state.data === undefined) continue;
    const list = state.data as readonly ApprovalView[];
    client.setQueryData(queryKey, change(list), { updatedAt: state.dataUpdatedAt });
  }
}

export function isPendingList(queryKey: QueryKey): boolean {
  return pendingQuery.queryKey.every((part, at) => part === queryKey[at]);
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
