import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowRight, Play, ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { meQuery, recentQuery } from "../api/queries.ts";
import { startTry } from "../api/routes.ts";
import { Button } from "../parts/button.tsx";
import { CopyCommand } from "../parts/copy.tsx";
import { sentenceOf } from "../parts/sentence.ts";
import { VerdictChip } from "../parts/verdict.tsx";
import { useNow } from "../parts/use-now.ts";
import { installCommand, sayHeartbeat, wasAnySeen, wasSeen } from "./agent-words.ts";
import { callsOf, useInbox } from "./use-inbox.ts";
import { useSample } from "./use-sample.ts";
import { useTitle } from "./use-title.ts";
import { Link } from "../route/link.tsx";

/** The first run: what Assent guards, an agent or a try, the first card. */
export function WelcomePage() {
  const { waiting, items } = useInbox();
  useTitle("Welcome", waiting);
  const { data: me } = useQuery(meQuery);
  const { data: recent = [] } = useQuery(recentQuery);
  const connected = me !== undefined && wasAnySeen(me);
  const now = useNow();
  const first = callsOf(items)[0];
  return (
    <div className="mx-auto max-w-2xl px-4 py-10 sm:px-6 sm:py-14">
      <ShieldCheck size={28} className="text-accent" aria-hidden />
      <h1 className="mt-3 text-xl font-semibold tracking-tight text-balance">Decide what your agents may do</h1>
      <p className="mt-2 text-md text-ink-2">Three steps, about a minute.</p>
      <ol className="mt-8 flex flex-col gap-8">
        <Step number={1} title="What Assent guards" done>
          <p className="text-ink-2">
            Before an agent runs a command, changes a file or calls a tool, the call is read and decided here:
          </p>
          <ul className="mt-3 flex flex-col gap-2.5">
            <Verdict
              effect="allow"
              text="It only reads the project or public files of the system, or a rule allows it. It runs at once."
            />
            <Verdict
              effect="ask"
              text="Nothing answers it yet. It waits for you, with what it would do and why it asks."
            />
            <Verdict effect="deny" text="A rule forbids it, or it is never meant. The agent is told that it may not." />
          </ul>
        </Step>
        <Step
          number={2}
          title="Connect an agent, or try it"
          done={connected || recent.length > 0 || first !== undefined}
        >
          <div className="flex flex-col gap-4">
            {me?.agents.map((agent) => (
              <div key={agent.name}>
                <p className="mb-1.5 text-sm">
                  <span className="font-medium">{agent.title}</span>{" "}
                  <span className="text-ink-3">{sayHeartbeat(agent, now)}</span>
                </p>
                {!wasSeen(agent) && <CopyCommand text={installCommand(me, agent)} />}
              </div>
            ))}
            <TryIt connected={connected} />
          </div>
        </Step>
        <Step number={3} title="See the first card" done={recent.length > 0}>
          {first === undefined ? (
            <p className="text-ink-2">
              {recent.length > 0
                ? "You answered one already. More will wait in the inbox."
                : `As soon as a call asks, it waits in the inbox and is counted beside it.${items.some(({ kind }) => kind === "project") ? " What agents may do in your folder is asked there already." : ""}`}
            </p>
          ) : (
            <p className="text-ink-2">It waits for you now.</p>
          )}
          <Link
            to="/inbox"
            className="mt-3 inline-flex items-center gap-1.5 rounded font-medium text-accent hover:underline"
          >
            Open the inbox
            <ArrowRight size={14} aria-hidden />
          </Link>
        </Step>
      </ol>
    </div>
  );
}

function Step({
  number,
  title,
  done,
  children,
}: {
  readonly number: number;
  readonly title: string;
  readonly done: boolean;
  readonly children: ReactNode;
}) {
  return (
    <li className="grid grid-cols-[28px_minmax(0,1fr)] gap-x-4">
      <span
        aria-hidden
        className={`flex size-7 items-center justify-center rounded-full text-sm font-semibold ${done ? "bg-accent text-on-accent" : "border border-edge text-ink-2"}`}
      >
        {number}
      </span>
      <div>
        <h2 className="mb-1.5 text-md leading-7 font-semibold">{title}</h2>
        {children}
      </div>
    </li>
  );
}

function Verdict({ effect, text }: { readonly effect: "allow" | "ask" | "deny"; readonly text: string }) {
  return (
    <li className="grid grid-cols-[4.25rem_minmax(0,1fr)] items-start text-sm text-ink-2">
      <span>
        <VerdictChip effect={effect} />
      </span>
      {text}
    </li>
  );
}

function TryIt({ connected }: { readonly connected: boolean }) {
  const client = useQueryClient();
  const sample = useSample();
  const attempt = useMutation({ mutationFn: startTry, onSettled: () => client.invalidateQueries() });
  return (
    <div className="rounded-lg border border-line bg-surface px-4 py-3.5">
      <p className="text-sm text-ink-2">
        <span className="font-medium text-ink">Or try it:</span> a scripted agent works in a throw-away sample project.
        Its calls are decided like any other; nothing of yours is touched.
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <Button
          tone="primary"
          icon={<Play size={14} aria-hidden />}
          disabled={attempt.isPending || sample === "runs"}
          onClick={() => attempt.mutate()}
        >
          {sample === "over" ? "Try it again" : "Try it"}
        </Button>
        <span role="status" className="text-sm text-ink-2">
          {sample === "runs" && "It runs. What it may not do alone waits in the inbox."}
          {sample === "over" &&
            `The demo is over.${connected ? "" : " Next: connect your own agent with the command above."}`}
        </span>
        {attempt.error !== null && (
          <span role="alert" className="text-sm text-deny">
            {sentenceOf(attempt.error)}
          </span>
        )}
      </div>
    </div>
  );
}
