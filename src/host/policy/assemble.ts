import { worktreesOf } from "../agents/project-of.ts";
import { createHash } from "node:crypto";
import type { ApprovalMode, DirectoryGrant, Layer, Level, Limits, Policy, Rule } from "../../core/policy.ts";
import type { Tables } from "../../store/store.ts";
import type { Chat } from "../../store/tables/chats.ts";
import type { Project } from "../../store/tables/projects.ts";
import type { StoredRule } from "../../store/tables/rules.ts";
import { readManaged } from "./managed.ts";
import { PRESETS, presetRules, readPreset } from "./presets.ts";
import { fileStates, layerOf, proposedLayer } from "./project-file/files.ts";
import type { Below } from "./project-file/stricter.ts";

export interface AssembleDeps {
  readonly home: string;
  /** An administrator's read-only part of every policy; without it there is none. */
  readonly managedFile?: string;
  /** An app's own policy: what is stored is added to its rules, and no setting or file counts beside it. */
  readonly given?: Policy;
}

/** Settings that policy is made of; see `readDefaults`. */
export interface Defaults {
  readonly level: Level;
  readonly approvalMode: ApprovalMode;
  readonly limits: Limits;
  readonly preset: (typeof PRESETS)[number] | "none";
  readonly grants: readonly DirectoryGrant[];
  /** Commands of the host's own chats run in the sandbox. */
  readonly sandbox: boolean;
  /** The kill switch: L3 for all chats. */
  readonly stopped: boolean;
}

/** The policy of a chat without what its session remembers; of no chat for null. Rejects where it cannot be read. */
export async function assemblePolicy(tables: Tables, chatId: string | null, deps: AssembleDeps): Promise<Policy> {
  const chat = chatId === null ? null : await tables.chats.get(chatId);
  if (chatId !== null && chat === null) throw new Error("this chat does not exist");
  const project = chat?.project == null ? null : await tables.projects.get(chat.project);
  if (chat?.project != null && project === null) throw new Error("the chat's project does not exist");
  if (deps.given) return givenPolicy(tables, deps.given, chat);
  const defaults = await readDefaults(tables);
  const managed = readManaged(deps.managedFile);
  const policy = {
    layers: await layersOf(tables, { chat, project, managed, defaults }),
    rules: await rulesOf(tables, { chat, project, managed, defaults }),
    level: defaults.stopped ? "L3" : (chat?.level ?? defaults.level),
    approvalMode: chat?.approvalMode ?? defaults.approvalMode,
    grants: [...(project ? projectGrants(project) : []), ...(chat?.grants ?? []), ...defaults.grants],
    projectRoots: project ? [project.path, ...worktrees(project, chat, deps)] : [],
    limits: defaults.limits,
    home: deps.home,
  } as const;
  return { ...policy, revision: revisionOf(policy) };
}

/** Worktrees that the chat's session was granted: what is said of the project is said of them. */
function worktrees(project: Project, chat: Chat | null, { home }: AssembleDeps): readonly string[] {
  const roots = (chat?.grants ?? []).flatMap(({ root, recursive }) => (recursive ? [root] : []));
  return worktreesOf(project.path, roots, home);
}

/** The policy of an app that embeds the gate, with what its people had remembered. */
async function givenPolicy(tables: Tables, given: Policy, chat: Chat | null): Promise<Policy> {
  const stored = [...(chat ? await tables.rules.of("chat", chat.id) : []), ...(await tables.rules.of("global", ""))];
  const settings = (await tables.settings.get("grants")) as readonly DirectoryGrant[] | undefined;
  const grants = [...given.grants, ...(chat?.grants ?? []), ...(settings ?? [])];
  const policy = { ...given, rules: [...stored.map(toRule), ...given.rules], grants };
  return { ...policy, revision: revisionOf(policy) };
}

/** What a new chat of a project begins with; of no project for null. */
export async function assembleProjectPolicy(
  tables: Tables,
  project: Project | null,
  deps: AssembleDeps,
): Promise<Policy> {
  const base = await assemblePolicy(tables, null, deps);
  if (project === null) return base;
  const layer = await projectLayer(tables, project, base);
  const rules = await tables.rules.of("project", project.id);
  return {
    ...base,
    layers: { ...base.layers, ...(layer === null ? {} : { project: layer }) },
    rules: [...rules.map(toRule), ...base.rules],
    grants: [...projectGrants(project), ...base.grants],
    projectRoots: [project.path],
  };
}

export async function readDefaults(tables: Pick<Tables, "settings">): Promise<Defaults> {
  const get = async <T>(name: string, fallback: T): Promise<T> =>
    ((await tables.settings.get(name)) as T | undefined) ?? fallback;
  return {
    level: await get<Level>("level", "L0"),
    approvalMode: await get<ApprovalMode>("approvalMode", "ask"),
    limits: await get<Limits>("limits", {}),
    preset: await get<Defaults["preset"]>("preset", "everyday"),
    grants: await get<readonly DirectoryGrant[]>("grants", []),
    sandbox: await get("sandbox", false),
    stopped: await get("stopped", false),
  };
}

/** Characters of what a call gives back that are kept, where nobody set another number. */
const OUTPUT_LIMIT = 64 * 1024;

export async function readOutputLimit({ settings }: Pick<Tables, "settings">): Promise<number> {
  return ((await settings.get("outputLimit")) as number | undefined) ?? OUTPUT_LIMIT;
}

/** Names a policy by its content. */
export function revisionOf(content: unknown): string {
  return createHash("sha256").update(JSON.stringify(content)).digest("hex").slice(0, 16);
}

export function projectGrants(project: Project): readonly DirectoryGrant[] {
  return project.opened === "custom" ? project.grants : [rootGrant(project), ...project.grants];
}

/** What a project is opened for. Nobody has answered yet: it can be read. */
export function rootGrant(project: Project): DirectoryGrant {
  const can: DirectoryGrant["can"] = project.opened === "edit" ? ["read", "write", "edit"] : ["read"];
  const identity = project.identity === undefined ? {} : { identity: project.identity };
  return { root: project.path, recursive: true, can, ...identity };
}

interface Places {
  readonly chat: Chat | null;
  readonly project: Project | null;
  readonly managed: ReturnType<typeof readManaged>;
  readonly defaults: Defaults;
}

async function layersOf(tables: Tables, { chat, project, managed, defaults }: Places): Promise<Policy["layers"]> {
  const ofChat = chat && (await tables.modes.get({ layer: "chat", id: chat.id }));
  const app = await tables.modes.get({ layer: "app", id: "" });
  const below = { ...(managed.layer && { managed: managed.layer }), ...(app && { app }) };
  const ofProject = project && (await projectLayer(tables, project, { layers: below, limits: defaults.limits }));
  return { ...below, ...(ofChat && { chat: ofChat }), ...(ofProject && { project: ofProject }) };
}

/** What a project says of modes, its files held against what was accepted of them. */
async function projectLayer(
  tables: Tables,
  project: Project,
  below: Pick<Policy, "layers" | "limits">,
): Promise<Layer | null> {
  const accepted = await tables.modes.get({ layer: "project", id: project.id });
  return layerOf(accepted, await fileStates(tables, project), belowOf(below));
}

/** What holds where a project says nothing, of a policy. */
export function belowOf({ layers, limits }: Pick<Policy, "layers" | "limits">): Below {
  return { layers: [layers.app, allowsOf(layers.managed)], limits };
}

/** An administrator's off and ask count everywhere by themselves; what is allowed stands below the app. */
function allowsOf(layer: Layer | undefined): Layer | undefined {
  const loose = (entries: Layer["native"] = {}) =>
    Object.fromEntries(Object.entries(entries).filter(([, { mode }]) => mode === "allow" || mode === "allowlist"));
  return layer?.native && { native: loose(layer.native) };
}

/** The policy as it would be with the project's files accepted as they stand; null where nothing waits for that. */
export async function proposedPolicy(tables: Tables, policy: Policy, project: Project): Promise<Policy | null> {
  const accepted = await tables.modes.get({ layer: "project", id: project.id });
  const layer = proposedLayer(accepted, await fileStates(tables, project));
  if (layer === null) return null;
  return { ...policy, layers: { ...policy.layers, project: layer }, revision: revisionOf([policy.revision, layer]) };
}

async function rulesOf(tables: Tables, places: Places): Promise<readonly Rule[]> {
  const { chat, project, defaults, managed } = places;
  const [ofChat, ofProject, global] = await Promise.all([
    chat ? tables.rules.of("chat", chat.id) : [],
    project ? tables.rules.of("project", project.id) : [],
    tables.rules.of("global", ""),
  ]);
  const preset = countingPreset(defaults, chat);
  const builtin = preset === "none" ? [] : presetRules(preset);
  return [...[...ofChat, ...ofProject, ...global].map(toRule), ...managed.rules, ...builtin];
}

/**
 * INVARIANT: what allows code because a sandbox holds it never counts where no sandbox does: while it is off, and for
 * another agent, whose commands run outside of this host. There what the preset comes with counts by itself.
 */
function countingPreset({ preset, sandbox }: Defaults, chat: Chat | null): Defaults["preset"] {
  const held = sandbox && (chat === null || chat.agent === null);
  return preset !== "sandbox" || held ? preset : (readPreset("sandbox").with ?? "none");
}

/** A rule as policy has it, without whose it is. */
export function toRule(stored: StoredRule): Rule {
  const { target: _target, ...rule } = stored;
  return rule;
}
