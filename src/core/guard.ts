import { gate, SILENT, type Answer } from "./answer.ts";
import { answerOf, finding, findingRow } from "./finding-table.ts";
import type { Finding, Part } from "./reading.ts";
import type { CompiledRule } from "./rule/compiled.ts";
import { spellsTargets } from "./rule/match-url.ts";
import { namesOptions, spellsAll, spellsExactly } from "./rule/reach.ts";

/** What has been said about a part that may lift a finding. */
export interface Lifted {
  /** Allow rules that match and reach, where one of them decided. */
  readonly rules: readonly CompiledRule[];
  /** Every path of the part is allowed by its exact path. */
  readonly exactPaths: boolean;
  /** There is the consent to run this project's code, and it or a rule decided. */
  readonly consent: boolean;
  /** Mode `allow` decided. */
  readonly mode: boolean;
}

/**
 * Stage 8 for the reader's findings and for what only exact words allow.
 * INVARIANT: nothing passes a finding that gates but what its row in the finding table names.
 */
export function guardPart(part: Part, lifted: Lifted): readonly Answer[] {
  if (part.findings.length === 0 && part.exactOnly === undefined && part.optionEffects.length === 0) return SILENT;
  return [
    ...exactWords(part, lifted),
    ...optionEffects(part, lifted),
    ...part.findings.filter((found) => found.gates && !isLifted(part, found, lifted)).map((found) => gate(8, found)),
  ];
}

function exactWords(part: Part, lifted: Lifted): readonly Answer[] {
  if (part.exactOnly === undefined || lifted.rules.some((rule) => spellsExactly(rule, part))) return [];
  if (part.exactOnly === "launcher" && (lifted.mode || lifted.consent)) return [];
  if (part.exactOnly === "destructive" && lifted.exactPaths) return [];
  return [gate(8, finding(`exact-only/${part.exactOnly}`, whatItDoes(part)))];
}

function optionEffects(part: Part, lifted: Lifted): readonly Answer[] {
  if (part.optionEffects.length === 0 || lifted.rules.some((rule) => namesOptions(rule, part))) return [];
  const answer = answerOf(findingRow("option-effect"), deletes(part));
  return part.optionEffects.map((name) =>
    gate(8, { ...finding("option-effect", `\`${name}\` has an effect of its own`, name), answer }),
  );
}

function deletes(part: Part): boolean {
  return (
    part.exactOnly === "destructive" || part.class === "destructive" || part.paths.some((use) => use.act === "delete")
  );
}

/** What the part would do, as a sentence; undefined where nothing is known but its class. */
export function whatItDoes({ does, projectCode }: Pick<Part, "does" | "projectCode">): string | undefined {
  if (does !== undefined) return `this ${does}`;
  return projectCode ? "this runs code that lies in the project" : undefined;
}

/** Codes that `exactWords` and `optionEffects` answer for, so that a reader's own copy does not count twice. */
const DECIDED_HERE: ReadonlySet<string> = new Set(["exact-only", "option-effect"]);

function isLifted(part: Part, found: Finding, lifted: Lifted): boolean {
  if (DECIDED_HERE.has(found.code)) return true;
  const { liftedBy } = findingRow(found.code);
  if (liftedBy.includes("project-code") && lifted.consent) return true;
  if (
    liftedBy.includes("exact-rule") &&
    lifted.rules.some((rule) => (part.exactOnly === undefined ? spellsAll(rule, part) : spellsExactly(rule, part)))
  )
    return true;
  return (
    liftedBy.includes("spelled-host") &&
    lifted.rules.some(
      ({ pattern }) => pattern.kind === "url" || (pattern.kind === "command" && spellsTargets(pattern, part.targets)),
    )
  );
}
