import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CloudOff, FileWarning, OctagonPause } from "lucide-react";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { followEvents } from "../api/events.ts";
import { meQuery } from "../api/queries.ts";
import { useInbox } from "../pages/use-inbox.ts";
import { CallText } from "../render/call-text.tsx";
import { useNotify } from "./notify.ts";
import { Rail } from "./rail.tsx";
import { TopBar } from "./top-bar.tsx";
import { useGlobalKeys } from "./use-global-keys.ts";
import { Link, navigate } from "../route/link.tsx";

const KeyHelp = lazy(() => import("./key-help.tsx").then(({ KeyHelp: component }) => ({ default: component })));

const openItem = (id: string): void => void navigate({ to: "/inbox/$id", params: { id } });

/** Rail, top bar and banners; they stay while the content changes. */
export function Frame({ children }: { readonly children: ReactNode }) {
  const online = useHost();
  const { data: me } = useQuery(meQuery);
  const { waiting, items, pending } = useInbox();
  useNotify(pending.data === undefined ? null : items, openItem);
  const [help, setHelp] = useState(false);
  useGlobalKeys({ onHelp: () => setHelp(true) });
  return (
    <div className="grid h-full grid-rows-[auto_minmax(0,1fr)_auto] md:grid-cols-[auto_minmax(0,1fr)] md:grid-rows-[auto_minmax(0,1fr)]">
      <a href="#content" className="sr-only z-10 rounded bg-surface px-3 py-2 focus:not-sr-only focus:absolute">
        Skip to the content
      </a>
      <Rail waiting={waiting} onHelp={() => setHelp(true)} />
      <div className="md:col-start-2 md:row-start-1">
        <TopBar me={me} />
        {!online && (
          <Banner icon={<CloudOff size={15} aria-hidden />}>
            The host does not answer. What waits goes on waiting; nothing is decided. This page connects again by
            itself.
          </Banner>
        )}
        {me?.stopped === true && (
          <Banner icon={<OctagonPause size={15} aria-hidden />}>
            Everything is stopped: every call is denied until you release it.
          </Banner>
        )}
        {me?.projects
          .filter(({ id }) => me.unreviewed.includes(id))
          .map(({ id, name }) => (
            <Unreviewed key={id} id={id} name={name} />
          ))}
      </div>
      <main
        id="content"
        tabIndex={-1}
        className="relative row-start-2 min-h-0 overflow-y-auto focus:outline-none md:col-start-2"
      >
        {children}
      </main>
      {help && (
        <Suspense fallback={null}>
          <KeyHelp onClose={() => setHelp(false)} />
        </Suspense>
      )}
    </div>
  );
}

function Banner({ icon, children }: { readonly icon: ReactNode; readonly children: string }) {
  return (
    <p
      role="status"
      className="flex items-center gap-2.5 border-b border-line bg-deny-soft px-4 py-2 text-sm text-deny [&>svg]:shrink-0"
    >
      {icon}
      {children}
    </p>
  );
}

/** A project's own file says what nobody has accepted. */
function Unreviewed({ id, name }: { readonly id: string; readonly name: string }) {
  return (
    <aside
      aria-label={`Files of ${name}`}
      className="flex items-start gap-2.5 border-b border-line bg-ask-soft px-4 py-2 text-sm text-ask"
    >
      <FileWarning size={15} aria-hidden className="mt-0.5 shrink-0" />
      <p>
        A file in <CallText prose text={name} /> sets rules that nobody has accepted yet. Until then only what it makes
        stricter counts.{" "}
        <Link to="/projects/$id" params={{ id }} hash="files" className="rounded font-medium underline">
          Look at the file
        </Link>
      </p>
    </aside>
  );
}

/** Follows events from the first answer on; tells whether the host is there. */
function useHost(): boolean {
  const client = useQueryClient();
  const { data: me, error } = useQuery(meQuery);
  const [online, setOnline] = useState(true);
  const after = me?.seq;
  const ready = after !== undefined;
  useEffect(() => {
    if (!ready) return undefined;
    return followEvents({ client, after: client.getQueryData(meQuery.queryKey)?.seq ?? 0, onOnline: setOnline });
  }, [client, ready]);
  return online && error === null;
}
