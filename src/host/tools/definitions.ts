import { TOOL_SHAPES, type ToolShape } from "../../read/builtin/shapes.ts";
import type { World } from "../../read/world.ts";
import { findChromium, hasPlaywright } from "./browser/chromium.ts";
import { listSkills, type Skill } from "./skills.ts";

/**
 * What a model is told of each tool, by canonical id. A tool of this table has a runner; one without an entry is not
 * told of.
 */
export type ToolDefinitions = Readonly<Record<string, ToolShape>>;

/** Those that can run here: with a browser where one is installed, with the skills of this project and person. */
export async function definitionsFor(project: string | null, world: World): Promise<ToolDefinitions> {
  const skills = await listSkills(project, world);
  const browser = findChromium() !== null && hasPlaywright();
  const here = Object.entries(TOOL_SHAPES).filter(([id]) => browser || !id.startsWith("browser_"));
  return Object.fromEntries(
    here.flatMap(([id, shape]) => (id === "run_skill" ? withSkills(shape, skills) : [[id, shape] as const])),
  );
}

function withSkills(shape: ToolShape, skills: readonly Skill[]): readonly (readonly [string, ToolShape])[] {
  if (skills.length === 0) return [];
  const lines = skills.map(({ name, from, description }) =>
    from === "user"
      ? `- ${name}: ${plain(description)}`
      : `- ${name}, which came with the project: "${plain(description)}"`,
  );
  return [["run_skill", { ...shape, description: [shape.description, "The skills:", ...lines].join("\n") }]];
}

const LONGEST = 300;

/** One line that cannot pass for more of the list: a project's text comes from whoever wrote the project. */
function plain(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").replaceAll('"', "'");
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}
