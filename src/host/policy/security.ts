import { realpathSync, statSync } from "node:fs";
import { isAbsolute, sep } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { isToolOf } from "../../core/names.ts";
import type { DirectoryGrant, Layer } from "../../core/policy.ts";
import type { Tables } from "../../store/store.ts";
import type { Project } from "../../store/tables/projects.ts";
import type { SecurityBody, SecurityDocument } from "../../wire/security.ts";
import { commit } from "../audit/commit.ts";
import { Undone } from "../audit/recorder.ts";
import { type Person, actorOf } from "../auth/principal.ts";
import type { Refusal } from "../refusal.ts";
import { lstat } from "../tools/node-world.ts";
import { projectGrants, revisionOf, rootGrant } from "./assemble.ts";
import { isBroadRoot } from "./broad-root.ts";
import { announce, type Changed, type ChangesDeps, chatsUnder, dropTightened, refusalFor, settled } from "./change.ts";
import { dated } from "./dated.ts";
import { invalid, layerFault, policyFault } from "./fault.ts";
import { differences } from "./layer-patch.ts";
import { setLayer } from "./set-layer.ts";
import { underNativeKeys } from "./native-keys.ts";
import { isReplaced, withIdentity } from "./root-identity.ts";

/** The document as it stands. */
export async function securityOf(tables: Tables, project: Project): Promise<SecurityDocument> {
  const [layer, pins, own] = await Promise.all([
    tables.modes.get({ layer: "project", id: project.id }),
    tables.pins.list(),
    tables.ownServers.list(),
  ]);
  const granted = projectGrants(project);
  const tools = layer ?? {};
  return {
    revision: revisionOf([project.opened, granted, tools]),
    grants: granted.map(({ identity, ...grant }) => ({
      ...grant,
      replaced: isReplaced({ ...grant, ...(identity === undefined ? {} : { identity }) }, { lstat }),
      broad: isBroadRoot(grant.root),
    })),
    servers: [...new Set([...pins.map(({ server }) => server), ...own.map(({ slug }) => slug)])].toSorted(),
    tools,
  };
}

/** What ends the transaction, so that nothing of it is kept. */
class Stale extends Undone {}

export async function setSecurity(
  deps: ChangesDeps,
  { project: id, body }: { readonly project: string; readonly body: SecurityBody },
  who: Person,
): Promise<Changed<SecurityDocument>> {
  const key = { layer: "project", id } as const;
  const refused = await refusalFor(deps, key, who);
  if (refused) return refused;
  const before = await documentOf(deps.store, id);
  const checked = before.document.revision === body.revision ? check(deps, before, body) : STALE;
  if (!checked.ok) return checked;
  const data = { project: id, grants: checked.grants, tools: checked.layer };
  try {
    await commit(deps, { actor: actorOf(who), type: "security.changed", data }, async (tables) => {
      const now = await documentOf(tables, id);
      if (now.document.revision !== body.revision) throw new Stale();
      await tables.projects.update({ ...now.project, ...toStored(now.project, checked.grants) });
      const patch = differences(now.document.tools, checked.layer ?? {});
      await setLayer(tables, key, { patch, next: checked.layer, now: deps.now() });
      await announce(deps, tables, key);
    });
  } catch (error) {
    if (error instanceof Stale) return STALE; // verdict: refused, nothing was stored
    throw error;
  }
  const chats = await chatsUnder(deps, key);
  dropTightened(deps, differences(before.document.tools, checked.layer ?? {}), chats);
  return settled(deps, (await documentOf(deps.store, id)).document, chats);
}

const STALE: Refusal = {
  ok: false,
  status: 409,
  code: "stale",
  message: "the project's security was changed meanwhile",
};

interface Before {
  readonly project: Project;
  readonly document: SecurityDocument;
}

async function documentOf(tables: Tables, id: string): Promise<Before> {
  const project = await tables.projects.get(id);
  if (project === null) throw new Error("the project is gone");
  return { project, document: await securityOf(tables, project) };
}

type Checked =
  | { readonly ok: true; readonly grants: readonly DirectoryGrant[]; readonly layer: Layer | null }
  | Refusal;

function check(deps: ChangesDeps, { project, document }: Before, body: SecurityBody): Checked {
  const layer = Object.keys(body.tools).length === 0 ? null : (body.tools as Layer);
  const fault = layerFault(deps, { layer: "project" }, layer) ?? unknownServer(layer, document.servers);
  if (fault) return { ...fault, path: fault.path?.replace("$", "$.tools") ?? "$.tools" };
  const grants: DirectoryGrant[] = [];
  for (const [at, grant] of body.grants.entries()) {
    const root = canonicalFolder(grant.root);
    if (root === null) return invalid(`$.grants[${at}].root`, `\`${grant.root}\` is no folder that can be seen`);
    const given = identified(compact({ ...grant, root }), {
      before: projectGrants(project),
      renew: grant.renew === true,
    });
    const known = document.grants.some((each) => sameGrant(each, given));
    if (!known && !body.confirmBroad && isBroadRoot(root))
      return invalid("$.confirmBroad", `\`${root}\` holds far more than a project: confirm that it is meant`);
    grants.push(given);
  }
  return grantsFault(deps, grants) ?? { ok: true, grants, layer: layer && stored(layer, document.tools, deps.now()) };
}

/** A layer that is sound as it is kept: each tool under its own name, each entry with the host's date. */
function stored(layer: Layer, before: Layer, now: number): Layer {
  const { native, ...rest } = layer;
  return dated({ ...rest, ...(native && { native: underNativeKeys(native) }) }, before, now);
}

/** A root that was granted before stays the folder that it was: what is saved beside it grants no other in its place. */
function identified(
  grant: DirectoryGrant,
  { before, renew }: { readonly before: readonly DirectoryGrant[]; readonly renew: boolean },
): DirectoryGrant {
  const identity = renew ? undefined : before.find(({ root }) => root === grant.root)?.identity;
  return identity === undefined ? withIdentity(grant) : { ...grant, identity };
}

function grantsFault(deps: ChangesDeps, grants: readonly DirectoryGrant[]): Refusal | null {
  const fault = policyFault(deps, { grants }, "");
  return fault && { ...fault, path: (fault.path ?? "").replace("$", "$.") };
}

/** A policy may name only a server of the same document, and only tools of such a server. */
function unknownServer(layer: Layer | null, slugs: readonly string[]): Refusal | null {
  const { servers = {}, tools = {} } = layer?.mcp ?? {};
  const server = Object.keys(servers).find((slug) => !slugs.includes(slug));
  if (server !== undefined) return invalid(`$.mcp.servers.${server}`, `there is no server \`${server}\``);
  const tool = Object.keys(tools).find((name) => !slugs.some((slug) => isToolOf(slug, name)));
  return tool === undefined ? null : invalid(`$.mcp.tools.${tool}`, `there is no server that \`${tool}\` could be of`);
}

function canonicalFolder(path: string): string | null {
  try {
    const real = isAbsolute(path) ? realpathSync(path) : null;
    return real !== null && statSync(real).isDirectory() ? real.replaceAll(sep, "/") : null;
  } catch {
    return null; // verdict: refused
  }
}

/** Without lists that say nothing. */
function compact({ root, recursive, include, exclude, can }: SecurityBody["grants"][number]): DirectoryGrant {
  return {
    root,
    recursive,
    can,
    ...(include === undefined || include.length === 0 ? {} : { include }),
    ...(exclude === undefined || exclude.length === 0 ? {} : { exclude }),
  };
}

/** What was answered when the project was opened stays the answer for as long as its own grant stands. */
function toStored(
  project: Project,
  grants: readonly DirectoryGrant[],
): Pick<Project, "opened" | "grants" | "identity"> {
  const own = project.opened === "custom" ? null : rootGrant(project);
  const rest = own === null ? grants : grants.filter((grant) => !sameGrant(grant, own));
  const identity = own && grants.find((grant) => sameGrant(grant, own))?.identity;
  const kept = own !== null && rest.length === grants.length - 1;
  return { opened: kept ? project.opened : "custom", grants: kept ? rest : grants, ...(identity ? { identity } : {}) };
}

/** Grants the same; whether of the same folder is another question. */
function sameGrant(a: DirectoryGrant, b: DirectoryGrant): boolean {
  const said = ({ root, recursive, include, exclude, can }: DirectoryGrant) => [
    root,
    recursive,
    include,
    exclude,
    can.toSorted(),
  ];
  return isDeepStrictEqual(said(a), said(b));
}
