import type { Decision } from "./decision.ts";
import type { Finding, Part } from "./reading.ts";

/**
 * Findings of the decision that are about one part: the reader's own and what the guard said of it, so that each warning
 * can stand under the words that it warns of. A call of one part has them all.
 */
export function findingsOfPart(
  { findings, trace, parts }: Pick<Decision, "findings" | "trace" | "parts">,
  { findings: own }: Pick<Part, "findings">,
  at: number,
): readonly Finding[] {
  if (parts.length < 2) return findings;
  const said = new Set([
    ...own.map(({ message }) => message),
    ...trace.flatMap((step) => (step.part === at ? [step.text] : [])),
  ]);
  return findings.filter(({ message }) => said.has(message));
}
