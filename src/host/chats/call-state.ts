import type { ApprovalRow } from "../../store/tables/approvals.ts";
import type { Question } from "../../wire/chats.ts";
import { questionOf } from "../tools/ask-user.ts";

/** The approval of a call that counts: none took its place. Null: it was never proposed. */
export function lastOf(rows: readonly ApprovalRow[]): ApprovalRow | null {
  const replaced = new Set(rows.map((row) => row.previous));
  return rows.findLast((row) => !replaced.has(row.id)) ?? null;
}

/** What an `ask_user` call asks; null for any other tool. Its arguments were read before it was allowed. */
export function openQuestion(tool: string, args: unknown): Question | null {
  return tool === "ask_user" ? questionOf(args as Parameters<typeof questionOf>[0]) : null;
}

/** The message that a call stands in: its id is made of that message's. */
export function messageOf(call: string): string {
  return call.slice(0, call.lastIndexOf("_"));
}
