import { loadRegex, type LinearRegex } from "./allowlist/match.ts";
import { asRecord, checkNumber, checkOneOf, isRecord, onlyKeys, type Notes } from "./faults.ts";
import { nativeKey } from "./names.ts";
import { MODES, type Entry, type Layer, type Mode } from "./policy.ts";

export type LayerName = "chat" | "project" | "app" | "managed";

/** Narrow to wide. The managed layer's allows stand between app and built-in; its off and ask are enforced. */
export const LAYER_ORDER: readonly LayerName[] = ["chat", "project", "app", "managed"];

/** An entry with its allowlist loaded and its key canonical. */
export interface CompiledEntry {
  readonly entry: Entry;
  readonly mode: Mode | null;
  readonly allowlist: readonly LinearRegex[];
  readonly enforced: boolean;
}

export interface CompiledLayer {
  readonly native: ReadonlyMap<string, CompiledEntry>;
  readonly shared: CompiledEntry | null;
  readonly servers: ReadonlyMap<string, CompiledEntry>;
  readonly tools: ReadonlyMap<string, CompiledEntry>;
}

export type CompiledLayers = Readonly<Partial<Record<LayerName, CompiledLayer>>>;

export function compileLayers(layers: unknown, notes: Notes): CompiledLayers {
  const compiled: Partial<Record<LayerName, CompiledLayer>> = {};
  if (!isRecord(layers)) {
    notes.errors.push({ path: "layers", message: "not an object" });
    return compiled;
  }
  onlyKeys(layers, LAYER_ORDER, { path: "layers", notes });
  for (const name of LAYER_ORDER) {
    if (layers[name] !== undefined) compiled[name] = compileLayer(layers[name], { name, notes });
  }
  return compiled;
}

interface LayerContext {
  readonly name: LayerName;
  readonly notes: Notes;
}

function compileLayer(layer: unknown, context: LayerContext): CompiledLayer {
  const path = `layers.${context.name}`;
  const { native, mcp } = asRecord<keyof Layer>(layer, ["native", "mcp"], { path, notes: context.notes });
  const parts = asRecord<"shared" | "servers" | "tools">(mcp, ["shared", "servers", "tools"], {
    path: `${path}.mcp`,
    notes: context.notes,
  });
  if (context.name === "app" && (parts.servers !== undefined || parts.tools !== undefined)) {
    context.notes.errors.push({ path: `${path}.mcp`, message: "the app layer holds only `shared`" });
  }
  return {
    native: compileEntries(native, { ...context, path: `${path}.native`, key: nativeKey }),
    shared: parts.shared === undefined ? null : compileEntry(parts.shared, { ...context, path: `${path}.mcp.shared` }),
    servers: compileEntries(parts.servers, { ...context, path: `${path}.mcp.servers`, key: (name) => name }),
    tools: compileEntries(parts.tools, { ...context, path: `${path}.mcp.tools`, key: (name) => name }),
  };
}

interface EntryContext extends LayerContext {
  readonly path: string;
}

function compileEntries(
  entries: unknown,
  context: EntryContext & { readonly key: (name: string) => string },
): ReadonlyMap<string, CompiledEntry> {
  const compiled = new Map<string, CompiledEntry>();
  for (const [name, entry] of Object.entries(asRecord(entries, null, context))) {
    const path = `${context.path}.${name}`;
    const key = context.key(name);
    if (compiled.has(key)) context.notes.errors.push({ path, message: `a second entry for \`${key}\`` });
    compiled.set(key, compileEntry(entry, { ...context, path }));
  }
  return compiled;
}

const ENTRY_KEYS = [
  "mode",
  "allowlist",
  "defaultTimeoutMs",
  "maxTimeoutMs",
  "callsPerRun",
  "enforced",
  "since",
  "proposed",
] as const;

function compileEntry(value: unknown, { name, path, notes }: EntryContext): CompiledEntry {
  const entry = asRecord<keyof Entry>(value, ENTRY_KEYS, { path, notes });
  const { mode, enforced = false } = entry;
  if (mode !== undefined) checkOneOf(mode, MODES, { path: `${path}.mode`, notes });
  if (typeof enforced !== "boolean") notes.errors.push({ path: `${path}.enforced`, message: "not true or false" });
  if (entry.proposed !== undefined && typeof entry.proposed !== "boolean")
    notes.errors.push({ path: `${path}.proposed`, message: "not true or false" });
  const tightens = mode === "off" || mode === "ask";
  if (enforced === true && !tightens)
    notes.errors.push({ path: `${path}.enforced`, message: "only `off` and `ask` can be enforced" });
  for (const limit of ["defaultTimeoutMs", "maxTimeoutMs", "callsPerRun", "since"] as const)
    checkNumber(entry[limit], { path: `${path}.${limit}`, notes });
  const allowlist = compileAllowlist(entry.allowlist, { path: `${path}.allowlist`, notes });
  const readsAsAsk = mode === "allowlist" && allowlist === null;
  return {
    entry: entry as Entry,
    mode: readsAsAsk ? "ask" : ((mode as Mode | undefined) ?? null),
    allowlist: allowlist ?? [],
    // An administrator's allowlist that cannot be read is an administrator's ask: a broken file never loosens.
    enforced: (tightens && enforced === true) || (name === "managed" && (tightens || readsAsAsk)),
  };
}

/** Null: a pattern has no linear match, so the entry reads as ask and the warning names the construct. */
function compileAllowlist(
  patterns: unknown,
  { path, notes }: { readonly path: string; readonly notes: Notes },
): readonly LinearRegex[] | null {
  if (patterns === undefined) return [];
  if (!Array.isArray(patterns) || !patterns.every((pattern) => typeof pattern === "string")) {
    notes.errors.push({ path, message: "not a list of patterns" });
    return null;
  }
  const loaded = patterns.map((pattern) => loadRegex(pattern));
  loaded.forEach((result, at) => {
    if (!result.ok)
      notes.warnings.push({ path: `${path}[${at}]`, message: `not taken: ${result.message}; the entry reads as ask` });
  });
  return loaded.every((result) => result.ok) ? loaded.map((result) => result.regex) : null;
}
