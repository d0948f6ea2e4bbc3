import { useQuery } from "@tanstack/react-query";
import { FolderOpen, Globe, Plug, SquareTerminal, FilePen, Wrench } from "lucide-react";
import { lazy, memo, type MouseEvent, Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { ApprovalView } from "../../wire/approval.ts";
import { recentQuery } from "../api/queries.ts";
import { sayOutcomeShort, sayState } from "../card/choices.ts";
import { lookOfOutcome } from "../card/folded.tsx";
import { useAgentTitle } from "../parts/agent-name.tsx";
import { Button } from "../parts/button.tsx";
import { takesText } from "../card/key-guard.ts";
import { Search } from "../parts/search.tsx";
import { VerdictMark } from "../parts/verdict.tsx";
import { useNow } from "../parts/use-now.ts";
import { CallText } from "../render/call-text.tsx";
import { headline, shorten } from "../render/excerpt.ts";
import { HostText } from "../render/host-text.tsx";
import { sayAgo } from "../render/time.ts";
import { sharingLook } from "./sharing-look.ts";
import { callsOf, type InboxItem, isMine } from "./use-inbox.ts";
import { Link, navigate } from "../route/link.tsx";

const AllowShown = lazy(() =>
  import("./allow-shown.tsx").then(({ AllowShown: component }) => ({ default: component })),
);

export function InboxList({
  items,
  selected,
}: {
  readonly items: readonly InboxItem[];
  readonly selected: string | undefined;
}) {
  const [query, setQuery] = useState("");
  const { data: recent = [] } = useQuery(recentQuery);
  const shown = useMemo(
    () => (query === "" ? items : items.filter((item) => textOf(item).includes(query.toLowerCase()))),
    [items, query],
  );
  const [waiting, elsewhere] = useMemo(() => [shown.filter(isMine), shown.filter((item) => !isMine(item))], [shown]);
  const count = items.filter(isMine).length;
  const done = recent.filter((view) => view.state !== "pending");
  return (
    <div data-inbox-list className="flex min-h-0 flex-1 flex-col">
      <div className="flex items-center justify-between gap-3 px-4 pt-4 pb-2">
        <p aria-hidden className="text-md font-semibold">
          Inbox
        </p>
        <span className="text-xs text-ink-3 tabular-nums">{count === 0 ? "nothing waits" : `${count} waiting`}</span>
      </div>
      {items.length > 6 && (
        <div className="px-3 pb-2">
          <Search label="Search what waits" value={query} onChange={setQuery} />
        </div>
      )}
      <AllowThese items={waiting} />
      <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-4">
        <Rows label="Waiting" items={waiting} selected={selected} />
        {shown.length === 0 && query !== "" && (
          <p className="px-3 py-6 text-center text-sm text-ink-3">Nothing that waits matches.</p>
        )}
        {elsewhere.length > 0 && (
          <>
            <h2 className="px-3 pt-5 pb-1 text-xs font-medium text-ink-3">Asked in the agent’s own prompt</h2>
            <Rows label="Asked in the agent’s own prompt" items={elsewhere} selected={selected} />
          </>
        )}
        {items.length === 0 && (
          <p className="px-3 py-3 text-sm text-ink-3 lg:hidden">
            When an agent wants something that no rule answers, it is asked here.
          </p>
        )}
        {done.length > 0 && (
          <>
            <h2 className="px-3 pt-5 pb-1 text-xs font-medium text-ink-3">Lately decided</h2>
            <ul aria-label="Lately decided">
              {done.map((view) => (
                <DoneRow key={view.id} view={view} current={view.id === selected} />
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  );
}

/** Opens the list of those that one look may answer, as they are on screen at that moment; `a` does the same. */
function AllowThese({ items }: { readonly items: readonly InboxItem[] }) {
  const [listed, setListed] = useState<{ readonly views: readonly ApprovalView[]; readonly left: number } | null>(null);
  const views = useMemo(() => sharingLook(items), [items]);
  const left = callsOf(items).length - views.length;
  const enough = views.length > 1;
  useKey("a", enough && listed === null ? () => setListed({ views, left }) : null);
  const close = useCallback(() => setListed(null), []);
  return (
    <>
      {enough && (
        <div className="px-3 pb-2">
          <Button size="small" hotkey="a" onClick={() => setListed({ views, left })}>
            Allow these {views.length} once…
          </Button>
        </div>
      )}
      {listed !== null && (
        <Suspense fallback={null}>
          <AllowShown {...listed} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

/** A key of the page: not while a field takes it, a dialog is open, or it is the second of a pair. */
function useKey(key: string, act: (() => void) | null): void {
  useEffect(() => {
    if (act === null) return undefined;
    const listen = (event: KeyboardEvent): void => {
      const held = event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing;
      if (event.key !== key || held || event.defaultPrevented || takesText(event.target as HTMLElement | null)) return;
      if (document.querySelector("dialog[open]") !== null) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  });
}

const ROW =
  "grid grid-cols-[20px_minmax(0,1fr)_auto] items-baseline gap-x-2 rounded px-2.5 text-sm hover:bg-hover data-[current=true]:bg-accent-soft [content-visibility:auto] [contain-intrinsic-size:auto_36px]";

/** Rows that are drawn at once, and px of one that is not drawn yet. */
const BATCH = 30;
const ROW_HEIGHT = 56;

/** A list that is drawn as far as it was looked at: a thousand rows at once would hold up the card beside them. */
function Rows({
  label,
  items,
  selected,
}: {
  readonly label: string;
  readonly items: readonly InboxItem[];
  readonly selected: string | undefined;
}) {
  const [wanted, setWanted] = useState(BATCH);
  const agentTitle = useAgentTitle();
  const now = useNow();
  const at = items.findIndex(({ key }) => key === selected);
  const drawn = Math.min(items.length, Math.max(wanted, at + BATCH));
  const rest = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (rest.current === null) return undefined;
    const more = new IntersectionObserver(([seen]) => seen?.isIntersecting === true && setWanted(drawn + BATCH), {
      rootMargin: "800px",
    });
    more.observe(rest.current);
    return () => more.disconnect();
  }, [drawn]);
  // One listener for all: a link of the router in each row would look at every step of the person.
  const follow = (event: MouseEvent): void => {
    const key = (event.target as HTMLElement).closest<HTMLElement>("a[data-key]")?.dataset["key"];
    if (key === undefined || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    void navigate({ to: "/inbox/$id", params: { id: key } });
  };
  return (
    <ul aria-label={label} onClick={follow}>
      {items.slice(0, drawn).map((item) => (
        <Row
          key={item.key}
          item={item}
          current={item.key === selected}
          agent={item.kind === "approval" ? agentTitle(item.approval.chat) : ""}
          ago={item.kind === "approval" ? sayAgo(item.approval.createdAt, now) : ""}
        />
      ))}
      {drawn < items.length && (
        <li ref={rest} role="presentation" style={{ height: (items.length - drawn) * ROW_HEIGHT }} />
      )}
    </ul>
  );
}

interface RowProps {
  readonly item: InboxItem;
  readonly current: boolean;
  readonly agent: string;
  readonly ago: string;
}

const Row = memo(function Row({ item, current, agent, ago }: RowProps) {
  const ref = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (current) ref.current?.scrollIntoView({ block: "nearest" });
  }, [current]);
  return (
    <li>
      <a
        ref={ref}
        href={`/inbox/${encodeURIComponent(item.key)}`}
        data-key={item.key}
        data-current={current}
        aria-current={current}
        className={`${ROW} py-2`}
      >
        <ItemIcon item={item} />
        <span className="one-line line-clamp-2 font-medium">
          {item.kind === "approval" ? (
            <HostText text={shorten(headline(item.approval.summary), 120)} />
          ) : (
            <>
              Open <CallText prose text={item.project.name} />?
            </>
          )}
        </span>
        <span className="text-xs text-ink-3">{ago}</span>
        <span className="col-start-2 col-end-4 truncate text-xs text-ink-3">
          {item.kind === "approval" ? (
            <Where agent={agent} view={item.approval} />
          ) : (
            "what may agents do in this folder"
          )}
        </span>
      </a>
    </li>
  );
});

function Where({ agent, view }: { readonly agent: string; readonly view: ApprovalView }) {
  return (
    <>
      <CallText prose text={agent} />
      {view.project !== null && (
        <>
          {" · "}
          <CallText prose text={view.project.name} />
        </>
      )}
    </>
  );
}

function DoneRow({ view, current }: { readonly view: ApprovalView; readonly current: boolean }) {
  const { effect, text } = sayState(view);
  return (
    <li>
      <Link
        to="/inbox/$id"
        params={{ id: view.id }}
        data-current={current}
        aria-current={current}
        title={text}
        className={`${ROW} h-8 items-center`}
      >
        <VerdictMark effect={effect} />
        <span className="one-line truncate text-ink-2">
          <HostText text={shorten(headline(view.summary), 120)} />
        </span>
        <span className={`text-xs ${lookOfOutcome(view, "text-ink-3")}`}>{sayOutcomeShort(view)}</span>
      </Link>
    </li>
  );
}

const ICON = { size: 16, "aria-hidden": true, className: "translate-y-0.5 text-ink-3" } as const;

function ItemIcon({ item }: { readonly item: InboxItem }) {
  if (item.kind === "project") return <FolderOpen {...ICON} />;
  const { tool, parts, change, class: cls } = item.approval;
  if (tool.origin === "mcp") return <Plug {...ICON} />;
  if (change !== null) return <FilePen {...ICON} />;
  if (parts.some((part) => part.program !== null)) return <SquareTerminal {...ICON} />;
  return cls === "network" || cls === "remote-read" ? <Globe {...ICON} /> : <Wrench {...ICON} />;
}

function textOf(item: InboxItem): string {
  const text =
    item.kind === "project"
      ? `${item.project.name} ${item.project.path}`
      : `${item.approval.summary} ${item.approval.tool.title} ${item.approval.chat.agent ?? ""} ${item.approval.project?.name ?? ""}`;
  return text.toLowerCase();
}
