import { EFFECTS } from "./effect.ts";
import { asRecord, checkNumber, checkOneOf, isRecord, type Fault, type Notes } from "./faults.ts";
import { compiledGrant, type CompiledGrant } from "./grants.ts";
import { compileLayers, type CompiledLayers } from "./layers.ts";
import { resolveModes, type ToolModes } from "./modes.ts";
import { faultOfName, findBuiltin } from "./names.ts";
import {
  APPROVAL_MODES,
  LEVELS,
  SCOPES,
  type ApprovalMode,
  type DirectoryGrant,
  type Level,
  type Limits,
  type Policy,
  type Rule,
} from "./policy.ts";
import { ACTS, type Profile } from "./reading.ts";
import { compiledRule, type CompiledRule } from "./rule/compiled.ts";
import { addToIndex, buildIndex, removeFromIndex, type RuleIndex } from "./rule/index.ts";
import { segmentsOf, type Bases } from "./rule/match-path.ts";
import type { PathPattern, Pattern, ReadPattern } from "./rule/pattern.ts";
import { mayBeSetAside, setAsideFor, type SetAside } from "./set-aside.ts";
import { BUILTIN_TOOLS, isRuleAct, ruleActOf } from "./tools.ts";

/** How each profile reads a pattern; `src/read` brings them. */
export type Readers = Readonly<Record<Profile, ReadPattern>>;

/** A policy that `decide` can use, again and again. Frozen; `addRule` shares its parts. */
export interface CompiledPolicy {
  readonly layers: CompiledLayers;
  readonly level: Level;
  readonly approvalMode: ApprovalMode;
  readonly limits: Limits;
  readonly revision: string;
  readonly grants: readonly CompiledGrant[];
  readonly bases: Bases;
  readonly index: RuleIndex;
  /** Modes of the built-in tools, resolved once. */
  readonly modes: ReadonlyMap<string, ToolModes>;
  readonly readers: Readers;
  /** Stored rules that cannot be read, by id. */
  readonly setAside: readonly SetAside[];
  /** Rules that speak of no file that git tracks, where whoever decides has looked (`PathUse.tracked`). */
  readonly untracked?: ReadonlySet<CompiledRule>;
}

export type Compiled =
  /** `warnings`: allowlist patterns that are left out, each by its path. */
  | { readonly ok: true; readonly policy: CompiledPolicy; readonly warnings: readonly Fault[] }
  | { readonly ok: false; readonly errors: readonly Fault[] };

/** How `compile` takes rules. */
export interface Take {
  /**
   * A rule that people stored and that cannot be read is set aside and no error: an older version of this program, or
   * another, may have written it. What asks or denies then asks about all that it may have meant.
   */
  readonly stored: boolean;
}

/**
 * Validates, reads and indexes a policy. Anything that cannot be read is an error with its path (`rules[3].pattern`)
 * and never a smaller policy. Source: decision.md, "Policy, as data".
 */
export function compile(policy: Policy, readers: Readers, take: Take = { stored: false }): Compiled {
  const notes: Notes = { errors: [], warnings: [] };
  const given = asRecord<keyof Policy>(policy, POLICY_KEYS, { path: "policy", notes });
  checkSettings(given, notes);
  const layers = compileLayers(given.layers, notes);
  const grants = list(given.grants, "grants", notes).map((grant, at) =>
    compileGrant(grant, { path: `grants[${at}]`, notes, readers }),
  );
  const roots = list(given.projectRoots, "projectRoots", notes).map((root, at) =>
    absolute(root, `projectRoots[${at}]`, notes),
  );
  const setAside: SetAside[] = [];
  const rules = list(given.rules, "rules", notes).map((rule, at) => {
    const aside = take.stored && mayBeSetAside(rule) ? setAside : null;
    return compileOrSetAside(rule, { path: `rules[${at}]`, notes, readers }, aside);
  });
  const home = given.home === undefined ? null : absolute(given.home, "home", notes);
  if (notes.errors.length > 0) return { ok: false, errors: notes.errors };
  const { level, approvalMode, limits, revision } = policy;
  const modes = new Map(
    BUILTIN_TOOLS.map((tool) => [
      tool.id,
      resolveModes(layers, { ...tool, origin: "builtin" }, { limits, setAside: false }),
    ]),
  );
  const bases = { projects: roots, home };
  const index = buildIndex(rules.filter((rule) => rule !== null));
  return {
    ok: true,
    policy: Object.freeze({
      layers,
      level,
      approvalMode,
      limits,
      revision,
      grants: grants.filter((grant) => grant !== null),
      bases,
      index,
      modes,
      readers,
      setAside: setAside.toSorted((a, b) => (a.rule.id < b.rule.id ? -1 : 1)),
    }),
    warnings: notes.warnings,
  };
}

export type Added =
  | { readonly ok: true; readonly policy: CompiledPolicy }
  | { readonly ok: false; readonly errors: readonly Fault[] };

/** The policy with one rule more, without compiling the others again. The revision is the caller's to change. */
export function addRule(policy: CompiledPolicy, rule: Rule, revision = policy.revision): Added {
  const read = readRule(rule, policy.readers);
  if (!read.ok) return read;
  return { ok: true, policy: Object.freeze({ ...policy, revision, index: addToIndex(policy.index, read.rule) }) };
}

/** The policy without the rules of this id. */
export function removeRule(policy: CompiledPolicy, id: string, revision = policy.revision): CompiledPolicy {
  const setAside = policy.setAside.filter(({ rule }) => rule.id !== id);
  return Object.freeze({ ...policy, revision, setAside, index: removeFromIndex(policy.index, id) });
}

/** Reads one rule as `compile` does; paths of errors start at the rule (`pattern`). */
export function readRule(
  rule: Rule,
  readers: Readers,
): { readonly ok: true; readonly rule: CompiledRule } | { readonly ok: false; readonly errors: readonly Fault[] } {
  const notes: Notes = { errors: [], warnings: [] };
  const read = compileRule(rule, { path: "rule", notes, readers });
  return read === null ? { ok: false, errors: notes.errors } : { ok: true, rule: read };
}

const POLICY_KEYS = [
  "layers",
  "rules",
  "level",
  "approvalMode",
  "grants",
  "projectRoots",
  "limits",
  "revision",
  "home",
] as const;

function checkSettings(policy: Readonly<Partial<Record<keyof Policy, unknown>>>, notes: Notes): void {
  checkOneOf(policy.level, LEVELS, { path: "level", notes });
  checkOneOf(policy.approvalMode, APPROVAL_MODES, { path: "approvalMode", notes });
  if (typeof policy.revision !== "string") notes.errors.push({ path: "revision", message: "not a text" });
  if (policy.limits === undefined) notes.errors.push({ path: "limits", message: "not an object" });
  const limits = asRecord<keyof Limits>(policy.limits, ["callsPerRun", "defaultTimeoutMs", "maxTimeoutMs"], {
    path: "limits",
    notes,
  });
  for (const [name, value] of Object.entries(limits)) checkNumber(value, { path: `limits.${name}`, notes });
}

interface Context {
  readonly path: string;
  readonly notes: Notes;
  readonly readers: Readers;
}

const RULE_KEYS = [
  "id",
  "tool",
  "pattern",
  "decision",
  "scope",
  "expiresAt",
  "note",
  "createdBy",
  "createdAt",
  "when",
  "finding",
] as const;

/** `aside`: where a rule goes that cannot be read; without it that is an error. */
function compileOrSetAside(value: unknown, context: Context, aside: SetAside[] | null): CompiledRule | null {
  if (aside === null) return compileRule(value, context);
  const read = readRule(value as Rule, context.readers);
  if (read.ok) return read.rule;
  const rule = value as Rule;
  const tool = typeof rule.tool === "string" ? subjectOf(rule).tool : null;
  aside.push(setAsideFor(rule, tool, read.errors[0] as Fault));
  return null;
}

function compileRule(value: unknown, context: Context): CompiledRule | null {
  const { path, notes } = context;
  const before = notes.errors.length;
  if (!isRecord(value)) {
    notes.errors.push({ path, message: "not an object" });
    return null;
  }
  const rule = asRecord<keyof Rule>(value, RULE_KEYS, { path, notes });
  for (const key of ["id", "tool", "pattern"] as const) {
    if (key === "pattern" && rule.finding !== undefined) continue;
    if (typeof rule[key] !== "string" || rule[key] === "")
      notes.errors.push({ path: `${path}.${key}`, message: "not a text" });
  }
  const misnamed = typeof rule.tool === "string" ? faultOfName(rule.tool) : null;
  if (misnamed !== null) notes.errors.push({ path: `${path}.tool`, message: misnamed });
  checkOneOf(rule.decision, EFFECTS, { path: `${path}.decision`, notes });
  checkOneOf(rule.scope, SCOPES, { path: `${path}.scope`, notes });
  checkNumber(rule.expiresAt, { path: `${path}.expiresAt`, notes });
  checkWhen(rule, context);
  if (rule.finding !== undefined && (typeof rule.finding !== "string" || rule.decision !== "deny")) {
    notes.errors.push({ path: `${path}.finding`, message: "only a deny may name a finding" });
  }
  return notes.errors.length > before ? null : placeRule(value as unknown as Rule, context);
}

/** A rule's tool under its canonical id, with its pattern read in that tool's profile. */
function placeRule(rule: Rule, { path, notes, readers }: Context): CompiledRule | null {
  const { tool, profile } = subjectOf(rule);
  const named = tool === rule.tool ? rule : { ...rule, tool };
  if (rule.finding !== undefined || rule.when?.argsHash !== undefined) return compiledRule(named, ANY);
  if (rule.pattern === "*" && profile !== "path") return compiledRule(named, ANY);
  const read = profile === "none" ? ONLY_ANY : readers[profile](rule.pattern);
  if (read.ok && fits(read.pattern, profile)) return compiledRule(named, read.pattern);
  notes.errors.push({
    path: `${path}.pattern`,
    message: read.ok ? "read as a pattern of another kind of tool" : read.message,
  });
  return null;
}

const ANY: Pattern = { kind: "any" };
const ONLY_ANY = { ok: false, message: "this tool has no patterns but `*`" } as const;

function fits(pattern: Pattern, profile: Profile): boolean {
  return pattern.kind === "any" ? profile !== "path" : pattern.kind === profile;
}

interface Subject {
  readonly tool: string;
  readonly profile: Profile;
}

/** A file tool's name stands for its act. A rule for one exact call stays with the tool itself. */
function subjectOf(rule: Rule): Subject {
  if (isRuleAct(rule.tool)) return { tool: rule.tool, profile: "path" };
  const builtin = findBuiltin(rule.tool);
  if (builtin === undefined) return { tool: rule.tool, profile: "none" };
  const act = rule.when?.argsHash === undefined && rule.finding === undefined ? ruleActOf(builtin) : null;
  return { tool: act ?? builtin.id, profile: builtin.profile };
}

function checkWhen(rule: Readonly<Partial<Record<keyof Rule, unknown>>>, { path, notes }: Context): void {
  if (rule.when === undefined) return;
  const when = asRecord<"readOnly" | "argsHash" | "cwd">(rule.when, ["readOnly", "argsHash", "cwd"], {
    path: `${path}.when`,
    notes,
  });
  if (rule.decision !== "allow")
    notes.errors.push({ path: `${path}.when`, message: "only an allow takes a condition" });
  const fits =
    [when.argsHash, when.cwd].every((text) => text === undefined || typeof text === "string") &&
    (when.readOnly === undefined || typeof when.readOnly === "boolean");
  if (!fits) notes.errors.push({ path: `${path}.when`, message: "not a condition" });
  // It is bound to the arguments, so a pattern beside them would not be looked at.
  if (when.argsHash !== undefined && rule.pattern !== "*")
    notes.errors.push({ path: `${path}.pattern`, message: "a rule for one exact call takes only `*`" });
}

const GRANT_KEYS = ["root", "recursive", "include", "exclude", "can", "identity"] as const;

function compileGrant(value: unknown, context: Context): CompiledGrant | null {
  const { path, notes } = context;
  const before = notes.errors.length;
  const grant = asRecord<keyof DirectoryGrant>(value, GRANT_KEYS, { path, notes });
  absolute(grant.root, `${path}.root`, notes);
  if (typeof grant.recursive !== "boolean")
    notes.errors.push({ path: `${path}.recursive`, message: "not true or false" });
  list(grant.can, `${path}.can`, notes).forEach((act, at) =>
    checkOneOf(act, ACTS, { path: `${path}.can[${at}]`, notes }),
  );
  if (grant.identity !== undefined && typeof grant.identity !== "string")
    notes.errors.push({ path: `${path}.identity`, message: "not a text" });
  const include =
    grant.include === undefined ? null : compileGlobs(grant.include, { ...context, path: `${path}.include` });
  const exclude =
    grant.exclude === undefined ? [] : compileGlobs(grant.exclude, { ...context, path: `${path}.exclude` });
  return notes.errors.length > before ? null : compiledGrant(value as DirectoryGrant, { include, exclude });
}

/** Globs of a grant start at its root, so they are read as path patterns whose project is that root. */
function compileGlobs(globs: unknown, { path, notes, readers }: Context): readonly PathPattern[] {
  return list(globs, path, notes).flatMap((glob, at) => {
    const read = typeof glob === "string" ? readers.path(glob) : { ok: false as const, message: "not a text" };
    if (read.ok && read.pattern.kind === "path" && read.pattern.base === "project") return [read.pattern];
    notes.errors.push({ path: `${path}[${at}]`, message: read.ok ? "not relative to the grant's root" : read.message });
    return [];
  });
}

function list(value: unknown, path: string, notes: Notes): readonly unknown[] {
  if (Array.isArray(value)) return value;
  notes.errors.push({ path, message: "not a list" });
  return [];
}

function absolute(value: unknown, path: string, notes: Notes): readonly string[] {
  if (typeof value === "string" && /^(?:[A-Za-z]:)?\//.test(value)) return segmentsOf(value);
  notes.errors.push({ path, message: "not an absolute path with `/` between its parts" });
  return [];
}
