import { findBuiltin, isToolOf } from "../../../core/names.ts";
import type { Entry, Layer, Limits } from "../../../core/policy.ts";
import { FAMILIES } from "../../../core/reading.ts";
import { BUILTIN_TOOLS } from "../../../core/tools.ts";

/** What holds where the project says nothing: the app's layer, then an administrator's allows. */
export interface Below {
  readonly layers: readonly (Layer | undefined)[];
  readonly limits: Limits;
}

export interface Versions {
  readonly accepted: Layer | null;
  readonly proposed: Layer | null;
}

/**
 * The layer of a project whose file says what nobody has accepted: of each tool the stricter of what was accepted and of
 * what is proposed, where a version that says nothing says what holds below. A removal counts as a proposal.
 * INVARIANT: for no tool is it looser than either version. Source: decision.md, "A project file is not trusted".
 */
export function stricterNative({ accepted, proposed }: Versions, below: Below): Layer["native"] {
  const named = [...Object.keys(accepted?.native ?? {}), ...Object.keys(proposed?.native ?? {})];
  const others = named.filter((name) => findBuiltin(name) === undefined && !isFamily(name));
  const ids = [...new Set([...BUILTIN_TOOLS.map(({ id }) => id), ...others])];
  const entries = ids.flatMap((id) => {
    const versions = { accepted: nativeSteps(accepted, id), proposed: nativeSteps(proposed, id) };
    const enforced = [...versions.accepted, ...versions.proposed].filter(isEnforced);
    const under = below.layers.flatMap((layer) => nativeSteps(layer, id));
    const own = findBuiltin(id) === undefined ? [accepted?.native?.[id], proposed?.native?.[id]] : [];
    const entry = stricterOf({ ...versions, enforced, own }, [under, below.limits]);
    return entry === null ? [] : [[id, entry] as const];
  });
  return byFamily(entries);
}

/** As `stricterNative`, of the servers and tools that either version names. */
export function stricterMcp({ accepted, proposed }: Versions, below: Below): Layer["mcp"] {
  const both = [accepted?.mcp ?? {}, proposed?.mcp ?? {}] as const;
  const slugs = unique(both.flatMap(({ servers }) => Object.keys(servers ?? {})));
  const names = unique(both.flatMap(({ tools }) => Object.keys(tools ?? {})));
  const shared = below.layers.flatMap((layer) => present(layer?.mcp?.shared));
  // What is enforced wider stays where it is: an entry of its own carries it.
  const merged = (own: (mcp: Mcp) => Entry | undefined, wider: (mcp: Mcp) => Steps): Entry | null => {
    const steps = (mcp: Mcp): Steps => [...present(own(mcp)), ...wider(mcp)];
    const enforced = both.flatMap((mcp) => present(own(mcp))).filter(isEnforced);
    const versions = { accepted: steps(both[0]), proposed: steps(both[1]), enforced, own: both.map(own) };
    return stricterOf(versions, [shared, below.limits]);
  };
  const ofShared = (mcp: Mcp): Steps => present(mcp.shared);
  const serversOf = (name: string) => slugs.filter((slug) => isToolOf(slug, name));
  const whole = merged(
    (mcp) => mcp.shared,
    () => [],
  );
  const servers = entriesOf(slugs, (slug) => merged((mcp) => mcp.servers?.[slug], ofShared));
  const tools = entriesOf(names, (name) =>
    merged(
      (mcp) => mcp.tools?.[name],
      (mcp) => [...serversOf(name).flatMap((slug) => present(mcp.servers?.[slug])), ...ofShared(mcp)],
    ),
  );
  if (whole === null && servers === undefined && tools === undefined) return undefined;
  return { ...(whole && { shared: whole }), ...(servers && { servers }), ...(tools && { tools }) };
}

type Mcp = NonNullable<Layer["mcp"]>;
type Steps = readonly Entry[];

/** Entries of a layer that cover a tool, the narrower one first. */
function nativeSteps(layer: Layer | null | undefined, id: string): Steps {
  const family = findBuiltin(id)?.family;
  const keys = family === undefined || family === id ? [id] : [id, family];
  return keys.flatMap((key) => present(layer?.native?.[key]));
}

interface ToMerge extends Readonly<Record<"accepted" | "proposed" | "enforced", Steps>> {
  /** What each version says of exactly this name; none where that it is named says nothing. */
  readonly own: readonly (Entry | undefined)[];
}

/** Null: neither version speaks of it, or nothing of what they say is left. */
function stricterOf(
  { accepted, proposed, enforced, own }: ToMerge,
  [below, limits]: readonly [Steps, Limits],
): Entry | null {
  if (accepted.length + proposed.length === 0) return null;
  const [before, after] = [
    [...accepted, ...below],
    [...proposed, ...below],
  ];
  const saids = [winner(before), winner(after)] as const;
  const said = stricterMode(...saids);
  const entry: Entry = {
    ...(enforced.length === 0 ? said : { ...floorOf(said, enforced), enforced: true }),
    ...limitsOf([before, after], limits),
  };
  // A tool that only one version names is known to the other no more than one that nobody has spoken of.
  const isNews = entry.mode !== undefined && own.some((each) => each?.mode === undefined);
  const since = entry.since === undefined ? earliest(...saids.filter(letsRun)) : {};
  if (isNews || since.since !== undefined) return { ...entry, ...since, proposed: true };
  return Object.keys(entry).length === 0 ? null : entry;
}

/** A mode with what belongs to it; undefined: nobody has set one, so level and class decide. */
type Said = Pick<Entry, "mode" | "allowlist" | "since"> | undefined;

function winner(steps: Steps): Said {
  const entry = steps.find(({ mode }) => mode !== undefined);
  return (
    entry && {
      ...(entry.mode && { mode: entry.mode }),
      ...(entry.mode === "allowlist" && { allowlist: entry.allowlist ?? [] }),
      ...(entry.since !== undefined && { since: entry.since }),
    }
  );
}

function stricterMode(before: Said, after: Said): Said {
  for (const mode of ["off", "ask"] as const) if (before?.mode === mode || after?.mode === mode) return { mode };
  // An allowlist asks for what level and class let run, and lets run what they ask for: only an ask is neither.
  if (before === undefined || after === undefined)
    return before?.mode === "allowlist" || after?.mode === "allowlist" ? { mode: "ask" } : undefined;
  return { ...narrower(before, after), ...earliest(before, after) };
}

/** Of two that let run: what both do. */
function narrower(before: NonNullable<Said>, after: NonNullable<Said>): Pick<Entry, "mode" | "allowlist"> {
  if (before.mode === "allow") return after;
  if (after.mode === "allow") return before;
  return { mode: "allowlist", allowlist: (before.allowlist ?? []).filter((each) => after.allowlist?.includes(each)) };
}

function letsRun(said: Said): boolean {
  return said?.mode === "allow" || said?.mode === "allowlist";
}

/** A tool that is new under either is new. */
function earliest(...saids: readonly Said[]): Pick<Entry, "since"> {
  const dates = saids.flatMap((said) => present(said?.since));
  return dates.length === 0 ? {} : { since: Math.min(...dates) };
}

/** An enforced entry counts beside the mode that wins; where one entry has to say both, it says the stricter. */
function floorOf(said: Said, enforced: Steps): Pick<Entry, "mode"> {
  const off = said?.mode === "off" || enforced.some(({ mode }) => mode === "off");
  return { mode: off ? "off" : "ask" };
}

const LIMITS = ["callsPerRun", "defaultTimeoutMs", "maxTimeoutMs"] as const;

/** Of each limit the lower one. */
function limitsOf(versions: readonly Steps[], limits: Limits): Limits {
  return Object.fromEntries(
    LIMITS.flatMap((name) => {
      const said = versions.flatMap((steps) => limitOf(steps, limits, name) ?? []);
      return said.length === 0 ? [] : [[name, Math.min(...said)]];
    }),
  );
}

function limitOf(steps: Steps, limits: Limits, name: keyof Limits): number | undefined {
  return steps.find((entry) => entry[name] !== undefined)?.[name] ?? limits[name];
}

/** A family whose tools all say the same is one entry, as a person would write it. */
function byFamily(entries: readonly (readonly [string, Entry])[]): Layer["native"] {
  const native = new Map(entries);
  for (const family of FAMILIES) {
    const ids = BUILTIN_TOOLS.filter((tool) => tool.family === family).map(({ id }) => id);
    const said = new Set(ids.map((id) => JSON.stringify(native.get(id) ?? null)));
    const [first] = ids;
    const entry = first === undefined || said.size > 1 ? undefined : native.get(first);
    if (entry === undefined || ids.length < 2) continue;
    for (const id of ids) native.delete(id);
    native.set(family, entry);
  }
  return native.size === 0 ? undefined : Object.fromEntries(native);
}

function entriesOf(
  keys: readonly string[],
  entryOf: (key: string) => Entry | null,
): Readonly<Record<string, Entry>> | undefined {
  const entries = keys.flatMap((key) => {
    const entry = entryOf(key);
    return entry === null ? [] : [[key, entry] as const];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function isEnforced({ enforced }: Entry): boolean {
  return enforced === true;
}

function isFamily(name: string): boolean {
  return (FAMILIES as readonly string[]).includes(name);
}

function present<T>(value: T | undefined): readonly T[] {
  return value === undefined ? [] : [value];
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}
