import { homedir } from "node:os";

import type { Rule } from "../core/policy.ts";
import { RULE_ACTS } from "../core/tools.ts";
import { projectOf } from "../host/agents/project-of.ts";
import { CliError, print, table } from "./output.ts";
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
  readonly tool?: string;
  readonly global?: true;
}

export async function addRule(pattern: string, options: AddOptions): Promise<void> {
  if (options.tool === undefined) refuseActAsProgram(pattern);
  const decision = options.deny ? "deny" : options.allow && !options.ask ? "allow" : "ask";
  await askTerminal({
    do: "add-rule",
    tool: options.tool ?? "shell",
    pattern,
    decision,
    scope: options.global ? "global" : "project",
  });
}

/** `read .env` is how rules about files are written down; taken as a command it would protect no file. */
function refuseActAsProgram(pattern: string): void {
  const [act = "", ...paths] = pattern.trim().split(/ +/u);
  if (!RULE_ACTS.some((known) => known === act)) return;
  throw new CliError(
    `\`${pattern}\` would be about a command called \`${act}\``,
    `for files: --tool ${act} '${paths.join(" ") || "PATH"}'; for the command: --tool shell`,
  );
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
