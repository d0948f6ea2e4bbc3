import { X } from "lucide-react";
import type { AuditLine } from "../../wire/audit.ts";
import { effectOf, sayType, subjectOf } from "../../wire/audit-words.ts";
import { LongText } from "../card/long-text.tsx";
import { raised } from "../parts/sentence.ts";
import { VerdictChip } from "../parts/verdict.tsx";
import { CallText } from "../render/call-text.tsx";
import { flattenValue } from "../render/flatten-value.ts";
import { sayDate, sayTime } from "../render/time.ts";
import { Link } from "../route/link.tsx";

/** One line in full, with the ways on: its card, the call's other lines, lines of its kind. */
export function AuditPanel({
  line,
  onClose,
  onType,
}: {
  readonly line: AuditLine;
  readonly onClose: () => void;
  readonly onType: (type: string) => void;
}) {
  const effect = effectOf(line);
  return (
    <aside
      aria-label={`Line ${line.seq}`}
      className="flex w-full min-w-0 flex-col overflow-y-auto border-line bg-surface lg:w-[26rem] lg:shrink-0 lg:border-l"
      tabIndex={0}
    >
      {/* On a narrow screen the list, and with it the page's heading, gives way to the line. */}
      <h1 className="sr-only lg:hidden">Audit</h1>
      <header className="flex items-start gap-3 px-5 pt-5">
        <div className="min-w-0 flex-1">
          <p className="flex items-center gap-2 text-xs text-ink-3 tabular-nums">
            line {line.seq} · {sayDate(line.at)}, {sayTime(line.at)}
          </p>
          <h2 className="mt-1 text-md font-semibold">
            <CallText prose text={raised(sayType(line.type))} />
          </h2>
        </div>
        {effect !== null && <VerdictChip effect={effect} />}
        <button
          type="button"
          aria-label="Close the line"
          onClick={onClose}
          className="-mt-1 rounded p-1.5 text-ink-3 hover:bg-hover hover:text-ink"
        >
          <X size={16} aria-hidden />
        </button>
      </header>
      {subjectOf(line) !== "" && (
        <div className="mx-5 mt-3 rounded border border-line bg-sunken px-3 py-2 text-sm">
          <LongText text={subjectOf(line)} />
        </div>
      )}
      <dl className="mx-5 mt-4 text-sm">
        <Row name="by" value={line.actor} />
        {line.chat !== null && <Row name="chat" value={line.chat} />}
        {flattenValue(line.data).rows.map((leaf) => (
          <Row key={leaf.path} name={leaf.path} value={leaf.text} />
        ))}
        <Row name="hash" value={line.hash} />
      </dl>
      <nav
        aria-label="From this line"
        className="flex flex-col items-start gap-2 px-5 pt-4 pb-6 text-sm font-medium text-accent"
      >
        {line.approval !== null && (
          <>
            <Link to="/inbox/$id" params={{ id: line.approval }} className="rounded hover:underline">
              What the card showed, and why
            </Link>
            <Link to="/audit" search={{ approval: line.approval, line: line.seq }} className="rounded hover:underline">
              All lines of this call
            </Link>
          </>
        )}
        <button type="button" onClick={() => onType(line.type)} className="rounded hover:underline">
          All lines of this kind
        </button>
      </nav>
    </aside>
  );
}

function Row({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div className="grid grid-cols-[7rem_minmax(0,1fr)] gap-3 border-t border-line py-1.5 first:border-t-0">
      <dt className="truncate text-xs text-ink-3">
        <CallText prose text={name} />
      </dt>
      <dd className="text-xs">
        <LongText text={value} />
      </dd>
    </div>
  );
}
