import type { World } from "../../../read/world.ts";
import type { Store } from "../../../store/store.ts";
import type { OwnServer } from "../../../store/tables/own-servers.ts";
import type {
  EntryView,
  NewServerBody,
  OwnServerView,
  ProjectServer,
  ServerProposed,
  ServerUse,
} from "../../../wire/own-servers.ts";
import { actorOf, type Person } from "../../auth/principal.ts";
import type { Sight } from "../../auth/sight.ts";
import { type HttpRefusal, refuse } from "../../http/refusal.ts";
import { missing, type Refusal } from "../../refusal.ts";
import type { Redactor } from "../../secrets/redact.ts";
import { toSlug } from "../entry.ts";
import type { McpClient } from "./client.ts";
import { toDraft } from "./draft.ts";
import type { NewServer, OwnServers } from "./own-servers.ts";
import { isThere, projectServers } from "./project-servers.ts";
import { createProposals, type Proposals } from "./proposals.ts";

/** What a person sees and says of the MCP servers of the host's own chats. */
export interface OwnServerService extends Pick<Proposals, "look" | "confirm"> {
  views(sight: Sight): readonly OwnServerView[];
  /** A server on the network is there at once; a program waits for its code. */
  add(body: NewServerBody, who: Person): Promise<({ readonly ok: true } & ServerProposed) | Refused>;
  /** What would be kept of it, without keeping it. */
  prepare(body: NewServerBody): Promise<NewServer | Refused>;
  /** Keeps one that this person confirmed on a card. */
  put(server: NewServer, by: Person): Promise<void>;
  setUse(slug: string, use: ServerUse, who: Person): Promise<OwnServerView | Refused>;
  /** Ends it; what needs it starts it again. */
  restart(slug: string): Promise<OwnServerView | Refused>;
  remove(slug: string, who: Person): Promise<Refused | null>;
  /** What the `.mcp.json` of projects proposes, and is not there yet. */
  ofProjects(): Promise<readonly ProjectServer[]>;
  /** Lists its tools anew where it is one of these and can be had. */
  refresh(slug: string): Promise<void>;
}

type Refused = HttpRefusal | Refusal;

export interface OwnServerDeps {
  readonly store: Store;
  readonly servers: OwnServers;
  readonly client: McpClient;
  readonly redactor: Redactor;
  readonly world: () => World;
  /** Decides what waits anew. */
  readonly resettle: () => Promise<unknown>;
  readonly now: () => number;
}

export function createOwnServerService(deps: OwnServerDeps): OwnServerService {
  const { store, servers, client, redactor, world, now } = deps;
  const proposals = createProposals(servers, now);

  /** INVARIANT: what a server is given in secret is told to nobody. */
  function entryOf({ entry }: OwnServer): EntryView {
    return redactor.value(entry).value as EntryView;
  }

  function viewOf(server: OwnServer, sight: Sight): OwnServerView {
    const { slug, enabled, projects } = server;
    const { state, reason, said } = client.view(slug);
    const seen = projects === null ? sight.all : projects.some((project) => sight.project(project));
    const shown = { reason: reason && redactor.text(reason), said: redactor.text(said) };
    const kept = projects?.filter((project) => sight.project(project)) ?? null;
    return { slug, enabled, projects: kept, state, ...(seen ? { entry: entryOf(server), ...shown } : HIDDEN) };
  }

  async function slugFor({ name, replaces }: NewServerBody): Promise<string | Refused> {
    if (replaces !== null) return servers.get(replaces) === undefined ? missing("server") : replaces;
    const slug = toSlug(name) || "server";
    const taken = servers.get(slug) !== undefined || (await store.mcpServers.get(slug)) !== null;
    return taken ? refuse("ECONFLICT", `there is a server \`${slug}\` already`, "$.name") : slug;
  }

  async function namesOf(ids: readonly string[] | null): Promise<readonly string[] | null | Refused> {
    if (ids === null) return null;
    const projects = await Promise.all(ids.map((id) => store.projects.get(id)));
    return projects.includes(null)
      ? refuse("EBODY", "there is no such project", "$.projects")
      : projects.map((project) => project?.name ?? "");
  }

  async function prepare(body: NewServerBody): Promise<NewServer | Refused> {
    const slug = await slugFor(body);
    const draft = toDraft(body.entry, world());
    if (typeof slug !== "string") return slug;
    return "ok" in draft ? draft : { slug, draft, projects: body.projects };
  }

  return {
    prepare,
    async put(server, by) {
      await servers.put(server, { actor: actorOf(by), confirmedAt: "session" });
    },
    look: proposals.look,
    confirm: proposals.confirm,
    views: (sight) => servers.list().map((server) => viewOf(server, sight)),
    async add(body, who) {
      const projectNames = await namesOf(body.projects);
      const server = await prepare(body);
      if ("ok" in server) return server;
      if (projectNames !== null && "ok" in projectNames) return projectNames;
      const { slug, draft } = server;
      const actor = actorOf(who);
      if (draft.entry.kind === "stdio")
        return {
          ok: true,
          slug,
          server: null,
          ...proposals.add({ server, replaces: body.replaces, projectNames, actor }),
        };
      const added = await servers.put(server, { actor, confirmedAt: null });
      return { ok: true, slug, server: viewOf(added, ALL), code: null, expiresAt: null };
    },
    async setUse(slug, use, who) {
      const server = servers.get(slug);
      if (server === undefined) return missing("server");
      const names = await namesOf(use.projects ?? null);
      if (names !== null && "ok" in names) return names;
      const next = await servers.setUse(server, use, actorOf(who));
      await deps.resettle();
      return viewOf(next, ALL);
    },
    async restart(slug) {
      const server = servers.get(slug);
      if (server === undefined) return missing("server");
      await client.restart(slug);
      await client.refresh(slug);
      return viewOf(server, ALL);
    },
    async remove(slug, who) {
      const server = servers.get(slug);
      if (server === undefined) return missing("server");
      await servers.remove(server, actorOf(who));
      await deps.resettle();
      return null;
    },
    async ofProjects() {
      const opened = (await store.projects.list()).filter((project) => project.opened !== "unanswered");
      return opened
        .flatMap((project) => projectServers(project, redactor))
        .filter((each) => !isThere(servers.list(), each));
    },
    refresh: client.refresh,
  };
}

/** An owner changes what counts for all. */
const ALL: Sight = { all: true, project: () => true, chat: async () => true };
const HIDDEN = { entry: null, reason: null, said: "" } as const;
