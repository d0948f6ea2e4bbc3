import { EFFECTS, type Effect } from "../core/effect.ts";
import type { Rule } from "../core/policy.ts";
import { fileRuleIn } from "../core/tools.ts";
import { PRESETS, presetRules } from "../host/policy/presets.ts";
import { lintRule } from "../host/rules/lint.ts";
import { typed } from "./command-name.ts";
import { CliError, print, printNote, table, UsageError } from "./output.ts";
import { projectHere } from "./project-here.ts";
import { faultOf, setAsideLines } from "./set-aside.ts";
import { storedPolicy, withStore } from "./stored.ts";
import { askTerminal } from "./terminal.ts";

/** The rules that decide here: this project's, those of every project, and the preset's. */
export async function listRules(options: { readonly json?: true }): Promise<void> {
  const { rules } = await storedPolicy(projectHere());
  if (options.json) return print(JSON.stringify(rules.map(withFault), null, 2));
  if (rules.length === 0) return print("no rules: the level and the modes decide");
  print(table(rules.map(toRow)));
  for (const line of setAsideLines(rules)) printNote(line);
}

function withFault(rule: Rule): Rule & { readonly fault?: string } {
  const fault = faultOf(rule);
  return fault === null ? rule : { ...rule, fault };
}

interface AddOptions {
  readonly allow?: true;
  readonly ask?: true;
  readonly deny?: true;
  readonly tool?: string;
  readonly global?: true;
}

export async function addRule(pattern: string, options: AddOptions): Promise<void> {
  if (pattern === "") throw new UsageError("a rule needs a pattern", `as in ${typed("rules add --allow 'npm run *'")}`);
  if (options.tool === undefined) refuseActAsProgram(pattern);
  const rule = {
    tool: options.tool ?? "shell",
    pattern,
    decision: decisionOf(options),
    scope: options.global ? "global" : "project",
  } as const;
  refuseUnreadable(rule);
  await noteWhatIsOdd(rule);
  await askTerminal({ do: "add-rule", ...rule });
}

/** Before a person is asked to confirm what could only fail. */
function refuseUnreadable(rule: Omit<Rule, "id">): void {
  const message = faultOf({ ...rule, id: "new" });
  if (message === null) return;
  throw new UsageError(message, `as in ${typed("rules add --allow 'npm run *'")}, for files --tool change 'src/**'`);
}

/** What `rules lint` would say of it, while one can still think better of it. */
async function noteWhatIsOdd(rule: Omit<Rule, "id">): Promise<void> {
  const found = lintRule({ ...rule, id: "new" }, await storedPolicy(projectHere()));
  if (found !== null) printNote(found.message);
}

/** Who names two means one of them; which one, only they know. */
function decisionOf(options: AddOptions): Effect {
  const named = EFFECTS.filter((effect) => options[effect]);
  const [first, second] = named;
  if (second === undefined) return first ?? "ask";
  throw new UsageError(
    `${named.map((effect) => `--${effect}`).join(" and ")} cannot both be`,
    "a rule has one decision",
  );
}

function refuseActAsProgram(pattern: string): void {
  const meant = fileRuleIn(pattern);
  if (meant === null) return;
  throw new UsageError(
    `\`${pattern}\` would be about a command called \`${meant.act}\``,
    `for files: --tool ${meant.act} '${meant.path || "PATH"}'; for the command: --tool shell`,
  );
}

export async function removeRule(id: string): Promise<void> {
  // Before it says that it waits for a person: there is nothing that one could confirm.
  if (PRESETS.some((name) => presetRules(name).some((rule) => rule.id === id)))
    throw new CliError(
      `\`${id}\` is a built-in rule, which is not removed alone`,
      "a rule of your own goes before it where it allows or asks; Settings chooses another set",
    );
  if ((await withStore((store) => store.rules.get(id))) === null)
    throw new CliError(`there is no stored rule \`${id}\``, `${typed("rules list")} shows them with their ids`);
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
