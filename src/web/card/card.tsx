import { Link } from "@tanstack/react-router";
import { Eye, Pencil } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import type { ApprovalView, DecideBody } from "../../wire/approval.ts";
import { getApproval, type Decided } from "../api/routes.ts";
import { CallText } from "../render/call-text.tsx";
import { shorten } from "../render/excerpt.ts";
import { Actions, type Panel } from "./actions.tsx";
import { choicesOf } from "./choices.ts";
import { type Draft, Edit } from "./edit.tsx";
import { fieldsOf } from "./edit-fields.ts";
import { Facts } from "./facts.tsx";
import { Folded } from "./folded.tsx";
import { Head } from "./head.tsx";
import { HiddenProvider, useHidden } from "./hidden.tsx";
import { ARM_MS, type CardKey, readCardKey, takesText } from "./key-guard.ts";
import { LongText } from "./long-text.tsx";
import { FindingLine, PartsList } from "./parts-list.tsx";
import { useVisibleTime } from "./use-armed.ts";
import { useAnswer } from "./use-answer.ts";
import { What } from "./what.tsx";

interface CardProps {
  readonly view: ApprovalView;
  readonly onAnswered: (answered: Decided) => void;
}

/** The one card. Keyed by approval and digest, so that a changed call is a new card with nothing opened or typed. */
export function Card(props: CardProps) {
  return <CardOf key={`${props.view.id} ${props.view.digest}`} {...props} />;
}

function CardOf({ view: masked, onAnswered }: CardProps) {
  const [unmasked, setUnmasked] = useState<ApprovalView | null>(null);
  const [editing, setEditing] = useState(false);
  const [draft, setDraft] = useState<Draft>({ kind: "same" });
  const [panel, setPanel] = useState<Panel>("buttons");
  const hidden = useHidden();
  const visibleTime = useVisibleTime(`${masked.id} ${masked.digest}`);
  const ref = useRef<HTMLElement>(null);
  const answer = useAnswer(masked, onAnswered);
  // The state is the newest; what is masked was opened for the same digest.
  const view = unmasked === null ? masked : { ...masked, args: unmasked.args, change: unmasked.change, parts: unmasked.parts, summary: unmasked.summary, masked: [] };
  const shown = draft.kind === "ready" ? draft.view : view;
  const answerable = view.state === "pending" && view.askedIn === "inbox";

  const unmask = useCallback(async () => {
    if (masked.masked.length === 0) return;
    const open = await getApproval(masked.id, { unmask: true });
    if (open.digest === masked.digest) setUnmasked(open);
  }, [masked]);
  const edit = (): void => void unmask().then(() => setEditing(true));
  const stopEditing = (): void => {
    setEditing(false);
    setDraft({ kind: "same" });
  };

  const send = (body: Omit<DecideBody, "id" | "digest">): void => {
    if (visibleTime() < ARM_MS) return;
    const edited = draft.kind === "ready" && body.decision === "allow";
    answer.send({ ...body, digest: edited ? draft.view.digest : masked.digest, ...(edited ? { edited: draft.args } : {}) });
  };
  const choices = choicesOf(shown);
  const mayAllow = hidden.closed === 0 && (!editing || draft.kind === "same" || draft.kind === "ready");

  const onKey: Readonly<Record<CardKey, () => void>> = {
    first: () => mayAllow && send({ decision: "allow", ...(choices.first.askOnce ? { askOnce: true } : {}) }),
    "only-now": () => mayAllow && choices.first.askOnce && send({ decision: "allow" }),
    session: () => mayAllow && choices.session && send({ decision: "allow", remember: { offer: 0, scope: "session" } }),
    always: () => mayAllow && choices.always && setPanel("always-allow"),
    deny: () => send({ decision: "deny" }),
    edit: () => !editing && edit(),
    why: () => toggleWhy(ref.current),
    "show-all": hidden.openAll,
    note: () => setPanel("note"),
    "always-deny": () => choices.always && setPanel("always-deny"),
  };
  // With a form open a key chooses nothing but the way back.
  useCardKeys(ref, answerable, visibleTime, (key) => (panel === "buttons" ? onKey[key]() : key === "deny" && setPanel("buttons")));

  return (
    <HiddenProvider value={hidden.context}>
      <article ref={ref} tabIndex={-1} aria-labelledby="card-question" data-card={view.id} className="flex max-h-full min-h-0 flex-col overflow-hidden rounded-lg border border-line bg-surface focus:outline-none">
        {view.state !== "pending" && <Folded view={view} />}
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain pb-5" tabIndex={0} role="group" aria-label="What is asked">
          <Head view={view} />
          <div className="flex flex-col gap-4 px-5 pt-2 sm:px-6">
            <div>
              <h2 id="card-question" className="text-lg font-semibold text-balance">
                <CallText prose text={shorten(shown.summary, 180)} />
              </h2>
              <p className="mt-1 text-base text-ink-2 first-letter:uppercase">
                <CallText prose text={shown.reason} />
              </p>
            </div>
            {editing ? <Edit view={view} draft={draft} onDraft={setDraft} /> : <What view={view} />}
            {editing && draft.kind === "ready" && <What view={shown} />}
            <PartsList parts={shown.parts} />
            <Findings view={shown} />
            <Outcome view={view} />
            <Facts view={shown} traceLink={<Link to="/audit" search={{ approval: view.id }} className="text-accent underline-offset-2 hover:underline">in the audit</Link>}>
              {view.masked.length > 0 && <Small icon={<Eye size={14} aria-hidden />} onClick={() => void unmask()}>Show masked secrets</Small>}
              {answerable && !editing && fieldsOf(view.args).length > 0 && <Small icon={<Pencil size={14} aria-hidden />} onClick={edit}>Edit before it runs</Small>}
              {editing && <Small icon={<Pencil size={14} aria-hidden />} onClick={stopEditing}>Drop the edit</Small>}
            </Facts>
          </div>
        </div>
        {view.state === "pending" && (
          <Actions view={shown} answerable={answerable} panel={panel} onPanel={setPanel} mayAllow={mayAllow} closed={hidden.closed} onOpenAll={hidden.openAll} busy={answer.busy} trouble={answer.trouble} onSend={send} />
        )}
      </article>
    </HiddenProvider>
  );
}

function Findings({ view }: { readonly view: ApprovalView }) {
  const inParts = new Set(view.parts.flatMap((part) => part.findings.map((finding) => finding.message)));
  const own = view.findings.filter((finding) => finding.message !== view.reason && !(inParts.has(finding.message) && view.parts.length > 1));
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

function Small({ icon, onClick, children }: { readonly icon: React.ReactNode; readonly onClick: () => void; readonly children: string }) {
  return (
    <button type="button" onClick={onClick} className="inline-flex items-center gap-1.5 rounded font-medium text-accent hover:underline">
      {icon}
      {children}
    </button>
  );
}

function toggleWhy(card: HTMLElement | null): void {
  const details = card?.querySelector<HTMLDetailsElement>("details[data-why]");
  if (details != null) details.open = !details.open;
}

type CardKeyHandler = (key: CardKey) => void;

/** Listens on the page: keys count while the focus is in the card or nowhere. */
function useCardKeys(card: React.RefObject<HTMLElement | null>, active: boolean, visibleTime: () => number, onKey: CardKeyHandler): void {
  const handler = useRef(onKey);
  useEffect(() => {
    handler.current = onKey;
  });
  useEffect(() => {
    if (!active) return undefined;
    const listen = (event: KeyboardEvent): void => {
      if (document.querySelector("dialog[open]") !== null || event.defaultPrevented) return;
      const focus = document.activeElement;
      const here = focus === null || focus === document.body || (card.current?.contains(focus) ?? false);
      const key = here ? readCardKey(readPress(event, visibleTime())) : null;
      if (key === null) return;
      event.preventDefault();
      handler.current(key);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [active, card, visibleTime]);
}

/** By where the key was pressed, not by where the focus is by now: a field that an Escape has left still took it. */
function readPress(event: KeyboardEvent, visibleMs: number): Parameters<typeof readCardKey>[0] {
  return {
    key: event.key,
    repeated: event.repeat || event.isComposing,
    modified: event.ctrlKey || event.metaKey || event.altKey,
    focus: takesText(event.target as HTMLElement | null) ? "text" : "elsewhere",
    visibleMs,
  };
}
