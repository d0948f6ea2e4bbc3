import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { McpServerView } from "../../wire/mcp.ts";
import { mcpServersQuery } from "../api/queries.ts";
import { setAnswerIn } from "../api/routes.ts";
import { Button } from "../parts/button.tsx";
import { Choice } from "../parts/choice.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Section } from "../parts/page.tsx";
import { ErrorLine } from "../parts/error-line.tsx";
import { sentenceOf } from "../parts/sentence.ts";
import { useNow } from "../parts/use-now.ts";
import { CallText } from "../render/call-text.tsx";
import { sayAgo } from "../render/time.ts";
import { McpTools } from "./mcp-tools.tsx";

/** MCP servers that a gate has stood before: where their calls are answered, and what their tools say of themselves. */
export function McpServers({ command, mayChange }: { readonly command: string; readonly mayChange: boolean }) {
  const servers = useQuery(mcpServersQuery).data?.servers;
  return (
    <Section
      id="mcp"
      title="MCP servers behind a gate"
      says="Servers of your other MCP clients. A tool whose description changes asks again until you accept it."
    >
      <ul className="flex flex-col gap-3">
        {servers?.map((server) => (
          <Server key={server.slug} server={server} mayChange={mayChange} />
        ))}
      </ul>
      {servers?.length === 0 && (
        <p className="text-sm text-ink-2">
          None yet. Put <code className="mono">{command} mcp --</code> before a server’s command in your client’s
          settings.
        </p>
      )}
    </Section>
  );
}

interface ServerProps {
  readonly server: McpServerView;
  readonly mayChange: boolean;
}

function Server({ server, mayChange }: ServerProps) {
  const now = useNow();
  return (
    <li className="rounded-lg border border-line bg-surface px-4 py-3 text-sm">
      <p className="flex flex-wrap items-center gap-x-3 text-base">
        <span aria-hidden className={`size-2 rounded-full ${server.gates > 0 ? "bg-allow" : "border border-edge"}`} />
        <CallText prose text={server.slug} className="font-medium" />
        <span className="text-sm text-ink-2">{sayGates(server, now)}</span>
      </p>
      {server.starts && (
        <p className="mt-1 text-xs text-ink-3">
          <CallText text={server.starts.line} /> in <CallText text={server.starts.cwd} />
        </p>
      )}
      <AnswerIn server={server} mayChange={mayChange} />
      <McpTools server={server.slug} mayChange={mayChange} />
    </li>
  );
}

function sayGates({ gates, lastSeen }: McpServerView, now: number): string {
  if (gates === 0) return `last seen ${sayAgo(lastSeen, now)}`;
  return gates === 1 ? "connected" : `connected ${gates} times`;
}

/** To answer in the client asks first: what a client sends as a person's answer may be its agent's own. */
function AnswerIn({ server: { slug, answerIn }, mayChange }: ServerProps) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const set = useMutation({
    mutationFn: (to: McpServerView["answerIn"]) => setAnswerIn(slug, to),
    onSuccess: () => setAsking(false),
    onSettled: () => client.invalidateQueries(),
  });
  const disabled = !mayChange || set.isPending;
  return (
    <div className="mt-3">
      <Choice
        showLabel
        label={`Calls of ${slug} are answered`}
        value={answerIn}
        options={[
          { value: "inbox", label: "Here only", disabled },
          { value: "client", label: "In the client too", disabled },
        ]}
        onChange={(to) => (to === "client" ? setAsking(true) : set.mutate(to))}
      />
      {set.error !== null && !asking && (
        <p role="alert" className="mt-2 text-deny">
          {sentenceOf(set.error)}
        </p>
      )}
      {asking && (
        <Dialog
          title="Trust the client’s answers?"
          onClose={() => setAsking(false)}
          footer={
            <>
              <Button data-first tone="quiet" onClick={() => setAsking(false)}>
                Back
              </Button>
              <Button tone="primary" disabled={set.isPending} onClick={() => set.mutate("client")}>
                Trust its answers
              </Button>
            </>
          }
        >
          <p>
            A question about a call of <CallText prose text={slug} /> is then shown in the client as well, and a yes
            from there lets the call run. Choose it only where you, and never the agent, answer in that client: a yes
            that the agent gives looks the same.
          </p>
          <ErrorLine error={set.error} className="mt-3 font-medium text-deny" />
        </Dialog>
      )}
    </div>
  );
}
