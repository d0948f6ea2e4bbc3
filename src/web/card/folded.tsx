import type { ApprovalView } from "../../wire/approval.ts";
import { VerdictMark } from "../parts/verdict.tsx";
import { CallText } from "../render/call-text.tsx";
import { headline, shorten } from "../render/excerpt.ts";
import { HostText } from "../render/host-text.tsx";
import { isUntold, sayOutcome, sayState } from "./choices.ts";
import { Link } from "../route/link.tsx";

/** What a person has to know of: a call that ran and failed, or of which nobody knows. */
const LOOK_OF_OUTCOME: Readonly<Partial<Record<ApprovalView["state"], string>>> = {
  failed: "text-deny",
  unknown: "font-medium text-ask",
};

export function lookOfOutcome(view: Pick<ApprovalView, "state" | "outcome">, plain: string): string {
  return isUntold(view) ? plain : (LOOK_OF_OUTCOME[view.state] ?? plain);
}

/** An answered card in one line: what was decided, by whom, what came of it, and the way to its trace. */
export function Folded({ view, link = false }: { readonly view: ApprovalView; readonly link?: boolean }) {
  const { effect, text } = sayState(view);
  const outcome = sayOutcome(view);
  return (
    <div
      role="status"
      data-folded={view.id}
      className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-3 gap-y-0.5 border-b border-line bg-page px-5 py-2 text-sm sm:px-6"
    >
      <VerdictMark effect={effect} />
      <span className="font-medium">
        <CallText prose text={text} />
      </span>
      {link && (
        <Link
          to="/inbox/$id"
          params={{ id: view.id }}
          className="one-line min-w-0 flex-1 truncate text-ink-2 hover:underline"
        >
          <HostText text={shorten(headline(view.summary), 120)} />
        </Link>
      )}
      {view.answer?.remembered != null && (
        <span className="text-ink-2">
          remembered <CallText text={view.answer.remembered} className="text-xs" />
        </span>
      )}
      {view.answer?.note != null && view.state !== "cancelled" && (
        <span className="text-ink-2">
          “<CallText prose text={view.answer.note} />”
        </span>
      )}
      {view.edited && <span className="text-ink-2">edited</span>}
      {outcome !== null && <span className={lookOfOutcome(view, "text-ink-2")}>{outcome}</span>}
      <Link to="/audit" search={{ approval: view.id }} className="ml-auto shrink-0 rounded text-accent hover:underline">
        Trace
      </Link>
    </div>
  );
}
