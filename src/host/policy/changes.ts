import { onlyLimits } from "../../core/limits.ts";
import { findBuiltin, nativeKey } from "../../core/names.ts";
import type { ApprovalMode, Layer, Level, Limits } from "../../core/policy.ts";
import type { LayerKey } from "../../store/tables/modes.ts";
import type { SecurityBody, SecurityDocument } from "../../wire/security.ts";
import { commit } from "../audit/commit.ts";
import { type Person, actorOf } from "../auth/principal.ts";
import { announce, type Changed, type ChangesDeps, chatsUnder, dropTightened, refusalFor, settled } from "./change.ts";
import { dated } from "./dated.ts";
import { layerFault, policyFault } from "./fault.ts";
import { type LayerPatch, patchLayer } from "./layer-patch.ts";
import { doubledKey, underNativeKeys } from "./native-keys.ts";
import { withoutUndefined } from "../without-undefined.ts";
import type { PresetName } from "./presets.ts";
import { setSecurity } from "./security.ts";
import { setLayer } from "./set-layer.ts";

export interface DefaultsChange {
  readonly level?: Exclude<Level, "L3"> | undefined;
  readonly approvalMode?: ApprovalMode | undefined;
  readonly limits?: Limits | undefined;
  /** Characters of what a call gives back that are kept. */
  readonly outputLimit?: number | undefined;
  readonly preset?: PresetName | "none" | undefined;
  /** In mode ask an assessment is made as well, for the card. */
  readonly assess?: boolean | undefined;
}

/**
 * Changes of modes, grants, levels and defaults by hand. Each is checked before it is stored, stored with its audit
 * line, and then what waits is decided anew.
 */
export interface PolicyChanges {
  /** An entry that is made stricter also drops what run and session remember for it. Null: nothing is left of the layer. */
  setModes(key: LayerKey, patch: LayerPatch, who: Person): Promise<Changed<Layer | null>>;
  /** The whole document or nothing; 409 `stale` where it was changed since. */
  setSecurity(project: string, body: SecurityBody, who: Person): Promise<Changed<SecurityDocument>>;
  setChat(
    id: string,
    change: { readonly level?: Level | null | undefined; readonly approvalMode?: ApprovalMode | null | undefined },
    who: Person,
  ): Promise<Changed<null>>;
  setDefaults(change: DefaultsChange, who: Person): Promise<Changed<null>>;
}

export function createPolicyChanges(deps: ChangesDeps): PolicyChanges {
  return {
    setModes: (key, patch, who) => setModes(deps, { key, patch }, who),
    setSecurity: (project, body, who) => setSecurity(deps, { project, body }, who),
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
  const doubled = doubledKey(patch.native);
  if (doubled) return doubled;
  const asked = withoutMaskedAsks(await deps.store.modes.get(key), dated(patch, null, deps.now()));
  const fault = layerFault(deps, key, patchLayer(await deps.store.modes.get(key), asked));
  if (fault) return fault;
  const layer = await commit(
    deps,
    { actor: actorOf(who), type: "modes.changed", data: { ...key, patch } },
    async (tables) => {
      const next = patchLayer(await tables.modes.get(key), asked);
      await setLayer(tables, key, { patch: asked, next, now: deps.now() });
      await announce(deps, tables, key);
      return next;
    },
  );
  const chats = await chatsUnder(deps, key);
  dropTightened(deps, patch, chats);
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
  const change = withoutUndefined(given.change);
  await commit(
    deps,
    { actor: actorOf(who), type: "chat.policy", data: { chat: given.id, ...change } },
    async (tables) => {
      const chat = await tables.chats.get(given.id);
      if (chat) await tables.chats.update({ ...chat, ...change });
      await announce(deps, tables, key);
    },
  );
  return settled(deps, null, [given.id]);
}

async function setDefaults(deps: ChangesDeps, given: DefaultsChange, who: Person): Promise<Changed<null>> {
  const key = { layer: "app", id: "" } as const;
  const refused = await refusalFor(deps, key, who);
  if (refused) return refused;
  const change = withoutUndefined(given);
  const fault = change.limits === undefined ? null : policyFault(deps, { limits: change.limits }, "limits");
  if (fault) return { ...fault, path: fault.path?.replace("$", "$.limits") ?? "$.limits" };
  await commit(deps, { actor: actorOf(who), type: "defaults.changed", data: { ...change } }, async (tables) => {
    for (const [name, value] of Object.entries(change)) await tables.settings.set(name, value);
    await announce(deps, tables, key);
  });
  return settled(deps, null, null);
}

/** A family that is set clears the stale `ask` of its tools in that layer, which would mask it; their limits stay. */
function withoutMaskedAsks(layer: Layer | null, patch: LayerPatch): LayerPatch {
  const families = Object.keys(patch.native ?? {})
    .map(nativeKey)
    .filter((key) => findBuiltin(key) === undefined);
  const stale = Object.entries(layer?.native ?? {}).filter(([name, entry]) => {
    const tool = findBuiltin(name);
    return tool !== undefined && families.includes(tool.family) && entry.mode === "ask" && entry.enforced !== true;
  });
  const cleared = underNativeKeys(Object.fromEntries(stale.map(([name, entry]) => [name, onlyLimits(entry)])));
  return { ...patch, native: { ...cleared, ...underNativeKeys(patch.native) } };
}
