import type { Class } from "../../core/class.ts";
import { finding } from "../../core/finding-table.ts";
import type { Finding, Part, PathUse, ToolFacts } from "../../core/reading.ts";
import { pathOffers } from "../../core/path-offers.ts";
import { segmentsOf, startsWith } from "../../core/rule/match-path.ts";
import type { Call } from "../call.ts";
import { blankPart, firstString, type CallFacts, type ToolProfile } from "../profiles.ts";
import type { World } from "../world.ts";
import { equalPaths } from "./equal-names.ts";
import { readAgentFileArgs, readFileArgs, type ArgUse } from "./file-args.ts";
import { pathUse } from "./path-use.ts";
import { readPathPattern } from "./pattern.ts";
import { protectionByName } from "./protection.ts";

/** The profile of the file tools: every argument that names a path is a fact, and nothing else matters. */
export const fileProfile: ToolProfile = { profile: "path", readPattern: readPathPattern, readCall: readFiles };

function readFiles(call: Call, tool: ToolFacts, world: World): CallFacts {
  const args = (call.agent === undefined ? readFileArgs : readAgentFileArgs)(tool.id, call.args);
  if (!args.ok) {
    const part = { ...blankPart(`${tool.id} ${firstString(call.args)}`.trimEnd()), class: tool.class };
    return { parts: [part], findings: [], argFault: { path: args.path, message: args.message } };
  }
  const named = call.agent === undefined ? args.uses : withEqualNames(args.uses, call, world);
  const uses = [...named, ...globUses(call, tool, world)];
  return pathCall({ call, tool, world, uses, subject: args.subject });
}

/**
 * A search by another agent that picks out names which ask before they are read (`glob: ".env*"`) reads those files. The
 * host's own search passes over them.
 */
function globUses({ agent, args }: Call, tool: ToolFacts, world: World): readonly ArgUse[] {
  const { path, glob } = args as { readonly path?: string; readonly glob?: unknown };
  if (agent === undefined || tool.id !== "search_files" || typeof glob !== "string") return [];
  const names = ["", "x", ".x"].map((text) => `${path}/${glob.replace(/[*?]+/g, text)}`);
  const asks = names.filter((name) => ["R", "D"].includes(protectionByName(`/${name}`, world)?.class ?? ""));
  return asks.slice(0, 1).map((name) => ({ path: name, act: "read" }));
}

interface PathCall {
  readonly call: Call;
  readonly tool: ToolFacts;
  readonly world: World;
  readonly uses: readonly ArgUse[];
  /** First string argument. */
  readonly subject: string;
}

/** The one part of a call that does nothing but touch paths. */
function pathCall({ call, tool, world, uses, subject }: PathCall): CallFacts {
  const roots = call.project === null ? [] : [...new Set([call.project, world.realpath(call.project) ?? call.project])];
  const { paths, findings: named } = pathsOf(uses, call, world);
  const whole = paths.filter(
    (path) => path.act === "delete" && path.recursive && holdsAny(path, [...roots, world.home]),
  );
  const findings = [...named, ...whole.map((path) => finding("root-delete", undefined, path.spelling))];
  const part = {
    ...blankPart(`${tool.id} ${subject}`),
    known: true,
    class: classOf(paths),
    pathsOnly: true,
    paths,
    findings,
    offers: findings.length > 0 ? [] : pathOffers(paths, { roots, home: world.home }),
  };
  return { parts: [part], findings: [] };
}

/** The folder is one of these, or lies around it. */
function holdsAny({ spelling, canonical }: PathUse, roots: readonly string[]): boolean {
  const ends = [spelling, canonical ?? spelling].map(segmentsOf);
  return roots
    .map((root) => segmentsOf(root.replaceAll("\\", "/")))
    .some((root) => ends.some((end) => startsWith(root, end, true)));
}

/** The facts about paths in arguments, and what about them cannot be consented to. */
export function pathsOf(uses: readonly ArgUse[], call: Call, world: World): Pick<Part, "paths" | "findings"> {
  const paths = uses.map((use) => argPath(use, call, world));
  return { paths, findings: [...nameFindings(uses), ...(needsFolder(uses, call) ? [finding("no-cwd")] : [])] };
}

/** Of tools that are not the host's own, which open what a decision was about and nothing else. */
export function withEqualNames(uses: readonly ArgUse[], call: Call, world: World): readonly ArgUse[] {
  const equal = (use: ArgUse): readonly ArgUse[] =>
    equalPaths(fromHome(use.path, world), call.cwd, world).map((path) => ({ ...use, path }));
  return uses.flatMap((use) => [use, ...equal(use)]);
}

/** Models mean the home folder, and agents open it; a folder of that name is `./~`. */
function fromHome(path: string, world: World): string {
  return path.replace(/^~(?=[/\\]|$)/, () => world.home);
}

function argPath(use: ArgUse, call: Call, world: World): PathUse {
  const { path: written, act, archive, ...shape } = use;
  const path = fromHome(written, world);
  const names = archive === undefined ? null : archiveNames(archive, call, world);
  const brings = names === null ? {} : { brings: names };
  const scratch = call.scratch === undefined ? {} : { scratch: call.scratch };
  const found = pathUse(path, act, { cwd: call.cwd, world, ...shape, ...brings, ...scratch });
  // A command may write to its own streams; a file tool has none, and a device never ends.
  return found.kind === "device"
    ? { ...found, protected: "D", protectedBecause: "is a device", system: false, scratch: false }
    : found;
}

function archiveNames(archive: string, call: Call, world: World): readonly string[] | null {
  const found = pathUse(archive, "read", { cwd: call.cwd, world });
  return found.canonical === null ? null : (world.archiveNames?.(found.canonical) ?? null);
}

function classOf(paths: readonly PathUse[]): Class {
  if (paths.some((path) => path.act === "delete")) return "destructive";
  return paths.every((path) => path.act === "read") ? "read" : "write";
}

function needsFolder(uses: readonly ArgUse[], call: Call): boolean {
  return call.cwd === null && uses.some((use) => !/^(?:[/\\~]|[a-z]:)/i.test(use.path));
}

/** A name that cannot be shown as it is must not be consented to from its looks. */
function nameFindings(uses: readonly ArgUse[]): readonly Finding[] {
  return uses
    .filter((use) => holdsUnseen(use.path))
    .map((use) => finding("unreadable", "the name holds a character that cannot be seen", use.path));
}

/** Control, invisible, private and unassigned characters, and spaces other than the plain one (U+2800 is a blank too). */
function holdsUnseen(name: string): boolean {
  // Made when first needed: its sets of characters are a good part of what an import costs.
  return /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|[^\P{Zs} ]/u.test(name);
}
