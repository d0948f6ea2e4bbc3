import { describe, expect, test } from "vitest";
import { addRule, compile, removeRule } from "../../src/core/compile.ts";
import type { Policy } from "../../src/core/policy.ts";
import type { Reading } from "../../src/core/reading.ts";
import {
  answer,
  BASE,
  builtin,
  fileCall,
  mcp,
  part,
  path,
  policyOf,
  reading,
  readers,
  rule,
  short,
  use,
} from "./support.ts";

/** As the host compiles what people stored. */
const STORED = { stored: true } as const;
const ls = reading([part("ls", { class: "read" })]);
const read = fileCall("read_file", path("read", "a"));
const redirection = reading([part("ls > a", { class: "write", pathsOnly: true, paths: [path("write", "a")] })]);
const moved = reading([
  part("mv a b", { class: "write", pathsOnly: true, paths: [{ ...path("edit", "a"), moved: true }] }),
]);
const named = reading([part("cc a", { class: "read", mentions: [path("read", "a")] })]);
const ours = reading([part("make", { class: "read", projectCode: true })]);
const commit = use(mcp({ class: "read", pinned: "a", hash: "a" }));

const ALLOW = { mode: "allow" } as const;
const ALLOWED = { layers: { chat: { native: { shell: ALLOW, file: ALLOW, web_fetch: ALLOW } } } };

const says = (call: Reading, rules: readonly string[], more: Partial<Policy> = {}): string =>
  short(answer(call, policyOf(more, rules, STORED)));

describe("a stored deny or ask that cannot be read asks about all that it may have meant", () => {
  test.each<[string, Reading, string]>([
    ["deny shell g* x project", ls, "ls"],
    ["ask shell g* x global", ls, "ls"],
    ["deny shell_exec g* x chat", ls, "ls by the tool's other name"],
    ["deny read ../x project", read, "a reading"],
    ["deny read_file ../x project", read, "a reading, by the tool's name"],
    ["deny change ../x project", redirection, "a redirection"],
    ["deny read ../x project", moved, "what is moved away"],
    ["deny delete ../x project", named, "a word that may name a file"],
    ["deny project-code x project", ours, "this project's code"],
    ["deny mcp__git__commit x project", commit, "a server's tool"],
    ["deny web_fetch * * project", use(builtin("web_fetch")), "a fetch"],
    ["deny gone x project", ls, "any call, where no tool of that name is known"],
    ["deny mcp__git__* * project", commit, "any call, where the name has a mask"],
    ["deny mcp__git * project", commit, "any call, where a server alone is named"],
  ])("%s: %s", (bad, call) => {
    expect(says(call, [bad], { ...ALLOWED, approvalMode: "full" })).toBe(`ask rule-unreadable rule:${bad}`);
  });

  test.each<[string, Reading]>([
    ["deny shell g* x project", read],
    ["deny read ../x project", ls],
    ["deny change ../x project", read],
    ["deny delete ../x project", redirection],
    ["deny project-code x project", ls],
    ["deny mcp__git__commit x project", ls],
  ])("control: %s leaves other calls", (bad, call) => {
    expect(says(call, [bad])).toBe(says(call, []));
  });
});

test("a stored allow that cannot be read is lost, and nothing else", () => {
  const rules = ["allow shell g* x project", "allow shell make all project"];
  expect([reading([part("make all")]), reading([part("go x")]), ls].map((call) => says(call, rules))).toEqual([
    "allow rule-allow rule:allow shell make all project",
    "ask level-ask level:L0",
    "allow level-allow level:L0",
  ]);
});

test("no deny is softened by one that cannot be read", () => {
  expect(says(reading([part("make all")]), ["deny shell g* x project", "deny shell make all project"])).toBe(
    "deny rule-deny rule:deny shell make all project",
  );
});

test("with nobody there it is refused", () => {
  expect(short(answer({ ...ls, attended: false }, policyOf({}, ["deny shell g* x project"], STORED)))).toBe(
    "deny unattended attendance",
  );
});

test("it names the rule and says how to mend it, before any other reason; nothing is remembered over it", () => {
  const message =
    "the rule `shell g* x` cannot be read, so every use of `shell` is asked about until a person changes or removes it under Rules";
  const policy = policyOf({}, ["deny shell g* x project"], STORED);
  expect(answer(ls, policy)).toMatchObject({ reason: message, offers: [] });
  const asked = answer(
    reading([part("make", { offers: [{ kind: "exact", tool: "shell", pattern: "make" }] })]),
    policy,
  );
  expect(asked).toMatchObject({ reason: message, offers: [], findings: [{ code: "rule-unreadable", message }] });
});

describe("for as long as it counts", () => {
  const until = (expiresAt: unknown) => ({
    ...BASE,
    rules: [{ ...rule("deny shell g* x project"), expiresAt } as Policy["rules"][number]],
  });
  const at = (policy: Policy): string => {
    const compiled = compile(policy, readers, STORED);
    return compiled.ok ? short(answer(ls, compiled.policy)) : "error";
  };
  test.each<[unknown, string]>([
    [0, "allow level-allow level:L0"],
    [Number.MAX_SAFE_INTEGER, "ask rule-unreadable rule:deny shell g* x project"],
    ["tomorrow", "ask rule-unreadable rule:deny shell g* x project"],
  ])("until %s", (expiresAt, expected) => {
    expect(at(until(expiresAt))).toBe(expected);
  });

  test("removed it is gone, and another rule added leaves it", () => {
    const policy = policyOf({}, ["deny shell g* x project"], STORED);
    const added = addRule(policy, rule("allow shell ls project"));
    if (!added.ok) throw new Error("not added");
    const removed = removeRule(policy, "deny shell g* x project");
    expect([policy, added.policy, removed].map((each) => short(answer(ls, each)))).toEqual([
      "ask rule-unreadable rule:deny shell g* x project",
      "ask rule-unreadable rule:deny shell g* x project",
      "allow level-allow level:L0",
    ]);
  });
});

describe("what is set aside", () => {
  test("is listed by id, with what it is about and what is wrong", () => {
    const [b, a] = [rule("deny shell g* x project", { id: "b" }), rule("allow mcp__git__push x chat", { id: "a" })];
    const { setAside } = policyOf({ rules: [b, a] }, ["allow shell ls project"], STORED);
    expect(setAside).toEqual([
      {
        rule: a,
        about: "mcp__git__push",
        fault: { path: "rule.pattern", message: "this tool has no patterns but `*`" },
      },
      { rule: b, about: "shell", fault: { path: "rule.pattern", message: "no masks in the program's name" } },
    ]);
  });

  test.each(["managed", "builtin"])("is none of scope %s: such a policy does not load", (scope) => {
    expect(compile({ ...BASE, rules: [rule(`deny shell g* x ${scope}`)] }, readers, STORED)).toEqual({
      ok: false,
      errors: [{ path: "rules[0].pattern", message: "no masks in the program's name" }],
    });
  });

  test("is nothing where a policy is compiled that nobody stored: it does not load", () => {
    expect(compile({ ...BASE, rules: [rule("deny shell g* x project")] }, readers)).toMatchObject({ ok: false });
  });
});
