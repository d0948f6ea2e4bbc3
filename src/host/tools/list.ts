import { advertise } from "../../core/advertise.ts";
import type { CompiledPolicy } from "../../core/compile.ts";
import type { CompiledEntry, CompiledLayer } from "../../core/layers.ts";
import { resolveModes, type ToolKey } from "../../core/modes.ts";
import { composeName } from "../../core/names.ts";
import type { Rule } from "../../core/policy.ts";
import { FAMILIES, type ToolFacts } from "../../core/reading.ts";
import { BUILTIN_TOOLS, type BuiltinTool } from "../../core/tools.ts";
import { CLASSES } from "../../core/class.ts";
import { sha256 } from "../../read/sha256.ts";
import type { Pin } from "../../store/tables/pins.ts";
import type { ModeScope, ToolView } from "../../wire/tool.ts";
import { entryGoverns } from "../approvals/memory.ts";

export interface ToList {
  readonly policy: CompiledPolicy;
  /** The rules that the policy was made from, to count. */
  readonly rules: readonly Rule[];
  /** Whose own entries are told apart. */
  readonly scope: ModeScope;
  readonly mcp: readonly Pin[];
  /** A server is turned off here. */
  readonly isOff?: (server: string) => boolean;
  /** ms since 1970. */
  readonly now: number;
}

/**
 * All that a model could be told of, and the families and servers that it is set by: the one list of the tools endpoint
 * and of requests to a model, which leaves out what is hidden. Source: decision.md, "What may be advertised".
 */
export function listTools(given: ToList): readonly ToolView[] {
  return [...FAMILIES.flatMap((family) => listFamily(given, family)), ...listMcp(given)];
}

/** A family of one tool is that tool. */
function listFamily(given: ToList, family: BuiltinTool["family"]): readonly ToolView[] {
  const tools = BUILTIN_TOOLS.filter((tool) => tool.family === family);
  const group = tools.length > 1 ? family : null;
  const views = tools.map((tool) => viewOf(given, { kind: "tool", parent: group, facts: factsOf(tool), key: tool.id }));
  if (group === null) return views;
  const facts = { ...factsOf({ id: family, family, class: "unknown", profile: "none" }), class: "unknown" } as const;
  return [headOf(viewOf(given, { kind: "family", parent: null, facts, key: family }), views), ...views];
}

function listMcp(given: ToList): readonly ToolView[] {
  const servers = [...new Set(given.mcp.map(({ server }) => server))];
  const ofServers = servers.map((slug) => {
    const off = given.isOff?.(slug) === true;
    const tools = given.mcp.filter(({ server }) => server === slug).map((pin) => factsOfPin(pin, off));
    const views = tools.map((facts) => viewOf(given, { kind: "mcp", parent: slug, facts, key: facts.id }));
    const head = viewOf(given, { kind: "server", parent: null, facts: { ...MCP, server: slug }, key: slug });
    return [headOf(head, views), ...views];
  });
  const all = ofServers.flat();
  return [headOf(viewOf(given, { kind: "shared", parent: null, facts: MCP, key: "" }), all), ...all];
}

/** What stands for several is hidden when all of them are, and has no class of its own. */
function headOf(head: ToolView, members: readonly ToolView[]): ToolView {
  const hidden = members.length > 0 ? members.every((member) => member.hidden) : head.hidden;
  return { ...head, class: null, hidden, hiddenBy: hidden ? head.hiddenBy : null };
}

const MCP: ToolFacts = {
  id: "",
  origin: "mcp",
  family: "mcp",
  class: "unknown",
  profile: "none",
  known: true,
  state: "ok",
};

function factsOf({
  id,
  family,
  class: cls,
  profile,
}: Pick<BuiltinTool, "id" | "family" | "class" | "profile">): ToolFacts {
  return { id, origin: "builtin", family, class: cls, profile, known: true, state: "ok" };
}

function factsOfPin({ server, tool, hash, class: cls, firstSeen, seen }: Pin, off: boolean): ToolFacts {
  return {
    ...MCP,
    id: composeName(server, tool, sha256),
    server,
    state: off ? "server-disabled" : "ok",
    class: CLASSES.find((name) => name === cls) ?? "unknown",
    hash: seen?.hash ?? hash,
    pinned: hash,
    firstSeen,
  };
}

interface Row {
  readonly kind: ToolView["kind"];
  readonly parent: string | null;
  readonly facts: ToolFacts;
  readonly key: string;
}

function viewOf(given: ToList, { kind, parent, facts, key }: Row): ToolView {
  const { policy, now, scope } = given;
  const said = advertise(facts, policy, now);
  const modes = modesWithout(policy, facts, null);
  const without = modesWithout(policy, facts, { scope, kind, key });
  const off = modes.enforcedOff === null ? null : ({ mode: "off", source: modes.enforcedOff } as const);
  const ask = modes.enforcedAsk === null ? null : ({ mode: "ask", source: modes.enforcedAsk } as const);
  const layer = policy.layers[scope];
  return {
    kind,
    id: key,
    parent,
    class: facts.class,
    mode: said.mode,
    source: said.source,
    hidden: said.hidden,
    hiddenBy: said.hiddenBy?.reason ?? null,
    enforced: off ?? ask,
    own: (layer && entryOf(layer, kind, key)?.entry) ?? null,
    inherited: { mode: without.mode, source: without.source },
    rulesAllow: countAllows(given, { kind, key }),
  };
}

/** The modes of a tool as if one entry of one layer were not there. */
function modesWithout(
  policy: CompiledPolicy,
  facts: ToolKey,
  out: { readonly scope: ModeScope; readonly kind: ToolView["kind"]; readonly key: string } | null,
) {
  const layer = out && policy.layers[out.scope];
  const layers = out && layer ? { ...policy.layers, [out.scope]: lacking(layer, out.kind, out.key) } : policy.layers;
  return resolveModes(layers, facts, { limits: policy.limits, setAside: false });
}

function entryOf(layer: CompiledLayer, kind: ToolView["kind"], key: string): CompiledEntry | null | undefined {
  if (kind === "shared") return layer.shared;
  if (kind === "server") return layer.servers.get(key);
  return kind === "mcp" ? layer.tools.get(key) : layer.native.get(key);
}

function lacking(layer: CompiledLayer, kind: ToolView["kind"], key: string): CompiledLayer {
  const less = (entries: CompiledLayer["native"]) => new Map([...entries].filter(([name]) => name !== key));
  if (kind === "shared") return { ...layer, shared: null };
  if (kind === "server") return { ...layer, servers: less(layer.servers) };
  return kind === "mcp" ? { ...layer, tools: less(layer.tools) } : { ...layer, native: less(layer.native) };
}

const ENTRY_KINDS = { family: "native", tool: "native", shared: "shared", server: "server", mcp: "tool" } as const;

function countAllows({ rules, now }: ToList, { kind, key }: { readonly kind: ToolView["kind"]; readonly key: string }) {
  const governs = entryGoverns({ kind: ENTRY_KINDS[kind], key });
  return rules.filter(
    (rule) => rule.decision === "allow" && (rule.expiresAt === undefined || now < rule.expiresAt) && governs(rule.tool),
  ).length;
}
