import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addRule } from "../../src/core/compile.ts";
import { decide } from "../../src/core/decide.ts";
import { isStricter } from "../../src/core/effect.ts";
import { finding } from "../../src/core/finding-table.ts";
import type { Policy, Rule } from "../../src/core/policy.ts";
import type { Part, Reading } from "../../src/core/reading.ts";
import { BASE, builtin, part, path, policyOf, reading } from "./support.ts";

const scope = fc.constantFrom("run", "session", "chat", "project", "global", "managed", "builtin");
const pattern = fc.constantFrom(
  "git *",
  "git push *",
  "git push",
  "git push --force *",
  "git push --force",
  "make *",
  "make all",
  "git pu*",
  "*",
);
const pathPattern = fc.constantFrom("**", "a", "src/**", "src/a", "*.ts", "/srv/**");
const decision = fc.constantFrom("allow", "ask", "deny");
const ruleArb: fc.Arbitrary<Rule> = fc
  .oneof(
    fc.tuple(fc.constantFrom("shell"), pattern),
    fc.tuple(fc.constantFrom("read", "change", "delete"), pathPattern),
    fc.constant(["project-code", "*"] as const),
  )
  .chain(([tool, text]) =>
    fc.record({ decision, scope, expiresAt: fc.constantFrom(undefined, 500, 2000) }).map(
      (more) =>
        ({
          id: `${more.decision} ${tool} ${text} ${more.scope} ${more.expiresAt}`,
          tool,
          pattern: text,
          ...more,
        }) as unknown as Rule,
    ),
  );

const pathArb = fc
  .tuple(
    fc.constantFrom("read", "write", "edit", "delete"),
    fc.constantFrom("a", "src/a", "src", "b.ts", "/srv/x"),
    fc.record({ recursive: fc.boolean(), protected: fc.constantFrom(undefined, undefined, "W", "R", "D") }),
  )
  .map(([act, name, { recursive, protected: guarded }]) =>
    path(act as "read", name, { recursive, ...(guarded === undefined ? {} : { protected: guarded as "W" }) }),
  );

const partArb: fc.Arbitrary<Part> = fc
  .tuple(
    fc.constantFrom("git push", "git push --force", "git push $X", "make all", "ls"),
    fc.record({
      class: fc.constantFrom("read", "write", "execute", "destructive", "unknown"),
      exactOnly: fc.constantFrom(undefined, undefined, "launcher", "destructive"),
      optionEffects: fc.constantFrom([], [], ["--force"]),
      pathsOnly: fc.boolean(),
      projectCode: fc.boolean(),
      paths: fc.array(pathArb, { maxLength: 2 }),
      findings: fc.subarray(
        ["program-in-project", "network-target", "unreadable"].map((code) => finding(code)),
        { maxLength: 1 },
      ),
    }),
  )
  .map(([text, { exactOnly, ...more }]) => part(text, { ...more, ...(exactOnly === undefined ? {} : { exactOnly }) }));

const readingArb: fc.Arbitrary<Reading> = fc
  .tuple(fc.array(partArb, { minLength: 1, maxLength: 3 }), fc.boolean(), fc.boolean())
  .map(([parts, attended, isFile]) => reading(parts, { attended, ...(isFile ? { tool: builtin("write_file") } : {}) }));

const mode = fc.constantFrom(undefined, "off", "ask", "allow");
const policyArb: fc.Arbitrary<Policy> = fc
  .record({
    rules: fc.array(ruleArb, { maxLength: 6 }),
    level: fc.constantFrom("L0", "L1", "L2", "L3"),
    approvalMode: fc.constantFrom("ask", "review", "full"),
    shell: mode,
    file: mode,
    managed: fc.constantFrom(undefined, undefined, "ask", "off"),
  })
  .map(({ shell, file, managed, ...more }) => {
    const entry = (value: string | undefined) => (value === undefined ? {} : { mode: value });
    return {
      ...BASE,
      ...more,
      layers: {
        chat: { native: { shell: entry(shell), file: entry(file) } },
        managed: { native: { shell: entry(managed) } },
      },
    } as Policy;
  });

const runs = { numRuns: 2000 };
const NOW = 1000;
const answerOf = (call: Reading, policy: Policy) => decide(call, policyOf(policy), NOW);

describe("for any call and policy", () => {
  test("the order of the rules never matters, and equal inputs give equal outputs", () => {
    fc.assert(
      fc.property(readingArb, policyArb, (call, policy) => {
        expect(answerOf(call, { ...policy, rules: policy.rules.toReversed() })).toEqual(answerOf(call, policy));
      }),
      runs,
    );
  });

  test("a decision is plain data", () => {
    fc.assert(
      fc.property(readingArb, policyArb, (call, policy) => {
        const decision = answerOf(call, policy);
        expect(JSON.parse(JSON.stringify(decision))).toEqual(decision);
      }),
      { numRuns: 500 },
    );
  });

  test("a deny or ask rule more never loosens, an allow rule more never tightens", () => {
    fc.assert(
      fc.property(readingArb, policyArb, ruleArb, (call, policy, more) => {
        const before = answerOf(call, policy).effect;
        const after = answerOf(call, { ...policy, rules: [...policy.rules, more] }).effect;
        if (more.decision !== "allow") expect(isStricter(before, after)).toBe(false);
        else expect(isStricter(after, before)).toBe(false);
      }),
      runs,
    );
  });

  test("adding a rule and compiling with it are the same", () => {
    fc.assert(
      fc.property(readingArb, policyArb, ruleArb, (call, policy, more) => {
        const added = addRule(policyOf(policy), more);
        expect(added.ok && decide(call, added.policy, NOW)).toEqual(
          answerOf(call, { ...policy, rules: [...policy.rules, more] }),
        );
      }),
      runs,
    );
  });

  test("a call is never looser than its strictest part", () => {
    fc.assert(
      fc.property(readingArb, policyArb, (call, policy) => {
        const decision = answerOf(call, policy);
        for (const { effect } of decision.parts) expect(isStricter(effect, decision.effect)).toBe(false);
      }),
      runs,
    );
  });

  test("a part more never loosens", () => {
    fc.assert(
      fc.property(readingArb, policyArb, partArb, (call, policy, more) => {
        expect(
          isStricter(answerOf(call, policy).effect, answerOf({ ...call, parts: [...call.parts, more] }, policy).effect),
        ).toBe(false);
      }),
      runs,
    );
  });

  test("a finding that gates never ends in an allow that no row admits", () => {
    fc.assert(
      fc.property(readingArb, policyArb, (call, policy) => {
        const gated = { ...call, findings: [finding("unreadable")] };
        expect(answerOf(gated, policy).effect).not.toBe("allow");
      }),
      runs,
    );
  });

  test("what is hidden never runs", () => {
    fc.assert(
      fc.property(readingArb, policyArb, (call, policy) => {
        const { hidden, effect } = answerOf(call, policy);
        if (hidden) expect(effect).toBe("deny");
      }),
      runs,
    );
  });
});
