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

type Sorted = { -readonly [Kind in keyof RulesFor]: CompiledRule[] };

/** Nothing is allocated for a part that no rule speaks of. */
const NONE: CompiledRule[] = [];

function nothing(): Sorted {
  return { denies: NONE, asks: NONE, allows: NONE, short: NONE };
}

/** Rules about the part as a command, a URL or a use of its tool. Paths have their own. */
export function rulesForPart(call: Call, part: Part): RulesFor {
  const { tool } = call.reading;
  const { index } = call.policy;
  const found = nothing();
  const view = tool.profile === "command" ? viewOf(part) : null;
  const consider = (rules: readonly CompiledRule[]): void => {
    for (const rule of rules) sortIn(call, { rule, found, cls: part.class }, matchPart(call, rule, { part, view }), () => reaches(rule, part));
  };
  consider(wholeRules(index, tool.id));
  if (view !== null) consider(commandCandidates(index, tool.id, view));
  if (tool.profile === "url") consider(urlCandidates(index, tool.id, part.targets));
  if (call.tried.length > 0) consider(call.tried.filter(({ rule }) => rule.tool === tool.id));
  return found;
}

/** Rules about what the part does to one path. */
export function rulesForPath(call: Call, use: PathUse, part: Part): RulesFor {
  const { index, bases } = call.policy;
  const act = ruleAct(use.act);
  const found = nothing();
  const view = pathViewOf(use);
  const consider = (rule: CompiledRule): void => {
    const { pattern } = rule;
    if (pattern.kind !== "path") return;
    const match = matchPath(pattern, view, { bases, forAllow: rule.rule.decision === "allow" });
    // A deletion is allowed only by its exact path.
    sortIn(call, { rule, found, cls: part.class }, match, () => use.act !== "delete" || isExactPath(pattern));
  };
  for (const rule of new Set(pathCandidates(index, act, view, bases))) consider(rule);
  for (const rule of call.tried) if (rule.rule.tool === act) consider(rule);
  return found;
}

/** The consent to run this project's code, where the part does. Source: rules.md, "Run this project's code". */
export function rulesForProjectCode(call: Call, part: Part): RulesFor {
  const found = nothing();
  if (!part.projectCode) return found;
  const tried = call.tried.filter(({ rule }) => rule.tool === PROJECT_CODE);
  for (const rule of [...wholeRules(call.policy.index, PROJECT_CODE), ...tried]) sortIn(call, { rule, found, cls: part.class }, "yes", () => true);
  return found;
}

const PROJECT_CODE = "project-code";

interface Considered {
  readonly rule: CompiledRule;
  readonly found: Sorted;
  readonly cls: Part["class"];
}

function sortIn(call: Call, { rule, found, cls }: Considered, match: Match, reached: () => boolean): void {
  if (match === "no" || !isLive(call, rule)) return;
  const { decision } = rule.rule;
  if (decision === "allow" && !meetsCondition(rule, call.reading, cls)) return;
  const kind = decision === "deny" && match === "yes" ? "denies" : decision !== "allow" ? "asks" : reached() ? "allows" : "short";
  if (found[kind] === NONE) found[kind] = [rule];
  else found[kind].push(rule);
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

