import { type RefObject, useCallback, useState } from "react";
import type { ApprovalView, DecideBody } from "../../wire/approval.ts";
import { tellUncovered } from "../parts/uncovered.ts";
import { getApproval, type Decided } from "../api/routes.ts";
import { type CardChoices, choicesOf, preselected } from "./choices.ts";
import type { Draft } from "./edit.tsx";
import { ARM_MS, type CardKey } from "./key-guard.ts";
import { useAnswer } from "./use-answer.ts";
import { useVisibleTime } from "./use-visible-time.ts";

type Panel = "buttons" | "always-allow" | "always-deny" | "note";

/** All but the id and the digest, which the card adds. */
export type Answer = Omit<DecideBody, "id" | "digest">;

export interface CardState {
  /** The call as it was asked; secrets shown where the person asked for them. */
  readonly view: ApprovalView;
  /** The same, or the call as it would be after the edit. */
  readonly shown: ApprovalView;
  /** False where the agent asks by itself, or an answer is there. */
  readonly answerable: boolean;
  readonly editing: boolean;
  readonly draft: Draft;
  readonly panel: Panel;
  readonly busy: boolean;
  readonly trouble: string | null;
  readonly visibleTime: () => number;
  readonly unmask: () => Promise<void>;
  readonly edit: () => void;
  readonly stopEditing: () => void;
  readonly setDraft: (draft: Draft) => void;
  readonly setPanel: (panel: Panel) => void;
  readonly send: (answer: Answer) => void;
}

interface CardPlace {
  /** The card itself: only what is in view is answered. */
  readonly element: RefObject<HTMLElement | null>;
  readonly onAnswered: (answered: Decided) => void;
}

export function useCard(asked: ApprovalView, { element, onAnswered }: CardPlace): CardState {
  const [open, setOpen] = useState<ApprovalView | null>(null);
  const [editing, setEditing] = useState(false);
  const [draft, setDraft] = useState<Draft>({ kind: "same" });
  const [panel, setPanel] = useState<Panel>("buttons");
  const visibleTime = useVisibleTime(element);
  const answering = useAnswer(asked, onAnswered);
  const view = open === null ? asked : unmasked(asked, open);

  const unmask = useCallback(async () => {
    if (asked.masked.length === 0) return;
    const full = await getApproval(asked.id, { unmask: true });
    if (full.digest === asked.digest) setOpen(full);
  }, [asked]);

  return {
    view,
    shown: draft.kind === "ready" ? draft.view : view,
    answerable: view.state === "pending" && view.askedIn === "inbox",
    editing,
    draft,
    panel,
    busy: answering.busy,
    trouble: answering.trouble,
    visibleTime,
    unmask,
    edit: () => void unmask().then(() => setEditing(true)),
    stopEditing: () => {
      tellUncovered();
      setEditing(false);
      setDraft({ kind: "same" });
    },
    setDraft,
    setPanel: (next) => {
      if (next === "buttons") tellUncovered();
      setPanel(next);
    },
    send: (answer) => {
      // INVARIANT: an answer carries the digest of what is on screen, and nothing is sent before it could be seen.
      if (visibleTime() < ARM_MS) return;
      // The buttons are off from here on, and the focus would be lost with them; what stands here next takes it over.
      if (element.current?.contains(document.activeElement) === true) element.current.focus({ preventScroll: true });
      const edited = draft.kind === "ready" && answer.decision === "allow";
      answering.send(
        edited ? { ...answer, digest: draft.view.digest, edited: draft.args } : { ...answer, digest: asked.digest },
      );
    },
  };
}

/** The newest state, with what was masked in it opened; both are of one digest. */
function unmasked(
  asked: ApprovalView,
  { args, beside, change, parts, summary, reason, explanation }: ApprovalView,
): ApprovalView {
  return { ...asked, args, ...(beside && { beside }), change, parts, summary, reason, explanation, masked: [] };
}

/** Whether an edit, if there is one, has a verdict by now. */
export function isSettled({ editing, draft }: Pick<CardState, "editing" | "draft">): boolean {
  return !editing || draft.kind === "same" || draft.kind === "ready";
}

interface KeyActions {
  readonly card: CardState;
  readonly mayAllow: boolean;
  readonly onWhy: () => void;
  readonly onShowAll: () => void;
}

/** What each key of a card does. With a form open a key chooses nothing but the way back. */
export function actOnKey(key: CardKey, { card, mayAllow, onWhy, onShowAll }: KeyActions): void {
  const { panel, setPanel, send } = card;
  const choices = choicesOf(card.shown);
  if (panel !== "buttons") return key === "deny" ? setPanel("buttons") : undefined;
  const allowed: Readonly<Partial<Record<CardKey, () => void>>> = mayAllow ? allowing(card, choices) : {};
  const free: Readonly<Partial<Record<CardKey, () => void>>> = {
    deny: () => send({ decision: "deny" }),
    edit: () => !card.editing && card.edit(),
    why: onWhy,
    "show-all": onShowAll,
    note: () => setPanel("note"),
    "always-deny": () => choicesOf(card.view).always && setPanel("always-deny"),
  };
  (allowed[key] ?? free[key])?.();
}

function allowing(
  { shown, send, setPanel }: CardState,
  { first, session, always }: CardChoices,
): Readonly<Partial<Record<CardKey, () => void>>> {
  return {
    first: () => send(allowFirst(first)),
    "only-now": () => first.askOnce && send({ decision: "allow" }),
    session: () => session && send(allowSession(shown)),
    always: () => always && setPanel("always-allow"),
  };
}

/** The first button: once, or at level L1 for this very call. */
export function allowFirst({ askOnce }: CardChoices["first"]): Answer {
  return askOnce ? { decision: "allow", askOnce } : { decision: "allow" };
}

export function allowSession({ offers }: Pick<ApprovalView, "offers">): Answer {
  return { decision: "allow", remember: { offer: preselected(offers), scope: "session" } };
}
