/** What a card offers, in words. Pure. Source: approvals.md, "Decisions on the card"; rules.md, "What the card may offer". */
import type { Offer } from "../../core/decision.ts";
import { isStricter, strictest, type Effect } from "../../core/effect.ts";
import type { ApprovalView, DecideBody } from "../../wire/approval.ts";
import type { Me } from "../../wire/session.ts";
import { mayChange } from "../parts/may-change.ts";

export type RememberScope = NonNullable<DecideBody["remember"]>["scope"];

export interface CardChoices {
  readonly first: { readonly label: string; readonly askOnce: boolean };
  /** Null where nothing may be remembered for the session; then the reason why. */
  readonly session: boolean;
  readonly always: boolean;
  readonly whyNothing: string | null;
}

export function choicesOf(view: ApprovalView): CardChoices {
  const some = view.offers.length > 0;
  const first = { label: view.askOnce ? "Allow, ask once" : "Allow once", askOnce: view.askOnce };
  const session = some && view.level !== "L2";
  return {
    first,
    session,
    always: some,
    whyNothing: some ? null : isOwnChange(view) ? OWN_CHANGE : NO_RULE,
  };
}

const NO_RULE = "No rule can allow this: it is asked about each time.";
const OWN_CHANGE = "A change of what agents may do always needs a person.";

/** A call that changes what agents may do, as a terminal's `rules add`. */
export function isOwnChange({ tool }: Pick<ApprovalView, "tool">): boolean {
  return tool.id === "app_security" && tool.origin === "builtin";
}

/** Where an answer may hold for this call, narrow to wide. */
export function scopesOf(view: ApprovalView, person: Me["person"]): readonly RememberScope[] {
  return [
    ...(view.level === "L2" ? [] : BRIEF),
    "chat",
    ...(view.project !== null && mayChange(person, "project") ? (["project"] as const) : []),
    ...(mayChange(person, "app") ? (["global"] as const) : []),
  ];
}

const BRIEF: readonly RememberScope[] = ["run", "session"];

export const SCOPE_WORDS: Readonly<Record<RememberScope, string>> = {
  run: "this run",
  session: "this session",
  chat: "this chat",
  project: "this project",
  global: "every project",
};

/** How far each of them reaches. */
export const SCOPE_SAYS: Readonly<Record<RememberScope, string>> = {
  run: "Until the agent ends its turn",
  session: "Until the agent is closed or started again",
  chat: "In this conversation, also when it is opened again",
  project: "For every agent and chat in this project",
  global: "For every agent in every project",
};

const OFFER_WORDS: Readonly<Record<Offer["kind"], string>> = {
  subcommand: "This kind of command",
  exact: "Exactly this",
  program: "Anything with this program",
  folder: "This folder and all below it",
  path: "Exactly this file",
  project: "The whole project",
  tool: "This tool, whatever its arguments",
  host: "This site",
  url: "Exactly this address",
  consent: "Run this project's code",
  grant: "Let file tools in here",
};

/** What lets in more than can be seen here says so in a sentence of its own. */
const REACH: Readonly<Partial<Record<Offer["kind"], string>>> = {
  consent: "Any script or build in this project, also ones an agent writes later",
  program: "Whatever words follow, also ones that do something else",
  project: "Every file below the project, but for protected ones",
  tool: "Every call of it, in any way",
};

export function sayReach(offer: Offer): string | null {
  return REACH[offer.kind] ?? null;
}

/**
 * The offer that is chosen until a person chooses another, for key 2 as well: the host's first, but never one whose
 * reach cannot be seen here where there is a narrower one.
 */
export function preselected(offers: readonly Offer[]): number {
  const consent = offers.some(({ kind }) => kind === "consent");
  const narrow = offers.findIndex(({ kind }) => (consent ? kind === "exact" : REACH[kind] === undefined));
  return Math.max(0, narrow);
}

export function sayOffer(offer: Offer): string {
  return OFFER_WORDS[offer.kind];
}

/** What stands on the screen as what would be stored: each rule, or the folder with what may be done in it. */
export function storedBy(offer: Offer): readonly string[] {
  const grant =
    offer.grant === undefined
      ? []
      : [`${offer.grant.root}${offer.grant.recursive ? "/**" : ""} (${offer.grant.can.join(", ")})`];
  return [...offer.rules.map((rule) => `${rule.tool}  ${rule.pattern}`), ...grant];
}

/** Why it is asked, where the heading already says what the call does: not the same sentence twice. */
export function whyOf({ summary, reason, code }: Pick<ApprovalView, "summary" | "reason" | "code">): string {
  const does = /^this (.*?)(, and no rule covers it)?$/.exec(reason);
  if (does?.[1] === undefined || !summary.toLowerCase().startsWith(`${does[1].toLowerCase()}:`)) return reason;
  if (code === "exact-only") return "only a rule with its exact words lets it run without a question";
  return "no rule covers it";
}

/** The verdict of an edited card: the strictest of its parts, and never looser than a finding that gates. */
export function verdictOf(view: ApprovalView): Effect {
  const parts = strictest(...view.parts.map((part) => part.effect));
  const gated = view.findings.some((finding) => finding.gates);
  return gated && isStricter("ask", parts) ? "ask" : parts;
}

/** How a settled approval reads: `Allowed by Ana`, `Denied by rule project:git push *`, … */
export function sayState(view: ApprovalView): { readonly effect: Effect; readonly text: string } {
  const by = view.answer === null ? "" : ` by ${view.answer.by}`;
  const note = view.answer?.note ?? null;
  const where = view.askedIn === "agent" ? " in the agent" : "";
  switch (view.state) {
    case "pending":
      return { effect: "ask", text: view.askedIn === "agent" ? "Waits for an answer in the agent" : "Waits for you" };
    case "denied":
      return { effect: "deny", text: `Denied${by}${where}` };
    case "cancelled":
      return { effect: "deny", text: `Cancelled before it ran${note === null ? "" : `: ${note}`}` };
    case "void":
      return { effect: "deny", text: "Not run: it was stopped, or something changed before" };
    default:
      return { effect: "allow", text: `Allowed${by}${where}` };
  }
}

/** The same in a word or two, for a list. */
export function sayOutcomeShort({ state, outcome }: Pick<ApprovalView, "state" | "outcome">): string {
  if (isUntold({ state, outcome })) return "not told";
  return state === "approved" ? "not run yet" : state === "executing" ? "running" : (SHORT[state] ?? "");
}

const SHORT: Readonly<Partial<Record<ApprovalView["state"], string>>> = {
  executed: "done",
  failed: "failed",
  unknown: "unknown",
  denied: "denied",
  cancelled: "cancelled",
  void: "not run",
};

/** Its agent tells no outcomes, or did not of this call: nothing that a person has to see to. */
export function isUntold({ state, outcome }: Pick<ApprovalView, "state" | "outcome">): boolean {
  return state === "unknown" && outcome?.code === "EUNTOLD";
}

/** What came of it, for a call that was allowed. */
export function sayOutcome(view: ApprovalView): string | null {
  switch (view.state) {
    case "approved":
      return "allowed, not run yet";
    case "executing":
      return "running";
    case "executed":
      return "done";
    case "failed":
      return `failed${view.outcome?.code === undefined ? "" : ` (${view.outcome.code})`}`;
    case "unknown":
      return isUntold(view) ? "no outcome was told" : "unknown whether it ran; it will not be run again by itself";
    default:
      return null;
  }
}
