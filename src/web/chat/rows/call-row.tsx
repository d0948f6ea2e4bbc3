import { useQuery } from "@tanstack/react-query";
import { Ban, Check, ChevronRight, CircleHelp, LoaderCircle, OctagonMinus, X } from "lucide-react";
import { lazy, memo, type RefObject, Suspense, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { ApprovalView } from "../../../wire/approval.ts";
import type { CallPartView } from "../../../wire/chats.ts";
import { approvalQuery } from "../../api/queries.ts";
import { CallText } from "../../render/call-text.tsx";
import { shorten } from "../../render/excerpt.ts";
import { useChat } from "../chat-context.ts";
import { isUnfit, sayCall, sayResult } from "./say-call.ts";

// A chat in which nothing asks stands without them; they are fetched ahead once it does.
export const loadCards = () => Promise.all([import("../../card/card.tsx"), import("./question-card.tsx")]);
const Card = lazy(() => loadCards().then(([{ Card: component }]) => ({ default: component })));
const CallDetail = lazy(() =>
  import("./call-detail.tsx").then(({ CallDetail: component }) => ({ default: component })),
);
const NotRemembered = lazy(() =>
  import("../../card/not-remembered.tsx").then(({ NotRemembered: component }) => ({ default: component })),
);
const QuestionCard = lazy(() => loadCards().then(([, { QuestionCard: component }]) => ({ default: component })));

/** A row without a height is none that the list keeps. */
const COMING = <div className="h-40" />;

/** A tool call: a card while it asks, a line with what came of it afterwards. */
export const CallRow = memo(function CallRow({ part }: { readonly part: CallPartView }) {
  const { pending } = useChat();
  const heldRef = useRef(false);
  const [unsaved, setUnsaved] = useState(false);
  const waiting = SETTLED.has(part.state) ? undefined : pending.get(part.id);
  // It has an answer that no event has told of yet, or its card is on its way.
  const { data: answered } = useQuery({
    ...approvalQuery(part.approval ?? ""),
    enabled: part.state === "pending" && part.approval !== null && waiting === undefined,
  });
  if (waiting !== undefined)
    return <AskingCard part={part} view={waiting} heldRef={heldRef} onUnsaved={() => setUnsaved(true)} />;
  if (part.state === "waiting" && part.question !== null)
    return (
      <Suspense fallback={COMING}>
        <QuestionCard part={part} question={part.question} />
      </Suspense>
    );
  return (
    <>
      <CallLine
        part={part.state === "pending" && answered !== undefined ? { ...part, state: answered.state } : part}
        heldRef={heldRef}
      />
      <Suspense fallback={null}>{unsaved && <NotRemembered className="rounded px-3" />}</Suspense>
    </>
  );
});

/** States that nothing leads back to a question from: what is still listed as pending then is old. */
const SETTLED: ReadonlySet<CallPartView["state"]> = new Set(["executed", "failed", "denied", "cancelled", "unknown"]);

interface Held {
  /** Whether the card had the focus when it went: the line in its place takes it over. */
  readonly heldRef: RefObject<boolean>;
}

interface AskingProps extends Held {
  readonly part: CallPartView;
  readonly view: ApprovalView;
  /** It was to be remembered, and could not be. */
  readonly onUnsaved: () => void;
}

function AskingCard({ part, view, heldRef, onUnsaved }: AskingProps) {
  const { current } = useChat();
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const card = place.current;
    return () => {
      heldRef.current = card?.contains(document.activeElement) ?? false;
    };
  }, [heldRef]);
  return (
    <div ref={place} className="my-2 flex card-room min-h-0 flex-col" data-call={part.id}>
      <Suspense fallback={COMING}>
        <Card view={view} keys={current === part.id} onAnswered={({ saved }) => saved === "not-saved" && onUnsaved()} />
      </Suspense>
    </div>
  );
}

function CallLine({ part, heldRef }: { readonly part: CallPartView } & Held) {
  const [open, setOpen] = useState(false);
  const line = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (heldRef.current) line.current?.focus({ preventScroll: true });
    heldRef.current = false;
  }, [heldRef]);
  const { verb, subject } = sayCall(part);
  const result = sayResult(part);
  const detail = `call-${part.id}-detail`;
  const running = part.state === "approved" || part.state === "executing";
  return (
    <div className="my-1" data-call={part.id} data-state={part.state}>
      <button
        ref={line}
        type="button"
        aria-expanded={open}
        aria-controls={detail}
        onClick={() => setOpen(!open)}
        className={`group grid min-h-8 w-full ${isUnfit(part) ? "grid-cols-[16px_minmax(0,auto)_minmax(50%,1fr)_16px]" : "grid-cols-[16px_minmax(0,auto)_minmax(3rem,1fr)_16px]"} items-center gap-x-2.5 rounded border border-line bg-surface px-3 py-1 text-left text-sm hover:border-edge/70`}
      >
        <StateIcon state={isUnfit(part) ? "failed" : part.state} />
        <span className="truncate">
          <span className="font-medium">{verb}</span>{" "}
          <CallText text={shorten(subject, 160)} className="text-xs text-ink-2" />
        </span>
        <span className={`truncate text-right text-xs ${LOOK_OF_RESULT[part.state] ?? "text-ink-3"}`}>
          <CallText prose text={shorten(result, 120)} />
          {part.result?.edited === true && " · edited by you"}
        </span>
        <ChevronRight
          size={14}
          aria-hidden
          className={`text-ink-3 transition-transform duration-100 ${open ? "rotate-90" : ""}`}
        />
      </button>
      {running && <LiveOutput part={part} />}
      {part.subrun !== null && <SubrunLink part={part} />}
      {part.result?.image !== undefined && <Shot image={part.result.image} what={`${verb} ${subject}`} />}
      <div id={detail}>
        <Suspense fallback={null}>{open && <CallDetail part={part} />}</Suspense>
      </div>
    </div>
  );
}

const LOOK_OF_RESULT: Readonly<Partial<Record<CallPartView["state"], string>>> = {
  failed: "text-deny",
  denied: "text-deny",
  none: "text-deny",
  unknown: "text-ask",
  pending: "text-ask",
  waiting: "text-ask",
};

function StateIcon({ state }: Pick<CallPartView, "state">) {
  if (state === "executed") return <Check size={15} className="text-allow" aria-hidden />;
  if (state === "failed") return <X size={15} className="text-deny" aria-hidden />;
  if (state === "denied" || state === "none") return <OctagonMinus size={15} className="text-deny" aria-hidden />;
  if (state === "unknown" || state === "pending" || state === "waiting")
    return <CircleHelp size={15} className="text-ask" aria-hidden />;
  if (state === "cancelled" || state === "void") return <Ban size={15} className="text-ink-3" aria-hidden />;
  return <LoaderCircle size={15} className="text-ink-3 motion-safe:animate-spin" aria-hidden />;
}

/** What is on screen of a running command, in characters: its end. */
const SHOWN_OUTPUT = 4_000;

function LiveOutput({ part: { output } }: { readonly part: CallPartView }) {
  if (output === null || output === "") return null;
  return (
    // Newest at the bottom, and it stays there: the box is turned round, so that the browser keeps its end in view.
    <div
      role="log"
      aria-label="Output so far"
      tabIndex={0}
      className="mt-1 flex max-h-52 flex-col-reverse overflow-y-auto rounded border border-line bg-sunken px-3.5 py-2 text-xs"
    >
      <CallText text={output.slice(-SHOWN_OUTPUT).trimEnd()} content className="plain-lines" />
    </div>
  );
}

function SubrunLink({ part: { subrun } }: { readonly part: CallPartView }) {
  const { runs, openRun } = useChat();
  const run = runs.get(subrun ?? "");
  const state = run === undefined ? null : STATES_OF_RUN[run.state];
  return (
    <button
      type="button"
      onClick={() => openRun(subrun ?? "")}
      className="mt-1 ml-7 inline-flex items-center gap-1.5 rounded text-sm font-medium text-accent hover:underline"
    >
      Show what the subagent did
      {state !== null && (
        <span className={`font-normal ${run?.state === "waiting" ? "text-ask" : "text-ink-3"}`}>{state}</span>
      )}
    </button>
  );
}

const STATES_OF_RUN = {
  running: "working",
  waiting: "waits for you",
  done: "done",
  failed: "failed",
  stopped: "stopped",
} as const;

function Shot({ image, what }: { readonly image: string; readonly what: string }) {
  const [large, setLarge] = useState(false);
  if (!image.startsWith("data:image/")) return null;
  return (
    <button
      type="button"
      onClick={() => setLarge(!large)}
      aria-label={large ? "Show the picture smaller" : "Show the picture larger"}
      className="mt-1 ml-7 block overflow-hidden rounded border border-line"
    >
      <img src={image} alt={`Picture: ${what}`} className={large ? "max-w-full" : "max-h-60 max-w-full"} />
    </button>
  );
}
