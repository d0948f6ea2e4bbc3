import { homedir } from "node:os";

import type { Rule } from "../core/policy.ts";
import { projectOf } from "../host/agents/project-of.ts";
import { print, table } from "./output.ts";
import { storedPolicy } from "./stored.ts";
import { askTerminal } from "./terminal.ts";

/** The rules that decide here: this project's, those of every project, and the preset's. */
export async function listRules(options: { readonly json?: true }): Promise<void> {
  const project = projectOf(process.cwd(), homedir())?.path ?? null;
  const { rules } = await storedPolicy(project);
  if (options.json) return print(JSON.stringify(rules, null, 2));
  if (rules.length === 0) return print("no rules: the level and the modes decide");
  print(table(rules.map(toRow)));
}

interface AddOptions {
  readonly allow?: true;
  readonly ask?: true;
  readonly deny?: true;
  readonly tool: string;
  readonly global?: true;
}

export async function addRule(pattern: string, options: AddOptions): Promise<void> {
  const decision = options.deny ? "deny" : options.allow && !options.ask ? "allow" : "ask";
  await askTerminal({
    do: "add-rule",
    tool: options.tool,
    pattern,
    decision,
    scope: options.global ? "global" : "project",
  });
}

export async function removeRule(id: string): Promise<void> {
  await askTerminal({ do: "remove-rule", id });
}

function toRow(rule: Rule): string[] {
  return [
    rule.decision,
    rule.tool,
    rule.finding === undefined ? rule.pattern : `(${rule.finding})`,
    rule.scope,
    rule.id,
  ];
}
