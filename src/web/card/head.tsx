import { ShieldQuestion } from "lucide-react";
import type { ApprovalView } from "../../wire/approval.ts";
import { AgentName } from "../parts/agent-name.tsx";
import { CallText, FlagBadges } from "../render/call-text.tsx";
import { claimFlags, nameFlags } from "../render/imitation.ts";
import { show } from "../render/visible-text.ts";
import { isOwnChange } from "./choices.ts";

const SOURCES = { model: "proposed by the model", user: "typed by you", external: "proposed by the agent" } as const;

/** Callers of the host's own that are no agent with a model. */
const OWN_SOURCES: Readonly<Record<string, string>> = {
  terminal: "from a terminal",
  "try-it": "scripted, no model behind it",
};

/** Static: no chevron, no pointer, no press state. What is said here is the host's, names are the caller's. */
export function Head({ view }: { readonly view: ApprovalView }) {
  const { tool, chat, project } = view;
  const flags = [
    ...nameFlags(tool.name, tool.origin === "builtin" || tool.origin === "agent"),
    ...(tool.server === undefined ? [] : [...claimFlags(tool.server), ...show(tool.server).flags]),
    ...show(tool.name).flags,
  ];
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-1 px-5 pt-4 text-xs text-ink-3 sm:px-6">
      <span className="flex items-center gap-2 text-sm font-medium text-ink-2">
        <ShieldQuestion size={18} strokeWidth={2} className="text-ask" aria-hidden />
        <CallText prose text={tool.title} />
      </span>
      {tool.name !== tool.title && !isOwnChange(view) && !isNamed(view) && <CallText text={tool.name} />}
      {tool.server !== undefined && (
        <span>
          from <CallText text={tool.server} />{" "}
          {/* That it is the version which was pinned says nothing of what it does: no green. */}
          <strong className={tool.trusted ? "font-medium text-ink-2" : "font-medium text-ask"}>
            {tool.trusted ? "unchanged" : "not trusted"}
          </strong>
        </span>
      )}
      <FlagBadges flags={flags} />
      <span className="flex flex-wrap gap-x-1.5 sm:ml-auto">
        {chat.agent !== "terminal" && <AgentName chat={chat} className="text-ink-2" />}
        {project !== null && (
          <>
            {chat.agent !== "terminal" && <span aria-hidden>·</span>}
            <CallText prose text={project.name} className="text-ink-2" />
          </>
        )}
        <span aria-hidden>·</span>
        {OWN_SOURCES[chat.agent ?? ""] ?? SOURCES[view.source]}
      </span>
    </header>
  );
}

/** Whether the heading names the tool and its server anyway, as it does for an agent's `mcp__server__tool`. */
function isNamed({ tool: { name, server }, summary }: ApprovalView): boolean {
  const bare = server === undefined ? null : name.replace(`mcp__${server}__`, "");
  return bare !== null && summary === `Calls \`${bare}\` of the server ${server}.`;
}
