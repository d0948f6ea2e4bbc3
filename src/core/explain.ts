import type { Decision, Offer, TraceStep } from "./decision.ts";
import { findingRow, LIFT_TEXTS, type Lift } from "./finding-table.ts";

/**
 * The trace as text: each stage, what came of it, and what would have changed the answer. Source: decision.md,
 * Explaining.
 */
export function explain(decision: Decision): string {
  return [
    `${decision.effect}: ${decision.reason} (${decision.code})`,
    // Of one part, what is said of it and of the whole call is the same.
    ...new Set(decision.trace.map((step) => stepText(step, decision))),
    ...changes(decision),
  ]
    .map(visible)
    .join("\n");
}

function stepText({ stage, name, part, effect, text }: TraceStep, { parts }: Decision): string {
  // Stage 6 only ever speaks of a part; a call of one part has no index.
  const spoken = part ?? (stage === 6 && effect !== undefined ? 0 : undefined);
  const about = spoken === undefined ? "" : `\`${parts[spoken]?.text ?? ""}\`: `;
  return `${String(stage).padStart(2)} ${name}: ${effect === undefined ? "" : `${effect}, `}${about}${text}`;
}

/**
 * Text on one line. A line break or an escape sequence that stands quoted in a command would otherwise forge a line of
 * the trace on a terminal, or take one away.
 */
export function visible(text: string): string {
  return text.replace(UNSEEN, (char) => ESCAPES[char] ?? codeText(char.codePointAt(0) ?? 0));
}

/** What breaks a line, moves a cursor, turns the direction of text, or shows as nothing. */
const UNSEEN = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;
const ESCAPES: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function codeText(code: number): string {
  const hex = code.toString(16).padStart(4, "0");
  return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex}`;
}

/** Only an ask has another answer near it: what is denied is not up to what the card could remember. */
function changes(decision: Decision): readonly string[] {
  if (decision.effect !== "ask") return [];
  const offers = decision.offers.map((offer) => `${offerText(offer)} would allow this`);
  return [...offers, ...new Set([...askedBy(decision), ...guardedBy(decision)])];
}

/** What changes an ask that is no finding of the guard; of an open one the offers say it. */
function askedBy({ parts, offers }: Decision): readonly string[] {
  return parts.flatMap(({ effect, code, reason }) => {
    const change = offers.length > 0 && code !== "rule-ask" ? undefined : ASKS[code];
    return effect === "ask" && change !== undefined ? [`${reason}; ${change}`] : [];
  });
}

const ASKS: Readonly<Record<string, string>> = {
  "level-ask": "a rule or mode allow would change that",
  "mode-ask": "a rule or mode allow would change that",
  "rule-ask": "only a more specific rule would change that",
};

function guardedBy({ findings }: Decision): readonly string[] {
  const gating = findings.filter(({ gates }) => gates);
  return gating.map(
    ({ code, variant, message }) =>
      `the guard asks because ${message}; ${liftText(findingRow(code, variant).liftedBy)}`,
  );
}

function offerText({ rules, grant }: Offer): string {
  const things = rules.map(({ tool, pattern }) => `a rule \`${tool} ${pattern}\` allow`);
  if (grant !== undefined) things.push(`a grant of \`${grant.root}\` to ${grant.can.join(", ")}`);
  return things.join(" and ");
}

function liftText(lifts: readonly Lift[]): string {
  const ways = lifts.map((lift) => LIFT_TEXTS[lift]);
  const last = ways.at(-1);
  if (last === undefined) return "no rule changes that";
  return `${ways.length > 1 ? `${ways.slice(0, -1).join(", ")} or ` : ""}${last} would change that`;
}
