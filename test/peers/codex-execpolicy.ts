import type { Effect } from "../../src/core/effect.ts";
import type { Rule } from "../../src/core/policy.ts";
import { allowedUnless, onlyRules, rule, shellCall, toLine, toPatternWord, type Adapter, type Row } from "./adapter.ts";

/**
 * Prefix rules over an argument list: each position one word or several alternatives, the strictest match wins. A
 * prefix is a pattern with a trailing `*`. A rule about a full path speaks of the base name here.
 */
interface Rules {
  readonly prefix_rules: readonly {
    readonly pattern: readonly (string | readonly string[])[];
    readonly decision: string;
  }[];
  readonly fallback: string;
}

interface Call {
  readonly argv?: readonly string[];
  readonly segments?: readonly (readonly string[])[];
}

const DECISIONS: Readonly<Record<string, Effect>> = { allow: "allow", prompt: "ask", forbidden: "deny" };

export const codexExecpolicy: Adapter = (row: Row) => {
  const { prefix_rules: prefixes, fallback } = row.rules as Rules;
  const { argv, segments = argv === undefined ? [] : [argv] } = row.call as Call;
  const rules = prefixes.flatMap(toRules);
  const line = segments.map(toLine).join(" && ");
  return {
    label: line,
    call: shellCall(line),
    policy: fallback === "allow" ? allowedUnless(rules) : onlyRules(rules),
    expected: row.expected as Effect,
  };
};

function toRules({ pattern, decision }: Rules["prefix_rules"][number], index: number): readonly Rule[] {
  const effect = DECISIONS[decision] ?? "deny";
  return alternatives(pattern).map((words) =>
    rule(index, "shell", {
      pattern: [...words.map((word, at) => toPatternWord(at === 0 ? baseName(word) : word)), "*"].join(" "),
      decision: effect,
    }),
  );
}

/** Every way to pick one word at each position. */
function alternatives(pattern: readonly (string | readonly string[])[]): readonly (readonly string[])[] {
  return pattern.reduce<readonly (readonly string[])[]>(
    (lists, position) => lists.flatMap((list) => [position].flat().map((word) => [...list, word])),
    [[]],
  );
}

function baseName(program: string): string {
  return program.slice(program.lastIndexOf("/") + 1);
}
