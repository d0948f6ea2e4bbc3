import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Effect } from "../../core/effect.ts";
import type { Rule } from "../../core/policy.ts";

/** The sets of built-in rules that ship in `policies/`. Source: rules.md, "Presets". */
export const PRESETS = ["everyday", "careful", "sandbox"] as const;
export type PresetName = (typeof PRESETS)[number];

export interface Preset {
  readonly title: string;
  /** One sentence: who it is for. */
  readonly about: string;
  /** Another preset whose rules come with it. */
  readonly with?: PresetName;
  readonly rules: readonly PresetRule[];
}

/** A rule with commands that it must and must not reach; for a finding, ones that must and must not have it. */
export interface PresetRule {
  readonly tool: string;
  readonly pattern?: string;
  readonly finding?: string;
  readonly decision: Effect;
  readonly note: string;
  readonly match: readonly string[];
  readonly notMatch: readonly string[];
}

/** Throws where the file cannot be read: a preset that does not load is never a smaller preset. */
export function readPreset(name: PresetName): Preset {
  return JSON.parse(readFileSync(join(presetFolder(), `${name}.json`), "utf8")) as Preset;
}

/** As rules of scope `builtin`, those of the preset that it comes with included. */
export function presetRules(name: PresetName): readonly Rule[] {
  const preset = readPreset(name);
  const own = preset.rules.map((rule, index) => toRule(rule, `${name}-${index + 1}`));
  return preset.with === undefined ? own : [...presetRules(preset.with), ...own];
}

function toRule(rule: PresetRule, id: string): Rule {
  const base = {
    id,
    tool: rule.tool,
    pattern: rule.pattern ?? "*",
    decision: rule.decision,
    scope: "builtin",
    note: rule.note,
  } as const;
  return rule.finding === undefined ? base : { ...base, finding: rule.finding };
}

/** `policies/` of the package, from the sources or from the bundle. */
function presetFolder(): string {
  for (let dir = import.meta.dirname; ; dir = dirname(dir)) {
    const folder = join(dir, "policies");
    if (existsSync(join(folder, "everyday.json"))) return folder;
    if (dir === dirname(dir)) throw new Error("the folder `policies` of this package is missing: install it again");
  }
}
