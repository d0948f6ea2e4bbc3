import type { Answer } from "./answer.ts";
import type { Call } from "./call.ts";
import { readRule } from "./compile.ts";
import type { Offer } from "./decision.ts";
import { compiledGrant, heldByGrants, type CompiledGrant, type Reach } from "./grants.ts";
import type { DirectoryGrant } from "./policy.ts";
import { ACTS, type Act, type OfferKind, type Part, type PartOffer, type PathUse } from "./reading.ts";
import { pathOffers } from "./path-offers.ts";
import type { CompiledRule } from "./rule/compiled.ts";
import { pathOf, segmentsOf, startsWith } from "./rule/match-path.ts";
import type { PartJudgement } from "./part.ts";
import { isRuleAct, RULE_ACTS, ruleAct } from "./tools.ts";

/** Answers of all stages for a call, under the rules and grants that it tries. */
type Judge = (call: Call) => readonly Answer[];

interface Asking {
  readonly parts: readonly PartJudgement[];
  /** Something lies outside of the grants, or is not granted for this. */
  readonly isOutside: boolean;
  readonly judge: Judge;
}

/** More rules than this is no answer that a person can read on a card. */
const MAX_RULES = 8;
/** Commands and paths of a call that is remembered: each offer decides all of them anew. More are answered once. */
const MAX_QUESTIONS = 256;

/**
 * What the card may offer to remember. INVARIANT: only what makes this very call run is offered, so that what is stored
 * is what is read back. For how long (never for a run or session at level L2) is for those who show the card.
 * Source: rules.md, "What the card may offer to remember".
 */
export function offersFor(call: Call, { parts, isOutside, judge }: Asking): readonly Offer[] {
  if (questionsOf(call) > MAX_QUESTIONS) return [];
  const open = call.reading.parts
    .filter((_, at) => parts[at]?.answers.some(({ effect }) => effect !== "allow"))
    .map((part) => ({ ...part, offers: proposedFor(call, part) }));
  const grant = isOutside ? grantFor(call) : null;
  const kinds = [...new Set(open.flatMap((part) => part.offers.map(({ kind }) => kind)))];
  const offers = distinct(kinds.flatMap((kind) => offerOf(call, judge, { kind, open, grant: null })));
  if (grant === null) return offers;
  const alone = offerOf(call, judge, { kind: "grant", open: [], grant });
  const withRules = kinds.flatMap((kind) => offerOf(call, judge, { kind, open, grant }));
  return [
    ...offers,
    ...(alone.length > 0 ? alone : withRules.slice(0, 1).map((offer) => ({ ...offer, kind: "grant" as const }))),
  ];
}

function questionsOf({ reading: { parts } }: Call): number {
  return parts.reduce((sum, { paths }) => sum + paths.length, parts.length);
}

/** What the reader proposes, and for a command that changes files also rules about those: no command rule is. */
function proposedFor({ policy, reading }: Call, part: Part): readonly PartOffer[] {
  if (reading.tool.profile !== "command") return part.offers;
  const { projects, home } = policy.bases;
  const changes = part.paths.filter(({ act, scratch }) => act !== "read" && !scratch);
  if (changes.length === 0 || part.offers.some(isAboutPaths)) return part.offers;
  const places = { roots: projects.map(pathOf), home: home === null ? null : pathOf(home) };
  const ofPaths = RULE_ACTS.flatMap((act) =>
    pathOffers(
      changes.filter((use) => ruleAct(use.act) === act),
      places,
    ),
  );
  return part.pathsOnly ? [...ofPaths, ...part.offers] : [...part.offers, ...ofPaths];
}

interface Draft {
  readonly kind: OfferKind;
  /** Parts that are not allowed yet. */
  readonly open: readonly Part[];
  readonly grant: DirectoryGrant | null;
}

/** The offer of one kind for all open parts together, or nothing where it would not do. */
function offerOf(call: Call, judge: Judge, { kind, open, grant }: Draft): readonly Offer[] {
  const picked = pick(open, kind);
  for (const more of [[], pickPaths(open, kind), open.flatMap(narrowest)]) {
    const rules = unique([...picked, ...more]);
    if (rules.length > MAX_RULES || (rules.length === 0 && grant === null)) continue;
    const works = (tried: readonly PartOffer[]): boolean => wouldRun(call, judge, { offers: tried, grant });
    if (!works(rules)) continue;
    const needed = leastOf(rules, works);
    if (grant === null && !needed.some((offer) => offer.kind === kind)) continue;
    const plain = needed.map(({ tool, pattern }) => ({ tool, pattern }));
    return [grant === null ? { kind, rules: plain } : { kind, rules: plain, grant }];
  }
  return [];
}

/** Without what is not needed; what was proposed first is kept first. */
function leastOf(rules: readonly PartOffer[], works: (rules: readonly PartOffer[]) => boolean): readonly PartOffer[] {
  return rules.reduceRight<readonly PartOffer[]>((kept, rule) => {
    const without = kept.filter((other) => other !== rule);
    return works(without) ? without : kept;
  }, rules);
}

/** As wide for a command as the other is for a path. */
const AS_WIDE: Partial<Record<OfferKind, OfferKind>> = { folder: "subcommand", subcommand: "folder" };

/** The offers of this kind, or of the one that is as wide; for a part without either, its narrowest. */
function pick(open: readonly Part[], kind: OfferKind): readonly PartOffer[] {
  return open.flatMap((part) => {
    const same = part.offers.filter((offer) => offer.kind === kind);
    const alike = same.length > 0 ? same : part.offers.filter((offer) => offer.kind === AS_WIDE[kind]);
    return alike.length > 0 ? alike : narrowest(part);
  });
}

function narrowest({ offers }: Part): readonly PartOffer[] {
  const narrow = offers.filter(({ kind }) => kind === "exact" || kind === "path");
  return narrow.length > 0 ? narrow : offers.slice(0, 1);
}

/** A command that also writes needs a word about its paths. */
function pickPaths(open: readonly Part[], kind: OfferKind): readonly PartOffer[] {
  const wanted: OfferKind = kind === "exact" || kind === "path" ? "path" : "folder";
  return open.flatMap(({ offers }) =>
    offers.filter(
      (offer) =>
        isAboutPaths(offer) &&
        (offer.kind === wanted || !offers.some((other) => other.kind === wanted && other.tool === offer.tool)),
    ),
  );
}

/** Two kinds that come to the same rules are one offer. */
function distinct(offers: readonly Offer[]): readonly Offer[] {
  const seen = new Set<string>();
  return offers.filter(({ rules }) => {
    const key = JSON.stringify(rules.map(({ tool, pattern }) => `${tool} ${pattern}`).sort());
    return seen.has(key) ? false : seen.add(key);
  });
}

function isAboutPaths({ tool }: PartOffer): boolean {
  return isRuleAct(tool);
}

function unique(offers: readonly PartOffer[]): readonly PartOffer[] {
  return [...new Map(offers.map((offer) => [`${offer.tool} ${offer.pattern}`, offer])).values()];
}

function wouldRun(
  call: Call,
  judge: Judge,
  { offers, grant }: { readonly offers: readonly PartOffer[]; readonly grant: DirectoryGrant | null },
): boolean {
  const tried: CompiledRule[] = [];
  for (const offer of offers) {
    const read = isOfferable(call, offer)
      ? readRule(
          { id: "offer", tool: offer.tool, pattern: offer.pattern, decision: "allow", scope: "project" },
          call.policy.readers,
        )
      : null;
    if (read === null || !read.ok) return false;
    tried.push(read.rule);
  }
  const grants: readonly CompiledGrant[] =
    grant === null ? call.grants : [...call.grants, compiledGrant(grant, { include: null, exclude: [] })];
  return judge({ ...call, tried, grants }).every(({ effect }) => effect === "allow");
}

/** Never the whole of a command tool, nor text that a rule cannot show on one line. */
function isOfferable({ reading }: Call, { tool, pattern }: PartOffer): boolean {
  if (/[\r\n]/.test(pattern)) return false;
  return !(pattern === "*" && tool === reading.tool.id && reading.tool.profile === "command");
}

interface Outside {
  readonly folder: string;
  readonly act: Act;
}

/** One grant that would hold every place that is not held now; null where there is none, or it would be too broad. */
function grantFor(call: Call): DirectoryGrant | null {
  const outside = call.reading.parts.flatMap((part) => part.paths.flatMap((use) => outsideOf(call, use)));
  const { cwd, tool } = call.reading;
  if (
    tool.profile === "command" &&
    cwd !== null &&
    !isHeld(call, { path: cwd, act: null, recursive: false, foldCase: false })
  )
    outside.push({ folder: cwd, act: "read" });
  const root = [...outside].sort((a, b) => a.folder.length - b.folder.length)[0]?.folder;
  if (root === undefined || isBroad(call, root) || !outside.every(({ folder }) => `${folder}/`.startsWith(`${root}/`)))
    return null;
  const needed = new Set<Act>(["read", ...outside.map(({ act }) => act)]);
  return {
    root,
    recursive: true,
    can: ACTS.filter((act) => needed.has(act)),
  };
}

function outsideOf(call: Call, use: PathUse): readonly Outside[] {
  const { canonical: path, act, recursive, foldCase } = use;
  if (
    path === null ||
    use.scratch ||
    (use.system && act === "read") ||
    isHeld(call, { path, act, recursive, foldCase })
  )
    return [];
  return [{ folder: use.kind === "dir" ? path : path.slice(0, path.lastIndexOf("/")), act }];
}

function isHeld(call: Call, reach: Reach): boolean {
  return heldByGrants(call.grants, reach) === "inside";
}

/** Places that hold more than one thing's files, directly below the root of a file system. */
const BROAD: ReadonlySet<string> = new Set(["etc", "usr", "var", "home", "Users", "root", "opt", "mnt", "Windows"]);

/** Roots that need a second confirmation, which a card does not give. */
function isBroad({ policy }: Call, root: string): boolean {
  const names = segmentsOf(root).filter((name) => !/^[a-z]:$/i.test(name));
  const { home } = policy.bases;
  return (
    names.length === 0 ||
    (names.length === 1 && BROAD.has(names[0] as string)) ||
    (home !== null && startsWith(home, segmentsOf(root), true))
  );
}
