import { useState } from "react";
import type { ApprovalView, DecideBody } from "../../wire/approval.ts";
import { AgentName } from "../parts/agent-name.tsx";
import { Button } from "../parts/button.tsx";
import { CallText } from "../render/call-text.tsx";
import { choicesOf } from "./choices.ts";
import { Remember } from "./remember.tsx";

export type Panel = "buttons" | "always-allow" | "always-deny" | "note";

interface ActionsProps {
  readonly view: ApprovalView;
  /** False where the agent asks by itself: there are then no buttons that could not keep their word. */
  readonly answerable: boolean;
  readonly panel: Panel;
  readonly onPanel: (panel: Panel) => void;
  readonly mayAllow: boolean;
  /** Pieces that are folded away and were not opened. */
  readonly closed: number;
  readonly onOpenAll: () => void;
  readonly busy: boolean;
  readonly trouble: string | null;
  readonly onSend: (body: Omit<DecideBody, "id" | "digest">) => void;
}

/** The foot of the card, outside of what scrolls. */
export function Actions(props: ActionsProps) {
  const { view, panel, onPanel, onSend, busy, trouble } = props;
  if (!props.answerable) return <AskedInAgent view={view} />;
  return (
    <div className="shrink-0">
      {trouble !== null && (
        <p role="alert" className="border-t border-line bg-deny-soft px-5 py-2 text-sm font-medium text-deny sm:px-6">
          <CallText prose text={trouble} />
        </p>
      )}
      {panel === "note" && <NoteForm busy={busy} onCancel={() => onPanel("buttons")} onSend={(note) => onSend({ decision: "deny", ...(note === "" ? {} : { note }) })} />}
      {(panel === "always-allow" || panel === "always-deny") && (
        <Remember
          view={view}
          decision={panel === "always-allow" ? "allow" : "deny"}
          busy={busy || (panel === "always-allow" && !props.mayAllow)}
          onCancel={() => onPanel("buttons")}
          onAnswer={(remember) => onSend({ decision: panel === "always-allow" ? "allow" : "deny", remember })}
        />
      )}
      {panel === "buttons" && <Buttons {...props} />}
    </div>
  );
}

function Buttons({ view, onPanel, mayAllow, closed, onOpenAll, busy, onSend }: ActionsProps) {
  const choices = choicesOf(view);
  const off = busy || !mayAllow;
  return (
    <div className="border-t border-line bg-page px-4 py-3.5 sm:px-6">
      {closed > 0 && (
        <p className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
          <span>{closed === 1 ? "One piece of this call is not shown yet." : `${closed} pieces of this call are not shown yet.`}</span>
          <Button size="small" onClick={onOpenAll}>
            Show everything
          </Button>
        </p>
      )}
      <div className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap sm:items-center">
        <Button tone="primary" size="large" hotkey="1" disabled={off} onClick={() => onSend({ decision: "allow", ...(choices.first.askOnce ? { askOnce: true } : {}) })}>
          {choices.first.label}
        </Button>
        {choices.first.askOnce && (
          <Button size="large" hotkey="0" disabled={off} onClick={() => onSend({ decision: "allow" })}>
            Only now
          </Button>
        )}
        {choices.session && (
          <Button size="large" hotkey="2" disabled={off} onClick={() => onSend({ decision: "allow", remember: { offer: 0, scope: "session" } })}>
            For this session
          </Button>
        )}
        {choices.always && (
          <Button size="large" hotkey="3" disabled={off} onClick={() => onPanel("always-allow")}>
            Always…
          </Button>
        )}
        <Button tone="deny" size="large" hotkey="4 Esc" disabled={busy} className="max-sm:order-[-1] max-sm:col-start-2 max-sm:row-start-1 sm:ml-auto" onClick={() => onSend({ decision: "deny" })}>
          Deny
        </Button>
      </div>
      <div className="mt-2.5 flex flex-wrap items-center gap-x-1 text-xs text-ink-3">
        {choices.whyNothing !== null && <span>{choices.whyNothing}</span>}
        <span className="ml-auto flex">
          <Button tone="quiet" size="small" disabled={busy} onClick={() => onPanel("note")}>
            Deny with a note…
          </Button>
          {choices.always && (
            <Button tone="quiet" size="small" disabled={busy} onClick={() => onPanel("always-deny")}>
              Always deny…
            </Button>
          )}
        </span>
      </div>
    </div>
  );
}

function NoteForm({ busy, onCancel, onSend }: { readonly busy: boolean; readonly onCancel: () => void; readonly onSend: (note: string) => void }) {
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
          placeholder="What it should do instead"
          className="mt-1.5 block w-full rounded border border-edge bg-surface px-3 py-2 text-base font-normal text-ink placeholder:text-ink-3"
        />
      </label>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" tone="deny" size="large" disabled={busy}>
          Deny and tell the model
        </Button>
        <Button tone="quiet" size="large" onClick={onCancel}>
          Back
        </Button>
      </div>
    </form>
  );
}

function AskedInAgent({ view }: { readonly view: ApprovalView }) {
  return (
    <p className="shrink-0 border-t border-line bg-page px-5 py-3.5 text-sm text-ink-2 sm:px-6">
      <AgentName chat={view.chat} className="font-medium text-ink" /> asks this in its own prompt. Answer there; this page will show what came of it.
    </p>
  );
}
