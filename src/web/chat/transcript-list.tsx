import { lazy, Suspense, useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { VList, type VListHandle } from "virtua";
import type { MessageView } from "../../wire/chats.ts";
import { CallRow } from "./rows/call-row.tsx";
import { FilePart, FootRow, NoticeRow, ReasoningRow, TextRow, ThinkingRow, UserRow } from "./rows/message-rows.tsx";
import type { Row } from "./state/rows.ts";

const FaultRow = lazy(() => import("./rows/fault-row.tsx").then(({ FaultRow: component }) => ({ default: component })));

interface TranscriptListProps {
  readonly rows: readonly Row[];
  readonly last: MessageView | undefined;
  /** Rows that wait for the person: they stay mounted though out of view, with what is typed in them. */
  readonly waiting: readonly number[];
  readonly list: RefObject<VListHandle | null>;
  /** There are older messages. */
  readonly more: boolean;
  readonly onOlder: () => void;
  /** Whether what was written last is in view. */
  readonly onAtEnd: (atEnd: boolean) => void;
}

/** From here to the end, in px, the list follows what is written. */
const NEAR_END = 48;
const SCROLLS = /^(?:Arrow(?:Up|Down)|Page(?:Up|Down)|Home|End| )$/;
/** How long the list still scrolls from a touch or a key, in ms. */
const MOVED_MS = 1_000;
/** From here to the beginning, in px, older messages are fetched. */
const NEAR_START = 1_200;

export function TranscriptList({ rows, last, waiting, list, more, onOlder, onAtEnd }: TranscriptListProps) {
  const following = useRef(true);
  /** When the person last moved the list, ms of the page's clock: what it scrolls by itself says nothing of them. */
  const movedAt = useRef(Number.NEGATIVE_INFINITY);
  const prepended = usePrepended(rows);
  const [held] = waiting;
  const end = rows.length - 1;
  /** To what is written last; while a card waits, to the card, which then stays where it is. */
  const follow = useCallback(() => {
    if (!following.current || end < 0) return;
    if (held === undefined) list.current?.scrollToIndex(end, { align: "end" });
    else list.current?.scrollToIndex(held, { align: "nearest" });
  }, [list, end, held]);

  const look = (): void => {
    const handle = list.current;
    if (handle === null) return;
    const seen = handle.scrollOffset + handle.viewportSize;
    const wanted = held === undefined ? handle.scrollSize : handle.getItemOffset(held) + handle.getItemSize(held);
    // Somebody who has scrolled up reads on undisturbed.
    if (wanted - seen < NEAR_END) following.current = true;
    else if (performance.now() - movedAt.current < MOVED_MS) following.current = false;
    onAtEnd(handle.scrollSize - seen < NEAR_END);
    if (more && handle.scrollOffset < NEAR_START) onOlder();
  };
  const moved = (): void => {
    movedAt.current = performance.now();
  };
  useLayoutEffect(follow, [rows, follow]);
  useEffect(() => {
    const handle = list.current;
    // A page that does not fill the view gives nothing to scroll, so it asks for more by itself.
    if (more && rows.length > 0 && handle !== null && handle.scrollSize <= handle.viewportSize + NEAR_START) onOlder();
  }, [rows, more, list, onOlder]);

  return (
    <div
      className="@container-size relative min-h-0 flex-1"
      onWheel={moved}
      onTouchMove={moved}
      onKeyDown={(event) => SCROLLS.test(event.key) && moved()}
      onPointerDown={(event) => {
        const target = event.target as HTMLElement;
        // The scroll bar; and what opens in place is read where it opens.
        if (target.getAttribute("role") === "log") moved();
        if (target.closest("[aria-expanded], summary") !== null) following.current = false;
      }}
    >
      <VList
        ref={list}
        shift={prepended}
        keepMounted={waiting}
        bufferSize={400}
        tabIndex={0}
        role="log"
        aria-live="off"
        aria-label="Transcript"
        onScroll={look}
        onResize={follow}
        className="overscroll-contain focus-visible:-outline-offset-2"
        data={rows}
      >
        {(row) => (
          <div key={row.key} className="mx-auto w-full max-w-3xl px-4 sm:px-6">
            <RowOf row={row} last={last} />
          </div>
        )}
      </VList>
    </div>
  );
}

function RowOf({ row, last }: { readonly row: Row; readonly last: MessageView | undefined }) {
  switch (row.kind) {
    case "user":
      return <UserRow message={row.message} />;
    case "notice":
      return <NoticeRow message={row.message} />;
    case "text":
      return <TextRow blocks={row.blocks} live={row.live} />;
    case "reasoning":
      return <ReasoningRow text={row.text} live={row.live} />;
    case "file":
      return <FilePart part={row.part} />;
    case "call":
      return <CallRow part={row.part} />;
    case "foot":
      return <FootRow turn={row.turn} />;
    case "fault":
      return (
        // A row without a height is none that the list keeps.
        <Suspense fallback={<div className="h-24" />}>
          <FaultRow run={row.run} last={last} />
        </Suspense>
      );
    case "thinking":
      return <ThinkingRow />;
  }
}

/** Whether rows came in at the top since the last time: then the place is kept from the end. */
function usePrepended(rows: readonly Row[]): boolean {
  const [seen, setSeen] = useState({ rows, prepended: false });
  if (seen.rows === rows) return seen.prepended;
  const first = seen.rows[0]?.key;
  const prepended = first !== undefined && rows[0]?.key !== first && rows.some(({ key }) => key === first);
  setSeen({ rows, prepended });
  return prepended;
}
