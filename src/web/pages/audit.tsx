import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { BadgeCheck, Download, ScrollText, X } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { VList, type VListHandle } from "virtua";
import type { Effect } from "../../core/effect.ts";
import type { AuditLine } from "../../wire/audit.ts";
import { effectOf, foldLines, sayCall, sayType, sayWho, summariesOf } from "../../wire/audit-words.ts";
import { auditQuery, rulesQuery } from "../api/queries.ts";
import { AUDIT_EXPORT_PATH, verifyAudit } from "../api/routes.ts";
import { takesText } from "../card/key-guard.ts";
import { setParam } from "../frame/set-param.ts";
import { Button } from "../parts/button.tsx";
import { Page } from "../parts/page.tsx";
import { Search } from "../parts/search.tsx";
import { sentenceOf } from "../parts/sentence.ts";
import { Empty, Fault, Loading } from "../parts/states.tsx";
import { VerdictMark } from "../parts/verdict.tsx";
import { CallText } from "../render/call-text.tsx";
import { headline } from "../render/excerpt.ts";
import { HostText } from "../render/host-text.tsx";
import { sayDate, sayTime } from "../render/time.ts";
import { AuditPanel } from "./audit-panel.tsx";
import { useInbox } from "./use-inbox.ts";
import { usePaused } from "./use-paused.ts";
import { useTitle } from "./use-title.ts";
import { textIn, useSearch } from "../route/use-search.ts";

const readSearch = (params: URLSearchParams) => ({
  ...textIn(params, "q"),
  ...textIn(params, "type"),
  ...textIn(params, "approval"),
  ...lineIn(params),
});

function lineIn(params: URLSearchParams): { readonly line?: number } {
  const line = params.get("line") ?? "";
  return /^\d{1,15}$/.test(line) ? { line: Number(line) } : {};
}

export function AuditPage() {
  const { waiting } = useInbox();
  useTitle("Audit", waiting);
  const [{ q = "", type = "", approval, line }, setSearch] = useSearch(readSearch);
  const text = usePaused(q, 200);
  const pages = useInfiniteQuery(auditQuery({ text, type, ...(approval === undefined ? {} : { approval }) }));
  const lines = useMemo(() => pages.data?.pages.flatMap((page) => page.lines) ?? [], [pages.data]);
  const open = useCallback(
    (seq: number | undefined) => setSearch((now) => setParam(now, "line", seq), { replace: true }),
    [setSearch],
  );
  const selected = lines.find((each) => each.seq === line);
  useLineKeys(lines, line, open);
  if (pages.isError && pages.data === undefined)
    return <Fault error={pages.error} what="The audit" onRetry={() => void pages.refetch()} />;
  return (
    <div className="flex h-full min-h-0">
      <div className={`min-w-0 flex-1 ${selected === undefined ? "" : "max-lg:hidden"}`}>
        <Page
          fill
          title="Audit"
          says="Every decision, answer and change, in a chain that shows when a line was altered or lost."
          actions={<Tools />}
        >
          <div className="mb-3 flex flex-wrap items-center gap-3">
            <div className="w-full sm:w-72">
              <Search
                label="Search the audit"
                value={q}
                onChange={(next) =>
                  setSearch((now) => setParam(now, "q", next === "" ? undefined : next), { replace: true })
                }
              />
            </div>
            {approval !== undefined && (
              <Filter
                text={`call ${approval}`}
                onClear={() => setSearch((now) => setParam(now, "approval", undefined))}
              />
            )}
            {type !== "" && (
              <Filter text={sayType(type)} onClear={() => setSearch((now) => setParam(now, "type", undefined))} />
            )}
          </div>
          {pages.isPending && <Loading label="the audit" rows={10} />}
          {pages.isSuccess && lines.length === 0 && (
            <NoLines filtered={q !== "" || type !== "" || approval !== undefined} />
          )}
          {lines.length > 0 && (
            <Lines
              lines={lines}
              selected={line}
              fold={approval === undefined}
              onOpen={open}
              onEnd={() => {
                if (pages.hasNextPage && !pages.isFetchingNextPage) void pages.fetchNextPage();
              }}
            />
          )}
        </Page>
      </div>
      {selected !== undefined && (
        <AuditPanel
          line={selected}
          onClose={() => open(undefined)}
          onType={(next) => setSearch((now) => setParam(setParam(now, "line", undefined), "type", next))}
        />
      )}
    </div>
  );
}

interface LinesProps {
  readonly lines: readonly AuditLine[];
  readonly selected: number | undefined;
  /** Lines of one call that follow each other stand as one. */
  readonly fold: boolean;
  readonly onOpen: (seq: number) => void;
  readonly onEnd: () => void;
}

/** Rows from here to the end before the next page is fetched. */
const AHEAD = 30;

function Lines({ lines, selected, fold, onOpen, onEnd }: LinesProps) {
  const list = useRef<VListHandle>(null);
  const rows = useMemo(() => foldLines(lines, { fold, open: selected }), [fold, lines, selected]);
  const index = rows.findIndex(({ line }) => line.seq === selected);
  const summaries = useMemo(() => summariesOf(lines), [lines]);
  const { data: rules = [] } = useQuery(rulesQuery);
  const ruleText = (id: string): string | undefined => rules.find((rule) => rule.id === id)?.pattern;
  useEffect(() => {
    if (index >= 0) list.current?.scrollToIndex(index, { align: "nearest" });
  }, [index]);
  const near = (): void => {
    const handle = list.current;
    if (handle !== null && handle.findItemIndex(handle.scrollOffset + handle.viewportSize) > rows.length - AHEAD)
      onEnd();
  };
  return (
    <div
      className="mb-4 min-h-0 flex-1 overflow-hidden rounded-lg border border-line bg-surface"
      role="region"
      aria-label="Lines, newest first"
    >
      <VList ref={list} itemSize={32} onScroll={near} tabIndex={0}>
        {rows.map(({ line, more, decided }, i) => (
          <Line
            key={line.seq}
            line={line}
            more={more}
            effect={effectOf(decided)}
            who={sayWho(decided, ruleText)}
            summary={sayCall(line, summaries)}
            day={sayDate(line.at) === sayDate(rows[i - 1]?.line.at ?? 0) ? null : sayDate(line.at)}
            current={line.seq === selected}
            onOpen={onOpen}
          />
        ))}
      </VList>
    </div>
  );
}

interface LineProps {
  readonly line: AuditLine;
  /** Lines of the same call that are folded into this one. */
  readonly more: number;
  readonly effect: Effect | null;
  readonly who: string;
  readonly summary: string;
  /** Where the line is the first of its day. */
  readonly day: string | null;
  readonly current: boolean;
  readonly onOpen: (seq: number) => void;
}

function Line({ line, more, effect, who, summary, day, current, onOpen }: LineProps) {
  return (
    <>
      {day !== null && (
        <div className="border-b border-line bg-sunken px-3 py-1 text-xs font-medium text-ink-2">{day}</div>
      )}
      <button
        type="button"
        aria-current={current}
        onClick={() => onOpen(line.seq)}
        className="grid h-8 w-full grid-cols-[3.75rem_16px_minmax(0,1fr)_auto] items-center gap-x-2 border-b border-line px-3 text-left text-sm hover:bg-page aria-[current=true]:bg-accent-soft sm:grid-cols-[4.5rem_16px_9.5rem_minmax(0,1fr)_auto] sm:gap-x-3"
      >
        <time dateTime={new Date(line.at).toISOString()} className="text-xs text-ink-3 tabular-nums">
          {sayTime(line.at)}
        </time>
        {effect === null ? (
          <span aria-hidden className="mx-auto size-1.5 rounded-full bg-edge" />
        ) : (
          <VerdictMark effect={effect} />
        )}
        <span className="hidden truncate text-ink-2 sm:block">
          <CallText prose text={sayType(line.type)} />
          {more > 0 && (
            <span title="Lines of the same kind right before this one" className="text-xs text-ink-3">
              {" "}
              and {more} more
            </span>
          )}
        </span>
        <span className="one-line truncate">
          {summary === "" ? (
            // Where there is no room for the kind beside it, a line without a subject says its kind.
            <CallText prose text={sayType(line.type)} className="text-ink-2 sm:hidden" />
          ) : (
            <HostText text={headline(summary)} />
          )}
        </span>
        <span className="max-w-20 truncate text-xs text-ink-3 sm:max-w-40">
          <CallText prose text={who} />
        </span>
      </button>
    </>
  );
}

function Filter({ text, onClear }: { readonly text: string; readonly onClear: () => void }) {
  return (
    <span className="inline-flex h-7 max-w-full items-center gap-1 rounded bg-accent-soft pl-2.5 text-xs font-medium text-accent">
      <span className="truncate">
        Only <CallText prose text={text} />
      </span>
      <button
        type="button"
        aria-label={`Show more than ${text}`}
        onClick={onClear}
        className="rounded p-1.5 hover:bg-hover"
      >
        <X size={12} aria-hidden />
      </button>
    </span>
  );
}

function Tools() {
  const verify = useMutation({ mutationFn: verifyAudit });
  return (
    <div className="flex flex-wrap items-center gap-2 sm:justify-end">
      <span role="status" className="text-sm empty:hidden">
        {verify.isPending && <span className="text-ink-3">Verifying…</span>}
        {verify.error !== null && <span className="text-deny">{sentenceOf(verify.error)}</span>}
        {verify.data?.ok === true && (
          <span className={verify.data.anchored ? "text-allow" : "text-ask"}>
            {verify.data.lines.toLocaleString("en")} lines, none altered
            {verify.data.anchored ? " or lost" : "; without its anchor a cut at the end would not show"}
          </span>
        )}
        {verify.data?.ok === false && (
          <span className="text-deny">
            Line {verify.data.seq}: <CallText prose text={verify.data.message} />
          </span>
        )}
      </span>
      <Button onClick={() => verify.mutate()} disabled={verify.isPending} icon={<BadgeCheck size={14} aria-hidden />}>
        Verify
      </Button>
      <a
        href={AUDIT_EXPORT_PATH}
        download
        className="inline-flex h-8 items-center gap-2 rounded border border-edge/60 bg-surface px-3 text-sm font-medium hover:border-edge hover:bg-hover"
      >
        <Download size={14} aria-hidden />
        Export
      </a>
    </div>
  );
}

function NoLines({ filtered }: { readonly filtered: boolean }) {
  if (filtered) return <p className="py-10 text-center text-sm text-ink-3">No line matches.</p>;
  return (
    <Empty icon={<ScrollText size={20} aria-hidden />} title="Nothing is recorded yet">
      <p>The first call that an agent proposes makes the first line.</p>
    </Empty>
  );
}

function useLineKeys(
  lines: readonly AuditLine[],
  selected: number | undefined,
  open: (seq: number | undefined) => void,
): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        takesText(event.target as HTMLElement | null) ||
        document.querySelector("dialog[open]") !== null
      )
        return;
      if (event.key === "Escape" && selected !== undefined) return open(undefined);
      const step = event.key === "j" ? 1 : event.key === "k" ? -1 : 0;
      const at = lines.findIndex((line) => line.seq === selected);
      const next = lines[at + step];
      if (step !== 0 && next !== undefined) open(next.seq);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [lines, selected, open]);
}
