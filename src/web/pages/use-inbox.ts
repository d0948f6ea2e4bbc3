import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ApprovalView } from "../../wire/approval.ts";
import type { ProjectView } from "../../wire/session.ts";
import { firstPendingQuery, meQuery, pendingQuery } from "../api/queries.ts";

/** One thing that waits for a person. */
export type InboxItem =
  | { readonly kind: "approval"; readonly key: string; readonly approval: ApprovalView }
  | { readonly kind: "project"; readonly key: string; readonly project: ProjectView };

const PROJECT_KEY = "project:";

/**
 * What waits: calls, oldest first, then projects whose opening question is unanswered, then what is asked elsewhere.
 * New calls come behind older ones, so that nothing a person looks at is pushed away. Of very many the first are `shown`
 * before `pending` has them all.
 */
export function useInbox() {
  const pending = useQuery(pendingQuery);
  const { data: first } = useQuery(firstPendingQuery);
  const { data: me } = useQuery(meQuery);
  const [calls, projects] = [pending.data ?? first, me?.projects];
  // The same items while nothing of them changes: a thousand rows are drawn from them.
  const items = useMemo(() => itemsOf(calls ?? [], projects ?? []), [calls, projects]);
  return { pending, items, waiting: items.filter(isMine).length, shown: calls !== undefined };
}

function itemsOf(calls: readonly ApprovalView[], projects: readonly ProjectView[]): readonly InboxItem[] {
  const all: readonly InboxItem[] = [
    ...calls
      .toSorted((a, b) => a.createdAt - b.createdAt || a.id.localeCompare(b.id))
      .map((approval): InboxItem => ({ kind: "approval", key: approval.id, approval })),
    ...projects
      .filter((project) => project.opened === "unanswered")
      .map((project): InboxItem => ({ kind: "project", key: PROJECT_KEY + project.id, project })),
  ];
  return [...all.filter(isMine), ...all.filter((item) => !isMine(item))];
}

/** Whether it is answered here. What an agent asks in its own prompt is shown, last, and counts nowhere. */
export function isMine(item: InboxItem): boolean {
  return item.kind === "project" || item.approval.askedIn === "inbox";
}

/**
 * The call to show once one was answered: the next of the same chat, else the next one answered here, else the one
 * before. A question about a project has no keys of a card, and so is only ever chosen.
 */
export function nextAfter(
  items: readonly InboxItem[],
  { id, chat }: { readonly id: string; readonly chat: string | null },
): string | undefined {
  const at = items.findIndex((item) => item.key === id);
  const behind = [...items.slice(at + 1), ...items.slice(0, Math.max(at, 0)).toReversed()];
  const calls = callsOf(behind);
  return (calls.find((call) => call.chat.id === chat) ?? calls[0])?.id;
}

export function projectIdOf(key: string): string | null {
  return key.startsWith(PROJECT_KEY) ? key.slice(PROJECT_KEY.length) : null;
}

/** Calls of a list that are answered here. */
export function callsOf(items: readonly InboxItem[]): readonly ApprovalView[] {
  return items.flatMap((item) => (item.kind === "approval" && isMine(item) ? [item.approval] : []));
}
