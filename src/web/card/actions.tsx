import { lazy, Suspense, useState } from "react";
import type { Offer } from "../../core/decision.ts";
import type { ApprovalView } from "../../wire/approval.ts";
import { AgentName } from "../parts/agent-name.tsx";
import { Button } from "../parts/button.tsx";
import { submitOnEnter } from "../parts/submit-on-enter.ts";
import { CallText } from "../render/call-text.tsx";
import { choicesOf, preselected, storedBy } from "./choices.ts";
import { allowFirst, allowSession, type CardState } from "./use-card.ts";

// Opened by a key or a press, and nothing can be answered with it before it is there.
const Remember = lazy(() => import("./remember.tsx").then(({ Remember: component }) => ({ default: component })));

interface ActionsProps {
  readonly card: CardState;
  readonly mayAllow: boolean;
  /** Pieces that are folded away and were not opened. */
  readonly closed: number;
  readonly onOpenAll: () => void;
}

/** The foot of the card, outside of what scrolls. Where the agent asks by itself it has no buttons to press in vain. */
export function Actions(props: ActionsProps) {
  const { card, mayAllow } = props;
  const { panel, busy, trouble, send } = card;
  const back = (): void => card.setPanel("buttons");
  if (!card.answerable) return <AskedInAgent view={card.view} />;
  return (
    <div className="shrink-0">
      {trouble !== null && (
        <p role="alert" className="border-t border-line bg-deny-soft px-5 py-2 text-sm font-medium text-deny sm:px-6">
          <CallText prose text={trouble} />
        </p>
      )}
      {panel === "buttons" && <Buttons {...props} />}
      {panel === "note" && (
        <NoteForm
          busy={busy}
          onCancel={back}
          onSend={(note) => send({ decision: "deny", ...(note === "" ? {} : { note }) })}
        />
      )}
      <Suspense fallback={null}>
        {panel === "always-allow" && (
          <Remember
            view={card.shown}
            decision="allow"
            busy={busy || !mayAllow}
            onCancel={back}
            onAnswer={(remember) => send({ decision: "allow", remember })}
          />
        )}
        {panel === "always-deny" && (
          // A denial is of the call as it was asked, whatever has been typed since.
          <Remember
            view={card.view}
            decision="deny"
            busy={busy}
            onCancel={back}
            onAnswer={(remember) => send({ decision: "deny", remember })}
          />
        )}
      </Suspense>
    </div>
  );
}

function Buttons({ card, mayAllow, closed, onOpenAll }: ActionsProps) {
  const { busy, send, setPanel } = card;
  const { first, session, always, whyNothing } = choicesOf(card.shown);
  const off = busy || !mayAllow;
  return (
    <div className="border-t border-line bg-page px-4 py-3.5 short:py-2 sm:px-6">
      {closed > 0 && <NotShown closed={closed} onOpenAll={onOpenAll} />}
      <div className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap sm:items-center">
        <Button tone="primary" size="large" hotkey="1" disabled={off} onClick={() => send(allowFirst(first))}>
          {first.label}
        </Button>
        {first.askOnce && (
          <Button size="large" hotkey="0" disabled={off} onClick={() => send({ decision: "allow" })}>
            Only now
          </Button>
        )}
        {session && (
          <Button
            size="large"
            hotkey="2"
            disabled={off}
            title={storedBy(card.shown.offers[preselected(card.shown.offers)] as Offer).join(", ")}
            onClick={() => send(allowSession(card.shown))}
          >
            For this session
          </Button>
        )}
        {always && (
          <Button size="large" hotkey="3" disabled={off} onClick={() => setPanel("always-allow")}>
            Always…
          </Button>
        )}
        <Button
          tone="deny"
          size="large"
          hotkey="4 Esc"
          disabled={busy}
          className="max-sm:order-[-1] max-sm:col-start-2 max-sm:row-start-1 sm:ml-auto"
          onClick={() => send({ decision: "deny" })}
        >
          Deny
        </Button>
      </div>
      <div className="mt-2.5 flex flex-wrap short:mt-1 items-center gap-x-1 text-xs text-ink-3">
        {whyNothing !== null && <span>{whyNothing}</span>}
        <span className="ml-auto flex">
          <Button tone="quiet" size="small" disabled={busy} onClick={() => setPanel("note")}>
            Deny with a note…
          </Button>
          {choicesOf(card.view).always && (
            <Button tone="quiet" size="small" disabled={busy} onClick={() => setPanel("always-deny")}>
              Always deny…
            </Button>
          )}
        </span>
      </div>
    </div>
  );
}

function NotShown({ closed, onOpenAll }: { readonly closed: number; readonly onOpenAll: () => void }) {
  return (
    <p className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
      <span>
        {closed === 1 ? "One piece of this call is not shown yet." : `${closed} pieces of this call are not shown yet.`}
      </span>
      <Button size="small" onClick={onOpenAll}>
        Show everything
      </Button>
    </p>
  );
}

function NoteForm({
  busy,
  onCancel,
  onSend,
}: {
  readonly busy: boolean;
  readonly onCancel: () => void;
  readonly onSend: (note: string) => void;
}) {
  const [note, setNote] = useState("");
  return (
    <form
      className="flex flex-col gap-3 border-t border-line bg-page px-5 py-4 sm:px-6"
      onKeyDown={(event) => event.key === "Escape" && onCancel()}
      onSubmit={(event) => {
        event.preventDefault();
        onSend(note.trim());
      }}
    >
      <label className="text-xs font-medium text-ink-2">
        Note for the model
        <textarea
          autoFocus
          value={note}
          maxLength={2000}
          rows={2}
          onChange={(event) => setNote(event.target.value)}
          onKeyDown={submitOnEnter}
          placeholder="What it should do instead"
          className="mt-1.5 block w-full rounded border border-edge bg-surface px-3 py-2 text-base font-normal text-ink placeholder:text-ink-3"
        />
      </label>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" tone="deny" size="large" hotkey="Enter" disabled={busy}>
          Deny and tell the model
        </Button>
        <Button tone="quiet" size="large" hotkey="Esc" onClick={onCancel}>
          Back
        </Button>
      </div>
    </form>
  );
}

function AskedInAgent({ view }: { readonly view: ApprovalView }) {
  return (
    <p className="shrink-0 border-t border-line bg-page px-5 py-3.5 text-sm text-ink-2 sm:px-6">
      <AgentName chat={view.chat} className="font-medium text-ink" /> asks this in its own prompt. Answer there; this
      page will show what came of it.
    </p>
  );
}
