import { useCallback, useEffect, useState } from "react";
import type { ApprovalMode, Level } from "../../../core/policy.ts";
import type { ModelChoice } from "../../../wire/chats.ts";

/** What was typed and not sent, and of a chat that is not there yet what its composer was set to. */
export interface Draft {
  readonly text: string;
  /** Why it was not sent, as a sentence. */
  readonly refused?: string | undefined;
  readonly project?: string | null;
  readonly model?: ModelChoice | null;
  readonly level?: Level | null;
  readonly approvalMode?: ApprovalMode | null;
}

const EMPTY: Draft = { text: "" };
/** Key of the chat that is not there yet. */
export const NEW_CHAT = "new";
const keyOf = (chat: string): string => `assent.draft.${chat}`;

function readDraft(chat: string): Draft {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(chat)) ?? "null");
    const text = (stored as { readonly text?: unknown } | null)?.text;
    return typeof text === "string" ? (stored as Draft) : EMPTY;
  } catch {
    return EMPTY; // what cannot be read is no draft
  }
}

export function writeDraft(chat: string, draft: Draft): void {
  try {
    if (JSON.stringify(draft) === JSON.stringify(EMPTY)) localStorage.removeItem(keyOf(chat));
    else localStorage.setItem(keyOf(chat), JSON.stringify(draft));
  } catch {
    // No room: the draft lives as long as the page. Nothing is decided by it.
  }
}

/** Kept in the browser at each change, so that a reload loses nothing. Mount it anew for another chat. */
export function useDraft(chat: string): readonly [Draft, (change: Partial<Draft>) => void] {
  const [draft, setDraft] = useState(() => readDraft(chat));
  useEffect(() => writeDraft(chat, draft), [chat, draft]);
  const change = useCallback((part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part })), []);
  return [draft, change];
}
