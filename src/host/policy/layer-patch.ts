import { isDeepStrictEqual } from "node:util";
import type { Entry, Layer } from "../../core/policy.ts";
import { underNativeKeys } from "./native-keys.ts";

/** A change of one layer: an entry replaces the whole entry that was there, null deletes it. */
export interface LayerPatch {
  readonly native?: Readonly<Record<string, Entry | null>>;
  readonly mcp?: {
    readonly shared?: Entry | null;
    readonly servers?: Readonly<Record<string, Entry | null>>;
    readonly tools?: Readonly<Record<string, Entry | null>>;
  };
}

/** Which entry of a layer a change is about. */
export interface EntryKey {
  readonly kind: "native" | "shared" | "server" | "tool";
  readonly key: string;
}

/** The layer after the change; null where nothing is left of it. */
export function patchLayer(layer: Layer | null, patch: LayerPatch): Layer | null {
  const native = patchMap(underNativeKeys(layer?.native), underNativeKeys(patch.native));
  const mcp = {
    ...present("servers", patchMap(layer?.mcp?.servers, patch.mcp?.servers)),
    ...present("tools", patchMap(layer?.mcp?.tools, patch.mcp?.tools)),
    ...present("shared", patch.mcp?.shared === undefined ? layer?.mcp?.shared : (patch.mcp.shared ?? undefined)),
  };
  const patched = { ...present("native", native), ...present("mcp", Object.keys(mcp).length > 0 ? mcp : undefined) };
  return Object.keys(patched).length > 0 ? patched : null;
}

type Entries = Readonly<Record<string, Entry>> | undefined;

/** The entries that differ between two layers, as a patch of the first. When an entry was set makes no difference. */
export function differences(before: Layer, after: Layer): LayerPatch {
  const maps = (old: Entries = {}, next: Entries = {}): Readonly<Record<string, Entry | null>> =>
    Object.fromEntries(
      [...new Set([...Object.keys(old), ...Object.keys(next)])]
        .filter((name) => !sameEntry(old[name], next[name]))
        .map((name) => [name, next[name] ?? null]),
    );
  return {
    native: maps(underNativeKeys(before.native), underNativeKeys(after.native)),
    mcp: {
      servers: maps(before.mcp?.servers, after.mcp?.servers),
      tools: maps(before.mcp?.tools, after.mcp?.tools),
      ...(sameEntry(before.mcp?.shared, after.mcp?.shared) ? {} : { shared: after.mcp?.shared ?? null }),
    },
  };
}

/** Whether two entries say the same. */
export function sameEntry(a: Entry | undefined, b: Entry | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return isDeepStrictEqual({ ...a, since: undefined }, { ...b, since: undefined });
}

/** Entries that the change makes stricter, or that it cannot be said of; what was allowed by memory is forgotten there. */
export function tightenedBy(patch: LayerPatch): readonly EntryKey[] {
  const entries: readonly (readonly [EntryKey, Entry | null])[] = [
    ...Object.entries(patch.native ?? {}).map(([key, entry]) => [{ kind: "native", key }, entry] as const),
    ...Object.entries(patch.mcp?.servers ?? {}).map(([key, entry]) => [{ kind: "server", key }, entry] as const),
    ...Object.entries(patch.mcp?.tools ?? {}).map(([key, entry]) => [{ kind: "tool", key }, entry] as const),
    ...(patch.mcp?.shared === undefined ? [] : [[{ kind: "shared", key: "" }, patch.mcp.shared] as const]),
  ];
  return entries.filter(([, entry]) => entry?.mode !== "allow").map(([key]) => key);
}

function patchMap(
  entries: Readonly<Record<string, Entry>> | undefined,
  patch: Readonly<Record<string, Entry | null>> | undefined,
) {
  const merged = Object.entries({ ...entries, ...patch });
  const kept = merged.filter((pair): pair is [string, Entry] => pair[1] !== null);
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

function present<K extends string, T>(key: K, value: T | undefined): { readonly [P in K]?: T } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [P in K]: T });
}
