import type { LinearRegex } from "./allowlist/match.ts";
import { LAYER_ORDER, type CompiledEntry, type CompiledLayer, type CompiledLayers, type LayerName } from "./layers.ts";
import type { Limits, Mode } from "./policy.ts";
import type { ToolFacts } from "./reading.ts";

/** What the layers say of one tool. Source: decision.md, "Modes and layers". */
export interface ToolModes {
  readonly mode: Mode;
  /** Where the winning mode stands (`project.native.shell`); null: nobody has set one. */
  readonly source: string | null;
  readonly allowlist: readonly LinearRegex[];
  /** When what allows the tool was set, ms since 1970, where that is known: one that is first seen later is new. */
  readonly since: number | null;
  /** Places of the enforced entries that cover the tool; null of none. */
  readonly enforcedOff: string | null;
  readonly enforcedAsk: string | null;
  /** An entry that somebody accepted names this very tool. */
  readonly named: boolean;
  readonly callsPerRun: number | null;
  readonly defaultTimeoutMs: number | null;
  readonly maxTimeoutMs: number | null;
}

export type ToolKey = Pick<ToolFacts, "id" | "family" | "origin" | "server">;

/**
 * The winning mode, limits and enforced entries of a tool. `setAside`: the tool is not the one that was accepted, so
 * what allows it does not count, while off and ask do.
 */
export function resolveModes(
  layers: CompiledLayers,
  tool: ToolKey,
  { limits, setAside }: { readonly limits: Limits; readonly setAside: boolean },
): ToolModes {
  const steps = stepsFor(layers, tool);
  if (steps.length === 0) return unset(limits);
  const at = steps.findIndex((step) => counts(step, setAside));
  const winner = steps[at];
  const enforced = (mode: Mode): string | null =>
    steps.find(({ entry }) => entry.enforced && entry.mode === mode)?.place ?? null;
  return {
    mode: winner?.entry.mode ?? "ask",
    source: winner?.place ?? null,
    allowlist: winner?.entry.allowlist ?? [],
    since: sinceOf(at < 0 ? steps : steps.slice(0, at + 1)),
    enforcedOff: enforced("off"),
    enforcedAsk: enforced("ask"),
    named: steps.some((step) => step.own && step.entry.mode !== null && step.entry.entry.proposed !== true),
    callsPerRun: limitOf(steps, limits, "callsPerRun"),
    defaultTimeoutMs: limitOf(steps, limits, "defaultTimeoutMs"),
    maxTimeoutMs: limitOf(steps, limits, "maxTimeoutMs"),
  };
}

/** Of a tool that no layer speaks of. */
function unset(limits: Limits): ToolModes {
  const { callsPerRun = null, defaultTimeoutMs = null, maxTimeoutMs = null } = limits;
  return {
    mode: "ask",
    source: null,
    allowlist: NO_PATTERNS,
    since: null,
    enforcedOff: null,
    enforcedAsk: null,
    named: false,
    callsPerRun,
    defaultTimeoutMs,
    maxTimeoutMs,
  };
}

const NO_PATTERNS: ToolModes["allowlist"] = Object.freeze([]);

export function isMcp(tool: ToolKey): boolean {
  return tool.origin === "mcp" || tool.family === "mcp" || tool.id.startsWith("mcp__");
}

interface Step {
  readonly place: string;
  readonly layer: LayerName;
  readonly entry: CompiledEntry;
  /** Names the tool itself. */
  readonly own: boolean;
}

function counts({ entry, layer }: Step, setAside: boolean): boolean {
  if (entry.mode === null) return false;
  const loosens = entry.mode === "allow" || entry.mode === "allowlist";
  return loosens ? !setAside : layer !== "managed";
}

/** Entries that cover the tool, most specific first. */
function stepsFor(layers: CompiledLayers, tool: ToolKey): readonly Step[] {
  const steps: Step[] = [];
  for (const name of LAYER_ORDER) {
    const layer = layers[name];
    if (layer !== undefined)
      steps.push(...(isMcp(tool) ? mcpSteps(name, layer, tool) : nativeSteps(name, layer, tool)));
  }
  return steps;
}

function nativeSteps(layer: LayerName, { native }: CompiledLayer, { id, family }: ToolKey): readonly Step[] {
  const own = native.get(id);
  const wide = family === null || family === id ? undefined : native.get(family);
  return [
    ...(own === undefined ? [] : [{ place: `${layer}.native.${id}`, layer, entry: own, own: true }]),
    ...(wide === undefined ? [] : [{ place: `${layer}.native.${family}`, layer, entry: wide, own: false }]),
  ];
}

function mcpSteps(
  layer: LayerName,
  { tools, servers, shared }: CompiledLayer,
  { id, server }: ToolKey,
): readonly Step[] {
  const own = tools.get(id);
  const ofServer = server === undefined ? undefined : servers.get(server);
  return [
    ...(own === undefined ? [] : [{ place: `${layer}.mcp.tools.${id}`, layer, entry: own, own: true }]),
    ...(ofServer === undefined
      ? []
      : [{ place: `${layer}.mcp.servers.${server}`, layer, entry: ofServer, own: false }]),
    ...(shared === null ? [] : [{ place: `${layer}.mcp.shared`, layer, entry: shared, own: false }]),
  ];
}

/** An entry that nobody accepted may stand for an allow that it took away: what was new under that stays new. */
function sinceOf(steps: readonly Step[]): number | null {
  const dates = steps.flatMap(({ entry: { mode, entry } }) => {
    const dated = mode === "allow" || mode === "allowlist" || entry.proposed === true;
    return dated && entry.since !== undefined ? [entry.since] : [];
  });
  return dates.length === 0 ? null : Math.min(...dates);
}

function limitOf(steps: readonly Step[], limits: Limits, name: keyof Limits): number | null {
  return steps.find(({ entry }) => entry.entry[name] !== undefined)?.entry.entry[name] ?? limits[name] ?? null;
}
