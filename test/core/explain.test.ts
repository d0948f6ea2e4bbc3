import { describe, expect, test } from "vitest";
import { advertise } from "../../src/core/advertise.ts";
import { explain } from "../../src/core/explain.ts";
import { finding } from "../../src/core/finding-table.ts";
import type { Policy } from "../../src/core/policy.ts";
import type { ToolFacts } from "../../src/core/reading.ts";
import { answer, builtin, mcp, part, policyOf, reading, SHELL, use } from "./support.ts";

test("an allow", () => {
  expect(explain(answer(reading([part("ls", { class: "read" })])))).toBe(`allow: this only reads, and the level lets it (level-allow)
 1 identity: the tool is known
 2 descriptor: the tool is the one that was accepted
 3 arguments: the arguments fit and the run has calls left
 4 prohibition: nothing forbids it
 5 mode: no mode is set
 6 parts: allow, this only reads, and the level lets it
 7 grants: inside the folders that were granted
 8 guard: the guard has no objection
 9 floor: nothing asks whatever allowed
10 answer: nothing is left to answer
11 attendance: nobody is needed`);
});

test("an ask says what would change it", () => {
  const push = part("git push", { offers: [{ kind: "subcommand", tool: "shell", pattern: "git push *" }] });
  expect(explain(answer(reading([part("ls", { class: "read" }), push])))).toBe(`ask: no rule covers this, and the level asks about it (level-ask)
 1 identity: the tool is known
 2 descriptor: the tool is the one that was accepted
 3 arguments: the arguments fit and the run has calls left
 4 prohibition: nothing forbids it
 5 mode: no mode is set
 6 parts: allow, \`ls\`: this only reads, and the level lets it
 6 parts: ask, \`git push\`: no rule covers this, and the level asks about it
 7 grants: inside the folders that were granted
 8 guard: the guard has no objection
 9 floor: nothing asks whatever allowed
10 answer: ask, a reason to ask is left
11 attendance: ask, somebody may answer
a rule \`shell git push *\` allow would allow this`);
});

test("a finding that nothing lifts", () => {
  const call = reading([part("git push", { findings: [finding("program-shadowed", "another `git` lies in the project")] })]);
  expect(explain(answer(call, policyOf({}, ["allow shell git * project"]))).split("\n").slice(-1)).toEqual(["the guard asks because another `git` lies in the project; no rule changes that"]);
});

test("a deny ends the trace at its stage", () => {
  expect(answer(reading([part("git push")]), policyOf({ level: "L3" })).trace.at(-1)).toEqual({ stage: 4, name: "prohibition", effect: "deny", text: "everything is stopped" });
});

test("each part has its own answer", () => {
  const call = reading([part("ls", { class: "read" }), part("git push")]);
  const own = (policy: Partial<Policy>, rules: readonly string[] = []) => answer(call, policyOf(policy, rules)).parts.map(({ text, effect, code }) => `${text}: ${effect} ${code}`);
  expect(own({})).toEqual(["ls: allow level-allow", "git push: ask level-ask"]);
  expect(own({}, ["deny shell git * project"])).toEqual(["ls: allow level-allow", "git push: deny rule-deny"]);
  expect(own({ approvalMode: "full" })).toEqual(["ls: allow level-allow", "git push: allow full-access"]);
  expect(own({ level: "L3" })).toEqual(["ls: deny level-stop", "git push: deny level-stop"]);
  expect(own({ layers: { chat: { native: { shell: { mode: "off" } } } } })).toEqual(["ls: deny mode-off", "git push: deny mode-off"]);
});

describe("what is advertised is what a decision calls hidden", () => {
  test.each<[string, ToolFacts, Partial<Policy>, readonly string[], string | null]>([
    ["nothing said", SHELL, {}, [], null],
    ["off", SHELL, { layers: { chat: { native: { shell: { mode: "off" } } } } }, [], "mode-off"],
    ["enforced off", builtin("write_file"), { layers: { managed: { native: { file: { mode: "off" } } } } }, [], "enforced-off"],
    ["stopped", SHELL, { level: "L3" }, [], "level-stop"],
    ["server disabled", mcp({ state: "server-disabled" }), {}, [], "server-disabled"],
    ["bad descriptor", mcp({ state: "bad-descriptor" }), {}, [], "bad-descriptor"],
    ["a server to sign in to", mcp({ state: "server-unauthorized" }), {}, [], null],
    ["a deny of the whole tool", mcp(), {}, ["deny mcp__git__commit * chat"], "rule-deny"],
    ["a deny of some commands", SHELL, {}, ["deny shell git * chat"], null],
    ["a preset's deny of a finding", SHELL, { rules: [{ id: "p", tool: "shell", pattern: "", finding: "fork-bomb", decision: "deny", scope: "builtin" }] }, [], null],
    ["a deny that has expired", SHELL, { rules: [{ id: "p", tool: "shell", pattern: "*", decision: "deny", scope: "chat", expiresAt: 5 }] }, [], null],
  ])("%s", (_name, tool, policy, rules, code) => {
    const compiled = policyOf(policy, rules);
    const advertised = advertise(tool, compiled, 1000);
    expect([advertised.hiddenBy?.code ?? null, advertised.hidden, answer(use(tool), compiled).hidden]).toEqual([code, code !== null, code !== null]);
  });
});
