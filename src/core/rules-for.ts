import type { Call } from "./call.ts";
import { countsAtLevel, meetsCondition } from "./levels.ts";
import type { Part, PathUse } from "./reading.ts";
import type { CompiledRule } from "./rule/compiled.ts";
import { commandCandidates, pathCandidates, urlCandidates, wholeRules } from "./rule/index.ts";
import { matchCommand, viewOf, type CommandView, type Match } from "./rule/match-command.ts";
import { isExactPath, matchPath, pathViewOf } from "./rule/match-path.ts";
import { matchUrl } from "./rule/match-url.ts";
import { reaches } from "./rule/reach.ts";
import { ruleAct } from "./tools.ts";

/** The rules that speak of one part or path. */
export interface RulesFor {
  readonly denies: readonly CompiledRule[];
  /** Ask rules, and denies that may match: a word or a file below a folder is not known. */
  readonly asks: readonly CompiledRule[];
  /** Allow rules that match and reach. */
  readonly allows: readonly CompiledRule[];
  /** Allow rules that match but do not reach: the part runs only by its exact words, or by an option's name. */
  readonly short: readonly CompiledRule[];
}

interface Sorted {
  denies: CompiledRule[];
  asks: CompiledRule[];
  allows: CompiledRule[];
  short: CompiledRule[];
}

/** Rules about the part as a command, a URL or a use of its tool. Paths have their own. */
export function rulesForPart(call: Call, part: Part): RulesFor {
  const { tool } = call.reading;
  const { index } = call.policy;
  const found: Sorted = { denies: [], asks: [], allows: [], short: [] };
  const view = tool.profile === "command" ? viewOf(part) : null;
  const consider = (rule: CompiledRule): void => sortIn(call, { rule, found, cls: part.class }, matchPart(call, rule, { part, view }), (allow) => reaches(allow, part));
  for (const rule of wholeRules(index, tool.id)) consider(rule);
  if (view !== null) for (const rule of commandCandidates(index, tool.id, view)) consider(rule);
  if (tool.profile === "url") for (const rule of urlCandidates(index, tool.id, part.targets)) consider(rule);
  for (const rule of call.tried) if (rule.rule.tool === tool.id) consider(rule);
  return found;
}

/** Rules about what the part does to one path. */
export function rulesForPath(call: Call, use: PathUse, part: Part): RulesFor {
  const { index, bases } = call.policy;
  const act = ruleAct(use.act);
  const found: Sorted = { denies: [], asks: [], allows: [], short: [] };
  const view = pathViewOf(use);
  const consider = (rule: CompiledRule): void => {
    if (rule.pattern.kind !== "path") return;
    const match = matchPath(rule.pattern, view, { bases, forAllow: rule.rule.decision === "allow" });
    // A deletion is allowed only by its exact path.
    sortIn(call, { rule, found, cls: part.class }, match, ({ pattern }) => use.act !== "delete" || (pattern.kind === "path" && isExactPath(pattern)));
  };
  for (const rule of new Set(pathCandidates(index, act, view, bases))) consider(rule);
  for (const rule of call.tried) if (rule.rule.tool === act) consider(rule);
  return found;
}

/** The consent to run this project's code, where the part does. Source: rules.md, "Run this project's code". */
export function rulesForProjectCode(call: Call, part: Part): RulesFor {
  const found: Sorted = { denies: [], asks: [], allows: [], short: [] };
  if (!part.projectCode) return found;
  const consider = (rule: CompiledRule): void => sortIn(call, { rule, found, cls: part.class }, "yes", () => true);
  for (const rule of wholeRules(call.policy.index, PROJECT_CODE)) consider(rule);
  for (const rule of call.tried) if (rule.rule.tool === PROJECT_CODE) consider(rule);
  return found;
}

export const PROJECT_CODE = "project-code";

interface Considered {
  readonly rule: CompiledRule;
  readonly found: Sorted;
  readonly cls: Part["class"];
}

function sortIn(call: Call, { rule, found, cls }: Considered, match: Match, reached: (rule: CompiledRule) => boolean): void {
  if (match === "no" || !isLive(call, rule)) return;
  const { decision } = rule.rule;
  if (decision === "deny" && match === "yes") found.denies.push(rule);
  else if (decision !== "allow") found.asks.push(rule);
  else if (!meetsCondition(rule, call.reading, cls)) return;
  else if (reached(rule)) found.allows.push(rule);
  else found.short.push(rule);
}

function isLive({ now, policy, changed }: Call, compiled: CompiledRule): boolean {
  const { expiresAt, decision } = compiled.rule;
  if (expiresAt !== undefined && now >= expiresAt) return false;
  return decision !== "allow" || (!changed && countsAtLevel(compiled, policy.level));
}

function matchPart({ reading }: Call, compiled: CompiledRule, { part, view }: { readonly part: Part; readonly view: CommandView | null }): Match {
  const { pattern, rule } = compiled;
  const forAllow = rule.decision === "allow";
  if (rule.finding !== undefined) return [...part.findings, ...reading.findings].some(({ code }) => code === rule.finding) ? "yes" : "no";
  if (pattern.kind === "any") return "yes";
  if (pattern.kind === "command" && view !== null) return matchCommand(pattern, view, forAllow);
  return pattern.kind === "url" ? matchUrl(pattern, part.targets, forAllow) : "no";
}

