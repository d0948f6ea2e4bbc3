import { Eye, Pencil } from "lucide-react";
import { lazy, Suspense, type ReactNode, useId, useRef } from "react";
import type { ApprovalView } from "../../wire/approval.ts";
import type { Decided } from "../api/routes.ts";
import { raised } from "../parts/sentence.ts";
import { headingOf } from "../render/excerpt.ts";
import { HostText } from "../render/host-text.tsx";
import { Actions } from "./actions.tsx";
import { Assessment } from "./assessment.tsx";
import { whyOf } from "./choices.ts";
import { fieldsOf } from "./edit-fields.ts";
import { Facts } from "./facts.tsx";
import { Folded } from "./folded.tsx";
import { Head } from "./head.tsx";
import { HiddenProvider, useHidden } from "./hidden.tsx";
import { LongText } from "./long-text.tsx";
import { FindingLine, PartsList } from "./parts-list.tsx";
import { ProtectedBadge } from "./protected-badge.tsx";
import { actOnKey, type CardState, isSettled, useCard } from "./use-card.ts";
import { useCardKeys } from "./use-card-keys.ts";
import { What } from "./what.tsx";
import { Link } from "../route/link.tsx";

// Few cards need them, and the first card is what a person waits for.
const Edit = lazy(() => import("./edit.tsx").then(({ Edit: component }) => ({ default: component })));
const SubagentModel = lazy(() =>
  import("./subagent-model.tsx").then(({ SubagentModel: component }) => ({ default: component })),
);

interface CardProps {
  readonly view: ApprovalView;
  /** Takes the keys of a card. Of several cards on one page, only one may. */
  readonly keys?: boolean;
  readonly onAnswered: (answered: Decided) => void;
}

/** The one card. Keyed by approval and digest, so that a changed call is a new card with nothing opened or typed. */
export function Card(props: CardProps) {
  return <CardOf key={`${props.view.id} ${props.view.digest}`} {...props} />;
}

function CardOf({ view: asked, keys = true, onAnswered }: CardProps) {
  const ref = useRef<HTMLElement>(null);
  const card = useCard(asked, { element: ref, onAnswered });
  const hidden = useHidden();
  const question = useId();
  const mayAllow = hidden.closed === 0 && isSettled(card);
  const { view, answerable, visibleTime } = card;
  useCardKeys({
    active: answerable && keys,
    visibleTime,
    onKey: (key) => actOnKey(key, { card, mayAllow, onWhy: () => toggleWhy(ref.current), onShowAll: hidden.openAll }),
  });
  return (
    <HiddenProvider value={hidden.context}>
      <article
        ref={ref}
        tabIndex={-1}
        aria-labelledby={question}
        data-card={view.id}
        data-keys={keys}
        className="flex max-h-full min-h-0 flex-col overflow-hidden rounded-lg border border-line bg-surface focus:outline-none"
      >
        {view.state !== "pending" && <Folded view={view} />}
        <Question card={card} id={question} />
        {view.state === "pending" && (
          <Actions card={card} mayAllow={mayAllow} closed={hidden.closed} onOpenAll={hidden.openAll} />
        )}
      </article>
    </HiddenProvider>
  );
}

/** What scrolls: what will happen, to what, why it is asked, and then the small print. */
function Question({
  id,
  card: { view, shown, answerable, editing, draft, setDraft, edit, stopEditing, unmask },
}: {
  /** Of the element that names the card. */
  readonly id: string;
  readonly card: CardState;
}) {
  const trace = (
    <Link to="/audit" search={{ approval: view.id }} className="text-accent underline-offset-2 hover:underline">
      in the audit
    </Link>
  );
  return (
    <div
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain pb-5"
      tabIndex={0}
      role="group"
      aria-label="What is asked"
    >
      <Head view={view} />
      <div className="flex flex-col gap-4 px-5 pt-2 sm:px-6">
        <div>
          <h2 id={id} className="one-line text-lg font-semibold text-balance">
            <HostText text={headingOf(shown.summary)} />
          </h2>
          <p className="mt-1 text-base text-ink-2">
            <ProtectedBadge code={shown.code} />
            <HostText text={raised(whyOf(shown))} />
          </p>
        </div>
        {editing ? (
          <Suspense fallback={<What view={view} />}>
            <Edit view={view} draft={draft} onDraft={setDraft} />
          </Suspense>
        ) : (
          <What view={view} />
        )}
        {editing && draft.kind === "ready" && <What view={shown} />}
        {answerable && view.tool.id === "subagent" && (
          <Suspense fallback={<div className="h-8" />}>
            <SubagentModel view={view} />
          </Suspense>
        )}
        <PartsList parts={shown.parts} />
        <Findings view={shown} />
        {view.assessment !== undefined && <Assessment said={view.assessment} />}
        <Outcome view={view} />
        <Facts view={shown} traceLink={trace}>
          {view.masked.length > 0 && (
            <Small icon={<Eye size={14} aria-hidden />} onClick={() => void unmask()}>
              Show masked secrets
            </Small>
          )}
          {answerable && !editing && fieldsOf(view.args).length > 0 && (
            <Small icon={<Pencil size={14} aria-hidden />} onClick={edit}>
              Edit before it runs
            </Small>
          )}
          {editing && (
            <Small icon={<Pencil size={14} aria-hidden />} onClick={stopEditing}>
              Drop the edit
            </Small>
          )}
        </Facts>
      </div>
    </div>
  );
}

function Findings({ view }: { readonly view: ApprovalView }) {
  // Of a command in parts each warning stands under its part; here are those about the call as a whole.
  const parts = view.parts.length > 1 ? view.parts : [];
  const inParts = new Set(parts.flatMap((part) => [part.reason, ...part.findings.map(({ message }) => message)]));
  const own = view.findings.filter(({ message }) => message !== view.reason && !inParts.has(message));
  if (own.length === 0) return null;
  return (
    <section aria-label="Findings" className="rounded bg-ask-soft px-3 py-2 text-sm">
      {own.map((finding) => (
        <FindingLine key={`${finding.code} ${finding.subject ?? ""}`} finding={finding} />
      ))}
    </section>
  );
}

/** What the call gave back, once it ran. */
function Outcome({ view }: { readonly view: ApprovalView }) {
  if (view.outcome === null || view.outcome.text === "") return null;
  return (
    <section aria-label="What came of it">
      <h3 className="mb-1 text-xs text-ink-3">What came of it</h3>
      <div className="rounded border border-line bg-sunken px-3.5 py-2.5 text-xs">
        <LongText text={view.outcome.text} content />
      </div>
    </section>
  );
}

function Small({
  icon,
  onClick,
  children,
}: {
  readonly icon: ReactNode;
  readonly onClick: () => void;
  readonly children: string;
}) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="inline-flex items-center gap-1.5 rounded font-medium text-accent hover:underline"
    >
      {icon}
      {children}
    </button>
  );
}

function toggleWhy(card: HTMLElement | null): void {
  const details = card?.querySelector<HTMLDetailsElement>("details[data-why]");
  if (details != null) details.open = !details.open;
}
