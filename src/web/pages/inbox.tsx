import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Inbox, X } from "lucide-react";
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import type { ApprovalView } from "../../wire/approval.ts";
import { approvalQuery, meQuery, recentQuery } from "../api/queries.ts";
import type { Decided } from "../api/routes.ts";
import { Card } from "../card/card.tsx";
import { Folded } from "../card/folded.tsx";
import { takesText } from "../card/key-guard.ts";
import { NotRemembered } from "../card/not-remembered.tsx";
import { raised } from "../parts/sentence.ts";
import { Empty, Fault, Loading } from "../parts/states.tsx";
import { wasAnySeen } from "./agent-words.ts";
import { InboxList } from "./inbox-list.tsx";
import { callsOf, type InboxItem, nextAfter, projectIdOf, useInbox } from "./use-inbox.ts";
import { useSample } from "./use-sample.ts";
import { useTitle } from "./use-title.ts";
import { Link, navigate } from "../route/link.tsx";
import { matchPage } from "../route/pages.ts";
import { usePlace } from "../route/place.ts";

const ProjectQuestion = lazy(() =>
  import("./project-question.tsx").then(({ ProjectQuestion: component }) => ({ default: component })),
);

const WIDE = "(min-width: 1024px)";

export function InboxPage() {
  const { pending, items, waiting, shown } = useInbox();
  const id = matchPage(usePlace().pathname)?.id;
  const [answered, setAnswered] = useState<Answered | null>(null);
  const forget = useCallback(() => setAnswered(null), []);
  // Once a call was answered here, what is typed is meant for calls: a question about a project is a choice then.
  const [begun, setBegun] = useState(false);
  const first = begun ? callsOf(items)[0]?.id : items[0]?.key;
  useTitle("Inbox", waiting);
  useEffect(() => {
    // On a phone the list is the page; beside a list there is always a card, and it stays until the person moves.
    if (shown && id === undefined && first !== undefined && matchMedia(WIDE).matches)
      void navigate({ to: "/inbox/$id", params: { id: first }, replace: true });
  }, [shown, id, first]);
  const go = (key: string | undefined): void =>
    void (key === undefined ? navigate({ to: "/inbox" }) : navigate({ to: "/inbox/$id", params: { id: key } }));
  useListKeys(items, id, go);

  const keepFocus = useKeptFocus(id);

  const goOn = (done: Answered): void => {
    keepFocus();
    setAnswered(done);
    setBegun(true);
    go(
      nextAfter(
        items.filter((item) => !done.resettled.includes(item.key)),
        done,
      ),
    );
  };
  if (pending.isError && pending.data === undefined)
    return <Fault error={pending.error} what="The inbox" onRetry={() => void pending.refetch()} />;
  if (!shown) return <Loading label="the inbox" />;
  return (
    <div className="flex h-full min-h-0">
      <h1 className="sr-only">Inbox</h1>
      <div
        className={`${id === undefined ? "flex" : "hidden lg:flex"} w-full min-w-0 flex-col lg:w-80 lg:shrink-0 lg:border-r lg:border-line`}
      >
        <InboxList items={items} selected={id} />
      </div>
      <div
        className={`${id === undefined ? "hidden lg:flex" : "flex"} min-h-0 min-w-0 flex-1 flex-col p-2 sm:p-4 lg:p-6`}
      >
        <Link
          to="/inbox"
          className="mb-2 inline-flex w-fit items-center gap-1.5 rounded px-1 py-1 text-sm text-ink-2 hover:text-ink lg:hidden"
        >
          <ArrowLeft size={16} aria-hidden />
          All that waits
        </Link>
        {answered !== null && answered.id !== id && (
          <LastAnswered key={answered.id} answered={answered} onGone={forget} />
        )}
        <div className="mx-auto flex min-h-0 w-full max-w-[72rem] flex-1 flex-col">
          {id === undefined ? (
            <Settled empty={items.length === 0} />
          ) : (
            <Detail
              key={id}
              id={id}
              items={items}
              onAnswered={({ approval, resettled, saved }) =>
                goOn({ id: approval.id, chat: approval.chat.id, resettled, unsaved: saved === "not-saved" })
              }
              onOpened={() => goOn({ id, chat: null, resettled: [], unsaved: false })}
            />
          )}
        </div>
      </div>
    </div>
  );
}

/** Where the focus was in what is answered, it goes on to what comes next: not to the top of the page. */
function useKeptFocus(id: string | undefined): () => void {
  /** What was answered with the focus in it. */
  const answered = useRef<string | null>(null);
  useEffect(() => {
    if (answered.current === null || answered.current === id) return;
    answered.current = null;
    if (document.activeElement !== document.body) return;
    (document.querySelector<HTMLElement>("#content [data-card]") ?? document.getElementById("content"))?.focus();
  }, [id]);
  return () => {
    answered.current = document.activeElement === document.body ? null : (id ?? null);
  };
}

interface DetailProps {
  readonly id: string;
  readonly items: readonly InboxItem[];
  readonly onAnswered: (decided: Decided) => void;
  readonly onOpened: () => void;
}

function Detail({ id, items, onAnswered, onOpened }: DetailProps) {
  const item = items.find((each) => each.key === id);
  const settled = useQuery({ ...approvalQuery(id), enabled: item === undefined && projectIdOf(id) === null });
  if (item?.kind === "project")
    return (
      <Suspense fallback={<Loading label="the question" />}>
        <ProjectQuestion project={item.project} onOpened={onOpened} />
      </Suspense>
    );
  if (item?.kind === "approval") return <Card view={item.approval} onAnswered={onAnswered} />;
  if (settled.data !== undefined) return <Card view={settled.data} onAnswered={onAnswered} />;
  if (settled.isError) return <Fault error={settled.error} what="This call" onRetry={() => void settled.refetch()} />;
  if (projectIdOf(id) !== null) return <Settled empty={items.length === 0} />;
  return <Loading label="the call" />;
}

/** What this tab answered last. */
interface Answered {
  readonly id: string;
  /** Null of a question about a project. */
  readonly chat: string | null;
  readonly resettled: readonly string[];
  /** It was to be remembered and could not be. */
  readonly unsaved: boolean;
}

/** A receipt is read at once, ms; what it says stays under "Lately decided". */
const RECEIPT_MS = 12_000;

function LastAnswered({
  answered: { id, resettled, unsaved },
  onGone,
}: {
  readonly answered: Answered;
  readonly onGone: () => void;
}) {
  const { data } = useQuery({ ...approvalQuery(id), enabled: projectIdOf(id) === null });
  // One that says that something went wrong stays until it is closed.
  const stays = unsaved;
  useEffect(() => {
    if (stays) return undefined;
    const timer = setTimeout(onGone, RECEIPT_MS);
    return () => clearTimeout(timer);
  }, [stays, onGone]);
  if (data === undefined) return null;
  return (
    <div
      data-receipt
      className="mx-auto mb-3 w-full max-w-[72rem] shrink-0 overflow-hidden rounded-lg border border-line [&>*]:border-b-0"
    >
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center bg-page [&>*]:border-b-0">
        <Folded view={data} link />
        <button
          type="button"
          aria-label="Close what was decided"
          onClick={onGone}
          className="mr-2 rounded p-1.5 text-ink-3 hover:bg-hover hover:text-ink"
        >
          <X size={14} aria-hidden />
        </button>
      </div>
      {unsaved && <NotRemembered className="px-5 sm:px-6" />}
      {settledBy(data) !== null && <p className="bg-page px-5 pb-2 text-sm text-ink-2 sm:px-6">{settledBy(data)}</p>}
      {resettled.length > 0 && (
        <p className="bg-page px-5 pb-2 text-sm text-ink-2 sm:px-6">
          {resettled.length === 1
            ? "One more call was answered by it."
            : `${resettled.length} more calls were answered by it.`}
        </p>
      )}
    </div>
  );
}

/** What a rule from a terminal did to other calls: its outcome says it behind the rule itself. */
function settledBy({ tool, outcome }: ApprovalView): string | null {
  const said = tool.id === "app_security" ? outcome?.text.split("; ")[1] : undefined;
  return said === undefined ? null : raised(`${said}.`);
}

function Settled({ empty }: { readonly empty: boolean }) {
  const { data: recent } = useQuery(recentQuery);
  const { data: me } = useQuery(meQuery);
  const sample = useSample();
  if (!empty) return <p className="m-auto text-sm text-ink-3">No call waits. Choose on the list what to look at.</p>;
  const connected = me === undefined || wasAnySeen(me);
  const begun = recent === undefined || recent.length > 0 || connected;
  return (
    <Empty
      icon={<Inbox size={20} aria-hidden />}
      title="Nothing waits for you"
      action={
        begun && !(sample === "over" && !connected) ? undefined : (
          <Link to="/welcome" className="font-medium text-accent hover:underline">
            {sample === "over" ? "Connect your own agent" : "Connect an agent or try it"}
          </Link>
        )
      }
    >
      {sample === "over" && !connected && (
        <p className="mb-1.5">The demo is over: its calls are under “Lately decided”.</p>
      )}
      <p>When an agent wants something that no rule answers, it is asked here, and it waits until you answer.</p>
    </Empty>
  );
}

function useListKeys(
  items: readonly InboxItem[],
  selected: string | undefined,
  go: (key: string | undefined) => void,
): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") !== null) return;
      const focus = document.activeElement as HTMLElement | null;
      // Arrow keys scroll a card and choose in a group of buttons; there they keep doing that.
      const arrows = focus === null || focus === document.body || focus.closest("[data-inbox-list]") !== null;
      if (takesText(event.target as HTMLElement | null)) return;
      const step =
        event.key === "j" || (arrows && event.key === "ArrowDown")
          ? 1
          : event.key === "k" || (arrows && event.key === "ArrowUp")
            ? -1
            : 0;
      if (step === 0) return;
      const at = items.findIndex((item) => item.key === selected);
      const next = items[Math.min(items.length - 1, Math.max(0, at + step))];
      if (next === undefined || next.key === selected) return;
      event.preventDefault();
      go(next.key);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [items, selected, go]);
}
