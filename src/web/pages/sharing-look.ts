import { needsOwnLook } from "../../core/own-look.ts";
import { type ApprovalView, MOST_AT_ONCE } from "../../wire/approval.ts";
import { callsOf, type InboxItem } from "./use-inbox.ts";

/** Calls of a list that one look may answer, at most as many as the host takes at once. */
export function sharingLook(items: readonly InboxItem[]): readonly ApprovalView[] {
  return callsOf(items)
    .filter((view) => !needsOwnLook(view))
    .slice(0, MOST_AT_ONCE);
}
