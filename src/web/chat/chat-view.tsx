import { useMutation, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { VListHandle } from "virtua";
import type { ApprovalView } from "../../wire/approval.ts";
import type { ChatView, RunView } from "../../wire/chats.ts";
import { changeChat, type Outgoing, runShell, sendMessage, stopChat } from "../api/chat-routes.ts";
import { chatPendingQuery, meQuery } from "../api/queries.ts";
import { Fault, Loading } from "../parts/states.tsx";
import { ChatContext, type ChatContextValue } from "./chat-context.ts";
import { ChatHead } from "./chat-head.tsx";
import { Composer } from "./composer/composer.tsx";
import { ModelPicker, useTaken } from "./composer/model-picker.tsx";
import { AutonomyButton, ToolsButton } from "./composer/pickers.tsx";
import { addToHistory } from "./composer/shell-history.ts";
import { useDraft } from "./composer/use-draft.ts";
import { useQueue } from "./composer/use-queue.ts";
import { Plan } from "./plan.tsx";
import { EmptyChat } from "./empty-chat.tsx";
import type { OpenChat } from "./state/open-chat.ts";
import { rowsOf, waitingCalls } from "./state/rows.ts";
import { type Branch, branchOf, headOf, type Transcript } from "./state/transcript.ts";
import { StatusLine } from "./status-line.tsx";
import { TranscriptList } from "./transcript-list.tsx";
import { useChatKeys } from "./use-chat-keys.ts";
import { useOpenChat } from "./use-open-chat.ts";
import { navigate } from "../route/link.tsx";

const QueueList = lazy(() => import("./queue-list.tsx").then(({ QueueList: component }) => ({ default: component })));

export { loadCards } from "./rows/call-row.tsx";

/** One chat. `run`: one of its sub-runs is shown instead of the chat itself. */
export function ChatOf({ id, run }: { readonly id: string; readonly run: string | undefined }) {
  const [{ transcript, error }, store] = useOpenChat(id);
  const pending = usePending(id);
  if (transcript !== null) return <Opened transcript={transcript} pending={pending} store={store} run={run} />;
  if (error !== null) return <Fault error={error} what="This chat" onRetry={store.reopen} />;
  return <Loading label="the chat" rows={8} />;
}

interface OpenedProps {
  readonly transcript: Transcript;
  readonly pending: ReadonlyMap<string, ApprovalView>;
  readonly store: OpenChat;
  readonly run: string | undefined;
}

function Opened({ transcript, pending, store, run: runId }: OpenedProps) {
  const { chat, messages, runs } = transcript;
  const { data: me } = useQuery(meQuery);
  const mayWrite = me !== undefined && me.person.role !== "viewer";
  const run = shownRun(runs, runId);
  const head = headOf(transcript, runId);
  const branch = useMemo(() => branchOf(messages, head), [messages, head]);
  const rows = useMemo(() => rowsOf(branch.messages, { run }), [branch.messages, run]);
  const list = useRef<VListHandle>(null);
  const [atEnd, setAtEnd] = useState(true);
  const older = useOlder(store, runId, branch);
  const waiting = useMemo(() => waitingCalls(rows), [rows]);
  const [focused, onFocus] = useFocusedCall();
  const current = (waiting.find(({ part }) => part.id === focused) ?? waiting[0])?.part.id ?? null;
  const busy = chat.state !== "idle";
  const kept = useMemo(() => waiting.map(({ index }) => index), [waiting]);
  const openRun = useCallback(
    (id: string) => void navigate({ to: "/chats/$id", params: { id: chat.id }, search: { run: id } }),
    [chat.id],
  );
  const context = useMemo<ChatContextValue>(
    () => ({ chat, runs, pending, current, busy, mayWrite, openRun }),
    [chat, runs, pending, current, busy, mayWrite, openRun],
  );
  /** Of a subagent, whose cards stand in its own transcript. */
  const elsewhere = [...runs.values()].find(
    ({ id, parent, state }) => parent !== null && state === "waiting" && id !== runId,
  );
  /** To the first card that waits; from there to the next, in turn. */
  const jump = (): void => {
    const at = waiting.findIndex(({ part }) => part.id === focused);
    const next = waiting[(at + 1) % waiting.length];
    if (next === undefined) return elsewhere === undefined ? undefined : openRun(elsewhere.id);
    list.current?.scrollToIndex(next.index, { align: "center" });
    focusCall(next.part.id);
  };
  const stop = useMutation({ mutationFn: () => stopChat(chat.id) });
  useChatKeys({ onJump: jump, onStop: () => busy && stop.mutate() });

  return (
    <ChatContext value={context}>
      <div className="flex h-full min-h-0 flex-col" onFocusCapture={onFocus}>
        <ChatHead chat={chat} run={runId === undefined ? null : (run ?? null)} inRun={runId !== undefined} />
        <Plan chat={chat.id} />
        {branch.messages.length === 0 && !branch.missing && runId === undefined ? (
          <div className="min-h-0 flex-1 overflow-y-auto">
            <EmptyChat />
          </div>
        ) : (
          <TranscriptList
            key={runId ?? "chat"}
            rows={rows}
            last={branch.messages.at(-1)}
            waiting={kept}
            list={list}
            more={branch.more}
            onOlder={older}
            onAtEnd={setAtEnd}
          />
        )}
        <div className="mx-auto w-full max-w-3xl shrink-0 px-3 pb-3 sm:px-6 sm:pb-4">
          <StatusLine
            chat={chat}
            run={run}
            waiting={waiting.length}
            elsewhere={elsewhere !== undefined}
            onJump={jump}
            trouble={stop.error}
            onNewest={atEnd ? null : () => list.current?.scrollToIndex(rows.length - 1, { align: "end" })}
          />
          {runId === undefined && (
            <ChatComposer key={chat.id} chat={chat} last={run} mayWrite={mayWrite} onStop={() => stop.mutate()} />
          )}
        </div>
      </div>
    </ChatContext>
  );
}

/** The card is in the page though it may be out of view: what waits stays mounted. */
function focusCall(call: string): void {
  const place = document.querySelector<HTMLElement>(`[data-call="${CSS.escape(call)}"]`);
  (place?.querySelector<HTMLElement>("[data-card]") ?? place)?.focus({ preventScroll: true });
}

/** The run that is shown: the sub-run that was asked for, else the newest of the chat's own. */
function shownRun(runs: ReadonlyMap<string, RunView>, id: string | undefined): RunView | null {
  if (id !== undefined) return runs.get(id) ?? null;
  const own = [...runs.values()].filter(({ parent }) => parent === null);
  return own.reduce<RunView | null>(
    (newest, each) => (newest === null || each.startedAt >= newest.startedAt ? each : newest),
    null,
  );
}

/** INVARIANT: only calls of this chat, so that a late answer of another chat never mounts a card here. */
function usePending(chat: string): ReadonlyMap<string, ApprovalView> {
  const { data } = useQuery(chatPendingQuery(chat));
  return useMemo(
    () => new Map((data ?? []).filter((view) => view.chat.id === chat).map((view) => [view.callId, view])),
    [data, chat],
  );
}

/** Fetches what is above, and what is shown itself where nothing of it is here. */
function useOlder(store: OpenChat, run: string | undefined, { more, missing, messages }: Branch): () => void {
  const unknown = missing || (run !== undefined && messages.length === 0);
  const older = useCallback(() => {
    // A page that does not come leaves what is here; scrolling on asks again.
    if (more || unknown) store.load(run).catch(() => {});
  }, [store, run, more, unknown]);
  useEffect(() => {
    if (unknown) older();
  }, [unknown, older]);
  return older;
}

/** The call whose card has the focus, or had it last. */
function useFocusedCall(): readonly [string | null, (event: React.FocusEvent) => void] {
  const [focused, setFocused] = useState<string | null>(null);
  const onFocus = useCallback((event: React.FocusEvent) => {
    const call = event.target.closest<HTMLElement>("[data-call]")?.dataset["call"];
    if (call !== undefined) setFocused(call);
  }, []);
  return [focused, onFocus];
}

function ChatComposer({
  chat,
  last,
  mayWrite,
  onStop,
}: {
  readonly chat: ChatView;
  readonly last: RunView | null;
  readonly mayWrite: boolean;
  readonly onStop: () => void;
}) {
  const [draft, setDraft] = useDraft(chat.id);
  const takes = useTaken(chat.model);
  const busy = chat.state !== "idle";
  const send = useCallback((message: Outgoing) => sendMessage(chat.id, message), [chat.id]);
  const queue = useQueue({ chat: chat.id, ready: !busy && last?.state === "done", send });
  const model = useMutation({ mutationFn: (choice: ChatView["model"]) => changeChat(chat.id, { model: choice }) });
  return (
    <>
      <Suspense fallback={null}>
        {queue.waiting.length > 0 && <QueueList queue={queue} busy={busy} onSend={send} />}
      </Suspense>
      <Composer
        chat={chat.id}
        takes={takes}
        text={draft.text}
        refused={draft.refused}
        onText={(text) => setDraft({ text, refused: undefined })}
        project={chat.project}
        busy={busy}
        disabled={!mayWrite}
        onStop={onStop}
        onSend={async (message) => {
          if (busy) queue.add(message);
          else await send(message);
        }}
        onShell={async (command) => {
          await runShell(chat.id, command);
          addToHistory(chat.project, command);
        }}
      >
        <AutonomyButton chat={chat.id} value={chat} onPick={() => {}} />
        <ModelPicker letter="m" value={chat.model} disabled={!mayWrite} onPick={(choice) => model.mutate(choice)} />
        <ToolsButton chat={chat.id} onNeedChat={() => void navigate({ to: "/chats" })} />
      </Composer>
    </>
  );
}
