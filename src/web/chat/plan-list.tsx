import { ChevronRight } from "lucide-react";
import type { PlanItem } from "../../wire/plan.ts";
import { CallText } from "../render/call-text.tsx";

/** A plan in a line that opens. */
export function PlanList({ items }: { readonly items: readonly PlanItem[] }) {
  const done = items.filter(({ state }) => state === "done").length;
  const now = items.find(({ state }) => state === "doing") ?? items.find(({ state }) => state === "open");
  return (
    <details className="group shrink-0 border-b border-line bg-page text-sm">
      <summary className="mx-auto flex min-h-9 max-w-3xl cursor-pointer list-none items-center gap-2 px-4 sm:px-6">
        <ChevronRight
          size={14}
          aria-hidden
          className="text-ink-3 transition-transform duration-100 group-open:rotate-90"
        />
        <span className="font-medium">Plan</span>
        <span className="text-ink-3 tabular-nums">
          {done} of {items.length} done
        </span>
        {now !== undefined && (
          <span className="min-w-0 flex-1 truncate text-ink-2 group-open:invisible">
            <CallText prose text={now.title} />
          </span>
        )}
      </summary>
      <ol className="mx-auto max-h-56 max-w-3xl overflow-y-auto px-4 pb-3 sm:px-6" aria-label="Plan">
        {items.map((item) => (
          <Item key={item.id} item={item} />
        ))}
      </ol>
    </details>
  );
}

const LOOKS: Readonly<
  Record<PlanItem["state"], { readonly mark: string; readonly look: string; readonly word: string }>
> = {
  open: { mark: "○", look: "", word: "open" },
  doing: { mark: "◐", look: "font-medium", word: "being done" },
  done: { mark: "●", look: "text-ink-3", word: "done" },
  dropped: { mark: "–", look: "text-ink-3 line-through", word: "dropped" },
};

function Item({ item }: { readonly item: PlanItem }) {
  const { mark, look, word } = LOOKS[item.state];
  return (
    <li className={`flex gap-2.5 py-1 pl-0.5 ${look}`}>
      <span aria-hidden className="w-3.5 text-center text-ink-3">
        {mark}
      </span>
      <CallText prose text={item.title} />
      <span className="sr-only">, {word}</span>
    </li>
  );
}
