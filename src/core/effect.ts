/** The three verdicts. Source: decision.md. */
export const EFFECTS = ["allow", "ask", "deny"] as const;
export type Effect = (typeof EFFECTS)[number];

const RANK: Readonly<Record<Effect, number>> = { allow: 0, ask: 1, deny: 2 };

/**
 * The strictest of some verdicts; `allow` of none.
 * INVARIANT: verdicts are combined here and nowhere else.
 */
export function strictest(...effects: readonly Effect[]): Effect {
  return effects.reduce<Effect>((worst, effect) => (isStricter(effect, worst) ? effect : worst), "allow");
}

export function isStricter(a: Effect, b: Effect): boolean {
  return RANK[a] > RANK[b];
}
