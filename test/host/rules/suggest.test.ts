import { describe, expect, it } from "vitest";
import { compile } from "../../../src/core/compile.ts";
import { type AnsweredCall, suggestRules } from "../../../src/host/rules/suggest.ts";
import { plainWorld } from "../../../src/read/plain-world.ts";
import { read, readers } from "../../../src/read/read.ts";
import { POLICY, ROOT, ruleOf } from "./policy.ts";

interface Scenario {
  readonly about: string;
  readonly approved: readonly string[];
  readonly denied?: readonly string[];
  readonly rules?: readonly string[];
  /** Patterns, and how many asks they remove. */
  readonly suggests: readonly (readonly [string, number])[];
}

const SCENARIOS: readonly Scenario[] = [
  {
    about: "the subcommand that was asked about most comes first",
    approved: ["git commit -m a", "git commit -m b", "git commit -m c", "git fetch", "git fetch origin"],
    suggests: [
      ["git commit *", 3],
      ["git fetch *", 2],
    ],
  },
  { about: "one ask alone is not worth a rule", approved: ["git commit -m a"], suggests: [] },
  {
    about: "nothing that would cover a denied call",
    approved: ["npm install a", "npm install b"],
    denied: ["npm install left-pad"],
    suggests: [],
  },
  {
    about: "control: the denied call is another one",
    approved: ["npm install a", "npm install b"],
    denied: ["npm publish"],
    suggests: [["npm install *", 2]],
  },
  {
    about: "a rule that cannot be read asks about all, and is to be mended: it is no reason to suggest nothing",
    approved: ["npm install a", "npm install b"],
    rules: ["deny !rm *"],
    suggests: [["npm install *", 2]],
  },
  {
    about: "what a rule allows by now counts no more",
    approved: ["git commit -m a", "git commit -m b"],
    rules: ["allow git commit *"],
    suggests: [],
  },
  {
    about: "a chain is removed by the rules for its parts",
    approved: ["git add a && git commit -m a", "git add b && git commit -m b"],
    suggests: [["git add * + git commit *", 2]],
  },
  { about: "never the whole program", approved: ["git commit -m a", "git fetch", "git tag v1"], suggests: [] },
  {
    about: "the consent for what runs the project's code",
    approved: ["cargo build", "npm test", "make"],
    suggests: [["*", 3]],
  },
  { about: "never a broad rule for what deletes", approved: ["rm -r build", "rm -r dist"], suggests: [] },
];

const world = plainWorld({ home: "/home/dev", cwd: ROOT, project: ROOT });

function answered(answer: AnsweredCall["answer"]): (command: string) => AnsweredCall {
  return (command) => ({
    answer,
    reading: read(
      { tool: "shell", args: { command }, cwd: ROOT, project: ROOT, source: "model", attended: true },
      world,
    ),
  });
}

describe("suggest", () => {
  it.each(SCENARIOS.map((scenario) => [scenario.about, scenario] as const))(
    "%s",
    (_, { approved, denied = [], rules = [], suggests }) => {
      const compiled = compile({ ...POLICY, rules: rules.map(ruleOf) }, readers, { stored: true });
      if (!compiled.ok) throw new Error(compiled.errors[0]?.message);
      const calls = [...approved.map(answered("allow")), ...denied.map(answered("deny"))];
      const suggestions = suggestRules(calls, compiled.policy);
      expect(
        suggestions.map(({ rules, removes }) => [rules.map(({ pattern }) => pattern).join(" + "), removes]),
      ).toEqual(suggests);
    },
  );
});
