import { compile, type Readers } from "../../core/compile.ts";
import { findBuiltin, nativeKey } from "../../core/names.ts";
import type { ApprovalMode, Layer, Level, Limits, Policy } from "../../core/policy.ts";
import type { Store, Tables } from "../../store/store.ts";
import type { LayerKey } from "../../store/tables/modes.ts";
import { entryGoverns, type Memory } from "../approvals/memory.ts";
import type { Recorder } from "../audit/recorder.ts";
import type { Principal, Refusal } from "../gate/gate.ts";
import { type LayerPatch, patchLayer, tightenedBy } from "./layer-patch.ts";
import type { PresetName } from "./presets.ts";

type Person = Principal & { readonly kind: "person" };

/** `resettled`: approvals that the change answered or made void. */
type Changed<T> = { readonly ok: true; readonly value: T; readonly resettled: readonly string[] } | Refusal;

interface Defaults {
  readonly level?: Exclude<Level, "L3">;
  readonly approvalMode?: ApprovalMode;
  readonly limits?: Limits;
  readonly preset?: PresetName | "none";
}

/**
 * Changes of modes, levels and defaults by hand. Each is checked before it is stored, stored with its audit line, and then what waits is
 * decided anew. The app's and a project's policy belong to the owner; a chat's, to who may approve in it.
 */
export interface PolicyChanges {
  /** An entry that is made stricter also drops what run and session remember for it. Null: nothing is left of the layer. */
  setModes(key: LayerKey, patch: LayerPatch, who: Person): Promise<Changed<Layer | null>>;
  setChat(
    id: string,
    change: { readonly level?: Level | null; readonly approvalMode?: ApprovalMode | null },
    who: Person,
  ): Promise<Changed<null>>;
  setDefaults(change: Defaults, who: Person): Promise<Changed<null>>;
}

export interface ChangesDeps {
  readonly store: Store;
  readonly recorder: Recorder;
  readonly memory: Memory;
  readonly readers: Readers;
  readonly now: () => number;
  /** The gate's. */
  readonly resettle: (chats: readonly string[] | null) => Promise<readonly string[]>;
}

export function createPolicyChanges(deps: ChangesDeps): PolicyChanges {
  return {
    setModes: (key, patch, who) => setModes(deps, { key, patch }, who),
    setChat: (id, change, who) => setChat(deps, { id, change }, who),
    setDefaults: (change, who) => setDefaults(deps, change, who),
  };
}

async function setModes(
  deps: ChangesDeps,
  { key, patch }: { key: LayerKey; patch: LayerPatch },
  who: Person,
): Promise<Changed<Layer | null>> {
  const refused = await refusalFor(deps, key, who);
  if (refused) return refused;
  const asked = withoutMaskedAsks(await deps.store.modes.get(key), patch);
  const checked = layerFault(deps, key, patchLayer(await deps.store.modes.get(key), asked));
  if (checked) return checked;
  const layer = await commit(deps, { who, type: "modes.changed", data: { ...key, patch } }, async (tables) => {
    const next = patchLayer(await tables.modes.get(key), asked);
    await tables.modes.set(key, next, deps.now());
    await announce(deps, tables, key);
    return next;
  });
  const chats = await chatsUnder(deps, key);
  for (const entry of tightenedBy(patch))
    deps.memory.dropAllows(entryGoverns(entry), chats === null ? null : new Set(chats));
  return settled(deps, layer, chats);
}

async function setChat(
  deps: ChangesDeps,
  given: { id: string; change: Parameters<PolicyChanges["setChat"]>[1] },
  who: Person,
): Promise<Changed<null>> {
  const key = { layer: "chat", id: given.id } as const;
  const refused = await refusalFor(deps, key, who);
  if (refused) return refused;
  await commit(deps, { who, type: "chat.policy", data: { chat: given.id, ...given.change } }, async (tables) => {
    const chat = await tables.chats.get(given.id);
    if (chat) await tables.chats.update({ ...chat, ...given.change });
    await announce(deps, tables, key);
  });
  return settled(deps, null, [given.id]);
}

async function setDefaults(deps: ChangesDeps, change: Defaults, who: Person): Promise<Changed<null>> {
  const key = { layer: "app", id: "" } as const;
  const refused = await refusalFor(deps, key, who);
  if (refused) return refused;
  await commit(deps, { who, type: "defaults.changed", data: { ...change } }, async (tables) => {
    for (const [name, value] of Object.entries(change)) await tables.settings.set(name, value);
    await announce(deps, tables, key);
  });
  return settled(deps, null, null);
}

interface Line {
  readonly who: Person;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

function commit<T>(deps: ChangesDeps, { who, type, data }: Line, work: (tables: Tables) => Promise<T>): Promise<T> {
  return deps.recorder.commit(async (tables, log) => {
    const result = await work(tables);
    await log({ at: deps.now(), type, actor: `person:${who.id}`, chat: null, approval: null, data });
    return result;
  });
}

async function settled<T>(deps: ChangesDeps, value: T, chats: readonly string[] | null): Promise<Changed<T>> {
  return { ok: true, value, resettled: await deps.resettle(chats) };
}

async function announce(deps: ChangesDeps, tables: Tables, key: LayerKey): Promise<void> {
  const subject = key.layer === "app" ? {} : key.layer === "chat" ? { chat: key.id } : { id: key.id };
  await tables.events.append({ at: deps.now(), type: "policy.changed", ...subject });
}

/** Chats that a layer governs; null: all. */
async function chatsUnder(deps: ChangesDeps, key: LayerKey): Promise<readonly string[] | null> {
  if (key.layer === "app") return null;
  if (key.layer === "chat") return [key.id];
  return (await deps.store.chats.list({ project: key.id, limit: Number.MAX_SAFE_INTEGER })).map((chat) => chat.id);
}

async function refusalFor(deps: ChangesDeps, key: LayerKey, who: Person): Promise<Refusal | null> {
  if (who.role === "viewer" || (who.role !== "owner" && key.layer !== "chat")) {
    return { ok: false, status: 403, code: "EFORBIDDEN", message: "only an owner may change this" };
  }
  if (key.layer === "chat" && (await deps.store.chats.get(key.id)) === null) return missing("chat");
  if (key.layer === "project" && (await deps.store.projects.get(key.id)) === null) return missing("project");
  return null;
}

function missing(what: string): Refusal {
  return { ok: false, status: 404, code: "ENOTFOUND", message: `there is no such ${what}` };
}

function layerFault(deps: ChangesDeps, key: LayerKey, layer: Layer | null): Refusal | null {
  const policy: Policy = {
    layers: layer ? { [key.layer]: layer } : {},
    rules: [],
    level: "L0",
    approvalMode: "ask",
    grants: [],
    projectRoots: [],
    limits: {},
    revision: "",
  };
  const compiled = compile(policy, deps.readers);
  const [fault] = compiled.ok ? compiled.warnings : compiled.errors;
  return fault
    ? {
        ok: false,
        status: 400,
        code: "EINVALID",
        message: fault.message,
        path: fault.path.replace(`layers.${key.layer}`, "$"),
      }
    : null;
}

/** A family that is set clears the stale `ask` entries of its tools in that layer, which would mask it. */
function withoutMaskedAsks(layer: Layer | null, patch: LayerPatch): LayerPatch {
  const families = Object.keys(patch.native ?? {})
    .map(nativeKey)
    .filter((key) => findBuiltin(key) === undefined);
  const stale = Object.entries(layer?.native ?? {}).filter(([name, entry]) => {
    const tool = findBuiltin(name);
    return tool !== undefined && families.includes(tool.family) && entry.mode === "ask" && entry.enforced !== true;
  });
  return { ...patch, native: { ...Object.fromEntries(stale.map(([name]) => [name, null])), ...patch.native } };
}
