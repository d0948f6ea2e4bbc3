import { findNodeAtLocation, type JSONPath, type Node } from "jsonc-parser";
import { foldName, isToolOf, nativeKey } from "../../../core/names.ts";
import { FAMILIES } from "../../../core/reading.ts";
import { BUILTIN_TOOLS } from "../../../core/tools.ts";
import type { ProjectFileKind } from "../../../store/tables/project-files.ts";
import type { FileFault } from "../../../wire/project-file.ts";
import { toSlug } from "../../mcp/entry.ts";
import { faultAt } from "./entries.ts";
import { nearestName } from "./nearest.ts";
import { rootOf } from "./parse.ts";

/** MCP servers by their slugs, and their tools by whole names, as far as they were ever seen. */
export interface KnownNames {
  readonly servers: readonly string[];
  readonly tools: readonly string[];
}

/** Told of one map. */
const MOST = 20;

/**
 * Names in a project's file that nothing goes by, with the known one that was probably meant. They are in nobody's way:
 * a tool may be of a later version, and a server be added tomorrow.
 */
export function warningsOf(kind: ProjectFileKind, text: string, known: KnownNames): readonly FileFault[] {
  const root = rootOf(text);
  if (!("type" in root)) return []; // told as what it is: broken
  const unread = kind === "assent" ? unreadNative(root) : unreadMcp(root, known);
  return unread.map(({ path, key, message }) => ({ ...faultAt(text, key.offset, message), path: path.join(".") }));
}

interface Unread {
  readonly path: readonly string[];
  readonly key: Node;
  readonly message: string;
}

const UNREAD = "nothing is read under this name";
const IN_MCP_FILE = "; modes of MCP tools stand in `.mcp.json`";
const NATIVE = [...FAMILIES, ...BUILTIN_TOOLS.map(({ id }) => id)];

function unreadNative(root: Node): readonly Unread[] {
  const blocks = keysAt(root, [], (name) => name === "tools" || name === "$schema").map((found) =>
    found.name === "authorization" ? { ...found, message: UNREAD + IN_MCP_FILE } : said(found, UNREAD, ["tools"]),
  );
  const tools = keysAt(root, ["tools"], (name) => NATIVE.includes(nativeKey(name))).map((found) => {
    const message = "no tool or family is called so";
    return found.name.startsWith("mcp__") ? { ...found, message: message + IN_MCP_FILE } : said(found, message, NATIVE);
  });
  return [...blocks, ...tools];
}

/** At its top the file belongs to other programs as well: only what is nearly the name of the block is told. */
function unreadMcp(root: Node, { servers, tools }: KnownNames): readonly Unread[] {
  const blocks = keysAt(root, [], (name) => name === "authorization" || !isNear(name, "authorization"));
  const named = keysAt(root, ["mcpServers"], () => false).map(({ name }) => toSlug(name));
  const slugs = [...servers, ...named];
  const unseen = slugs.filter((slug) => !tools.some((tool) => isToolOf(slug, tool)));
  const seen = new Set(tools.map(foldName));
  const isTool = (name: string): boolean => seen.has(foldName(name)) || unseen.some((slug) => isToolOf(slug, name));
  return [
    ...blocks.map((found) => said(found, UNREAD, ["authorization"])),
    ...keysAt(root, ["authorization", "servers"], (name) => slugs.includes(name)).map((found) =>
      said(found, "no MCP server is known by this name", slugs),
    ),
    ...keysAt(root, ["authorization", "tools"], isTool).map((found) =>
      said(found, "no tool of an MCP server is known by this name", tools),
    ),
  ];
}

function isNear(name: string, known: string): boolean {
  return nearestName(name, [known]) !== undefined;
}

type Found = Omit<Unread, "message"> & { readonly name: string };

/** The first names of a map that are not known. */
function keysAt(root: Node, path: JSONPath, isKnown: (name: string) => boolean): readonly Found[] {
  const { children = [], type } = findNodeAtLocation(root, path) ?? {};
  if (type !== "object") return [];
  const found = children.flatMap(({ children: [key] = [] }) => {
    const name = String(key?.value);
    return key === undefined || isKnown(name) ? [] : [{ path: [...path.map(String), name], name, key }];
  });
  return found.slice(0, MOST);
}

function said({ name, ...found }: Found, message: string, known: readonly string[]): Unread {
  const bare = known.find((each) => each.startsWith("mcp__") && each.endsWith(`__${name}`));
  const nearest = bare ?? nearestName(name, known);
  return { ...found, message: nearest === undefined ? message : `${message}; is \`${nearest}\` meant?` };
}
