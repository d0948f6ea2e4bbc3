import { describe, expect, test } from "vitest";
import { addRule, compile, removeRule } from "../../src/core/compile.ts";
import { answer, BASE, part, policyOf, reading, readers, rule, short } from "./support.ts";

const compileRaw = (more: object) => compile({ ...BASE, ...more }, readers);
const RULE = { id: "r", tool: "shell", pattern: "git *", decision: "allow", scope: "project" };

describe("a policy that cannot be read is an error with its path", () => {
  test.each<[string, object, string]>([
    ["rules[0].pattern", { rules: [{ ...RULE, pattern: "g* x" }] }, "no masks in the program's name"],
    ["rules[1].decision", { rules: [RULE, { ...RULE, decision: "maybe" }] }, "not one of `allow`, `ask`, `deny`"],
    [
      "rules[0].scope",
      { rules: [{ ...RULE, scope: "all" }] },
      "not one of `run`, `session`, `chat`, `project`, `global`, `managed`, `builtin`",
    ],
    ["rules[0].expires", { rules: [{ ...RULE, expires: 5 }] }, "not known here"],
    ["rules[0].expiresAt", { rules: [{ ...RULE, expiresAt: Number.NaN }] }, "not a number from 0 up"],
    ["rules[0].finding", { rules: [{ ...RULE, finding: "fork-bomb" }] }, "only a deny may name a finding"],
    ["rules[0].pattern", { rules: [{ ...RULE, when: { argsHash: "h" } }] }, "a rule for one exact call takes only `*`"],
    [
      "rules[0].when",
      { rules: [{ ...RULE, decision: "deny", when: { readOnly: true } }] },
      "only an allow takes a condition",
    ],
    [
      "rules[0].pattern",
      { rules: [{ ...RULE, tool: "mcp__a__b", pattern: "x" }] },
      "this tool has no patterns but `*`",
    ],
    ["rules[0].tool", { rules: [{ ...RULE, tool: "mcp__a__*", pattern: "*" }] }, "no masks in a tool's name"],
    ["rules[0].tool", { rules: [{ ...RULE, tool: "*", pattern: "*" }] }, "no masks in a tool's name"],
    [
      "rules[0].tool",
      { rules: [{ ...RULE, tool: "mcp__a", pattern: "*" }] },
      "`mcp__a` is a server, and none of its tools",
    ],
    ["rules[0].pattern", { rules: [{ ...RULE, tool: "read", pattern: "../x" }] }, "`..` is refused"],
    ["rules[0]", { rules: [null] }, "not an object"],
    ["rules", { rules: {} }, "not a list"],
    ["level", { level: "L9" }, "not one of `L0`, `L1`, `L2`, `L3`"],
    ["approvalMode", { approvalMode: "yes" }, "not one of `ask`, `review`, `full`"],
    ["revision", { revision: 1 }, "not a text"],
    ["limits.callsPerRun", { limits: { callsPerRun: -1 } }, "not a number from 0 up"],
    ["layers.user", { layers: { user: {} } }, "not known here"],
    [
      "layers.chat.native.shell.mode",
      { layers: { chat: { native: { shell: { mode: "on" } } } } },
      "not one of `off`, `ask`, `allowlist`, `allow`",
    ],
    ["layers.chat.native.shell.modus", { layers: { chat: { native: { shell: { modus: "off" } } } } }, "not known here"],
    [
      "layers.chat.native.Shell",
      { layers: { chat: { native: { shell: { mode: "ask" }, Shell: { mode: "allow" } } } } },
      "a second entry for `shell`",
    ],
    [
      "layers.chat.native.shell.enforced",
      { layers: { chat: { native: { shell: { mode: "allow", enforced: true } } } } },
      "only `off` and `ask` can be enforced",
    ],
    [
      "layers.app.mcp",
      { layers: { app: { mcp: { servers: { git: { mode: "off" } } } } } },
      "the app layer holds only `shared`",
    ],
    [
      "layers.chat.native.shell.allowlist",
      { layers: { chat: { native: { shell: { mode: "allowlist", allowlist: "x" } } } } },
      "not a list of patterns",
    ],
    [
      "grants[0].root",
      { grants: [{ root: "app", recursive: true, can: [] }] },
      "not an absolute path with `/` between its parts",
    ],
    [
      "grants[0].can[0]",
      { grants: [{ root: "/a", recursive: true, can: ["fly"] }] },
      "not one of `read`, `write`, `edit`, `delete`",
    ],
    [
      "grants[0].exclude[0]",
      { grants: [{ root: "/a", recursive: true, can: [], exclude: ["/b"] }] },
      "not relative to the grant's root",
    ],
    ["projectRoots[0]", { projectRoots: ["app"] }, "not an absolute path with `/` between its parts"],
  ])("%s", (path, more, message) => {
    expect(compileRaw(more)).toEqual({ ok: false, errors: [{ path, message }] });
  });

  test("the control compiles", () => {
    const tools = ["mcp__a__b", "own.tool", `mcp__${"a".repeat(48)}_0123456789`];
    const rules = [RULE, { ...RULE, pattern: "*", when: { argsHash: "h" } }];
    expect(compileRaw({ rules: [...rules, ...tools.map((tool) => ({ ...RULE, tool, pattern: "*" }))] })).toMatchObject({
      ok: true,
      warnings: [],
    });
  });
});

test("a construct without a linear match is out, and its entry reads as ask", () => {
  const layers = { chat: { native: { shell: { mode: "allowlist" as const, allowlist: ["make", "git (?=x).*"] } } } };
  const compiled = compileRaw({ layers });
  expect(compiled).toMatchObject({
    ok: true,
    warnings: [
      { path: "layers.chat.native.shell.allowlist[1]", message: "not taken: look-ahead; the entry reads as ask" },
    ],
  });
  expect(short(answer(reading([part("make")]), policyOf({ layers })))).toBe("ask mode-ask layer:chat.native.shell");
});

test("a rule is added and removed without touching the policy it came from", () => {
  const before = policyOf({}, ["allow shell git * project"]);
  const call = reading([part("make all")]);
  const added = addRule(before, rule("allow shell make * project"), "r2");
  if (!added.ok) throw new Error("not added");
  const removed = removeRule(added.policy, "allow shell make * project");
  expect([before, added.policy, removed].map((policy) => `${short(answer(call, policy))} ${policy.revision}`)).toEqual([
    "ask level-ask level:L0 r1",
    "allow rule-allow rule:allow shell make * project r2",
    "ask level-ask level:L0 r2",
  ]);
  expect(Object.isFrozen(added.policy)).toBe(true);
});

test("a bad rule is not added", () => {
  expect(addRule(policyOf(), rule("allow shell g* project"))).toEqual({
    ok: false,
    errors: [{ path: "rule.pattern", message: "no masks in the program's name" }],
  });
});
