/**
 * Scores public trouble reports, reduced to calls with the answers that would have been right:
 * `npm run score:reports -- FILE`. Rules, grants and modes of a row become ours; what takes more than a decision (a
 * card, a crash, a second session) is left out and counted apart.
 */
import { readFileSync } from "node:fs";

import { compile, type CompiledPolicy } from "../src/core/compile.ts";
import { decide } from "../src/core/decide.ts";
import type { Decision } from "../src/core/decision.ts";
import type { Effect } from "../src/core/effect.ts";
import type { Entry, Layer, Policy, Rule } from "../src/core/policy.ts";
import type { Call } from "../src/read/call.ts";
import { withLinkedRules } from "../src/host/policy/linked-rules.ts";
import { plainWorld } from "../src/read/plain-world.ts";
import { read, readers } from "../src/read/read.ts";
import type { World } from "../src/read/world.ts";

interface ReportRule {
  readonly tool: string;
  readonly pattern: string;
  readonly decision: Effect;
  readonly scope: string;
  readonly match?: string;
}

interface ReportCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly cwd?: string;
  readonly server?: string;
  readonly name?: string;
  readonly wire?: string;
  readonly annotations?: { readonly readOnlyHint?: unknown };
}

interface Step {
  readonly call?: ReportCall;
  readonly rule?: ReportRule;
  readonly answer?: string;
}

interface Input {
  readonly rules?: readonly ReportRule[];
  readonly call?: ReportCall;
  readonly calls?: readonly ReportCall[];
  readonly steps?: readonly Step[];
  readonly grants?: readonly { readonly path: string; readonly access: string }[];
  readonly fs?: Readonly<Record<string, unknown>>;
  readonly mode?: string | Readonly<Record<string, string>>;
  readonly platform?: World["platform"];
  readonly shell?: World["shell"];
  readonly interactive?: boolean;
  readonly server_trust?: string;
}

interface Report {
  readonly id: string;
  readonly area: string;
  readonly side: string;
  readonly title: string;
  readonly input: Input;
  readonly expected: { readonly decision: string };
  readonly note?: string;
}

/** Inputs that a decision looks at; a row with any other needs a host. */
const DECIDED = new Set(
  "rules call calls steps grants fs mode platform shell interactive server_trust builtin_safe outside_default protected project_root display_name".split(
    " ",
  ),
);
const STEP_KEYS = new Set(["call", "rule", "answer", "event"]);

function isForDecision({ input, expected }: Report): boolean {
  const steps = input.steps ?? [];
  const calls = [input.call, ...(input.calls ?? []), ...steps.map(({ call }) => call)].filter(
    (call) => call !== undefined,
  );
  return (
    Object.keys(input).every((key) => DECIDED.has(key)) &&
    steps.every((step) =>
      Object.keys(step).every((key) => STEP_KEYS.has(key) && (key !== "event" || isOnlyListing(step))),
    ) &&
    calls.length > 0 &&
    !(input.rules ?? []).some(hasNoLike) &&
    calls.every((call) => typeof call === "object" && toolOf(call) !== null) &&
    /^(?:allow|ask|deny|same|second call: allow)\b/.test(expected.decision)
  );
}

/** Denies by regular expression and exceptions from a rule are nothing that our rules have. */
function hasNoLike({ tool, pattern, decision }: ReportRule): boolean {
  return (tool === "shell" && isRegex(pattern) && decision !== "allow") || pattern.startsWith("!");
}

/** A server that lists a tool: what a call of ours brings along. */
function isOnlyListing(step: object): boolean {
  return /^server \w+ lists tool/.test(String((step as { readonly event?: unknown }).event));
}

function verdictsOf({ input }: Report): readonly Effect[] {
  const bench = benchFor(input);
  const rules: Rule[] = (input.rules ?? []).flatMap(toRule);
  const effects: Effect[] = [];
  const run = (call: ReportCall): Decision => decideCall(call, rules, bench);
  if (input.call) effects.push(run(input.call).effect);
  for (const call of input.calls ?? []) effects.push(run(call).effect);
  for (const { call, rule, answer } of input.steps ?? []) {
    if (rule) rules.push(...toRule(rule, rules.length));
    if (!call) continue;
    const decision = run(call);
    if (answer === "always")
      rules.push(
        ...(decision.offers[0]?.rules ?? []).map((offer, at): Rule => ({
          ...offer,
          id: `offer-${at}`,
          decision: "allow",
          scope: "project",
        })),
      );
    effects.splice(0, effects.length, decision.effect);
  }
  return effects;
}

interface Bench {
  readonly input: Input;
  readonly world: World;
  readonly root: string;
}

function benchFor(input: Input): Bench {
  const calls = [input.call, ...(input.calls ?? []), ...(input.steps ?? []).map(({ call }) => call)];
  const root = calls.find((call) => call?.cwd)?.cwd ?? "/home/dev/app";
  const home = JSON.stringify(input).includes("/home/u/")
    ? "/home/u"
    : input.platform === "win32"
      ? "C:/Users/a"
      : "/home/dev";
  const { platform = "linux", shell } = input;
  return {
    input,
    root,
    world: withLinks(plainWorld({ platform, ...(shell && { shell }), home, cwd: root, project: root }), input.fs ?? {}),
  };
}

/** The world with a few links in it: `{ "/etc": { "link": "/private/etc" } }`. */
function withLinks(world: World, fs: Readonly<Record<string, unknown>>): World {
  const links = Object.entries(fs).flatMap(([path, file]) =>
    typeof file === "object" && file !== null && "link" in file
      ? [{ path: path.replace("~", world.home), target: String(file.link) }]
      : [],
  );
  const linkAt = (path: string) => links.find((link) => link.path === path);
  const realpath = (path: string): string => {
    const link = links.find((each) => path === each.path || path.startsWith(`${each.path}/`));
    return link ? link.target + path.slice(link.path.length) : path;
  };
  return {
    ...world,
    foldsCase: (path) => (typeof fs["case_insensitive"] === "boolean" ? fs["case_insensitive"] : world.foldsCase(path)),
    lstat: (path) => (linkAt(path) ? { kind: "link", dev: 1, ino: 1, links: 1, size: 0 } : world.lstat(path)),
    readlink: (path) => linkAt(path)?.target ?? null,
    realpath,
  };
}

const MODES: Readonly<Record<string, Partial<Policy>>> = {
  "ask-all": { level: "L2" },
  auto: { approvalMode: "full" },
  bypass: { approvalMode: "full" },
};

function decideCall(call: ReportCall, rules: readonly Rule[], { input, world, root }: Bench): Decision {
  const grants = input.grants
    ? [...input.grants, { path: root, access: "read" }]
    : [{ path: root, access: "read-write" }];
  const policy: Policy = {
    layers: { chat: layerOf(input) },
    rules,
    level: "L0",
    approvalMode: "ask",
    grants: grants.map(({ path, access }) => ({
      root: world.realpath(path) ?? path,
      recursive: true,
      can: access === "read" ? ["read"] : ["read", "write", "edit"],
    })),
    projectRoots: [root],
    limits: {},
    revision: "reports",
    home: world.home,
    ...(typeof input.mode === "string" ? MODES[input.mode] : {}),
  };
  return decide(read(toCall(call, input, root), world), withLinkedRules(compiled(policy), world), 0);
}

function compiled(policy: Policy): CompiledPolicy {
  const result = compile(policy, readers);
  if (result.ok) return result.policy;
  throw new Error(result.errors.map(({ path, message }) => `${path}: ${message}`).join("; "));
}

/** What of the rules is a setting of ours: servers as a whole, and regular expressions as an allowlist. */
function layerOf({ rules = [], mode }: Input): Layer {
  const allowlist = rules
    .filter(({ tool, pattern, decision }) => tool === "shell" && isRegex(pattern) && decision === "allow")
    .map(({ pattern }) => pattern.slice(1, -1));
  const servers = rules.flatMap(({ tool, pattern, decision }): [string, Entry][] => {
    const [server = "", name = "*"] = pattern.split("/");
    return tool === "mcp" && name === "*" ? [[server, { mode: decision === "deny" ? "off" : decision }]] : [];
  });
  const modes = typeof mode === "object" ? mode : {};
  const shell: Entry | null =
    allowlist.length > 0 ? { mode: "allowlist", allowlist } : modes["shell"] === "ask" ? { mode: "ask" } : null;
  return {
    ...(shell && { native: { shell } }),
    mcp: { servers: Object.fromEntries(servers), ...(modes["mcp"] === "auto" && { shared: { mode: "allow" } }) },
  };
}

const ACTS: Readonly<Record<string, string>> = { read: "read", write: "change", edit: "change", delete: "delete" };

function toRule({ tool, pattern, decision }: ReportRule, at: number): readonly Rule[] {
  const rule = (name: string, text: string): readonly Rule[] => [
    { id: `rule-${at}`, tool: name, pattern: text, decision, scope: "project" },
  ];
  if (tool === "mcp") {
    const [server = "", name = "*"] = pattern.split("/");
    return name === "*" ? [] : rule(`mcp__${server}__${name}`, "*");
  }
  if (ACTS[tool] !== undefined) return rule(ACTS[tool], pattern.endsWith("/") ? `${pattern}**` : pattern);
  if (tool !== "shell") return rule(tool, "*");
  return isRegex(pattern) ? [] : rule("shell", byBaseName(pattern));
}

function isRegex(pattern: string): boolean {
  return pattern.length > 2 && pattern.startsWith("/") && pattern.endsWith("/");
}

/** A rule of ours names a program as it is called and not by where it lies. */
function byBaseName(pattern: string): string {
  const [, quoted, plain, rest = ""] = /^(?:"([^"]+)"|(\S+))(.*)$/.exec(pattern) ?? [];
  const program = (quoted ?? plain ?? "").split("/").at(-1) ?? "";
  return `${program.replace(/\.exe$/, "")}${rest}`;
}

const TOOLS: Readonly<Record<string, string>> = {
  shell: "shell",
  read: "read_file",
  write: "write_file",
  edit: "edit_file",
  delete: "delete_file",
  mcp: "mcp",
};

function toolOf({ tool }: ReportCall): string | null {
  return tool === "apply_patch" ? "apply_patch" : (TOOLS[tool] ?? null);
}

function toCall(call: ReportCall, input: Input, root: string): Call {
  const base = {
    cwd: call.cwd ?? root,
    project: root,
    source: "external",
    attended: input.interactive !== false,
  } as const;
  if (call.tool === "mcp") return { ...base, ...mcpCall(call, input) };
  if (call.tool === "apply_patch")
    return { ...base, tool: "apply_patch", agent: "codex", args: { input: patchOf(call.args) } };
  const more =
    call.tool === "write" ? { content: "" } : call.tool === "edit" ? { edits: [{ old: "a", new: "b" }] } : {};
  return { ...base, tool: toolOf(call) ?? call.tool, args: { ...more, ...call.args } };
}

function mcpCall(
  { server, name, wire, args, annotations }: ReportCall,
  input: Input,
): Pick<Call, "tool" | "args" | "descriptor"> {
  if (server === undefined || name === undefined) return { tool: String(wire), args };
  const trusted = input.server_trust === "trust-hints" && annotations?.readOnlyHint === true;
  return {
    tool: `mcp__${server}__${name}`,
    args,
    descriptor: { server, name, hash: "h", pinned: "h", ...(trusted && { class: "remote-read" }) },
  };
}

function patchOf({ files, patch }: Readonly<Record<string, unknown>>): string {
  const paths = Array.isArray(files) ? files.map(String) : [String(patch).replace("update ", "")];
  return [
    "*** Begin Patch",
    ...paths.flatMap((path) => [`*** Update File: ${path}`, "@@", "-a", "+b"]),
    "*** End Patch",
  ].join("\n");
}

function isRight({ expected, note = "" }: Report, effects: readonly Effect[]): boolean {
  const wanted = expected.decision;
  if (wanted === "same") return new Set(effects).size === 1;
  if (wanted.startsWith("ask")) return effects.every((effect) => effect !== "allow");
  if (wanted.startsWith("deny"))
    return effects.every((effect) => effect === "deny" || (effect === "ask" && note.includes("ask is acceptable")));
  return effects.every((effect) => effect === "allow");
}

function score(file: string): void {
  const reports = JSON.parse(readFileSync(file, "utf8")) as readonly Report[];
  const groups = new Map<string, { right: number; rows: number }>();
  const decided = reports.filter(isForDecision);
  for (const report of decided) {
    const effects = verdictsOf(report);
    const right = isRight(report, effects);
    const key = `${report.side.padEnd(10)} ${report.area}`;
    const group = groups.get(key) ?? { right: 0, rows: 0 };
    groups.set(key, { right: group.right + Number(right), rows: group.rows + 1 });
    if (!right) console.log(`${report.id}  ${effects.join(", ")}, not ${report.expected.decision}: ${report.title}`);
  }
  for (const [key, { right, rows }] of [...groups].sort()) console.log(`  ${key.padEnd(24)} ${right} / ${rows}`);
  console.log(`  ${reports.length - decided.length} of ${reports.length} need more than a decision`);
}

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error("usage: npm run score:reports -- FILE");
  process.exitCode = 2;
} else score(file);
