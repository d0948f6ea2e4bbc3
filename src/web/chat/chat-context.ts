import { createContext, useContext } from "react";
import type { ApprovalView } from "../../wire/approval.ts";
import type { ChatView, RunView } from "../../wire/chats.ts";

/** What the rows of a chat need of it. */
export interface ChatContextValue {
  readonly chat: ChatView;
  readonly runs: ReadonlyMap<string, RunView>;
  /** Calls of this chat that wait, by call. INVARIANT: of this chat alone, so that no other chat's card mounts here. */
  readonly pending: ReadonlyMap<string, ApprovalView>;
  /** The call whose card takes the keys. */
  readonly current: string | null;
  /** A run goes on or waits: nothing may be sent. */
  readonly busy: boolean;
  readonly mayWrite: boolean;
  readonly openRun: (run: string) => void;
}

export const ChatContext = createContext<ChatContextValue | null>(null);

export function useChat(): ChatContextValue {
  const value = useContext(ChatContext);
  if (value === null) throw new Error("a row stands outside of its chat");
  return value;
}
