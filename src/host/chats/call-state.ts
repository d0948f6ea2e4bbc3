import type { ApprovalRow } from "../../store/tables/approvals.ts";
import type { Question } from "../../wire/chats.ts";

/** The approval of a call that counts: none took its place. Null: it was never proposed. */
export function lastOf(rows: readonly ApprovalRow[]): ApprovalRow | null {
  const replaced = new Set(rows.map((row) => row.previous));
  return rows.findLast((row) => !replaced.has(row.id)) ?? null;
}

/** What an `ask_user` call asks; null for any other tool, and where its arguments do not say. */
export function questionOf(tool: string, args: unknown): Question | null {
  if (tool !== "ask_user" || typeof args !== "object" || args === null) return null;
  const { question, choices, several, free } = args as Record<string, unknown>;
  if (typeof question !== "string") return null;
  const texts = Array.isArray(choices) ? choices.filter((choice) => typeof choice === "string") : [];
  return { text: question, choices: texts, several: several === true, free: free !== false || texts.length === 0 };
}
