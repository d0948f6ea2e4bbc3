/**
 * One decision among many rules: `decide` with its trace, against a hand-written map index (which answers with a word, and
 * knows no layers, levels, grants or findings), the same index where it answers with a reason and a trace, casbin, CASL
 * and the policy engine of gemini-cli-core, on the same rules and calls. Half of the calls match a rule. The peers are installed from
 * `bench/peers` on the first run.
 */
import { compile } from "../src/core/compile.ts";
import { decide } from "../src/core/decide.ts";
import type { Policy, Rule } from "../src/core/policy.ts";
import type { Reading } from "../src/core/reading.ts";
import { plainWorld } from "../src/read/plain-world.ts";

import { read, readers } from "../src/read/read.ts";
import { cpuPerCall, micros, printTable, seeded, times } from "./measure.ts";
import { loadPeer } from "./peer-package.ts";

interface Sample {
  readonly tool: string;
  readonly words: readonly string[];
  readonly reading: Reading;
}
type Engine = (sample: Sample) => unknown;

const PROJECT = "/home/dev/app";
const NOW = 1_700_000_000_000;

export async function run(): Promise<void> {
  const peers = await loadPeers();
  console.debug = () => undefined; // gemini-cli-core logs every check
  // What is measured first would also pay for being compiled to machine code.
  const warm = makeRules(1_000, "uniform");
  for (const engine of [mapIndex(warm), tracedIndex(warm), decideEngine(warm)])
    await measure(engine, makeSamples(warm));
  for (const shape of ["uniform", "skewed"] as const) {
    const rows: string[][] = [
      ["rules", "map index", "with a trace", "decide", "÷ index", "÷ with a trace", "casbin ÷", "CASL ÷", "gemini ÷"],
    ];
    for (const size of [10, 1_000, 10_000, 100_000]) {
      const rules = makeRules(size, shape);
      const samples = makeSamples(rules);
      const index = await measure(mapIndex(rules), samples);
      const traced = await measure(tracedIndex(rules), samples);
      const ours = await measure(decideEngine(rules), samples);
      const row = [micros(index), micros(traced), micros(ours), times(ours / index), times(ours / traced)];
      row.unshift(String(size));
      for (const peer of peers)
        row.push(size > peer.limit ? "–" : times((await measure(await peer.make(rules), samples)) / ours));
      rows.push(row);
    }
    printTable(`decide, ${shape} rules (µs CPU a decision; the peers as multiples of decide)`, rows);
  }
}

/** 55 % command, 30 % path and 15 % MCP rules; `skewed` puts every command rule under one program and subcommand. */
export function makeRules(size: number, shape: "uniform" | "skewed"): Rule[] {
  const random = seeded(size + (shape === "skewed" ? 1 : 0));
  const pick = (n: number): number => Math.floor(random() * n);
  const spread = Math.max(4, Math.ceil(Math.sqrt(size)));
  return Array.from({ length: size }, (_, i): Rule => {
    const decision = (["allow", "allow", "ask", "deny"] as const)[pick(4)] ?? "ask";
    const base = { id: `r${i}`, decision, scope: "project" as const };
    const kind = shape === "skewed" ? 0 : random();
    if (kind < 0.55) {
      const words =
        shape === "skewed" ? `git push remote${i} branch${pick(50)}` : `tool${pick(spread)} sub${pick(spread)} arg${i}`;
      return { ...base, tool: "shell", pattern: random() < 0.5 ? words : `${words} *` };
    }
    if (kind < 0.85)
      return {
        ...base,
        tool: "change",
        pattern: `dir${pick(spread)}/sub${pick(spread)}/file${i}${random() < 0.5 ? ".ts" : "/**"}`,
      };
    return { ...base, tool: `mcp__server${pick(spread)}__tool${i}`, pattern: "*" };
  });
}

const world = plainWorld({
  platform: "linux",
  home: "/home/dev",
  env: {},
  path: "any",
  cwd: PROJECT,
  project: PROJECT,
});

export function makeSamples(rules: readonly Rule[], count = 512): Sample[] {
  const random = seeded(7);
  return Array.from({ length: count }, (_, i) => {
    const rule = rules[Math.floor(random() * rules.length)] as Rule;
    return toSample(rule, random() < 0.5 ? "" : `x${i}`);
  });
}

function toSample(rule: Rule, miss: string): Sample {
  if (rule.tool === "shell") {
    const words = rule.pattern.replace(/ \*$/u, "").split(" ");
    const called = [...words.slice(0, -1), `${words.at(-1)}${miss}`];
    return { tool: "shell", words: called, reading: readCall("shell", { command: called.join(" ") }) };
  }
  if (rule.tool === "change") {
    const path = rule.pattern.replace(/\/\*\*$/u, "/deep.ts");
    const words = `${path}${miss}`.split("/");
    return { tool: "change", words, reading: readCall("write_file", { path: words.join("/"), content: "x" }) };
  }
  return { tool: `${rule.tool}${miss}`, words: [], reading: readCall(`${rule.tool}${miss}`, { text: "hello" }) };
}

function readCall(tool: string, args: unknown): Reading {
  const descriptor = tool.startsWith("mcp__")
    ? {
        descriptor: {
          server: tool.split("__")[1] as string,
          name: tool.split("__")[2] as string,
          hash: "h",
          pinned: "h",
        },
      }
    : {};
  return read({ tool, args, cwd: PROJECT, project: PROJECT, source: "model", attended: true, ...descriptor }, world);
}

/** Many and short: the first ones still pay for collecting what compiling left behind. */
const ROUNDS = { rounds: 15, budgetMs: 60 };

async function measure(engine: Engine, samples: readonly Sample[]): Promise<number> {
  return cpuPerCall((i) => engine(samples[i % samples.length] as Sample), ROUNDS);
}

function toPolicy(rules: readonly Rule[]): Policy {
  return {
    layers: {},
    rules,
    level: "L0",
    approvalMode: "ask",
    grants: [{ root: PROJECT, recursive: true, can: ["read", "write", "edit"] }],
    projectRoots: [PROJECT],
    limits: {},
    revision: "bench",
  };
}

function decideEngine(rules: readonly Rule[]): Engine {
  const compiled = compile(toPolicy(rules), readers);
  if (!compiled.ok) throw new Error(`the bench's rules do not compile: ${compiled.errors[0]?.message}`);
  const { policy } = compiled;
  return (sample) => decide(sample.reading, policy, NOW);
}

/** What a programmer would write by hand for exactly these rules: tool → first word → second word → list. */
function mapIndex(rules: readonly Rule[]): Engine {
  const find = finder(rules);
  return (sample) => find(sample)?.decision ?? "ask";
}

/** The same, saying as much as a decision does: code, reason, who decided, the part's answer, a step for each stage. */
function tracedIndex(rules: readonly Rule[]): Engine {
  const find = finder(rules);
  return (sample) => {
    const rule = find(sample);
    const effect = rule?.decision ?? "ask";
    const code = rule === undefined ? "level-ask" : `rule-${effect}`;
    const reason =
      rule === undefined ? "no rule covers this" : `the rule \`${rule.tool} ${rule.pattern}\` says ${effect}`;
    const decidedBy = { kind: rule === undefined ? "level" : "rule", id: rule?.id ?? "L0" };
    const trace: object[] = [];
    for (let stage = 1; stage <= 11; stage += 1)
      trace.push(stage === 6 ? { stage, name: "parts", effect, text: reason } : (QUIET_STEPS[stage - 1] as object));
    const parts = [{ text: sample.reading.parts[0]?.text, effect, code, reason, decidedBy }];
    return { effect, code, reason, decidedBy, class: sample.reading.class, findings: [], parts, trace };
  };
}

const QUIET_STEPS: readonly object[] = Array.from({ length: 11 }, (_, at) => ({
  stage: at + 1,
  text: "nothing to say",
}));

/** The strictest of the rules that match. */
function finder(rules: readonly Rule[]): (sample: Sample) => Rule | undefined {
  const index = new Map<string, Map<string, Map<string, Rule[]>>>();
  for (const rule of rules) {
    const words = rule.tool === "change" ? rule.pattern.split("/") : rule.pattern.split(" ");
    const [first = "", second = ""] = words;
    const byFirst = getOrAdd(index, rule.tool, () => new Map<string, Map<string, Rule[]>>());
    const bySecond = getOrAdd(byFirst, rule.pattern === "*" ? "" : first, () => new Map<string, Rule[]>());
    getOrAdd(bySecond, rule.pattern === "*" ? "" : second, () => []).push(rule);
  }
  return (sample) => {
    const candidates =
      index
        .get(sample.tool)
        ?.get(sample.words[0] ?? "")
        ?.get(sample.words[1] ?? "") ?? [];
    let strictest: Rule | undefined;
    for (const rule of candidates) {
      if (!matches(rule, sample)) continue;
      if (rule.decision === "deny") return rule;
      if (strictest === undefined || rule.decision === "ask") strictest = rule;
    }
    return strictest;
  };
}

function matches(rule: Rule, sample: Sample): boolean {
  if (rule.pattern === "*") return true;
  const separator = rule.tool === "change" ? "/" : " ";
  const parts = rule.pattern.split(separator);
  const open = parts.at(-1) === "*" || parts.at(-1) === "**";
  const words = open ? parts.slice(0, -1) : parts;
  if (open ? sample.words.length < words.length : sample.words.length !== words.length) return false;
  return words.every((word, i) => word === sample.words[i]);
}

function getOrAdd<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}

interface Peer {
  /** Larger rule sets take minutes to load. */
  readonly limit: number;
  make(rules: readonly Rule[]): Promise<Engine>;
}

async function loadPeers(): Promise<Peer[]> {
  const casbin = await loadPeer("casbin/lib/esm/index.mjs");
  const casl = await loadPeer("@casl/ability/dist/esm/index.mjs");
  const gemini = await loadPeer("@google/gemini-cli-core/dist/src/policy/policy-engine.js");
  return [casbinPeer(casbin), caslPeer(casl), geminiPeer(gemini)];
}

const subject = (sample: Sample): string => sample.words.join(sample.tool === "change" ? "/" : " ");

function casbinPeer(casbin: Record<string, any>): Peer {
  const model = `[request_definition]\nr = tool, text\n[policy_definition]\np = tool, text, eft\n[policy_effect]\ne = some(where (p.eft == allow)) && !some(where (p.eft == deny))\n[matchers]\nm = r.tool == p.tool && keyMatch(r.text, p.text)`;
  return {
    limit: 10_000,
    make: async (rules) => {
      const enforcer = await casbin["newEnforcer"](casbin["newModel"](model));
      await enforcer.addPolicies(
        rules.map((rule) => [
          rule.tool,
          rule.pattern.replace(/\*\*$/u, "*"),
          rule.decision === "ask" ? "deny" : rule.decision,
        ]),
      );
      return (sample) => enforcer.enforceSync(sample.tool, subject(sample));
    },
  };
}

function caslPeer(casl: Record<string, any>): Peer {
  return {
    limit: 100_000,
    make: async (rules) => {
      const { can, cannot, build } = new casl["AbilityBuilder"](casl["createMongoAbility"]);
      for (const rule of rules) {
        const prefix = rule.pattern.replace(/\*+$/u, "");
        const conditions =
          prefix === rule.pattern
            ? { text: rule.pattern }
            : { text: { $regex: `^${prefix.replace(/[.\\]/gu, "\\$&")}` } };
        (rule.decision === "allow" ? can : cannot)("run", rule.tool, conditions);
      }
      const ability = build();
      return (sample) => ability.can("run", casl["subject"](sample.tool, { text: subject(sample) }));
    },
  };
}

function geminiPeer(gemini: Record<string, any>): Peer {
  return {
    limit: 100_000,
    make: async (rules) => {
      const engine = new gemini["PolicyEngine"]({
        rules: rules.map((rule) => ({
          toolName: rule.tool === "shell" ? "bench_shell" : rule.tool,
          ...(rule.pattern === "*"
            ? {}
            : { argsPattern: new RegExp(`"text":"${rule.pattern.replace(/\*+$/u, "").replace(/[.\\]/gu, "\\$&")}`) }),
          decision: rule.decision === "ask" ? "ask_user" : rule.decision,
          priority: 1,
        })),
      });
      return (sample) =>
        engine.check(
          { name: sample.tool === "shell" ? "bench_shell" : sample.tool, args: { text: subject(sample) } },
          undefined,
        );
    },
  };
}
