/** From a shell line to a decision: short commands against gemini-cli-core's shell path, and hostile lines. */
import { readFileSync } from "node:fs";

import { compile } from "../src/core/compile.ts";
import { decide } from "../src/core/decide.ts";
import { plainWorld } from "../src/read/plain-world.ts";

import { read, readers } from "../src/read/read.ts";
import { cpuPerCall, micros, percentile, printTable, times } from "./measure.ts";

const PROJECT = "/home/dev/app";
const world = plainWorld({
  platform: "linux",
  home: "/home/dev",
  env: {},
  path: "any",
  cwd: PROJECT,
  project: PROJECT,
});

export async function run(): Promise<void> {
  const lines = readFileSync(new URL("lines.txt", import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "");
  const ours = ourPath();
  const gemini = await geminiPath();
  const mine = await cpuPerCall((i) => ours(lines[i % lines.length] as string));
  const theirs = await cpuPerCall((i) => gemini(lines[i % lines.length] as string));
  printTable(`shell line → decision, ${lines.length} short lines (µs CPU)`, [
    ["path", "mean", "p50 wall"],
    ["assent", micros(mine), micros(wallP50(ours, lines))],
    ["gemini-cli-core", micros(theirs), "–"],
    ["gemini ÷ assent", times(theirs / mine), ""],
  ]);
  const hostile: [string, string][] = [
    ["16 KiB of nested $(", "$(".repeat(8_000)],
    ["16 KiB of quotes", `"$('`.repeat(4_000)],
    ["50,000 parts", "ls;".repeat(50_000)],
    ["5,000 parts, in the limit", "ls;".repeat(5_000)],
    ["nested braces", `echo ${"{a,b}".repeat(3_000)}`],
    ["deep subshells", `${"(".repeat(4_000)}ls${")".repeat(4_000)}`],
    ["long words", `echo ${"a*".repeat(8_000)}`],
  ];
  printTable("hostile lines (ms wall, the worst of 5)", [
    ["line", "ms"],
    ...hostile.map(([name, line]) => [name, worst(() => ours(line)).toFixed(1)]),
  ]);
}

function ourPath(): (line: string) => unknown {
  const compiled = compile(
    {
      layers: {},
      rules: [{ id: "r", tool: "shell", pattern: "npm run *", decision: "allow", scope: "project" }],
      level: "L0",
      approvalMode: "ask",
      grants: [{ root: PROJECT, recursive: true, can: ["read"] }],
      projectRoots: [PROJECT],
      limits: {},
      revision: "bench",
    },
    readers,
  );
  if (!compiled.ok) throw new Error("the bench's policy does not compile");
  const { policy } = compiled;
  return (line) =>
    decide(
      read(
        { tool: "shell", args: { command: line }, cwd: PROJECT, project: PROJECT, source: "model", attended: true },
        world,
      ),
      policy,
      0,
    );
}

async function geminiPath(): Promise<(line: string) => Promise<unknown>> {
  const at = (path: string): string =>
    new URL(`peers/node_modules/@google/gemini-cli-core/dist/src/${path}`, import.meta.url).href;
  const shell = (await import(at("utils/shell-utils.js"))) as { initializeShellParsers(): Promise<void> };
  const { PolicyEngine } = (await import(at("policy/policy-engine.js"))) as {
    PolicyEngine: new (config: unknown) => { check(call: unknown, server: undefined): Promise<unknown> };
  };
  await shell.initializeShellParsers();
  console.debug = () => undefined; // it logs every check
  const engine = new PolicyEngine({
    rules: [{ toolName: "run_shell_command", argsPattern: /"command":"npm run /u, decision: "allow", priority: 1 }],
  });
  return (line) => engine.check({ name: "run_shell_command", args: { command: line } }, undefined);
}

function wallP50(work: (line: string) => unknown, lines: readonly string[]): number {
  const spans: number[] = [];
  for (let i = 0; i < 20_000; i += 1) {
    const start = process.hrtime.bigint();
    work(lines[i % lines.length] as string);
    spans.push(Number(process.hrtime.bigint() - start) / 1000);
  }
  return percentile(spans, 50);
}

function worst(work: () => unknown): number {
  return Math.max(
    ...Array.from({ length: 5 }, () => {
      const start = performance.now();
      work();
      return performance.now() - start;
    }),
  );
}
