import type { Readers } from "../../core/compile.ts";
import type { Store } from "../../store/store.ts";
import type { Project } from "../../store/tables/projects.ts";
import type { ToolView } from "../../wire/tool.ts";
import type { OwnServers } from "../mcp/client/own-servers.ts";
import { listTools } from "../tools/list.ts";
import { type AssembleDeps, assemblePolicy, assembleProjectPolicy } from "./assemble.ts";
import { compileStored } from "./compile-stored.ts";
import type { Policies } from "./policies.ts";

export interface ToolListDeps extends AssembleDeps {
  readonly store: Store;
  readonly policies: Policies;
  readonly readers: Readers;
  readonly now: () => number;
  /** MCP servers of the host's own chats, which no other agent has. */
  readonly own?: Pick<OwnServers, "get" | "isOff">;
}

/** Where one looks from: a chat, else a project, else the whole app. */
export interface ListPlace {
  readonly chat: string | null;
  readonly project: Project | null;
}

export type ToolList = (place: ListPlace) => Promise<readonly ToolView[]>;

/** The tools of a place under the policy that decides there. Rejects where it cannot be read: then none is told of. */
export function createToolList(deps: ToolListDeps): ToolList {
  return async ({ chat, project }) => {
    const raw =
      chat === null
        ? await assembleProjectPolicy(deps.store, project, deps)
        : await assemblePolicy(deps.store, chat, deps);
    const policy = chat === null ? compileStored(raw, deps.readers) : await deps.policies.policyFor(chat, null);
    const unread = new Set(policy.setAside.map(({ rule }) => rule.id));
    const place = chat === null ? null : await deps.store.chats.get(chat);
    const where = place?.project ?? project?.id ?? null;
    return listTools({
      policy,
      rules: raw.rules.filter(({ id }) => !unread.has(id)),
      scope: chat !== null ? "chat" : project !== null ? "project" : "app",
      mcp: (await deps.store.pins.list()).filter(
        ({ server }) => place === null || (place.agent === null) === (deps.own?.get(server) !== undefined),
      ),
      isOff: (server) =>
        chat === null && project === null
          ? deps.own?.get(server)?.enabled === false
          : deps.own?.isOff(server, where) === true,
      now: deps.now(),
    });
  };
}
