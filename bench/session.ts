/**
 * How often a person is interrupted: the recorded session of `cases/session`, decided as on the first day (opening
 * question answered "read and edit", everyday preset, no rule of one's own) and again with what the cards' preselected
 * offers left behind.
 */
import { readFileSync } from "node:fs";

import { compile } from "../src/core/compile.ts";
import type { Decision } from "../src/core/decision.ts";
import { decide } from "../src/core/decide.ts";
import type { Policy, Rule } from "../src/core/policy.ts";
import { presetRules } from "../src/host/policy/presets.ts";
import { plainWorld } from "../src/read/plain-world.ts";

import { read, readers } from "../src/read/read.ts";
import type { World } from "../src/read/world.ts";
import { printTable } from "./measure.ts";

interface Session {
  readonly agent: string;
  readonly project: string;
  /** Programs in the project's `node_modules/.bin`. */
  readonly installed: readonly string[];
  readonly calls: readonly { readonly tool_name: string; readonly tool_input: unknown }[];
}

export interface Card {
  readonly day: "first" | "after";
  readonly text: string;
  readonly reason: string;
  readonly remembered: string;
}

export async function run(): Promise<void> {
  const cards = countCards();
  printTable("cards in the recorded session", [
    ["day", "cards"],
    ["first", String(cards.filter((card) => card.day === "first").length)],
    ["after", String(cards.filter((card) => card.day === "after").length)],
  ]);
  for (const card of cards)
    process.stdout.write(`  ${card.day.padEnd(5)}  ${card.text.padEnd(60)}  ${card.reason}  → ${card.remembered}\n`);
}

/** Each card is answered as a busy person would: the preselected offer, for the project. */
export function countCards(): Card[] {
  const session = JSON.parse(
    readFileSync(new URL("../cases/session/coding-session.json", import.meta.url), "utf8"),
  ) as Session;
  const rules: Rule[] = [
    ...presetRules("everyday"),
    { id: "opening", tool: "change", pattern: "**", decision: "allow", scope: "project" },
  ];
  const cards: Card[] = [];
  for (const day of ["first", "after"] as const) {
    for (const call of session.calls) {
      const decision = decideCall(session, call, rules);
      if (decision.effect === "allow") continue;
      const remembered = remember(decision, rules);
      const text = JSON.stringify(Object.values(call.tool_input as object)[0]).slice(0, 58);
      cards.push({ day, text, reason: `${decision.effect} ${decision.code}`, remembered });
    }
  }
  return cards;
}

function decideCall(session: Session, call: Session["calls"][number], rules: readonly Rule[]): Decision {
  const { project } = session;
  const policy: Policy = {
    layers: {},
    rules,
    level: "L0",
    approvalMode: "ask",
    grants: [{ root: project, recursive: true, can: ["read", "write", "edit"] }],
    projectRoots: [project],
    limits: {},
    revision: String(rules.length),
  };
  const compiled = compile(policy, readers);
  if (!compiled.ok) throw new Error(compiled.errors[0]?.message);
  const world: World = {
    ...plainWorld({ platform: "linux", home: "/home/dev", env: {}, path: "any", cwd: project, project }),
    readdir: (path) => (path === `${project}/node_modules/.bin` ? session.installed : null),
  };
  const reading = read(
    {
      tool: call.tool_name,
      args: call.tool_input,
      agent: session.agent,
      cwd: project,
      project,
      source: "external",
      attended: true,
    },
    world,
  );
  return decide(reading, compiled.policy, 0);
}

function remember(decision: Decision, rules: Rule[]): string {
  const offer = decision.offers[0];
  if (offer === undefined) return "once";
  for (const rule of offer.rules) rules.push({ ...rule, id: `r${rules.length}`, decision: "allow", scope: "project" });
  return offer.rules.map((rule) => `${rule.tool}: ${rule.pattern}`).join(", ");
}
