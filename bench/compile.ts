/** Compiling 100,000 rules, adding one to them, and the memory that they hold. */
import { addRule, compile } from "../src/core/compile.ts";
import type { Policy, Rule } from "../src/core/policy.ts";
import { readers } from "../src/read/read.ts";

import { makeRules } from "./decide.ts";
import { median, printTable, times } from "./measure.ts";

const SIZE = 100_000;

export async function run(): Promise<void> {
  const rules = makeRules(SIZE, "uniform");
  const before = heap();
  const builds = Array.from({ length: 3 }, () => timed(() => build(rules)));
  const last = builds.at(-1);
  if (last === undefined) return;
  const perRule = (heap() - before) / SIZE / builds.length;
  const rebuild = median(builds.map((it) => it.ms));
  let compiled = last.value;
  const adds = Array.from({ length: 2_000 }, (_, i) =>
    timed(() => {
      const rule: Rule = {
        id: `new${i}`,
        tool: "shell",
        pattern: `fresh${i} run *`,
        decision: "allow",
        scope: "project",
      };
      const result = addRule(compiled, rule);
      if (!result.ok) throw new Error("the rule does not load");
      compiled = result.policy;
    }),
  );
  const add = median(adds.map((it) => it.ms));
  printTable("compile", [
    ["what", "figure"],
    [`compile ${SIZE} rules`, `${Math.round(rebuild)} ms`],
    ["heap a rule", `${Math.round(perRule)} B`],
    ["add one rule", `${(add * 1000).toFixed(1)} µs`],
    ["rebuild ÷ add", times(rebuild / add)],
  ]);
}

function build(rules: readonly Rule[]): Extract<ReturnType<typeof compile>, { ok: true }>["policy"] {
  const policy: Policy = {
    layers: {},
    rules,
    level: "L0",
    approvalMode: "ask",
    grants: [],
    projectRoots: ["/p"],
    limits: {},
    revision: "b",
  };
  const result = compile(policy, readers);
  if (!result.ok) throw new Error(`the bench's rules do not compile: ${result.errors[0]?.message}`);
  return result.policy;
}

function timed<T>(work: () => T): { readonly value: T; readonly ms: number } {
  const start = process.cpuUsage();
  const value = work();
  const spent = process.cpuUsage(start);
  return { value, ms: (spent.user + spent.system) / 1000 };
}

function heap(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}
