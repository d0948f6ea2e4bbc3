import { findBuiltin } from "../../core/names.ts";
import type { PathUse } from "../../core/reading.ts";
import { agentTool } from "../../read/agents/agent-tool.ts";
import { findSkill, isSkillName, skillFolders, type SkillPlace } from "../../read/skill/find-skill.ts";
import type { World } from "../../read/world.ts";
import { readContent } from "./file-content.ts";
import { withPlace } from "./held-directory.ts";
import { readText } from "./text-file.ts";
import { canonicalOf } from "./canonical-of.ts";
import { cutText, type ToolContext, type ToolResult } from "./tool-context.ts";
import { ToolFault } from "./tool-fault.ts";

/** An Agent Skill as its own file describes it. */
export interface Skill extends SkillPlace {
  readonly name: string;
  readonly description: string;
  /** As written: `Read`, `Bash(git:*)`. They allow nothing here; an assessment of a call is told of them. */
  readonly allowedTools: readonly string[];
  /** What the model is told when the skill is run. */
  readonly instructions: string;
}

/** Bytes of a `SKILL.md`. */
const LARGEST = 256 * 1024;
const LONGEST_DESCRIPTION = 1024;
const MOST_SKILLS = 200;

/** The skills that a chat of this project could run, each name once; what cannot be read as a skill is left out. */
export async function listSkills(project: string | null, world: World): Promise<readonly Skill[]> {
  const names = skillFolders(project, world).flatMap(({ path }) => (world.readdir(path) ?? []).filter(isSkillName));
  const found = [...new Set(names)].toSorted().slice(0, MOST_SKILLS);
  const skills = await Promise.all(found.map((name) => skillOf(name, project, world)));
  return skills.filter((skill) => skill !== null);
}

/** Null where there is none of this name. */
export async function skillOf(name: string, project: string | null, world: World): Promise<Skill | null> {
  const place = findSkill(name, project, world);
  const path = place && world.realpath(place.file);
  if (place === null || path === null) return null;
  try {
    return { ...place, ...(await readSkill(path, name)) };
  } catch {
    return null; // verdict: it is not offered, and running it says why
  }
}

/** Whether the skill's own list names a tool: by its id, or as Claude Code calls it. */
export function namesTool({ allowedTools }: Pick<Skill, "allowedTools">, tool: string): boolean {
  const ids = allowedTools
    .map((entry) => entry.replace(/\(.*$/s, ""))
    .flatMap((name) => [name, findBuiltin(name)?.id, agentTool("claude-code", name, {})?.tool]);
  return ids.includes(tool);
}

/** `run_skill`: the instructions of the skill. INVARIANT: they come from the file that was read, never from the call. */
export async function runSkill(
  args: { readonly skill: string },
  use: PathUse,
  context: ToolContext,
): Promise<ToolResult> {
  const path = canonicalOf(use);
  const { instructions } = await readSkill(path, args.skill, context);
  const folder = path.slice(0, path.lastIndexOf("/"));
  const files = (context.world.readdir(folder) ?? []).filter((name) => name !== "SKILL.md").toSorted();
  const beside = files.length === 0 ? "" : `\n\n(beside it in \`${folder}\`: ${files.join(", ")})`;
  return { ok: true, ...cutText(instructions + beside, context.outputLimit) };
}

type Described = Omit<Skill, keyof SkillPlace>;

async function readSkill(
  path: string,
  name: string,
  { roots = [] }: Pick<ToolContext, "roots"> = {},
): Promise<Described> {
  const { bytes } = await withPlace(path, roots, (place) => readContent(place, { limit: LARGEST, mayBeLinked: false }));
  const text = readText(bytes)?.text;
  const match = /^---\r?\n(?<head>[\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)(?<body>[\s\S]*)$/.exec(text ?? "");
  if (match === null) throw new ToolFault("EENCODING", `\`${path}\` has no front matter`);
  const { parse } = await import("yaml");
  const head = headOf(path, () => parse(match.groups?.["head"] ?? "", { maxAliasCount: 0 }) as unknown);
  const { description } = head;
  if (head["name"] !== name) throw new ToolFault("EENCODING", `\`${path}\` is not the skill \`${name}\``);
  if (typeof description !== "string" || description.trim() === "")
    throw new ToolFault("EENCODING", `\`${path}\` has no description`);
  return {
    name,
    description: description.trim().slice(0, LONGEST_DESCRIPTION),
    allowedTools: toolsIn(head["allowed-tools"]),
    instructions: (match.groups?.["body"] ?? "").trim(),
  };
}

function headOf(path: string, parse: () => unknown): Readonly<Record<string, unknown>> {
  try {
    const head = parse();
    if (typeof head === "object" && head !== null) return head as Readonly<Record<string, unknown>>;
  } catch (error) {
    throw new ToolFault("EENCODING", `\`${path}\` has front matter that is not YAML`, error);
  }
  throw new ToolFault("EENCODING", `\`${path}\` has front matter that says nothing`);
}

/** A list, or names with blanks or commas between them; a name may carry a pattern with blanks of its own. */
function toolsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.filter((name) => typeof name === "string");
  return typeof value === "string" ? (value.match(/[^\s,()]+(?:\([^)]*\))?/g) ?? []) : [];
}
