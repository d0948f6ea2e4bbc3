import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Gauge, Wrench } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { ApprovalMode, Level } from "../../../core/policy.ts";
import { defaultsQuery, meQuery, toolsQuery } from "../../api/queries.ts";
import type { Autonomy } from "../../api/routes.ts";
import { setChatAutonomy } from "../../api/routes.ts";
import { sayAutonomy } from "../../pages/autonomy-words.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Loading } from "../../parts/states.tsx";
import { TOOL } from "./model-picker.tsx";

const AutonomyPicker = lazy(() =>
  import("../../pages/autonomy-picker.tsx").then(({ AutonomyPicker: component }) => ({ default: component })),
);

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
        className={`${TOOL} max-w-[46%] shrink-0 ${(value.approvalMode ?? defaults.approvalMode) === "full" ? "font-medium text-ask" : ""}`}
      >
        <Gauge size={14} aria-hidden className="shrink-0 max-sm:hidden" />
        <span className="truncate">{name}</span>
      </button>
      {open && (
        <Dialog title="Autonomy of this chat" onClose={() => setOpen(false)}>
          <Suspense fallback={<Loading label="the choices" />}>
            <AutonomyPicker
              value={value}
              defaults={defaults}
              disabled={set.isPending}
              error={set.error}
              onPick={(pick) => set.mutate(pick)}
            />
          </Suspense>
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
            <ToolModes place={place} me={me} />
          </Suspense>
        </Dialog>
      )}
    </>
  );
}
