import { lazy } from "./lazy.ts";
import { FAMILIES, type Family, type ToolFacts } from "./reading.ts";
import { BUILTIN_TOOLS, type BuiltinTool } from "./tools.ts";

/** The form in which names are compared: case and the kind of separator say nothing. Source: decision.md, Names. */
export function foldName(name: string): string {
  return name.toLowerCase().replace(/[-./]/g, "_");
}

export type Registered =
  | { readonly ok: true; readonly names: NameTable }
  | { readonly ok: false; readonly message: string };

/** Folded spelling → canonical id. */
export type NameTable = ReadonlyMap<string, string>;

export interface Named {
  readonly id: string;
  readonly spellings: readonly string[];
}

/** One table of all spellings; an error where two tools would answer to one name. */
export function registerNames(tools: readonly Named[]): Registered {
  const names = new Map<string, string>();
  for (const tool of tools) {
    for (const spelling of [tool.id, ...tool.spellings]) {
      const folded = foldName(spelling);
      const taken = names.get(folded);
      if (taken !== undefined && taken !== tool.id) {
        return { ok: false, message: `\`${spelling}\` of ${tool.id} is read as a name of ${taken}` };
      }
      names.set(folded, tool.id);
    }
  }
  return { ok: true, names };
}

const bySpelling = lazy<ReadonlyMap<string, BuiltinTool>>(
  () =>
    new Map(
      BUILTIN_TOOLS.flatMap((tool) => [tool.id, ...tool.spellings].map((name) => [foldName(name), tool] as const)),
    ),
);

const familyByName = lazy<ReadonlyMap<string, Family>>(
  () => new Map(FAMILIES.map((family) => [foldName(family), family])),
);

/** The built-in tool that a wire or display name stands for. */
export function findBuiltin(name: string): BuiltinTool | undefined {
  return bySpelling().get(foldName(name));
}

/** Canonical form of a key of a layer's `native` map: a tool's id, a family, else the name as it stands. */
export function nativeKey(name: string): string {
  return findBuiltin(name)?.id ?? familyByName().get(foldName(name)) ?? name;
}

/** Longest tool name that model APIs take. */
const MAX_NAME = 64;
const HASH_LENGTH = 10;

/**
 * `mcp__<slug>__<tool>` in the characters that model APIs take. Reversible through the map that `composeNames`
 * returns; where the name had to be changed it ends in a part of the hash of the raw pair, so that two raw pairs
 * never share a name by accident.
 */
export function composeName(slug: string, tool: string, hash: (text: string) => string): string {
  const raw = `mcp__${slug}__${tool}`;
  const legal = raw.replace(/[^A-Za-z0-9_-]/g, "_");
  // `a__b` + `c` and `a` + `b__c` would compose alike.
  if (legal === raw && raw.length <= MAX_NAME && !slug.includes("__") && !slug.endsWith("_") && !tool.startsWith("_"))
    return raw;
  const suffix = `_${hash(JSON.stringify([slug, tool])).slice(0, HASH_LENGTH)}`;
  return legal.slice(0, MAX_NAME - suffix.length) + suffix;
}

/**
 * Why no tool can have this name, though a rule may be meant for several; null where one can. Such a rule would never
 * speak of a call, and a deny without effect is a wrong allow. Only a name that was cut at its full length lacks the
 * part of the tool.
 */
export function faultOfName(name: string): string | null {
  if (name.includes("*")) return "no masks in a tool's name";
  const server = name.startsWith("mcp__") && name.length < MAX_NAME && !name.slice("mcp__".length).includes("__");
  return server ? `\`${name}\` is a server, and none of its tools` : null;
}

/** Whether a tool goes by the name of one of this server. */
export function isToolOf(slug: string, tool: string): boolean {
  return tool.startsWith(`mcp__${slug}__`);
}

/** What the server itself calls a tool, as far as its id tells; the id of a tool that is of no server. */
export function bareName({ id, server }: Pick<ToolFacts, "id" | "server">): string {
  return server === undefined ? id : id.replace(`mcp__${server}__`, "");
}

export interface RawTool {
  readonly server: string;
  readonly tool: string;
}

export type Composed =
  | { readonly ok: true; readonly byName: ReadonlyMap<string, RawTool> }
  | { readonly ok: false; readonly message: string };

/** Composed name → raw pair, for every tool of every server; an error where two names fold to one. */
export function composeNames(tools: readonly RawTool[], hash: (text: string) => string): Composed {
  const byName = new Map<string, RawTool>();
  const folded = new Map<string, RawTool>();
  for (const raw of tools) {
    const name = composeName(raw.server, raw.tool, hash);
    const other = folded.get(foldName(name));
    if (other !== undefined) {
      return { ok: false, message: `\`${raw.tool}\` of ${raw.server} is read as \`${other.tool}\` of ${other.server}` };
    }
    folded.set(foldName(name), raw);
    byName.set(name, raw);
  }
  return { ok: true, byName };
}
