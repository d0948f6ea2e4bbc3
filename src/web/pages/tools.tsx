import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import type { Entry } from "../../core/policy.ts";
import type { Me } from "../../wire/session.ts";
import type { ToolView } from "../../wire/tool.ts";
import { chatsQuery, meQuery, toolsQuery } from "../api/queries.ts";
import { type LayerPatch, type ModePlace, setModes } from "../api/routes.ts";
import { mayChange } from "../parts/may-change.ts";
import { Page } from "../parts/page.tsx";
import { ErrorLine } from "../parts/error-line.tsx";
import { Fault, Loading } from "../parts/states.tsx";
import { ChatAutonomy, PlacePicker, placeOf, readToolPlace, ScopeLine } from "./tool-place.tsx";
import { ToolRow } from "./tool-row.tsx";
import { patchOf, sayToolName } from "./tool-words.ts";
import { useInbox } from "./use-inbox.ts";
import { useTitle } from "./use-title.ts";
import { useSearch } from "../route/use-search.ts";

export function ToolsPage() {
  const { waiting } = useInbox();
  useTitle("Tools", waiting);
  const { data: me } = useQuery(meQuery);
  const { data: chats } = useQuery(chatsQuery);
  const [search] = useSearch(readToolPlace);
  if (me === undefined || chats === undefined) return <Loading label="the tools" />;
  const place = placeOf(search, me, chats);
  return (
    <Page
      title="Tools"
      says="Off hides a tool from agents. Ask asks where no rule speaks. Allow runs it, but for what destroys work or is protected."
    >
      <PlacePicker place={place} me={me} chats={chats} />
      {place.scope === "chat" && <ChatAutonomy chat={chats.find(({ id }) => id === place.id)} />}
      <ToolModes key={`${place.scope} ${place.id}`} place={place} me={me} />
    </Page>
  );
}

interface ToolsProps {
  readonly place: ModePlace;
  readonly me: Me;
}

/** Every tool of one place, with the one segmented control. */
export function ToolModes({ place, me }: ToolsProps) {
  const client = useQueryClient();
  const tools = useQuery(toolsQuery(place));
  const set = useMutation({
    mutationFn: (patch: LayerPatch) => setModes(place, patch),
    onSettled: () => client.invalidateQueries(),
  });
  if (tools.isError && tools.data === undefined)
    return <Fault error={tools.error} what="The tools" onRetry={() => void tools.refetch()} />;
  if (tools.data === undefined) return <Loading label="the tools" />;
  const mayChangeHere = mayChange(me.person, place.scope);
  const onSet = (tool: ToolView, entry: Entry | null): void => set.mutate(patchOf(tool, entry));
  const rowOf = (tool: ToolView, more?: React.ReactNode): React.ReactNode => (
    <ToolRow
      key={`${tool.kind} ${tool.id}`}
      tool={tool}
      scope={place.scope}
      mayChange={mayChangeHere && whyNotHere(place, tool) === undefined}
      whyNot={mayChangeHere ? whyNotHere(place, tool) : "Set by an owner"}
      busy={set.isPending}
      onSet={onSet}
      more={more}
    />
  );
  // Commands first: they are what one comes for.
  const heads = tools.data
    .filter((tool) => tool.parent === null)
    .toSorted((a, b) => Number(b.id === "shell") - Number(a.id === "shell"));
  const group = (mcp: boolean): readonly ToolView[] =>
    heads.filter((tool) => mcp === (tool.kind === "shared" || tool.kind === "server"));
  return (
    <>
      <ScopeLine tools={tools.data} place={place} mayChange={mayChangeHere} busy={set.isPending} onReset={set.mutate} />
      <ErrorLine error={set.error} className="mb-3 rounded bg-deny-soft px-3 py-2 text-sm text-deny" />
      {[false, true].map((mcp) => (
        <section key={String(mcp)} aria-label={mcp ? "MCP servers" : "Tools"} className="mb-5">
          {mcp && <h2 className="mb-1.5 text-xs font-medium text-ink-3">MCP servers</h2>}
          <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
            {group(mcp).map((head) => {
              const members = tools.data.filter(({ parent, kind }) => parent === head.id && kind !== head.kind);
              return (
                <li key={`${head.kind} ${head.id}`}>
                  {rowOf(head, members.length > 0 && <Members head={head} members={members} rowOf={rowOf} />)}
                </li>
              );
            })}
          </ul>
        </section>
      ))}
    </>
  );
}

/** A server is set up by a project, and so is what its tools may. */
function whyNotHere({ scope }: ModePlace, { kind }: ToolView): string | undefined {
  return scope === "app" && (kind === "server" || kind === "mcp") ? "Set for one project or one chat" : undefined;
}

/** Tools of a family or server, folded away; one that differs is counted on the fold. */
function Members({
  head,
  members,
  rowOf,
}: {
  readonly head: ToolView;
  readonly members: readonly ToolView[];
  readonly rowOf: (tool: ToolView) => React.ReactNode;
}) {
  const differ = members.filter((tool) => tool.own !== null || tool.mode !== head.mode).length;
  return (
    <details className="group border-t border-line bg-page">
      <summary className="flex cursor-pointer list-none items-center gap-1 px-4 py-1.5 text-xs font-medium text-ink-2 hover:text-ink">
        <ChevronRight size={14} aria-hidden className="transition-transform duration-100 group-open:rotate-90" />
        <span>
          {members.length === 1 ? "1 tool" : `${members.length} tools`}
          <span className="sr-only"> of {sayToolName(head)}</span>
          {differ > 0 && <span className="font-normal text-ask">, {differ} set otherwise</span>}
        </span>
      </summary>
      <div className="divide-y divide-line border-t border-line bg-surface pl-4">
        {members.map((tool) => rowOf(tool))}
      </div>
    </details>
  );
}
