import { lazy } from "../../core/lazy.ts";
import type { Act } from "../../core/reading.ts";
import type { ArgUse } from "../path/file-args.ts";
import type { World } from "../world.ts";

/**
 * What a tool of somebody else's server does to the paths it is given, told from its name and the names of its
 * arguments. Such a name only ever tightens: rules that deny or ask, protection and grants then hold for the path; the
 * class stays what a person accepted. Source: rules.md, "Which rule wins"; decision.md, Names.
 */
export function readPathArguments(
  tool: string,
  args: Readonly<Record<string, unknown>>,
  world: World,
): readonly ArgUse[] {
  const name = foldTool(tool);
  const act = VERBS.find(([, verb]) => verb.test(name))?.[0] ?? "unknown";
  return valuesBelow(args, DEEPEST).flatMap(([role, value]) => {
    const paths = pathsIn(value).filter((path) => FILE_NOUN.test(name) || isOfThisMachine(path, world));
    return paths.map((path) => toUse(path, role, { name, act }));
  });
}

/** Objects in objects that are looked into (`{ options: { path } }`, `{ edits: [{ file }] }`). */
const DEEPEST = 6;

/** What stands under the names of paths; in `{ source: { path } }` the outer name says which path it is. */
function valuesBelow(value: unknown, depth: number, outer: Role = "path"): readonly (readonly [Role, unknown])[] {
  if (depth === 0 || typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item) => valuesBelow(item, depth - 1, outer));
  const entries = Object.entries(value);
  // `get_file_contents { owner, repo, path }` is about a file on a service.
  if (entries.some(([key]) => REMOTE_KEYS.has(foldKey(key)))) return [];
  return entries.flatMap(([key, inner]) => {
    const named = pathKeys().get(foldKey(key));
    const role = named === "path" ? outer : (named ?? outer);
    return [...(named === undefined ? [] : [[role, inner] as const]), ...valuesBelow(inner, depth - 1, role)];
  });
}

const REMOTE_KEYS = new Set([
  "owner",
  "repo",
  "repository",
  "projectid",
  "bucket",
  "bucketname",
  "host",
  "hostname",
  "siteid",
  "driveid",
  "containerid",
]);

/** A tool of such a name takes local paths, relative ones too. */
const FILE_NOUN =
  /(?:^|_)(?:files?|dir|dirs|directory|directories|folders?|paths?|tree|notebook|media|edit|zip)(?:_|$)/;

/** `/api/users` of a web client is no path here: nothing on this disk begins like it. */
function isOfThisMachine(path: string, world: World): boolean {
  if (/^(?:~|\.\.?)(?:[/\\]|$)|^[a-z]:[/\\]|^\\\\/i.test(path)) return true;
  const top = /^\/[^/]*/.exec(path)?.[0];
  return top !== undefined && (top === "/" || world.lstat(top) !== null);
}

type Role = "path" | "source" | "target" | "folder";

const pathKeys = lazy<ReadonlyMap<string, Role>>(
  () =>
    new Map([
      ...keys(
        "path",
        "path paths file files filename filepath filepaths absolutepath relativepath fullpath targetfile targetpath notebookpath uri fileuri outputpath outputfile inputpath inputfile localpath",
      ),
      ...keys("source", "source sources sourcepath src srcpath from frompath oldpath origin"),
      ...keys("target", "destination destinationpath dest destpath dst to topath newpath"),
      ...keys(
        "folder",
        "directory dir directorypath dirpath folder folderpath root rootpath repopath cwd workingdirectory workdir basepath",
      ),
    ]),
);

function keys(role: Role, names: string): readonly (readonly [string, Role])[] {
  return names.split(" ").map((name) => [name, role]);
}

function foldKey(name: string): string {
  return name.toLowerCase().replace(/[-_. ]/g, "");
}

type ToolAct = "read" | "write" | "edit" | "delete" | "move" | "copy" | "unknown";

/** Verbs in a tool's name, the most harmful first: `read_and_delete` deletes. */
const VERBS: readonly (readonly [ToolAct, RegExp])[] = [
  ["delete", /(?:^|_)(?:delete|remove|rm|rmdir|unlink|trash|purge|wipe|clean|erase)(?:_|$)/],
  ["move", /(?:^|_)(?:move|mv|rename)(?:_|$)/],
  ["edit", /(?:^|_)(?:edit|patch|replace|insert|append|update|modify|apply|chmod|sed|format|fix|truncate)(?:_|$)/],
  [
    "write",
    /(?:^|_)(?:write|create|save|mkdir|put|make|touch|download|extract|unzip|zip|export|generate|set|upload|add|init|clone|convert)(?:_|$)/,
  ],
  ["copy", /(?:^|_)(?:copy|cp|duplicate|link|symlink)(?:_|$)/],
  [
    "read",
    /(?:^|_)(?:read|get|list|ls|search|find|tree|stat|info|view|cat|head|tail|grep|glob|show|open|exists|describe|count|diff|status|log)(?:_|$)/,
  ],
];

function foldTool(tool: string): string {
  return tool
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[-. /]/g, "_");
}

function pathsIn(value: unknown): readonly string[] {
  return [value]
    .flat()
    .filter((path): path is string => typeof path === "string" && path !== "")
    .map(fromUri)
    .filter((path) => path !== null);
}

/** `file:///a%20b` is a path; another address is none. */
function fromUri(text: string): string | null {
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(text)) return text;
  const path = /^file:\/\/(?:localhost)?(\/.*)$/i.exec(text)?.[1];
  return path === undefined ? null : path.replace(/(?:%[0-9a-f]{2})+/gi, decodeBytes);
}

function decodeBytes(escapes: string): string {
  try {
    return decodeURIComponent(escapes);
  } catch {
    // Not UTF-8: the escapes stay as they are, and no such file is granted or found by that name.
    return escapes;
  }
}

/** Reads that go through everything below. */
const DEEP_READ = /(?:^|_)(?:search|find|tree|grep|glob|recursive|walk|index)(?:_|$)/;

interface Doing {
  /** Of the tool, folded. */
  readonly name: string;
  readonly act: ToolAct;
}

function toUse(path: string, role: Role, { name, act: tool }: Doing): ArgUse {
  const takes = role !== "target";
  if (tool === "delete") return { path, act: "delete", recursive: true };
  if (tool === "move") return { path, act: takes ? "edit" : "write", recursive: true, follow: !takes, moved: takes };
  if (tool === "copy") return { path, act: takes ? "read" : "write", recursive: true, contents: takes };
  if (role === "source") return { path, act: "read" };
  // Of a verb that is not known the worst that leaves the file in place is taken.
  const act: Act = tool === "unknown" ? "edit" : tool;
  return { path, act, recursive: act === "read" && (role === "folder" || DEEP_READ.test(name)) };
}
