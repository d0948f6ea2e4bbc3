import type { Tables } from "../../store/store.ts";
import type { Project } from "../../store/tables/projects.ts";
import type { AcceptFileBody, ProjectFileView } from "../../wire/project-file.ts";
import { commit } from "../audit/commit.ts";
import type { Refusal } from "../refusal.ts";
import { composed } from "../mcp/registry.ts";
import { type AssembleDeps, assemblePolicy, belowOf } from "./assemble.ts";
import { announce, type ChangesDeps, chatsUnder, dropTightened } from "./change.ts";
import { dated } from "./dated.ts";
import { differences } from "./layer-patch.ts";
import { type FileState, fileStates, withPart } from "./project-file/files.ts";
import { FILE_NAMES } from "./project-file/parse.ts";
import { fileViews } from "./project-file/view.ts";
import type { KnownNames } from "./project-file/warnings.ts";

/** The files of projects that speak of modes: looked at, and accepted by a person. */
export interface ProjectFileReview {
  filesOf(project: Project): Promise<readonly ProjectFileView[]>;
  /** What of the file was seen, by its hash, counts from now on. `actor` as audit lines have it. */
  accept(project: Project, seen: AcceptFileBody, actor: string): Promise<Accepted>;
}

export type Accepted = { readonly ok: true; readonly resettled: readonly string[] } | Refusal;

export function createProjectFileReview(deps: ChangesDeps & AssembleDeps): ProjectFileReview {
  return {
    async filesOf(project) {
      const accepted = await deps.store.modes.get({ layer: "project", id: project.id });
      const below = belowOf(await assemblePolicy(deps.store, null, deps));
      const known = await knownNames(deps.store);
      return fileViews(accepted, await fileStates(deps.store, project), { below, known });
    },
    accept: (project, seen, actor) => accept(deps, { project, seen, actor }),
  };
}

async function knownNames({ mcpServers, ownServers, pins }: Tables): Promise<KnownNames> {
  const servers = [...(await mcpServers.list()), ...(await ownServers.list())].map(({ slug }) => slug);
  return { servers, tools: (await pins.list()).map(({ server, tool }) => composed(server, tool)) };
}

interface ToAccept {
  readonly project: Project;
  readonly seen: AcceptFileBody;
  readonly actor: string;
}

async function accept(deps: ChangesDeps, given: ToAccept): Promise<Accepted> {
  const key = { layer: "project", id: given.project.id } as const;
  const state = await stateOf(deps.store, given);
  if (state === null) return CHANGED;
  if (state.trusted) return { ok: true, resettled: [] };
  const before = (await deps.store.modes.get(key)) ?? {};
  const data = { project: key.id, file: given.seen.name, hash: given.seen.hash };
  await commit(deps, { type: "project.file-accepted", actor: given.actor, data }, async (tables) => {
    const layer = await tables.modes.get(key);
    await tables.modes.set(key, dated(withPart(layer, state), layer, deps.now()), deps.now());
    const { kind, part } = state;
    await tables.projectFiles.set({
      project: key.id,
      kind,
      acceptedHash: part.hash,
      seenHash: part.hash,
      seen: part.layer,
    });
    await announce(deps, tables, key);
  });
  const chats = await chatsUnder(deps, key);
  dropTightened(deps, differences(before, withPart(before, state)), chats);
  return { ok: true, resettled: await deps.resettle(chats) };
}

const CHANGED: Refusal = {
  ok: false,
  status: 409,
  code: "stale",
  message: "the file says something else by now: look at it again",
};

/** The file in the version that was seen; null where it is another, or cannot be read. */
async function stateOf(tables: Tables, { project, seen }: ToAccept): Promise<FileState | null> {
  const state = (await fileStates(tables, project)).find(({ kind }) => FILE_NAMES[kind] === seen.name);
  return state === undefined || state.fault !== null || state.part.hash !== seen.hash ? null : state;
}
