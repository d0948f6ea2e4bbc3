import { ArrowDown } from "lucide-react";
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { VList, type VListHandle } from "virtua";
import type { MessageView } from "../../wire/chats.ts";
import { CallRow } from "./rows/call-row.tsx";
import {
  FaultRow,
  FilePart,
  FootRow,
  NoticeRow,
  ReasoningRow,
  TextRow,
  ThinkingRow,
  UserRow,
} from "./rows/message-rows.tsx";
import type { Row } from "./state/rows.ts";

interface TranscriptListProps {
  readonly rows: readonly Row[];
  readonly last: MessageView | undefined;
  /** Rows that stay mounted though they are out of view: open cards, with what is typed in them. */
  readonly kept: readonly number[];
  readonly list: RefObject<VListHandle | null>;
  /** There are older messages. */
  readonly more: boolean;
  readonly onOlder: () => void;
}

/** From here to the end, in px, the list follows what is written. */
const NEAR_END = 48;
/** From here to the beginning, in px, older messages are fetched. */
const NEAR_START = 1_200;

export function TranscriptList({ rows, last, kept, list, more, onOlder }: TranscriptListProps) {
  const [atEnd, setAtEnd] = useState(true);
  const following = useRef(true);
  const prepended = usePrepended(rows);
  const toEnd = useCallback(() => list.current?.scrollToIndex(Number.MAX_SAFE_INTEGER, { align: "end" }), [list]);

  const look = (): void => {
    const handle = list.current;
    if (handle === null) return;
    const rest = handle.scrollSize - handle.scrollOffset - handle.viewportSize;
    following.current = rest < NEAR_END;
    setAtEnd(rest < NEAR_END);
    if (more && handle.scrollOffset < NEAR_START) onOlder();
  };
  useLayoutEffect(() => {
    // Somebody who has scrolled up reads on undisturbed.
    if (following.current && rows.length > 0) list.current?.scrollToIndex(rows.length - 1, { align: "end" });
  }, [rows, list]);
  useEffect(() => {
    const handle = list.current;
    // A page that does not fill the view gives nothing to scroll, so it asks for more by itself.
    if (more && handle !== null && handle.scrollSize <= handle.viewportSize + NEAR_START) onOlder();
  }, [rows, more, list, onOlder]);

  return (
    <div className="relative min-h-0 flex-1">
      <VList
        ref={list}
        shift={prepended}
        keepMounted={kept}
        bufferSize={400}
        tabIndex={0}
        role="log"
        aria-live="off"
        aria-label="Transcript"
        onScroll={look}
        onResize={() => following.current && toEnd()}
        className="overscroll-contain focus-visible:-outline-offset-2"
        data={rows}
      >
        {(row) => (
          <div key={row.key} className="mx-auto w-full max-w-3xl px-4 sm:px-6">
            <RowOf row={row} last={last} />
          </div>
        )}
      </VList>
      {!atEnd && (
        <button
          type="button"
          onClick={toEnd}
          aria-label="To the newest"
          title="To the newest"
          className="absolute bottom-3 left-1/2 flex size-8 -translate-x-1/2 items-center justify-center rounded-full border border-edge/60 bg-surface text-ink-2 shadow-float hover:text-ink"
        >
          <ArrowDown size={16} aria-hidden />
        </button>
      )}
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
      return <FaultRow run={row.run} last={last} />;
    case "thinking":
      return <ThinkingRow />;
  }
}

/** Whether rows came in at the top since the last time: then the place is kept from the end. */
function usePrepended(rows: readonly Row[]): boolean {
  const before = useRef<{ readonly rows: readonly Row[]; readonly prepended: boolean }>({ rows, prepended: false });
  if (before.current.rows !== rows) {
    const first = before.current.rows[0]?.key;
    const prepended = first !== undefined && rows[0]?.key !== first && rows.some(({ key }) => key === first);
    before.current = { rows, prepended };
  }
  return before.current.prepended;
}
