import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Me } from "../../wire/session.ts";
import type { ToolView } from "../../wire/tool.ts";
import { defaultsQuery } from "../api/queries.ts";
import { type ChatView, type LayerPatch, type ModePlace, setChatAutonomy } from "../api/routes.ts";
import { Button } from "../parts/button.tsx";
import { Choice } from "../parts/choice.tsx";
import { Disclosure } from "../parts/disclosure.tsx";
import { AutonomyPicker } from "./autonomy-picker.tsx";
import { sayAutonomy } from "./autonomy-words.ts";
import { resetPatch, sayToolName } from "./tool-words.ts";
import { Link } from "../route/link.tsx";
import { textIn, useSearch } from "../route/use-search.ts";

type PlaceSearch = { readonly scope?: "project" | "chat"; readonly id?: string };

export function readToolPlace(params: URLSearchParams): PlaceSearch {
  const scope = params.get("scope");
  return scope === "project" || scope === "chat" ? { scope, ...textIn(params, "id") } : {};
}

/** The place in the address; without an id, the first of its kind. */
export function placeOf({ scope, id }: PlaceSearch, me: Me, chats: readonly ChatView[]): ModePlace {
  const all = scope === "project" ? me.projects : scope === "chat" ? chats : [];
  const found = all.find((each) => each.id === id) ?? all[0];
  return scope === undefined || found === undefined ? { scope: "app", id: "" } : { scope, id: found.id };
}

/** Every project, one of them, or one chat. */
export function PlacePicker({
  place,
  me,
  chats,
}: {
  readonly place: ModePlace;
  readonly me: Me;
  readonly chats: readonly ChatView[];
}) {
  const [, setSearch] = useSearch(readToolPlace);
  const go = (scope: ModePlace["scope"], id?: string): void =>
    setSearch(() => (scope === "app" ? {} : { scope, ...(id === undefined ? {} : { id }) }), { replace: true });
  const options =
    place.scope === "project"
      ? me.projects.map(({ id, name, path }) => ({ id, label: `${name} (${path})` }))
      : chats.map(({ id, title, endedAt }) => ({ id, label: endedAt === null ? title : `${title} (ended)` }));
  return (
    <div className="mb-3 flex flex-wrap items-center gap-3">
      <Choice
        label="Where"
        value={place.scope}
        options={[
          { value: "app", label: "Every project" },
          { value: "project", label: "One project", disabled: me.projects.length === 0 },
          { value: "chat", label: "One chat", disabled: chats.length === 0 },
        ]}
        onChange={(scope) => go(scope)}
      />
      {place.scope !== "app" && (
        <select
          aria-label={place.scope === "project" ? "Which project" : "Which chat"}
          value={place.id}
          onChange={(event) => go(place.scope, event.target.value)}
          className="h-8 max-w-full min-w-0 rounded border border-edge bg-surface px-2 text-sm"
        >
          {options.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}

/** How much this chat asks, and the way to change it. */
export function ChatAutonomy({ chat }: { readonly chat: ChatView | undefined }) {
  const client = useQueryClient();
  const { data: defaults } = useQuery(defaultsQuery);
  const set = useMutation({
    mutationFn: (autonomy: Parameters<typeof setChatAutonomy>[1]) => setChatAutonomy(chat?.id ?? "", autonomy),
    onSettled: () => client.invalidateQueries(),
  });
  if (chat === undefined || defaults === undefined) return null;
  return (
    <section aria-label="Autonomy of this chat" className="mb-4 text-sm">
      <p>
        Autonomy: <span className="font-medium">{sayAutonomy(chat, defaults)}</span>
      </p>
      <Disclosure label="Change how much it asks" className="mt-0.5">
        <div className="mt-2">
          <AutonomyPicker
            value={chat}
            defaults={defaults}
            disabled={set.isPending}
            error={set.error}
            onPick={(autonomy) => set.mutate(autonomy)}
          />
        </div>
      </Disclosure>
    </section>
  );
}

const WHERE = { app: "for every project", project: "in this project", chat: "in this chat" } as const;

/** Says whether this place differs, and takes back what it set. */
export function ScopeLine({
  tools,
  place,
  mayChange,
  busy,
  onReset,
}: {
  readonly tools: readonly ToolView[];
  readonly place: ModePlace;
  readonly mayChange: boolean;
  readonly busy: boolean;
  readonly onReset: (patch: LayerPatch) => void;
}) {
  const own = tools.filter((tool) => tool.own !== null);
  return (
    <div className="mb-3 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
      <p>
        {own.length === 0
          ? `Nothing is set ${WHERE[place.scope]}: ${place.scope === "app" ? "levels and rules decide" : "wider settings hold"}.`
          : `Set ${WHERE[place.scope]}: ${own.map(sayToolName).join(", ")}.`}
        {place.scope !== "app" && (
          <>
            {" "}
            <Link
              to="/rules"
              search={{ scope: place.scope }}
              className="rounded font-medium text-accent hover:underline"
            >
              Its rules
            </Link>
          </>
        )}
      </p>
      {own.length > 0 && mayChange && (
        <Button size="small" disabled={busy} onClick={() => onReset(resetPatch(tools))}>
          Reset all of it
        </Button>
      )}
    </div>
  );
}
