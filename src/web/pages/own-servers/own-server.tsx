import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AnswerOf } from "../../../wire/client.ts";
import type { OwnServerView, ServerState } from "../../../wire/own-servers.ts";
import { removeServer, startServer, setServerUse } from "../../api/own-server-routes.ts";
import { Button } from "../../parts/button.tsx";
import { Choice } from "../../parts/choice.tsx";
import { ConfirmRemoval } from "../../parts/confirm-removal.tsx";
import { Disclosure } from "../../parts/disclosure.tsx";
import { ErrorLine } from "../../parts/error-line.tsx";
import { LongText } from "../../card/long-text.tsx";
import { CallText } from "../../render/call-text.tsx";
import { McpTools } from "../mcp-tools.tsx";
import { sayEntry } from "./say-entry.ts";

interface OwnServerProps {
  readonly server: OwnServerView;
  readonly projects: AnswerOf<"GET /api/me">["projects"];
  readonly mayChange: boolean;
  readonly onEdit: () => void;
}

export function OwnServer({ server, projects, mayChange, onEdit }: OwnServerProps) {
  const { slug, entry, enabled, state, reason, said } = server;
  const client = useQueryClient();
  const [removing, setRemoving] = useState(false);
  const onSettled = () => client.invalidateQueries();
  const start = useMutation({ mutationFn: () => startServer(slug), onSettled });
  const turn = useMutation({ mutationFn: (to: boolean) => setServerUse(slug, { enabled: to }), onSettled });
  return (
    <li className="rounded-lg border border-line bg-surface px-4 py-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <p className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 text-base">
          <span aria-hidden className={`size-2 rounded-full ${DOTS[state]}`} />
          <CallText prose text={slug} className="font-medium" />
          <span className="text-sm text-ink-2">{start.isPending ? "starts…" : sayState(server)}</span>
        </p>
        {mayChange && (
          <div className="flex gap-1">
            {enabled && (
              <Button size="small" disabled={start.isPending || state === "starting"} onClick={() => start.mutate()}>
                {state === "running" ? "Restart" : "Start"}
                <span className="sr-only"> {slug}</span>
              </Button>
            )}
            <Button size="small" tone="quiet" onClick={onEdit}>
              Change
              <span className="sr-only"> {slug}</span>
            </Button>
            <Button size="small" tone="quiet" onClick={() => setRemoving(true)}>
              Remove
              <span className="sr-only"> {slug}</span>
            </Button>
          </div>
        )}
      </div>
      {entry !== null && (
        <p className="mt-1 text-xs text-ink-3">
          <CallText text={sayEntry(entry)} />
          {entry.kind === "stdio" && (
            <>
              {" "}
              in <CallText text={entry.cwd} />
              {entry.sandboxed && ", in the sandbox"}
            </>
          )}
        </p>
      )}
      <p className="mt-1 text-xs text-ink-3">{sayChats(server, projects)}</p>
      {reason !== null && (
        <p className="mt-2 text-deny first-letter:uppercase">
          <CallText prose text={reason} />
        </p>
      )}
      <div className="mt-3">
        <Choice
          label={`Chats have ${slug}`}
          value={enabled ? "on" : "off"}
          options={[
            { value: "on", label: "On", disabled: !mayChange || turn.isPending },
            { value: "off", label: "Off", disabled: !mayChange || turn.isPending },
          ]}
          onChange={(to) => turn.mutate(to === "on")}
        />
      </div>
      <ErrorLine error={turn.error ?? start.error} />
      {said.trim() !== "" && (
        <Disclosure label="What its program said last" className="mt-2">
          <div className="mt-2 rounded border border-line bg-sunken px-3 py-2 text-xs">
            <LongText text={said} content />
          </div>
        </Disclosure>
      )}
      {state === "running" && <McpTools server={slug} mayChange={mayChange} />}
      {removing && <Remove slug={slug} onClose={() => setRemoving(false)} />}
    </li>
  );
}

const DOTS: Readonly<Record<ServerState, string>> = {
  running: "bg-allow",
  starting: "bg-ask",
  failed: "bg-deny",
  unconfirmed: "bg-deny",
  stopped: "border border-edge",
};

function sayState({ enabled, state }: OwnServerView): string {
  if (!enabled) return "off";
  switch (state) {
    case "running":
      return "runs";
    case "starting":
      return "starts…";
    case "stopped":
      return "not started yet";
    case "failed":
      return "failed";
    case "unconfirmed":
      return "not confirmed: change it, and confirm it again";
  }
}

function sayChats({ projects }: OwnServerView, known: OwnServerProps["projects"]): string {
  if (projects === null) return "In every chat.";
  if (projects.length === 0) return "In no chat.";
  const names = projects.map((id) => known.find((project) => project.id === id)?.name ?? "a project that is gone");
  return `In chats of ${names.join(", ")}.`;
}

function Remove({ slug, onClose }: { readonly slug: string; readonly onClose: () => void }) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => removeServer(slug),
    onSuccess: onClose,
    onSettled: () => client.invalidateQueries(),
  });
  return (
    <ConfirmRemoval title="Remove this MCP server?" onClose={onClose} remove={remove}>
      “<CallText prose text={slug} />” is ended, and its secrets and what was accepted of its tools are forgotten.
    </ConfirmRemoval>
  );
}
