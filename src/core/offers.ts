import type { Answer } from "./answer.ts";
import type { Call } from "./call.ts";
import { readRule } from "./compile.ts";
import type { Offer } from "./decision.ts";
import { compiledGrant, heldByGrants, type CompiledGrant } from "./grants.ts";
import type { DirectoryGrant } from "./policy.ts";
import type { Act, OfferKind, Part, PartOffer, PathUse } from "./reading.ts";
import type { CompiledRule } from "./rule/compiled.ts";
import { segmentsOf, startsWith } from "./rule/match-path.ts";
import { judgePart } from "./part.ts";
import { RULE_ACTS } from "./tools.ts";

/** Answers of all stages for a call, under the rules and grants that it tries. */
type Judge = (call: Call) => readonly Answer[];

/** More rules than this is no answer that a person can read on a card. */
const MAX_RULES = 8;

/**
 * What the card may offer to remember. INVARIANT: only what makes this very call run is offered, so that what is stored
 * is what is read back. For how long (never for a run or session at level L2) is for those who show the card.
 * Source: rules.md, "What the card may offer to remember".
 */
export function offersFor(call: Call, judge: Judge): readonly Offer[] {
  const open = call.reading.parts.filter((part) => judgePart(call, part).answers.some(({ effect }) => effect !== "allow"));
  const grant = grantFor(call);
  const kinds = [...new Set(open.flatMap((part) => part.offers.map(({ kind }) => kind)))];
  const offers = kinds.flatMap((kind) => offerOf(call, judge, { kind, open, grant: null }));
  if (grant === null) return offers;
  const alone = offerOf(call, judge, { kind: "grant", open: [], grant });
  const withRules = kinds.flatMap((kind) => offerOf(call, judge, { kind, open, grant }));
  return [...offers, ...(alone.length > 0 ? alone : withRules.slice(0, 1).map((offer) => ({ ...offer, kind: "grant" as const })))];
}

interface Draft {
  readonly kind: OfferKind;
  /** Parts that are not allowed yet. */
  readonly open: readonly Part[];
  readonly grant: DirectoryGrant | null;
}

/** The offer of one kind for all open parts together, or nothing where it would not do. */
function offerOf(call: Call, judge: Judge, { kind, open, grant }: Draft): readonly Offer[] {
  for (const proposed of [pick(open, kind), [...pick(open, kind), ...pickPaths(open, kind)]]) {
    const rules = unique(proposed);
    if (rules.length > MAX_RULES || (rules.length === 0 && grant === null)) continue;
    const works = (tried: readonly PartOffer[]): boolean => wouldRun(call, judge, { offers: tried, grant });
    if (!works(rules)) continue;
    const needed = rules.reduce<readonly PartOffer[]>((kept, rule) => (works(kept.filter((other) => other !== rule)) ? kept.filter((other) => other !== rule) : kept), rules);
    const plain = needed.map(({ tool, pattern }) => ({ tool, pattern }));
    return [grant === null ? { kind, rules: plain } : { kind, rules: plain, grant }];
  }
  return [];
}

/** The offers of this kind; for a part without one, its narrowest. */
function pick(open: readonly Part[], kind: OfferKind): readonly PartOffer[] {
  return open.flatMap(({ offers }) => {
    const same = offers.filter((offer) => offer.kind === kind);
    if (same.length > 0) return same;
    const narrow = offers.find((offer) => offer.kind === "exact" || offer.kind === "path" || offer.kind === "consent") ?? offers[0];
    return narrow === undefined ? [] : [narrow];
  });
}

/** A command that also writes needs a word about its paths. */
function pickPaths(open: readonly Part[], kind: OfferKind): readonly PartOffer[] {
  const wanted: OfferKind = kind === "exact" || kind === "path" ? "path" : "folder";
  return open.flatMap(({ offers }) => offers.filter((offer) => isAboutPaths(offer) && (offer.kind === wanted || !offers.some((other) => other.kind === wanted && other.tool === offer.tool))));
}

function isAboutPaths({ tool }: PartOffer): boolean {
  return (RULE_ACTS as readonly string[]).includes(tool);
}

function unique(offers: readonly PartOffer[]): readonly PartOffer[] {
  return [...new Map(offers.map((offer) => [`${offer.tool} ${offer.pattern}`, offer])).values()];
}

function wouldRun(call: Call, judge: Judge, { offers, grant }: { readonly offers: readonly PartOffer[]; readonly grant: DirectoryGrant | null }): boolean {
  const tried: CompiledRule[] = [];
  for (const offer of offers) {
    const read = isOfferable(call, offer) ? readRule({ id: "offer", tool: offer.tool, pattern: offer.pattern, decision: "allow", scope: "project" }, call.policy.readers) : null;
    if (read === null || !read.ok) return false;
    tried.push(read.rule);
  }
  const grants: readonly CompiledGrant[] = grant === null ? call.grants : [...call.grants, compiledGrant(grant, { include: null, exclude: [] })];
  return judge({ ...call, tried, grants }).every(({ effect }) => effect === "allow");
}

/** Never the whole of a command tool, nor text that a rule cannot show on one line. */
function isOfferable({ reading }: Call, { tool, pattern }: PartOffer): boolean {
  if (/[\r\n]/.test(pattern)) return false;
  return !(pattern === "*" && tool === reading.tool.id && reading.tool.profile === "command");
}

interface Outside {
  readonly folder: readonly string[];
  readonly act: Act;
}

/** One grant that would hold every place that is not held now; null where there is none, or it would be too broad. */
function grantFor(call: Call): DirectoryGrant | null {
  const outside = call.reading.parts.flatMap((part) => part.paths.flatMap((use) => outsideOf(call, use)));
  const { cwd, tool } = call.reading;
  if (tool.profile === "command" && cwd !== null && !isHeld(call, segmentsOf(cwd), null)) outside.push({ folder: segmentsOf(cwd), act: "read" });
  const root = [...outside].sort((a, b) => a.folder.length - b.folder.length)[0]?.folder;
  if (root === undefined || isBroad(call, root) || !outside.every(({ folder }) => startsWith(folder, root, false))) return null;
  const needed = new Set<Act>(["read", ...outside.map(({ act }) => act)]);
  const can = (["read", "write", "edit", "delete"] as const).filter((act) => needed.has(act));
  return { root: rootText(root), recursive: true, can };
}

function outsideOf(call: Call, use: PathUse): readonly Outside[] {
  if (use.canonical === null || use.scratch || (use.system && use.act === "read")) return [];
  const path = segmentsOf(use.canonical);
  if (isHeld(call, path, use)) return [];
  return [{ folder: use.kind === "dir" ? path : path.slice(0, -1), act: use.act }];
}

function isHeld(call: Call, path: readonly string[], use: PathUse | null): boolean {
  const reach = { path, act: use?.act ?? null, recursive: use?.recursive ?? false, fold: use?.foldCase ?? false };
  return heldByGrants(call.grants, reach) === "inside";
}

/** Roots that need a second confirmation, which a card does not give. */
function isBroad({ policy }: Call, root: readonly string[]): boolean {
  const { home } = policy.bases;
  const isPlace = root.length >= 2 || !["etc", "usr", "var", "home", "Users", "root", "opt"].includes(root[0] ?? "");
  return root.length === 0 || /^[a-z]:$/i.test(root.at(-1) ?? "") || !isPlace || (home !== null && startsWith(home, root, false));
}

function rootText(root: readonly string[]): string {
  const text = root.join("/");
  return /^[a-z]:/i.test(text) ? text : `/${text}`;
}
