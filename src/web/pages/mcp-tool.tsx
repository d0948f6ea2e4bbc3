import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { CLASSES } from "../../core/class.ts";
import type { McpToolView } from "../../wire/mcp.ts";
import { acceptTool } from "../api/routes.ts";
import { CLASS_WORDS } from "../card/decided-by.tsx";
import { DiffView } from "../card/diff-view.tsx";
import { HiddenProvider, useHidden } from "../card/hidden.tsx";
import { LongText } from "../card/long-text.tsx";
import { Button } from "../parts/button.tsx";
import { Disclosure } from "../parts/disclosure.tsx";
import { ErrorLine } from "../parts/error-line.tsx";
import { CallText } from "../render/call-text.tsx";

interface McpToolProps {
  readonly server: string;
  readonly tool: McpToolView;
  readonly mayChange: boolean;
}

/** One tool of a server. Keyed by its version, so that one that changes meanwhile is not accepted as the one before. */
export function McpTool(props: McpToolProps) {
  const { tool } = props;
  return (
    <li className="rounded border border-line px-3 py-2">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <CallText text={tool.name} className="font-medium" />
        <span className="text-xs text-ink-3">
          {tool.changed === null && tool.acceptedAt !== null
            ? `accepted as ${tool.class ?? "a tool of unknown class"}`
            : "not accepted by anybody"}
        </span>
      </p>
      {tool.changed === null ? (
        <Disclosure label="What it says of itself" className="mt-1">
          <Version {...props} />
        </Disclosure>
      ) : (
        <Version {...props} />
      )}
    </li>
  );
}

/** The whole version as text, and the way to make it the one that counts once all of it has been shown. */
function Version({ server, tool, mayChange }: McpToolProps) {
  const client = useQueryClient();
  const hidden = useHidden();
  const [cls, setCls] = useState("");
  const hash = tool.changed?.hash ?? tool.hash;
  const accept = useMutation({
    mutationFn: () => acceptTool(server, { tool: tool.name, hash, class: cls === "" ? null : cls }),
    onSettled: () => client.invalidateQueries(),
  });
  return (
    <div className="mt-2 flex flex-col gap-2">
      <HiddenProvider value={hidden.context}>
        {tool.changed === null ? (
          <div className="rounded border border-line bg-sunken px-3 py-2 text-xs">
            <LongText text={saysOf(tool.descriptor)} content />
          </div>
        ) : (
          <DiffView
            change={{ path: tool.name, before: tool.changed.before, after: tool.changed.after, cut: 0 }}
            project={null}
          />
        )}
      </HiddenProvider>
      {mayChange && (
        <div className="flex flex-wrap items-end gap-2">
          <label className="min-w-0 text-xs font-medium text-ink-2">
            What it does
            <select
              value={cls}
              onChange={(event) => setCls(event.target.value)}
              className="mt-1 block h-8 max-w-full rounded border border-edge bg-surface px-2 text-sm font-normal text-ink"
            >
              <option value="">not known: each call asks</option>
              {CLASSES.filter((each) => each !== "unknown").map((each) => (
                <option key={each} value={each}>
                  {CLASS_WORDS[each]}
                  {each === tool.offered && " (as it says of itself)"}
                </option>
              ))}
            </select>
          </label>
          <Button disabled={accept.isPending || hidden.closed > 0} onClick={() => accept.mutate()}>
            Accept this version<span className="sr-only"> of {tool.name}</span>
          </Button>
          {hidden.closed > 0 && <span className="text-xs text-ink-2">Once all of it has been shown.</span>}
        </div>
      )}
      <ErrorLine error={accept.error} className="text-deny" />
    </div>
  );
}

/** The description first and as lines: what speaks to a model hides there. */
function saysOf(descriptor: unknown): string {
  if (typeof descriptor !== "object" || descriptor === null) return "It was pinned before its text was kept.";
  const { description, ...rest } = descriptor as Readonly<Record<string, unknown>>;
  const said = typeof description === "string" ? `${description}\n\n` : "";
  return `${said}${JSON.stringify(rest, null, 2)}`;
}
