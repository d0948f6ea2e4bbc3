import { CircleHelp, MessageSquare, Plus } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { VList, type VListHandle } from "virtua";
import type { ChatView } from "../../wire/chats.ts";
import { Key } from "../parts/key.tsx";
import { Search } from "../parts/search.tsx";
import { useNow } from "../parts/use-now.ts";
import { CallText } from "../render/call-text.tsx";
import { sayAgo } from "../render/time.ts";
import { Link } from "../route/link.tsx";

interface ChatListProps {
  readonly chats: readonly ChatView[];
  readonly selected: string | undefined;
  /** Name of a project by its id. */
  readonly projects: ReadonlyMap<string, string>;
}

/** Every chat, newest first. Arrow keys walk through it. */
export function ChatList({ chats, selected, projects }: ChatListProps) {
  const [query, setQuery] = useState("");
  const now = useNow();
  const list = useRef<VListHandle>(null);
  const place = useRef<HTMLDivElement>(null);
  const shown = useMemo(() => {
    const words = query.toLowerCase();
    return chats.filter(({ title, project }) =>
      `${title} ${projects.get(project ?? "") ?? ""}`.toLowerCase().includes(words),
    );
  }, [chats, query, projects]);
  const walk = (event: React.KeyboardEvent): void => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0) return;
    const at = shown.findIndex(({ id }) => id === (event.target as HTMLElement).dataset["chat"]);
    const next = Math.min(shown.length - 1, Math.max(0, at + step));
    event.preventDefault();
    list.current?.scrollToIndex(next, { align: "nearest" });
    place.current?.querySelector<HTMLElement>(`[data-chat="${CSS.escape(shown[next]?.id ?? "")}"]`)?.focus();
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex items-center justify-between gap-3 px-4 pt-3 pb-2">
        <p aria-hidden className="text-md font-semibold">
          Chats
        </p>
        <Link
          to="/chats/new"
          className="inline-flex h-7 items-center gap-1.5 rounded border border-edge/60 bg-surface px-2 text-xs font-medium hover:border-edge hover:bg-hover"
        >
          <Plus size={14} aria-hidden />
          New
          <Key>c</Key>
        </Link>
      </div>
      <div className="px-3 pb-2">
        <Search label="Search the chats" value={query} onChange={setQuery} />
      </div>
      {shown.length === 0 ? (
        <p className="px-4 py-6 text-center text-sm text-ink-3">
          {chats.length === 0 ? "No chat yet. What you begin stands here." : "No chat matches."}
        </p>
      ) : (
        <div ref={place} role="navigation" aria-label="Chats" onKeyDown={walk} className="min-h-0 flex-1 px-2 pb-2">
          <VList ref={list} itemSize={48} data={shown}>
            {(chat) => (
              <Row
                key={chat.id}
                chat={chat}
                current={chat.id === selected}
                project={projects.get(chat.project ?? "")}
                now={now}
              />
            )}
          </VList>
        </div>
      )}
    </div>
  );
}

function Row({
  chat,
  current,
  project,
  now,
}: {
  readonly chat: ChatView;
  readonly current: boolean;
  readonly project: string | undefined;
  readonly now: number;
}) {
  return (
    <Link
      to="/chats/$id"
      params={{ id: chat.id }}
      data-chat={chat.id}
      aria-current={current ? "page" : undefined}
      className="grid h-12 grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-x-2.5 rounded px-2.5 text-sm hover:bg-hover aria-[current=page]:bg-accent-soft focus-visible:-outline-offset-2"
    >
      <StateMark state={chat.state} />
      <span className="min-w-0">
        <span className="block truncate font-medium">
          <CallText prose text={chat.title} />
        </span>
        <span className="block truncate text-xs text-ink-3">
          {chat.state === "waiting" ? <span className="text-ask">waits for you</span> : null}
          {chat.state === "waiting" && project !== undefined && " · "}
          {project !== undefined && <CallText prose text={project} />}
        </span>
      </span>
      <span className="text-xs text-ink-3">{sayAgo(chat.lastSeen, now)}</span>
    </Link>
  );
}

function StateMark({ state }: Pick<ChatView, "state">) {
  if (state === "waiting") return <CircleHelp size={15} className="text-ask" role="img" aria-label="Waits for you" />;
  if (state === "running")
    return (
      <span
        role="img"
        aria-label="Working"
        className="mx-auto size-2 rounded-full bg-accent motion-safe:animate-pulse"
      />
    );
  return <MessageSquare size={14} className="text-ink-3" aria-hidden />;
}
