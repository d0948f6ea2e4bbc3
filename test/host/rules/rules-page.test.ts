import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compile } from "../../../src/core/compile.ts";
import { decide } from "../../../src/core/decide.ts";
import type { Rule } from "../../../src/core/policy.ts";
import { plainWorld } from "../../../src/read/plain-world.ts";
import { read, readers } from "../../../src/read/read.ts";
import { POLICY, ROOT, ruleOf } from "./policy.ts";

/** docs/rules.md is held to what it says: each example of a table, decided under the rule of its line alone. */
const LINES = readFileSync(new URL("../../../docs/rules.md", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line) => line.split("|").slice(1, 4).map(quoted));

function quoted(cell: string): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text as string);
}

const EXAMPLES = LINES.flatMap(([[rule = ""] = [], reached = [], other = []]) => [
  ...reached.map((example) => [rule, "reaches", example] as const),
  ...other.map((example) => [rule, "does not reach", example] as const),
]);

const WORLD = plainWorld({ home: "/home/dev", cwd: ROOT, project: ROOT });

function callOf(example: string): { readonly tool: string; readonly args: unknown } {
  if (example.startsWith("mcp__")) return { tool: example, args: {} };
  const file = /^delete_file (.+)$/.exec(example);
  if (file) return { tool: "delete_file", args: { path: file[1] } };
  if (/^https?:/.test(example)) return { tool: "web_fetch", args: { url: example } };
  return { tool: "shell", args: { command: example } };
}

function decided(rules: readonly Rule[], example: string) {
  const can = ["read", "write", "edit", "delete"] as const;
  const compiled = compile({ ...POLICY, grants: [{ root: ROOT, recursive: true, can }], rules }, readers);
  if (!compiled.ok) throw new Error(compiled.errors[0]?.message);
  const call = { ...callOf(example), cwd: ROOT, project: ROOT, source: "model", attended: true } as const;
  return decide(read(call, WORLD), compiled.policy, 0);
}

describe("docs/rules.md", () => {
  it("has examples of both kinds", () => {
    expect([LINES.length > 20, EXAMPLES.length > 60]).toEqual([true, true]);
  });

  it.each(EXAMPLES)("`%s` %s `%s`", (text, how, example) => {
    const mcp = /^(\w+) (mcp__\w+) (.*)$/.exec(text);
    const rule = mcp ? { ...ruleOf(`${mcp[1]} ${mcp[3]}`), tool: mcp[2] as string } : ruleOf(text);
    const [under, without] = [decided([rule], example), decided([], example)];
    const isByRule = under.decidedBy.id === rule.id;
    // An allow reaches what would be asked about without it; a deny or ask what it decides.
    const reached = rule.decision === "allow" ? under.effect === "allow" && without.effect === "ask" : isByRule;
    expect([under.effect, reached]).toEqual(
      how === "reaches" ? [rule.decision, true] : [rule.decision === "allow" ? "ask" : without.effect, false],
    );
  });
});
