import type { Readers } from "../../core/compile.ts";
import type { Store, Tables } from "../../store/store.ts";
import type { LayerKey } from "../../store/tables/modes.ts";
import { entryGoverns, type Memory } from "../approvals/memory.ts";
import type { Recorder } from "../audit/recorder.ts";
import { changeRefusal } from "../auth/may-change.ts";
import type { Person } from "../auth/principal.ts";
import { missing, type Refusal } from "../refusal.ts";
import { type LayerPatch, tightenedBy } from "./layer-patch.ts";

/** What the changes of policy by hand have in common: who may, what can be used, how it is stored and told. */
export interface ChangesDeps {
  readonly store: Store;
  readonly recorder: Recorder;
  readonly memory: Memory;
  readonly readers: Readers;
  readonly now: () => number;
  /** The gate's. */
  readonly resettle: (chats: readonly string[] | null) => Promise<readonly string[]>;
}

/** `resettled`: approvals that the change answered or made void. */
export type Changed<T> = { readonly ok: true; readonly value: T; readonly resettled: readonly string[] } | Refusal;

export async function settled<T>(deps: ChangesDeps, value: T, chats: readonly string[] | null): Promise<Changed<T>> {
  return { ok: true, value, resettled: await deps.resettle(chats) };
}

export async function announce(deps: ChangesDeps, tables: Tables, key: LayerKey): Promise<void> {
  const subject = key.layer === "app" ? {} : key.layer === "chat" ? { chat: key.id } : { id: key.id };
  await tables.events.append({ at: deps.now(), type: "policy.changed", ...subject });
}

/** Chats that a layer governs; null: all. */
export async function chatsUnder(deps: Pick<ChangesDeps, "store">, key: LayerKey): Promise<readonly string[] | null> {
  if (key.layer === "app") return null;
  if (key.layer === "chat") return [key.id];
  return (await deps.store.chats.list({ project: key.id, limit: Number.MAX_SAFE_INTEGER })).map((chat) => chat.id);
}

/** Forgets what run and session allowed for the tools that a change makes stricter. */
export function dropTightened(deps: ChangesDeps, patch: LayerPatch, chats: readonly string[] | null): void {
  for (const entry of tightenedBy(patch))
    deps.memory.dropAllows(entryGoverns(entry), chats === null ? null : new Set(chats));
}

export async function refusalFor(deps: ChangesDeps, key: LayerKey, who: Person): Promise<Refusal | null> {
  if (key.layer === "chat" && (await deps.store.chats.get(key.id)) === null) return missing("chat");
  if (key.layer === "project" && (await deps.store.projects.get(key.id)) === null) return missing("project");
  return changeRefusal(deps.store, who, { scope: key.layer === "app" ? "global" : key.layer, target: key.id });
}
