import { findNodeAtLocation, getNodeValue, type Node, type ParseError, parseTree } from "jsonc-parser";
import { nativeKey } from "../../../core/names.ts";
import type { Layer } from "../../../core/policy.ts";
import { canonicalHash } from "../../../read/canonical-json.ts";
import type { ProjectFileKind } from "../../../store/tables/project-files.ts";
import type { FileFault } from "../../../wire/project-file.ts";
import { faultAt, type Place, readEntries, readEntry, sayError } from "./entries.ts";

export const FILE_NAMES: Readonly<Record<ProjectFileKind, string>> = { assent: ".assent.json", mcp: ".mcp.json" };

/** What a project's file says of modes; `hash` names it whatever the spacing, comments and the rest of the file. */
export interface Part {
  readonly layer: Layer;
  /** Empty where nothing is said. */
  readonly hash: string;
  /** Entries that could not be read as they stand, and so read as strict as they may be meant. */
  readonly faults: readonly FileFault[];
}

export type Parsed = ({ readonly ok: true } & Part) | { readonly ok: false; readonly fault: FileFault };

export const NOTHING: Part = { layer: {}, hash: "", faults: [] };

/** The key of the block that decides. Source: decision.md, "Modes and layers". */
const BLOCKS: Readonly<Record<ProjectFileKind, string>> = { assent: "tools", mcp: "authorization" };

/** What comes with a cloned repository may not make the host stand still while it is read: characters of the block. */
const MAX_BLOCK = 128 * 1024;
/** Of one map. */
const MAX_ENTRIES = 1000;

/** `tools` of `.assent.json`, `authorization` of `.mcp.json`; comments and trailing commas may stand in both. */
export function parseProjectFile(kind: ProjectFileKind, text: string): Parsed {
  const root = rootOf(text);
  if (!("type" in root)) return { ok: false, fault: root };
  for (const path of kind === "assent"
    ? [["tools"]]
    : [["authorization"], ["authorization", "tools"], ["authorization", "servers"]]) {
    const node = findNodeAtLocation(root, path);
    const wrong = node && mapFault(node);
    if (wrong) return { ok: false, fault: faultAt(text, node.offset, `\`${path.join(".")}\` is ${wrong}`) };
  }
  const block = findNodeAtLocation(root, [BLOCKS[kind]]);
  if (block === undefined || (block.children ?? []).length === 0) return { ok: true, ...NOTHING };
  const value = getNodeValue(block) as Readonly<Record<string, unknown>>;
  return { ok: true, ...partOf(kind, value, { text, root }), hash: canonicalHash(value, text) };
}

function mapFault({ type, length, children = [] }: Node): string | null {
  if (type !== "object") return "not an object";
  return length > MAX_BLOCK || children.length > MAX_ENTRIES ? "too large" : null;
}

/** The tree of a file that is one object; else what is wrong with it. */
export function rootOf(text: string): Node | FileFault {
  try {
    const errors: ParseError[] = [];
    const root = parseTree(text, errors, { allowTrailingComma: true });
    const [error] = errors;
    if (error !== undefined) return faultAt(text, error.offset, sayError(error));
    if (root?.type !== "object") return faultAt(text, root?.offset ?? 0, "the file is not an object");
    const twice = doubledName(root);
    return twice === null ? root : faultAt(text, twice.offset, `\`${String(twice.value)}\` cannot be a name here`);
  } catch {
    return faultAt(text, 0, "it is nested too deep"); // verdict: broken, so the last good version counts
  }
}

/** A name that stands twice, of which readers take the one or the other, or that is no plain name of an object. */
function doubledName(node: Node): Node | null {
  const names = new Set<unknown>();
  for (const child of node.children ?? []) {
    const [name] = child.type === "property" ? (child.children ?? []) : [];
    if (name !== undefined && (names.has(name.value) || name.value === "__proto__")) return name;
    names.add(name?.value);
    const inner = doubledName(child);
    if (inner !== null) return inner;
  }
  return null;
}

function partOf(
  kind: ProjectFileKind,
  value: Readonly<Record<string, unknown>>,
  at: Place,
): Pick<Part, "layer" | "faults"> {
  if (kind === "assent") {
    const { entries, faults } = readEntries(value, {
      at,
      path: ["tools"],
      key: nativeKey,
      of: (native) => ({ native }),
    });
    return { layer: entries === null ? {} : { native: entries }, faults };
  }
  const { tools, servers, ...own } = value;
  const [path, key] = [["authorization"], (name: string) => name];
  const shared =
    Object.keys(own).length === 0 ? null : readEntry(own, { at, path, of: (entry) => ({ mcp: { shared: entry } }) });
  const ofTools = readEntries(tools, { at, path: [...path, "tools"], key, of: (map) => ({ mcp: { tools: map } }) });
  const ofServers = readEntries(servers, {
    at,
    path: [...path, "servers"],
    key,
    of: (map) => ({ mcp: { servers: map } }),
  });
  const mcp = {
    ...(shared && { shared: shared.entry }),
    ...(ofServers.entries && { servers: ofServers.entries }),
    ...(ofTools.entries && { tools: ofTools.entries }),
  };
  const faults = [...(shared?.faults ?? []), ...ofServers.faults, ...ofTools.faults];
  return { layer: Object.keys(mcp).length === 0 ? {} : { mcp }, faults };
}
