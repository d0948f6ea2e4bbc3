import { finding } from "../../core/finding-table.ts";
import type { BuiltinFacts } from "../builtin/facts.ts";
import type { Call } from "../call.ts";
import { pathUse } from "../path/path-use.ts";
import type { World } from "../world.ts";
import { findSkill } from "./find-skill.ts";

/**
 * A call of `run_skill`: the file whose text will be told. A skill that lies in the project came with it, as its code
 * did: its text speaks to the model, so that a rule about the tool does not let it through; the consent to run this
 * project's code does. Source: host.md, `run_skill`; rules.md, "Run this project's code".
 */
export function skillFacts(name: unknown, call: Pick<Call, "project">, world: World): BuiltinFacts {
  const skill = typeof name === "string" ? findSkill(name, call.project, world) : null;
  if (skill === null) return { fault: { path: "$.skill", message: "is not the name of a skill here" } };
  const use = pathUse(skill.file, "read", { cwd: null, world });
  // What the person put into their own folder of skills needs no grant to be told to the model.
  if (skill.from === "user")
    return { part: { paths: [{ ...use, system: use.protected === undefined || use.protected === "W" }] } };
  return {
    part: {
      paths: [use],
      projectCode: true,
      findings: [finding("program-in-project", "these instructions came with the project", skill.file)],
      offers: [{ kind: "consent", tool: "project-code", pattern: "*" }],
    },
  };
}
