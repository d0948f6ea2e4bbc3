import type { Decider } from "./decision.ts";
import { isStricter, type Effect } from "./effect.ts";
import { answerOf, findingRow } from "./finding-table.ts";
import type { Finding } from "./reading.ts";
import type { CompiledRule } from "./rule/compiled.ts";

/** What one stage says of the call, of a part or of a path. */
export interface Answer {
  /** 1 to 11, as in decision.md. */
  readonly stage: number;
  readonly effect: Effect;
  readonly code: string;
  /** One plain sentence. */
  readonly reason: string;
  readonly decidedBy: Decider;
  /** Who may answer, where it asks. */
  readonly admits: Finding["answer"];
  /** The finding that it stands for. */
  readonly finding?: Finding;
}

/** The strictest answer; of equals that of the earliest stage, then of the first part. `answers` is not empty. */
export function decisive(answers: readonly Answer[]): Answer {
  let best = answers[0] as Answer;
  for (const answer of answers) {
    if (isStricter(answer.effect, best.effect) || (answer.effect === best.effect && answer.stage < best.stage))
      best = answer;
  }
  return best;
}

const ONLY_READS = "this only reads, and the level lets it";
const LETS_READ = "the level lets it read";

/** Why the level lets something run: all of it reads, or that of it which reads. */
export function readsBecause(all: boolean): string {
  return all ? ONLY_READS : LETS_READ;
}

/** Of an allow every reason: each alone says half of what was let through. Of anything else its own. */
export function reasonOf(best: Answer, answers: readonly Answer[]): string {
  // Full access is an answer to the others, and none of them.
  if (best.effect !== "allow" || !answers.includes(best)) return best.reason;
  if (answers.every(({ reason }) => reason === best.reason)) return best.reason;
  return sayTogether(answers.map(({ reason }) => (reason === ONLY_READS ? LETS_READ : reason)));
}

/** Several reasons in one line: the first three, once each, and how many there are beside them. */
export function sayTogether(reasons: readonly string[]): string {
  const [first, second, third, ...more] = new Set(reasons);
  const said = [first, second, third].filter((reason) => reason !== undefined).join("; ");
  return more.length === 0 ? said : `${said}; and ${more.length} more`;
}

/** What a stage says that has no objection. */
export const SILENT: readonly Answer[] = Object.freeze([]);

const WIDTH: readonly Finding["answer"][] = ["review", "full", "person"];

/** Who may answer all of them: an ask is answered only by what every reason admits. */
export function admitted(asks: readonly Answer[]): Finding["answer"] {
  return asks.reduce<Finding["answer"]>(
    (least, { admits }) => (WIDTH.indexOf(admits) > WIDTH.indexOf(least) ? admits : least),
    "review",
  );
}

type Said = Pick<Answer, "stage" | "code" | "reason" | "decidedBy">;

export function allow(said: Said): Answer {
  return answered("allow", said, "review");
}

/** `row`: the variant of the table's row where it differs from the code alone. */
export function ask(said: Said, row?: string): Answer {
  return answered("ask", said, answerOf(findingRow(said.code, row)));
}

export function deny(said: Said): Answer {
  return answered("deny", said, "person");
}

function answered(effect: Effect, { stage, code, reason, decidedBy }: Said, admits: Finding["answer"]): Answer {
  return { stage, effect, code, reason, decidedBy, admits };
}

/** A finding that gates, as an answer. */
export function gate(stage: number, found: Finding): Answer {
  const decidedBy = { kind: "finding", id: found.code } as const;
  return {
    stage,
    effect: "ask",
    code: found.code,
    reason: found.message,
    decidedBy,
    admits: found.answer,
    finding: found,
  };
}

/** The rule as the one who decided. */
export function byRule({ rule }: CompiledRule): Decider {
  return { kind: rule.scope === "builtin" ? "preset" : "rule", id: rule.id };
}

/** The rule as people know it. */
export function ruleText({ rule }: CompiledRule): string {
  return rule.finding === undefined ? `\`${rule.tool} ${rule.pattern}\`` : `about \`${rule.finding}\``;
}
