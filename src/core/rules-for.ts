import type { Call } from "./call.ts";
import { countsAtLevel, meetsCondition } from "./levels.ts";
import type { Part, Spelling } from "./reading.ts";
import { isExpired, type CompiledRule } from "./rule/compiled.ts";
import { commandCandidates, pathCandidates, speaksOf, urlCandidates, wholeRules } from "./rule/index.ts";
import { matchCommand, viewOf, type CommandView, type Match } from "./rule/match-command.ts";
import { isExactPath, matchPath, type PathView } from "./rule/match-path.ts";
import { matchUrl } from "./rule/match-url.ts";
import { reaches } from "./rule/reach.ts";
import { PROJECT_CODE, ruleAct } from "./tools.ts";

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
const NO_RULES: RulesFor = Object.freeze({ denies: NONE, asks: NONE, allows: NONE, short: NONE });

interface Search {
  readonly call: Call;
  readonly part: Part;
  readonly found: Sorted;
}

function searchFor(call: Call, part: Part): Search {
  return { call, part, found: { denies: NONE, asks: NONE, allows: NONE, short: NONE } };
}

/** Rules about the part as a command, a URL or a use of its tool. Paths have their own. */
export function rulesForPart(call: Call, part: Part): RulesFor {
  const { id, profile, calledAs } = call.reading.tool;
  const { index } = call.policy;
  const view = profile === "command" ? viewOf(part) : null;
  const search = searchFor(call, part);
  for (const rule of wholeRules(index, id)) considerForPart(search, rule, view);
  // INVARIANT: only a deny or ask holds by the name that the agent gives the tool: other tools may go by it too.
  if (calledAs !== undefined)
    for (const rule of wholeRules(index, calledAs))
      if (rule.rule.decision !== "allow") considerForPart(search, rule, view);
  if (view !== null) for (const rule of commandCandidates(index, id, view)) considerForPart(search, rule, view);
  if (part.others !== undefined && profile === "command") considerOthers(search, part.others);
  if (profile === "url") for (const rule of urlCandidates(index, id, part.targets)) considerForPart(search, rule, view);
  for (const rule of call.tried) if (rule.rule.tool === id) considerForPart(search, rule, view);
  return search.found;
}

/** Rules about what the part does to one path. */
export function rulesForPath(call: Call, view: PathView, part: Part): RulesFor {
  const { index, bases } = call.policy;
  const { use } = view;
  const act = ruleAct(use.act);
  const search = searchFor(call, part);
  for (const rule of pathCandidates(index, act, view, bases)) considerForPath(search, rule, view);
  for (const rule of call.tried) if (rule.rule.tool === act) considerForPath(search, rule, view);
  // Else a rule against reading would be lost with the name.
  if (use.moved)
    for (const rule of pathCandidates(index, "read", view, bases))
      if (rule.rule.decision !== "allow") considerForPath(search, rule, view);
  return search.found;
}

/** The consent to run this project's code, where the part does. Source: rules.md, "Run this project's code". */
export function rulesForProjectCode(call: Call, part: Part): RulesFor {
  if (!part.projectCode) return NO_RULES;
  const search = searchFor(call, part);
  for (const rule of wholeRules(call.policy.index, PROJECT_CODE)) sortIn(search, rule, KIND[rule.rule.decision]);
  for (const rule of call.tried) if (rule.rule.tool === PROJECT_CODE) sortIn(search, rule, "allows");
  return search.found;
}

const KIND = { allow: "allows", ask: "asks", deny: "denies" } as const;

/** What denies or asks about a command that the part is or starts by other words. */
export function rulesForOther(call: Call, part: Part, other: Spelling): readonly CompiledRule[] {
  const search = searchFor(call, part);
  considerOthers(search, [other]);
  return [...search.found.denies, ...search.found.asks];
}

/** INVARIANT: an allow speaks only of the command as it was written. */
function considerOthers(search: Search, others: readonly Spelling[]): void {
  const { index } = search.call.policy;
  const { id } = search.call.reading.tool;
  for (const { program, words, globals } of others) {
    if (!speaksOf(index, id, program)) continue;
    const view = viewOf({ program, known: search.part.known, words, globals });
    for (const rule of commandCandidates(index, id, view))
      if (rule.rule.decision !== "allow") considerForPart(search, rule, view);
  }
}

function considerForPart(search: Search, rule: CompiledRule, view: CommandView | null): void {
  const match = matchPart(search, rule, view);
  if (match === "no") return;
  const { decision } = rule.rule;
  if (decision === "allow") sortIn(search, rule, reaches(rule, search.part) ? "allows" : "short");
  else sortIn(search, rule, kindOf(decision, match));
}

function considerForPath(search: Search, rule: CompiledRule, view: PathView): void {
  const { pattern } = rule;
  const { decision } = rule.rule;
  if (pattern.kind !== "path") return;
  if (view.use.tracked !== undefined && search.call.policy.untracked?.has(rule)) return;
  const match = matchPath(pattern, view, { bases: search.call.policy.bases, forAllow: decision === "allow" });
  if (match === "no") return;
  // A deletion is allowed only by its exact path.
  if (decision === "allow")
    sortIn(search, rule, view.use.act !== "delete" || isExactPath(pattern) ? "allows" : "short");
  else sortIn(search, rule, kindOf(decision, match));
}

function kindOf(decision: "ask" | "deny", match: Match): "denies" | "asks" {
  return decision === "deny" && match === "yes" ? "denies" : "asks";
}

function sortIn({ call, part, found }: Search, rule: CompiledRule, kind: keyof RulesFor): void {
  if (!isLive(call, rule) || !meetsCondition(rule, call.reading, part.class)) return;
  if (found[kind] === NONE) found[kind] = [rule];
  else found[kind].push(rule);
}

function isLive({ now, policy, changed, reading }: Call, compiled: CompiledRule): boolean {
  if (isExpired(compiled, now)) return false;
  if (compiled.rule.decision !== "allow") return true;
  // Of a tool that changed only its own allows are set aside: one about a path is about the file.
  return !(changed && compiled.rule.tool === reading.tool.id) && countsAtLevel(compiled, policy.level);
}

function matchPart({ call, part }: Search, { pattern, rule }: CompiledRule, view: CommandView | null): Match {
  const forAllow = rule.decision === "allow";
  if (rule.finding !== undefined) return hasFinding(call.reading, part, rule.finding) ? "yes" : "no";
  if (pattern.kind === "any") return "yes";
  if (pattern.kind === "command" && view !== null) return matchCommand(pattern, view, forAllow);
  return pattern.kind === "url" ? matchUrl(pattern, part.targets, forAllow) : "no";
}

function hasFinding({ findings }: Call["reading"], part: Part, code: string): boolean {
  return part.findings.some((found) => found.code === code) || findings.some((found) => found.code === code);
}
