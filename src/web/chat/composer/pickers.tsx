import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ChevronDown, Gauge, Wrench } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { ApprovalMode, Level } from "../../../core/policy.ts";
import type { ModelChoice } from "../../../wire/chats.ts";
import type { ConnectionView } from "../../../wire/connections.ts";
import { connectionsQuery } from "../../api/chat-queries.ts";
import { defaultsQuery, meQuery, toolsQuery } from "../../api/queries.ts";
import type { Autonomy } from "../../api/routes.ts";
import { setChatAutonomy } from "../../api/routes.ts";
import { AutonomyPicker } from "../../pages/autonomy-picker.tsx";
import { sayAutonomy } from "../../pages/autonomy-words.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Loading } from "../../parts/states.tsx";

const TOOL =
  "inline-flex h-7 min-w-0 items-center gap-1.5 rounded px-2 text-xs text-ink-2 hover:bg-hover hover:text-ink disabled:opacity-50";

/** Every model of every connection; the first choice follows the default. */
export function ModelPicker({
  value,
  onPick,
  disabled = false,
  label = "Model",
  none = "the default",
}: {
  readonly value: ModelChoice | null;
  readonly onPick: (model: ModelChoice | null) => void;
  readonly disabled?: boolean;
  readonly label?: string;
  /** What no choice of one's own stands for. */
  readonly none?: string;
}) {
  const { data } = useQuery(connectionsQuery);
  const known = data?.connections ?? [];
  return (
    <span className="relative min-w-0">
      <select
        aria-label={label}
        title={label}
        data-key="m"
        disabled={disabled || data === undefined}
        value={value === null ? "" : JSON.stringify([value.connection, value.model])}
        onChange={(event) => onPick(readChoice(event.target.value))}
        className={`${TOOL} w-full max-w-52 cursor-pointer appearance-none truncate bg-transparent pr-6`}
      >
        <option value="">{data === undefined ? "" : `${data.defaultModel.model} (${none})`}</option>
        {value !== null &&
          !known.some((each) => each.id === value.connection && modelsOf(each).includes(value.model)) && (
            <option value={JSON.stringify([value.connection, value.model])}>{value.model} (not listed)</option>
          )}
        {known.map((connection) => (
          <optgroup key={connection.id} label={connection.name}>
            {modelsOf(connection).map((model) => (
              <option key={model} value={JSON.stringify([connection.id, model])}>
                {model}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <ChevronDown
        size={12}
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 text-ink-3"
      />
    </span>
  );
}

function modelsOf({ models, defaultModel }: ConnectionView): readonly string[] {
  return defaultModel === null || models.includes(defaultModel) ? models : [defaultModel, ...models];
}

function readChoice(value: string): ModelChoice | null {
  if (value === "") return null;
  const [connection, model] = JSON.parse(value) as [string, string];
  return { connection, model };
}

interface Own {
  readonly level: Level | null;
  readonly approvalMode: ApprovalMode | null;
}

/** Level and approval mode, of a chat or of the one that is about to be. */
export function AutonomyButton({
  chat,
  value,
  onPick,
}: {
  /** Null: it is not there yet, and `onPick` keeps the choice. */
  readonly chat: string | null;
  readonly value: Own;
  readonly onPick: (autonomy: Autonomy) => void;
}) {
  const client = useQueryClient();
  const { data: defaults } = useQuery(defaultsQuery);
  const [open, setOpen] = useState(false);
  const set = useMutation({
    mutationFn: async (autonomy: Autonomy) => (chat === null ? onPick(autonomy) : setChatAutonomy(chat, autonomy)),
    onSuccess: () => setOpen(false),
    onSettled: () => client.invalidateQueries(),
  });
  if (defaults === undefined) return null;
  const name = sayAutonomy(value, defaults).replace(", as the default", "");
  return (
    <>
      <button
        type="button"
        data-key="a"
        aria-haspopup="dialog"
        aria-label={`Autonomy: ${name}`}
        title="How much runs without a question"
        onClick={() => setOpen(true)}
        className={`${TOOL} ${(value.approvalMode ?? defaults.approvalMode) === "full" ? "font-medium text-ask" : ""}`}
      >
        <Gauge size={14} aria-hidden className="shrink-0" />
        <span className="truncate">{name}</span>
      </button>
      {open && (
        <Dialog title="Autonomy of this chat" onClose={() => setOpen(false)}>
          <AutonomyPicker
            value={value}
            defaults={defaults}
            disabled={set.isPending}
            error={set.error}
            onPick={(pick) => set.mutate(pick)}
          />
          <p className="mt-3 text-sm text-ink-3">Calls that wait are decided anew by what you choose.</p>
        </Dialog>
      )}
    </>
  );
}

const ToolModes = lazy(() =>
  import("../../pages/tools.tsx").then(({ ToolModes: component }) => ({ default: component })),
);

/** The tools of the chat, with the one segmented control. What is set here is the chat's own. */
export function ToolsButton({
  chat,
  onNeedChat,
}: {
  readonly chat: string | null;
  /** Makes the chat that is not there yet, since what is set is kept with it. */
  readonly onNeedChat: () => void;
}) {
  const { data: me } = useQuery(meQuery);
  const [open, setOpen] = useState(false);
  const place = { scope: "chat", id: chat ?? "" } as const;
  const { data: tools = [] } = useQuery({ ...toolsQuery(place), enabled: chat !== null });
  const differs = tools.some(({ own }) => own !== null);
  return (
    <>
      <button
        type="button"
        data-key="t"
        aria-haspopup="dialog"
        onClick={() => (chat === null ? onNeedChat() : setOpen(true))}
        title={differs ? "This chat differs from its project" : "Tools of this chat"}
        className={TOOL}
      >
        <Wrench size={14} aria-hidden className="shrink-0" />
        <span className="max-sm:sr-only">Tools</span>
        {differs && (
          <span className="size-1.5 rounded-full bg-accent">
            <span className="sr-only">, set otherwise in this chat</span>
          </span>
        )}
      </button>
      {open && me !== undefined && (
        <Dialog title="Tools of this chat" wide onClose={() => setOpen(false)}>
          <Suspense fallback={<Loading label="the tools" />}>
            <ToolModes place={place} owner={me.person.role === "owner"} me={me} />
          </Suspense>
        </Dialog>
      )}
    </>
  );
}
