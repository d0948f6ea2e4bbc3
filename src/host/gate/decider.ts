import type { GateContext, Judged, Place } from "./context.ts";

/** Who or what gave an answer that no person gave, as a card says it: `rule project:git push *`, `full access`. */
export async function deciderText(
  context: GateContext,
  of: { place: Place; judged: Judged; run: string },
): Promise<string> {
  const { kind, id } = of.judged.decision.decidedBy;
  if (kind === "approval") return id === "full" ? "full access" : `approval mode ${id ?? ""}`.trim();
  if (kind !== "rule" || id === undefined) return id === undefined ? kind : `${kind} ${id}`;
  const remembered = context.memory.rules(of.place.chat.id, of.run).find((rule) => rule.id === id);
  const rule = remembered ?? (await context.store.rules.get(id));
  return rule ? `rule ${rule.scope}:${rule.pattern}` : `rule ${id}`;
}
