import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { compile } from "../../../src/core/compile.ts";
import { decide } from "../../../src/core/decide.ts";
import type { Policy, Rule } from "../../../src/core/policy.ts";
import {
  type PresetName,
  PRESETS,
  type PresetRule,
  presetRules,
  readPreset,
} from "../../../src/host/policy/presets.ts";
import { plainWorld } from "../../../src/read/plain-world.ts";
import { read, readers } from "../../../src/read/read.ts";

const HOME = "/home/dev";
const PROJECT = "/home/dev/app";
const WORLD = plainWorld({ platform: "linux", home: HOME, path: "any" });

/** What one rule alone says of a command, where everything else would ask. */
function saysOf(rule: Rule, command: string): boolean {
  const policy: Policy = {
    layers: {},
    rules: [rule],
    level: "L2",
    approvalMode: "ask",
    grants: [{ root: PROJECT, recursive: true, can: ["read", "write", "edit", "delete"] }],
    projectRoots: [PROJECT],
    limits: {},
    revision: "test",
    home: HOME,
  };
  const compiled = compile(policy, readers);
  if (!compiled.ok) throw new Error(compiled.errors.map((fault) => `${fault.path}: ${fault.message}`).join("; "));
  const call = {
    tool: "shell",
    args: { command },
    cwd: PROJECT,
    project: PROJECT,
    source: "model",
    attended: true,
  } as const;
  const { decidedBy, parts } = decide(read(call, WORLD), compiled.policy, 0);
  return [decidedBy, ...parts.map((part) => part.decidedBy)].some((decider) => decider.id === rule.id);
}

const rows = PRESETS.flatMap((name) =>
  readPreset(name).rules.map((rule, index) => ({ name, rule, id: `${name}-${index + 1}` })),
);

describe("each rule of a preset", () => {
  it.each(
    rows.map((row) => [`${row.name}: ${row.rule.decision} ${row.rule.pattern ?? row.rule.finding}`, row] as const),
  )("%s", (_, { name, rule, id }) => {
    const compiled = presetRules(name).find((each) => each.id === id) as Rule;
    expect({
      reached: rule.match.filter((command) => saysOf(compiled, command)),
      spared: rule.notMatch.filter((command) => !saysOf(compiled, command)),
    }).toEqual({
      reached: rule.match,
      spared: rule.notMatch,
    });
  });

  it("has examples of both kinds and a note", () => {
    const lacking = rows.filter(
      ({ rule }: { rule: PresetRule }) => rule.match.length === 0 || rule.notMatch.length === 0 || rule.note === "",
    );
    expect(lacking).toEqual([]);
  });
});

describe("presets", () => {
  it("are the files of `policies`", () => {
    const files = readdirSync(join(import.meta.dirname, "../../../policies")).filter((file) => file.endsWith(".json"));
    expect(files.sort()).toEqual(PRESETS.map((name) => `${name}.json`).sort());
  });

  it.each([
    ["careful", ["deny"]],
    ["everyday", ["allow", "ask", "deny"]],
    ["sandbox", ["allow", "ask", "deny"]],
  ] as const)("%s is built in, and says %s", (name: PresetName, decisions) => {
    const rules = presetRules(name);
    expect([...new Set(rules.map((rule) => rule.decision))].sort()).toEqual(decisions);
    expect(new Set(rules.map((rule) => rule.scope))).toEqual(new Set(["builtin"]));
    expect(new Set(rules.map((rule) => rule.id)).size).toBe(rules.length);
  });
});
