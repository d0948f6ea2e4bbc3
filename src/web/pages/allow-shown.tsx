import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { ApprovalView } from "../../wire/approval.ts";
import { allowShown, type ShownResult } from "../api/routes.ts";
import { sayState, whyOf } from "../card/choices.ts";
import { HiddenProvider, useHidden } from "../card/hidden.tsx";
import { ARM_MS } from "../card/key-guard.ts";
import { PartsList } from "../card/parts-list.tsx";
import { What } from "../card/what.tsx";
import { AgentName } from "../parts/agent-name.tsx";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { ErrorLine } from "../parts/error-line.tsx";
import { raised } from "../parts/sentence.ts";
import { CallText } from "../render/call-text.tsx";
import { headline, shorten } from "../render/excerpt.ts";
import { HostText } from "../render/host-text.tsx";

interface AllowShownProps {
  /** As they were when the list was opened: what comes or changes later is not among them. */
  readonly views: readonly ApprovalView[];
  /** Calls on screen that need a look of their own. */
  readonly left: number;
  readonly onClose: () => void;
}

/** Allows once each of the calls that it lists; what is folded away in one leaves that one out until it is opened. */
export function AllowShown({ views, left, onClose }: AllowShownProps) {
  const client = useQueryClient();
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const openedAt = useRef(Number.POSITIVE_INFINITY);
  useEffect(() => {
    openedAt.current = performance.now();
  }, []);
  const ready = views.filter(({ id }) => !folded.has(id));
  const send = useMutation({
    mutationFn: () => allowShown(ready.map(({ id, digest }) => ({ id, digest }))),
    onSettled: () => client.invalidateQueries(),
  });
  const onFold = (id: string, closed: boolean): void =>
    setFolded((ids) => {
      if (ids.has(id) === closed) return ids;
      const next = new Set(ids);
      if (closed) next.add(id);
      else next.delete(id);
      return next;
    });
  const results = send.data;
  return (
    <Dialog
      wide
      title={results === undefined ? `Allow ${sayCalls(ready.length)} once?` : sayResult(results)}
      onClose={onClose}
      footer={
        results === undefined ? (
          <>
            <Button data-first tone="quiet" onClick={onClose}>
              Back
            </Button>
            <Button
              tone="primary"
              disabled={send.isPending || ready.length === 0}
              // A key that was meant for the card before is none for this.
              onClick={() => performance.now() - openedAt.current >= ARM_MS && send.mutate()}
            >
              Allow {sayCalls(ready.length)} once
            </Button>
          </>
        ) : (
          <Button data-first onClick={onClose}>
            Close
          </Button>
        )
      }
    >
      <ErrorLine error={send.error} className="mb-3 font-medium text-deny" />
      {results === undefined && left > 0 && (
        <p className="mb-3">
          {left === 1 ? "One more call needs" : `${left} more calls need`} a look of {left === 1 ? "its" : "their"} own
          and {left === 1 ? "is" : "are"} not in this list.
        </p>
      )}
      <ol className="flex flex-col gap-3">
        {views.map((view) => (
          <Call
            key={view.id}
            view={view}
            result={results?.find(({ id }) => id === view.id)}
            settled={results !== undefined}
            onFold={onFold}
          />
        ))}
      </ol>
    </Dialog>
  );
}

interface CallProps {
  readonly view: ApprovalView;
  readonly result: ShownResult | undefined;
  readonly settled: boolean;
  readonly onFold: (id: string, closed: boolean) => void;
}

function Call({ view, result, settled, onFold }: CallProps) {
  const hidden = useHidden();
  const closed = hidden.closed > 0;
  useEffect(() => onFold(view.id, closed), [onFold, view.id, closed]);
  return (
    <li data-call={view.id} className="rounded border border-line px-3 py-2.5">
      <p className="one-line font-medium text-ink">
        <HostText text={shorten(headline(view.summary), 180)} />
      </p>
      <p className="text-xs text-ink-3">
        <AgentName chat={view.chat} />
        {view.cwd !== null && (
          <>
            {" in "}
            <CallText text={view.cwd} />
          </>
        )}
      </p>
      {settled ? (
        <Outcome result={result} />
      ) : (
        <>
          <p className="mt-1 mb-2 text-sm">
            <HostText text={raised(whyOf(view))} />
          </p>
          <HiddenProvider value={hidden.context}>
            <div className="flex flex-col gap-2">
              <What view={view} />
              <PartsList parts={view.parts} />
            </div>
          </HiddenProvider>
          {closed && <p className="mt-2 text-sm text-ask">Not among them until all of it has been shown.</p>}
        </>
      )}
    </li>
  );
}

function Outcome({ result }: { readonly result: ShownResult | undefined }) {
  if (result === undefined) return <p className="mt-1 text-sm">Left out: it still waits.</p>;
  if (result.ok) return <p className="mt-1 text-sm text-allow">Allowed once.</p>;
  return (
    <p className="mt-1 text-sm text-ask">
      {result.approval === undefined || result.approval.state === "pending"
        ? `Not allowed: ${result.message}.`
        : `${sayState(result.approval).text}.`}
    </p>
  );
}

function sayResult(results: readonly ShownResult[]): string {
  const went = results.filter(({ ok }) => ok).length;
  return went === results.length ? `${sayCalls(went)} allowed once` : `${went} of ${sayCalls(results.length)} allowed`;
}

function sayCalls(count: number): string {
  return count === 1 ? "1 call" : `${count} calls`;
}
