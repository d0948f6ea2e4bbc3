import { useQuery } from "@tanstack/react-query";
import type { ApprovalView } from "../../wire/approval.ts";
import { meQuery } from "../api/queries.ts";
import { CallText } from "../render/call-text.tsx";

/** Callers of the host's own; no hook brings them. */
const OWN = [
  { name: "try-it", title: "Sample agent (scripted)" },
  { name: "terminal", title: "A terminal" },
];

/** Who runs a chat: the agent by its title, else the chat's own. */
export function AgentName({
  chat,
  className = "",
}: {
  readonly chat: ApprovalView["chat"];
  readonly className?: string;
}) {
  return <CallText prose text={useAgentTitle()(chat)} className={className} />;
}

/** The same as text, for lists. */
export function useAgentTitle(): (chat: ApprovalView["chat"]) => string {
  const { data: agents } = useQuery({ ...meQuery, select: (me) => me.agents });
  return ({ agent, title }) => [...(agents ?? []), ...OWN].find(({ name }) => name === agent)?.title ?? agent ?? title;
}
