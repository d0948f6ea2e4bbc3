import { compile, type Readers } from "../../core/compile.ts";
import type { Store } from "../../store/store.ts";
import type { Project } from "../../store/tables/projects.ts";
import type { ToolView } from "../../wire/tool.ts";
import { listTools } from "../tools/list.ts";
import { type AssembleDeps, assemblePolicy, assembleProjectPolicy } from "./assemble.ts";
import { type Policies, PolicyError } from "./policies.ts";

export interface ToolListDeps extends AssembleDeps {
  readonly store: Store;
  readonly policies: Policies;
  readonly readers: Readers;
  readonly now: () => number;
  /** An MCP server is turned off in a project (its id). */
  readonly isOff?: (server: string, project: string | null) => boolean;
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
    const compiled = chat === null ? compile(raw, deps.readers) : null;
    if (compiled?.ok === false) throw new PolicyError(compiled.errors);
    const where = chat === null ? (project?.id ?? null) : ((await deps.store.chats.get(chat))?.project ?? null);
    return listTools({
      policy: compiled?.policy ?? (await deps.policies.policyFor(chat, null)),
      rules: raw.rules,
      scope: chat !== null ? "chat" : project !== null ? "project" : "app",
      mcp: await deps.store.pins.list(),
      isOff: (server) => (chat !== null || project !== null ? deps.isOff?.(server, where) === true : false),
      now: deps.now(),
    });
  };
}
