/** From a shell line to a decision: short commands against gemini-cli-core's shell path, and hostile lines. */
import { readFileSync } from "node:fs";

import { compile } from "../src/core/compile.ts";
import { decide } from "../src/core/decide.ts";
import type { Reading } from "../src/core/reading.ts";
import { plainWorld } from "../src/read/plain-world.ts";

import { read, readers } from "../src/read/read.ts";
import { cpuPerCall, micros, percentile, printTable, times } from "./measure.ts";
import { loadPeer } from "./peer-package.ts";

const PROJECT = "/home/dev/app";
const world = plainWorld({
  platform: "linux",
  home: "/home/dev",
  env: {},
  path: "any",
  cwd: PROJECT,
  project: PROJECT,
});

/** As long as a line may be, or longer. */
const HOSTILE: readonly (readonly [string, string])[] = [
  ["nested $(", "$(".repeat(8_000)],
  ["nested $(( a[", `echo ${"$((a[".repeat(3_000)}`],
  ["nested ${a:-", `echo ${"${a:-".repeat(3_000)}${"}".repeat(3_000)}`],
  ["quotes", `"$('`.repeat(4_000)],
  ["50,000 parts", "ls;".repeat(50_000)],
  ["5,000 parts", "ls;".repeat(5_000)],
  ["4,000 wrappers in each other", `${"env ".repeat(4_000)}ls`],
  ["1,000 folders in each other", "mkdir -p a&&cd a;".repeat(1_000)],
  ["2,000 pipes", "ls|".repeat(2_000)],
  ["3,000 paths", `rm ${numbered(3_000, "f", " ")}`],
  ["2,500 redirections", `ls ${numbered(2_500, ">f", " ")}`],
  ["1,500 here-documents", "cat <<E\nx\nE\n".repeat(1_500)],
  ["1,500 variables", numbered(1_500, "a=1; b", "&&")],
  ["a variable that doubles", `a=xxxxxxxx;${"a=$a$a;".repeat(60)}cat $a`],
  ["nested braces", `echo ${"{a,b}".repeat(3_000)}`],
  ["deep subshells", `${"(".repeat(4_000)}ls${")".repeat(4_000)}`],
  ["nested loops", `${"for i in a b; do ".repeat(500)}ls;${" done;".repeat(500)}`],
  ["nested functions", `${"f(){ ".repeat(2_500)}ls;${" };".repeat(2_500)}`],
  ["one long word", `cat ${"a*".repeat(8_000)}`],
  ["2,700 wrappers", `${"xargs ".repeat(2_700)}ls`],
  ["5,000 that may start", `foo ${"rm ".repeat(5_000)}`],
];

function numbered(count: number, before: string, between: string): string {
  return Array.from({ length: count }, (_, at) => before + at)
    .join(between)
    .slice(0, 16_000);
}

export async function run(): Promise<void> {
  const lines = readFileSync(new URL("lines.txt", import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "");
  const ours = ourPath();
  const gemini = await geminiPath();
  const paths = [ours, gemini].map((path) => (i: number) => path(lines[i % lines.length] as string));
  const [oursFirst = 0, theirsFirst = 0] = await inOrder(paths, (path) => firstCalls(path));
  const [mine = 0, theirs = 0] = await inOrder(paths, (path) => cpuPerCall(path, { warmMs: 6_000 }));
  printTable(`shell line → decision, ${lines.length} short lines (µs CPU, all threads; p50 of the lines: its own)`, [
    ["path", `first ${FIRST}`, "mean", "p50"],
    ["assent", micros(oursFirst), micros(mine), micros(p50(ours, lines))],
    ["gemini-cli-core", micros(theirsFirst), micros(theirs), "–"],
    ["gemini ÷ assent", times(theirsFirst / oursFirst), times(theirs / mine), ""],
  ]);
  printTable("hostile lines (ms CPU, the best of 5)", [
    ["line", "read", "and decide"],
    ...HOSTILE.map(([name, line]) => [name, best(() => readLine(line)), best(() => ours(line))]),
  ]);
}

/** Calls of a program that has just started. */
const FIRST = 1_000;

async function firstCalls(work: (i: number) => unknown): Promise<number> {
  const before = process.cpuUsage();
  for (let i = 0; i < FIRST; i += 1) await work(i);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / FIRST;
}

async function inOrder<T>(items: readonly T[], measure: (item: T) => Promise<number>): Promise<readonly number[]> {
  const results: number[] = [];
  for (const item of items) results.push(await measure(item));
  return results;
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
  return (line) => decide(readLine(line), policy, 0);
}

function readLine(command: string): Reading {
  const call = { tool: "shell", args: { command }, cwd: PROJECT, project: PROJECT, attended: true } as const;
  return read({ ...call, source: "model" }, world);
}

async function geminiPath(): Promise<(line: string) => Promise<unknown>> {
  const load = (path: string) => loadPeer(`@google/gemini-cli-core/dist/src/${path}`);
  const shell = (await load("utils/shell-utils.js")) as { initializeShellParsers(): Promise<void> };
  const { PolicyEngine } = (await load("policy/policy-engine.js")) as {
    PolicyEngine: new (config: unknown) => { check(call: unknown, server: undefined): Promise<unknown> };
  };
  await shell.initializeShellParsers();
  console.debug = () => undefined; // it logs every check
  const engine = new PolicyEngine({
    rules: [{ toolName: "run_shell_command", argsPattern: /"command":"npm run /u, decision: "allow", priority: 1 }],
  });
  return (line) => engine.check({ name: "run_shell_command", args: { command: line } }, undefined);
}

/** CPU time of each line by itself, then the one in the middle. */
function p50(work: (line: string) => unknown, lines: readonly string[]): number {
  const means = lines.map((line) => {
    const before = process.threadCpuUsage();
    for (let i = 0; i < 500; i += 1) work(line);
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 500;
  });
  return percentile(means, 50);
}

function best(work: () => unknown): string {
  const spans = Array.from({ length: 5 }, () => {
    const before = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...spans).toFixed(1);
}
