import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { assessmentData } from "../../../src/host/engine/assessment-data.ts";
import type { EngineContext } from "../../../src/host/engine/context.ts";
import type { Run } from "../../../src/store/tables/runs.ts";
import type { ApprovalView } from "../../../src/wire/approval.ts";
import { makeSandbox, type Sandbox } from "../tools/sandbox.ts";

let box: Sandbox;
beforeEach(() => {
  box = makeSandbox();
  for (const name of ["review", "release"]) {
    const folder = join(box.project, ".agents/skills", name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "SKILL.md"), `---\nname: ${name}\ndescription: Does it.\n---\n\nDo it.\n`);
  }
});
afterEach(() => box.remove());

test.each([
  ["as it was proposed", {}, "review"],
  ["as a person changed it", { edited: { skill: "release" } }, "release"],
])("the active skill is the one that ran: %s", async (_name, edited, name) => {
  const ran = { kind: "call", tool: "run_skill", args: { skill: "review" }, result: { ok: true, ...edited } };
  const context = {
    transcript: { branch: async () => [{ role: "assistant", content: { parts: [ran] } }] },
    policies: { policyFor: async () => ({ grants: [] }) },
    world: () => box.world,
  } as unknown as EngineContext;
  const tool = { id: "shell", origin: "builtin", trusted: true };
  const view = { tool, args: {}, parts: [], findings: [], project: { path: box.project } } as unknown as ApprovalView;
  const data = await assessmentData(context, { run: { parent: null, head: "m" } as Run, view });
  expect(data.activeSkill).toMatchObject({ name });
});
