import { useMemo } from "react";
import type { ApprovalView, FileChange } from "../../wire/approval.ts";
import { useMedia } from "../parts/use-media.ts";
import { CallText } from "../render/call-text.tsx";
import { diffRows, newFileRows, pairRows, type DiffPair, type DiffRow } from "../render/diff-rows.ts";
import { inProject } from "../render/in-project.ts";
import { show, type Flag } from "../render/visible-text.ts";
import { FlagBadges } from "../render/call-text.tsx";
import { useFold } from "./hidden.tsx";
import { HiddenMiddle, LongText } from "./long-text.tsx";

const HEAD_ROWS = 60;
const TAIL_ROWS = 12;
/** Opened lines past this many are laid out only when they come into view. */
const LAZY_ROWS = 400;

export function DiffView({
  change,
  project,
}: {
  readonly change: FileChange;
  readonly project: ApprovalView["project"];
}) {
  const wide = useMedia("(min-width: 1280px)");
  const { before, after } = change;
  const diff = useMemo(() => (before === null ? newFileRows(after) : diffRows(before, after)), [before, after]);
  const flags = useMemo(() => show(addedText(diff?.rows ?? []), { content: true }).flags, [diff]);
  const size = new Blob([after]).size + change.cut;
  // Nothing stands on one of two sides of a change that only adds or only removes.
  const split = wide && diff !== null && diff.added > 0 && diff.removed > 0;
  return (
    <section aria-label="What changes in the file" className="overflow-hidden rounded border border-line bg-surface">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-sunken px-3 py-1.5 text-xs text-ink-2">
        <CallText text={inProject(change.path, project)} className="min-w-0 text-ink" />
        <span className="ml-auto flex items-center gap-3 tabular-nums">
          {before === null ? "new file" : null}
          {diff !== null && (
            <span>
              <span className="font-medium text-allow">+{diff.added}</span>{" "}
              <span className="font-medium text-deny">−{diff.removed}</span>
            </span>
          )}
          <span>{saySize(size)}</span>
        </span>
      </header>
      {diff === null ? (
        <div className="p-3 text-xs">
          <p className="mb-2 text-ink-2">
            The change is too large to compare line by line. This is the file as it will be.
          </p>
          <LongText text={after} content />
        </div>
      ) : (
        <Rows pairs={split ? pairRows(diff.rows) : diff.rows.map((row) => ({ left: row, right: row }))} split={split} />
      )}
      {change.cut > 0 && (
        <p className="border-t border-line bg-ask-soft px-3 py-1.5 text-xs font-medium text-ask">
          {saySize(change.cut)} more are not shown: the file is too large for a card.
        </p>
      )}
      <GraveFlags flags={flags} />
    </section>
  );
}

/** A badge speaks of what is added. A very long change is badged by its beginning; marks stand in all of it. */
const BADGED_CHARACTERS = 200_000;

function addedText(rows: readonly DiffRow[]): string {
  return rows
    .filter((row) => row.kind === "added")
    .map((row) => row.text)
    .join("\n")
    .slice(0, BADGED_CHARACTERS);
}

function GraveFlags({ flags }: { readonly flags: ReadonlySet<Flag> }) {
  const told = [...flags].filter((flag) => !["newline", "long", "markup", "url", "rtl", "escaped"].includes(flag));
  if (told.length === 0) return null;
  return (
    <div className="border-t border-line px-3 py-2">
      <FlagBadges flags={told} />
    </div>
  );
}

function Rows({ pairs, split }: { readonly pairs: readonly DiffPair[]; readonly split: boolean }) {
  const folds = pairs.length > HEAD_ROWS + TAIL_ROWS + 8;
  const { open, show: unfold } = useFold(folds);
  if (pairs.length === 0) return <p className="px-3 py-2 text-xs text-ink-3">No lines change.</p>;
  if (open) return <Lines pairs={pairs} split={split} />;
  return (
    <>
      <Lines pairs={pairs.slice(0, HEAD_ROWS)} split={split} />
      <div className="px-3">
        <HiddenMiddle text={`${(pairs.length - HEAD_ROWS - TAIL_ROWS).toLocaleString("en")} lines`} onShow={unfold} />
      </div>
      <Lines pairs={pairs.slice(-TAIL_ROWS)} split={split} />
    </>
  );
}

function Lines({ pairs, split }: { readonly pairs: readonly DiffPair[]; readonly split: boolean }) {
  const lazy = pairs.length > LAZY_ROWS ? "[content-visibility:auto] [contain-intrinsic-block-size:auto_20px]" : "";
  return (
    <div className="text-xs leading-5">
      {pairs.map((pair, i) =>
        pair.left?.kind === "gap" ? (
          <div key={i} className="border-y border-line bg-sunken px-3 text-ink-3 select-none first:border-t-0">
            {pair.left.text}
          </div>
        ) : (
          <div key={i} className={`${split ? "grid grid-cols-2" : ""} ${lazy}`}>
            {split ? (
              <>
                <Line row={pair.left} side="left" />
                <Line row={pair.right} side="right" />
              </>
            ) : (
              <Line row={pair.left} side="both" />
            )}
          </div>
        ),
      )}
    </div>
  );
}

const LINE_LOOKS = {
  same: { soft: "", sign: "", word: "" },
  gap: { soft: "", sign: "", word: "" },
  added: { soft: "bg-allow-soft", sign: "+", word: "added" },
  removed: { soft: "bg-deny-soft", sign: "−", word: "removed" },
} as const;

function Line({ row, side }: { readonly row: DiffRow | null; readonly side: "left" | "right" | "both" }) {
  const edge = side === "right" ? "border-l border-line" : "";
  if (row === null) return <div className={`bg-sunken ${edge}`} />;
  const { soft, sign, word } = LINE_LOOKS[row.kind];
  return (
    <div className={`flex min-w-0 ${soft} ${edge}`}>
      <span aria-hidden className="w-10 shrink-0 pr-2 text-right text-ink-3 tabular-nums select-none">
        {side === "right" || row.kind === "added" ? row.new : row.old}
      </span>
      <span className={`w-4 shrink-0 text-center select-none ${row.kind === "added" ? "text-allow" : "text-deny"}`}>
        <span aria-hidden>{sign}</span>
        {word !== "" && <span className="sr-only">{word}: </span>}
      </span>
      <CallText text={row.text} content className="min-w-0 flex-1 pr-2" />
    </div>
  );
}

function saySize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
