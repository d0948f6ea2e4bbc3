import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { compile } from "../src/core/compile.ts";
import { decide } from "../src/core/decide.ts";
import type { Effect } from "../src/core/effect.ts";
import { strictest } from "../src/core/effect.ts";
import type { Policy, Rule } from "../src/core/policy.ts";
import { plainWorld } from "../src/read/plain-world.ts";
import { read, readers } from "../src/read/read.ts";

/**
 * Scores files of `{ cmd, expected?, category?, assume_allow_rules?, … }` rows. `npm run score -- FILE…`
 * `--list` prints each row that is not as expected; `--list looser` only those that are let through too easily.
 */

interface Row {
  readonly id: string;
  readonly cmd: string;
  readonly expected?: string;
  readonly category?: string;
  readonly group?: string;
  readonly source?: string;
  readonly class?: string;
  readonly network?: boolean;
  readonly debatable?: boolean;
  readonly assume_allow_rules?: readonly string[];
  readonly assume_deny_rules?: readonly string[];
}

const CWD = "/home/dev/app";
const world = plainWorld({ home: "/home/dev", cwd: CWD, project: CWD });

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: "boolean" }, looser: { type: "boolean" } },
});

for (const file of positionals) scoreFile(file);

function scoreFile(file: string): void {
  const rows = JSON.parse(readFileSync(file, "utf8")) as readonly Row[];
  const groups = new Map<string, { right: number; looser: number; stricter: number; rows: number }>();
  for (const row of rows) {
    const rules = row.assume_allow_rules !== undefined || row.assume_deny_rules !== undefined;
    const verdicts = rules ? [verdictOf(row, true), verdictOf(row, false)] : [verdictOf(row, false)];
    const worst = verdicts.map((effect) => judge(row, effect)).sort()[0]!;
    const group = groups.get(groupOf(row)) ?? { right: 0, looser: 0, stricter: 0, rows: 0 };
    groups.set(groupOf(row), group);
    group.rows++;
    group[worst]++;
    if (worst !== "right" && values.list && (!values.looser || worst === "looser")) list(row, worst, verdicts);
  }
  print(basename(file), groups);
}

function verdictOf(row: Row, withRules: boolean): Effect {
  const rules = withRules
    ? [...toRules(row.assume_allow_rules, "allow"), ...toRules(row.assume_deny_rules, "deny")]
    : [];
  const policy: Policy = {
    layers: {},
    rules,
    level: "L0",
    approvalMode: "ask",
    grants: [{ root: CWD, recursive: true, can: ["read"] }],
    projectRoots: [CWD],
    limits: {},
    revision: "score",
    home: "/home/dev",
  };
  const compiled = compile(policy, readers);
  if (!compiled.ok)
    throw new Error(`${row.id}: ${compiled.errors.map(({ path, message }) => `${path}: ${message}`).join("; ")}`);
  const reading = read(
    { tool: "shell", args: { command: row.cmd }, cwd: CWD, project: CWD, source: "model", attended: true },
    world,
  );
  return decide(reading, compiled.policy, 0).effect;
}

/** A pattern that no rule can be (`[[ *`) speaks of nothing. */
function toRules(patterns: readonly string[] = [], decision: Effect): readonly Rule[] {
  return patterns
    .filter((pattern) => readers.command(pattern).ok)
    .map((pattern, at) => ({ id: `${decision}-${at}`, tool: "shell", pattern, decision, scope: "project" }));
}

/** What a row expects, as the loosest and the strictest verdict that are right. */
function expectedOf(row: Row): readonly [Effect, Effect] {
  if (row.expected === "not-allow") return [row.debatable ? "allow" : "ask", "deny"];
  if (row.expected === "not-deny") return ["allow", "ask"];
  if (row.expected === "deny") return ["ask", "deny"];
  if (row.expected === "allow" || (row.expected === undefined && row.class === "read-only")) return ["allow", "allow"];
  return ["ask", "deny"];
}

function judge(row: Row, effect: Effect): "right" | "looser" | "stricter" {
  const [loosest, strict] = expectedOf(row);
  if (strictest(effect, loosest) !== effect) return "looser";
  return strictest(effect, strict) === strict ? "right" : "stricter";
}

function groupOf(row: Row): string {
  const source = row.source?.split(" ")[0] ?? "";
  if (row.network !== undefined) return row.network ? "remote" : "local";
  return row.category ?? (row.expected !== undefined && source.includes("@") ? source : "all");
}

function list(row: Row, worst: string, verdicts: readonly Effect[]): void {
  console.log(
    `${worst.padEnd(9)}${row.id.padEnd(12)}${verdicts.join("/").padEnd(10)} want ${row.expected ?? "allow"}  ${JSON.stringify(row.cmd)}  ${row.assume_allow_rules?.join(", ") ?? ""}`,
  );
}

function print(
  name: string,
  groups: ReadonlyMap<string, { right: number; looser: number; stricter: number; rows: number }>,
): void {
  console.log(name);
  for (const [group, { right, looser, stricter, rows }] of [...groups].sort()) {
    const percent = ((100 * right) / rows).toFixed(1);
    console.log(
      `  ${group.padEnd(34)} ${String(right).padStart(5)} / ${String(rows).padEnd(5)} right (${percent} %)   ${looser} looser, ${stricter} stricter`,
    );
  }
}
