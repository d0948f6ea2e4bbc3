import { describe, expect, it } from "vitest";
import { compile, readRule } from "../../../src/core/compile.ts";
import { decide } from "../../../src/core/decide.ts";
import { presetRules } from "../../../src/host/policy/presets.ts";
import { lintRule, lintRules } from "../../../src/host/rules/lint.ts";
import { witnessesOf } from "../../../src/host/rules/witness.ts";
import { programs } from "../../../src/read/knowledge/index.ts";
import { plainWorld } from "../../../src/read/plain-world.ts";
import { read, readers } from "../../../src/read/read.ts";
import { POLICY, ROOT, ruleOf } from "./policy.ts";

interface Scenario {
  readonly about: string;
  readonly rules: readonly string[];
  /** Kind, rule and counterexample of each finding. */
  readonly finds: readonly (readonly [string, string, string | null])[];
}

const SCENARIOS: readonly Scenario[] = [
  {
    about: "rules that each have their use",
    rules: [
      "allow git add *",
      "ask git push *",
      "deny git push --force *",
      "allow npm install *",
      "allow change src/**",
    ],
    finds: [],
  },
  {
    about: "a deny before everything",
    rules: ["deny git *", "allow git push *"],
    finds: [["shadowed", "allow git push *", "git push"]],
  },
  {
    about: "control: a narrower ask inside an allow decides",
    rules: ["allow git push *", "ask git push origin *"],
    finds: [],
  },
  {
    about: "a rule about a file, written as a command",
    rules: ["deny shell read .env", "ask shell delete build *"],
    finds: [
      ["not-a-file", "deny shell read .env", "read .env"],
      ["not-a-file", "ask shell delete build *", "delete build"],
    ],
  },
  {
    about: "control: a program whose name begins so, and the rule about the file",
    rules: ["deny readelf *", "deny read .env"],
    finds: [],
  },
  {
    about: "the same rule twice",
    rules: ["allow mkdir2 *", "allow mkdir2  *"],
    finds: [["shadowed", "allow mkdir2 *", "mkdir2"]],
  },
  {
    about: "another spelling of the same option",
    rules: ["deny git push -f *", "allow git push --force *"],
    finds: [["contradictory", "allow git push --force *", "git push --force"]],
  },
  {
    about: "both verdicts for one pattern",
    rules: ["ask npm publish *", "allow npm publish *"],
    finds: [["contradictory", "allow npm publish *", "npm publish"]],
  },
  {
    about: "a word of the grammar in place of a program",
    rules: ["allow time *"],
    finds: [["never-matches", "allow time *", "time x"]],
  },
  {
    about: "an interpreter with anything",
    rules: ["allow python *"],
    finds: [["no-effect", "allow python *", "python x"]],
  },
  { about: "control: the interpreter with its script", rules: ["allow python scan.py *"], finds: [] },
  { about: "deletions by a broad pattern", rules: ["allow rm *"], finds: [["no-effect", "allow rm *", "rm x"]] },
  { about: "every destination", rules: ["allow curl *"], finds: [["no-effect", "allow curl *", "curl x"]] },
  {
    about: "a folder that is not granted",
    rules: ["allow change ~/notes/**"],
    finds: [["no-effect", "allow change ~/notes/**", "/home/dev/notes/x"]],
  },
  { about: "control: a folder that is", rules: ["allow change ~/app/docs/**"], finds: [] },
  {
    about: "files deleted by a mask",
    rules: ["allow delete tmp/**"],
    finds: [["no-effect", "allow delete tmp/**", `${ROOT}/tmp/x`]],
  },
  {
    about: "a program whose subcommands differ",
    rules: ["allow cargo *"],
    finds: [["broader", "allow cargo *", "cargo check"]],
  },
  { about: "control: one of its subcommands", rules: ["allow cargo build *"], finds: [] },
  { about: "everything", rules: ["allow *"], finds: [["broader", "allow *", "docker compose up"]] },
  {
    about: "every page",
    rules: ["allow web_fetch *"],
    finds: [["broader", "allow web_fetch *", "https://example.com/any/page"]],
  },
  { about: "control: the pages of one host", rules: ["allow web_fetch docs.python.org/**"], finds: [] },
  {
    about: "one that cannot be read, beside one that can",
    rules: ["deny !git *", "allow git push *"],
    finds: [["unreadable", "deny !git *", null]],
  },
  {
    about: "a wrapper that is looked through",
    rules: ["allow env *"],
    finds: [["no-effect", "allow env *", "env git push"]],
  },
];

describe("lint", () => {
  it.each(SCENARIOS.map((scenario) => [scenario.about, scenario] as const))("%s", (_, { rules, finds }) => {
    const findings = lintRules(rules.map(ruleOf), POLICY);
    expect(findings.map(({ kind, rule, shown }) => [kind, rule, shown?.text ?? null])).toEqual(finds);
  });

  it("finds no fault with what ships", () => {
    for (const preset of ["everyday", "careful", "sandbox"] as const) {
      const rules = presetRules(preset).map((rule) => ({ ...rule, scope: "global" as const }));
      expect(lintRules(rules, POLICY)).toEqual([]);
    }
  });

  it("looks at few calls, also of programs whose subcommands have themselves below them", () => {
    const names = programs().flatMap((program) => program.names.split(" ").filter((name) => !/[:*]/.test(name)));
    const calls = names.map((name) => {
      const read = readRule(ruleOf(`allow ${name} *`), readers);
      return read.ok ? witnessesOf(read.rule.rule, read.rule.pattern, POLICY).length : 0;
    });
    expect([names.length > 500, Math.min(...calls) > 0, Math.max(...calls) < 500]).toEqual([true, true, true]);
    expect(["gcloud", "az"].map((name) => lintRule(ruleOf(`allow ${name} *`), POLICY)?.kind)).toEqual([
      "broader",
      "broader",
    ]);
  });

  it("shows each finding by a call that is decided so", () => {
    const rules = ["deny git *", "allow git push *"].map(ruleOf);
    const [finding] = lintRules(rules, POLICY);
    const compiled = compile({ ...POLICY, rules }, readers);
    if (!compiled.ok || !finding?.shown) throw new Error("nothing to look at");
    const reading = read(finding.shown.call, plainWorld({ home: "/home/dev", cwd: ROOT, project: ROOT }));
    expect(decide(reading, compiled.policy, 0)).toMatchObject({
      effect: "deny",
      decidedBy: { kind: "rule", id: "deny git *" },
    });
  });

  it.each([
    ["allow python *", "no-effect"],
    ["allow git push *", "shadowed"],
    ["allow python scan.py *", null],
    ["allow !git *", "unreadable"],
  ])("looks at one new rule among the others: %s", (text, kind) => {
    const policy = { ...POLICY, rules: ["deny git *", "allow cargo *"].map(ruleOf) };
    expect(lintRule(ruleOf(text), policy)?.kind ?? null).toBe(kind);
  });
});
