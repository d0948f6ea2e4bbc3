import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compile, type CompiledPolicy } from "../../../../src/core/compile.ts";
import { decide } from "../../../../src/core/decide.ts";
import type { ApprovalMode, Entry, Layer } from "../../../../src/core/policy.ts";
import { stricterMcp, stricterNative } from "../../../../src/host/policy/project-file/stricter.ts";
import { plainWorld } from "../../../../src/read/plain-world.ts";
import { read, readers } from "../../../../src/read/read.ts";

const RUNS = Number(process.env["ASSENT_PROPERTY_RUNS"] ?? 400);

const mode = fc.constantFrom<Entry>(
  { mode: "off" },
  { mode: "ask" },
  { mode: "allow" },
  { mode: "off", enforced: true },
  { mode: "ask", enforced: true },
  { mode: "allowlist", allowlist: ["git .*", "read_file.*", "mcp__git__log.*"] },
  { mode: "allowlist", allowlist: ["git .*"] },
  { callsPerRun: 1 },
  { mode: "allow", callsPerRun: 5 },
  { mode: "allow", since: 10 },
  { mode: "allow", since: 30 },
  { mode: "allowlist", allowlist: ["git .*", "mcp__git__.*"], since: 20 },
);
const some = (keys: readonly string[]): fc.Arbitrary<Record<string, Entry>> =>
  fc.dictionary(fc.constantFrom(...keys), mode, { maxKeys: 3 });
const layer: fc.Arbitrary<Layer> = fc
  .record({
    native: some(["file", "shell", "read_file", "write_file", "task", "wait", "mystery", "Frobnicate"]),
    shared: fc.option(mode),
    servers: some(["git", "db"]),
    tools: some(["mcp__git__log", "mcp__git__push", "mcp__db__read", "mcp__gone__do"]),
  })
  .map(({ native, shared, servers, tools }) => ({
    native,
    mcp: { servers, tools, ...(shared === null ? {} : { shared }) },
  }));
const app: fc.Arbitrary<Layer> = fc
  .record({ native: some(["file", "shell", "read_file", "wait"]), shared: fc.option(mode) })
  .map(({ native, shared }) => ({ native, ...(shared === null ? {} : { mcp: { shared } }) }));

interface Layers {
  readonly project: Layer;
  readonly app: Layer;
  readonly chat?: Layer;
}

function policyOf(layers: Layers, approvalMode: ApprovalMode): CompiledPolicy {
  const compiled = compile(
    {
      layers,
      rules: [],
      level: "L0",
      approvalMode,
      grants: [{ root: "/p", recursive: true, can: ["read", "write", "edit", "delete"] }],
      projectRoots: ["/p"],
      limits: { callsPerRun: 4 },
      revision: "",
    },
    readers,
  );
  if (!compiled.ok) throw new Error(compiled.errors[0]?.message);
  return compiled.policy;
}

const mcp = (server: string, name: string, age: { readonly firstSeen?: number } = {}): object => ({
  tool: `mcp__${server}__${name}`,
  args: { q: "x" },
  descriptor: { server, name, state: "ok", hash: "a", pinned: "a", class: "read", inputSchema: {}, ...age },
});
const CALLS: readonly object[] = [
  { tool: "shell", args: { command: "git log" } },
  { tool: "shell", args: { command: "make" } },
  { tool: "read_file", args: { path: "/p/a" } },
  { tool: "write_file", args: { path: "/p/a", content: "" } },
  { tool: "wait", args: {} },
  { tool: "task", args: {} },
  { tool: "mystery", args: {} },
  mcp("git", "log"),
  mcp("git", "push"),
  mcp("db", "read"),
  mcp("db", "write"),
  mcp("git", "log", { firstSeen: 15 }),
  mcp("git", "push", { firstSeen: 25 }),
  mcp("db", "write", { firstSeen: 40 }),
  { tool: "Frobnicate", args: {} },
  { tool: "mcp__gone__do", args: {} },
];
const WORLD = plainWorld({ path: "any" });

/** Each call as the first of its run, and past the limits that occur. */
const READINGS = [0, 2, 4, 6].flatMap((callsThisRun) =>
  CALLS.map((call) => {
    const base = { cwd: "/p", project: "/p", source: "model", attended: true } as const;
    return { ...read({ ...base, ...call } as never, WORLD), callsThisRun };
  }),
);

/** What is decided, and whether only a person may answer it; the order is that of strictness. */
const STEPS = ["allow", "ask", "ask a person", "deny"] as const;

interface Said {
  readonly step: number;
  readonly asks: readonly string[];
}

function saidOf(policy: CompiledPolicy): readonly Said[] {
  return READINGS.map((reading) => {
    const { effect, answerBy, findings } = decide(reading, policy, 0);
    const step = STEPS.indexOf(effect === "ask" && answerBy === "person" ? "ask a person" : effect);
    return { step, asks: findings.map(({ code }) => code) };
  });
}

const merged = (accepted: Layer, proposed: Layer, below: Layer): Layer => {
  const versions = { accepted, proposed };
  const under = { layers: [below], limits: { callsPerRun: 4 } };
  const [native, ofMcp] = [stricterNative(versions, under), stricterMcp(versions, under)];
  return { ...(native && { native }), ...(ofMcp && { mcp: ofMcp }) };
};

it("a layer of which one part is not accepted lets nothing run that either version stops", () => {
  fc.assert(
    fc.property(
      layer,
      layer,
      app,
      fc.constantFrom<Layer>({}, { native: { shell: { mode: "allow" }, wait: { mode: "allow" } } }),
      fc.constantFrom<ApprovalMode>("ask", "full"),
      (accepted, proposed, below, chat, approvalMode) => {
        const saids = (project: Layer) => saidOf(policyOf({ project, app: below, chat }, approvalMode));
        const versions = [saids(accepted), saids(proposed)];
        saids(merged(accepted, proposed, below)).forEach((said, at) => {
          const binding = versions.flatMap((each) => each.slice(at, at + 1));
          const call = JSON.stringify([CALLS[at % CALLS.length], said, binding]);
          expect(said.step, call).toBeGreaterThanOrEqual(Math.max(0, ...binding.map(({ step }) => step)));
        });
      },
    ),
    { numRuns: RUNS },
  );
});

it("and is the accepted one where both say the same", () => {
  fc.assert(
    fc.property(layer, app, (one, below) => {
      const said = (project: Layer) =>
        saidOf(policyOf({ project, app: below }, "full")).map(({ step, asks }) => [step, asks]);
      expect(said(merged(one, one, below))).toEqual(said(one));
    }),
    { numRuns: RUNS },
  );
});

describe("what only a person answers stays so under a file that nobody accepted", () => {
  const GIT: Layer = { mcp: { servers: { git: { mode: "allow", since: 10 } } } };
  const SHARED: Layer = { mcp: { shared: { mode: "allow", since: 10 } } };
  const REMOVED: Layer = {};
  const ASKED: Layer = { mcp: { servers: { git: { mode: "ask" } } } };
  const newPush = mcp("git", "push", { firstSeen: 25 });
  const oldPush = mcp("git", "push", { firstSeen: 5 });
  const frobnicate = { tool: "Frobnicate", args: {} };
  const asked: Layer = { native: { Frobnicate: { mode: "ask" } } };

  it.each<[string, Layer, Layer, object, string]>([
    ["a new tool that it allows", GIT, { mcp: { tools: { mcp__git__push: { mode: "allow" } } } }, newPush, "tool-new"],
    ["a new tool that it limits", GIT, { mcp: { tools: { mcp__git__push: { callsPerRun: 9 } } } }, newPush, "tool-new"],
    ["control: the same tool, older than the allow", GIT, GIT, oldPush, "mode-allow"],
    ["a new tool whose server it no longer allows", GIT, REMOVED, newPush, "tool-new"],
    ["control: an old one of it, which the level lets run", GIT, REMOVED, oldPush, "level-allow"],
    ["a new tool whose server it asks about", GIT, ASKED, newPush, "tool-new"],
    ["control: an old one of it, which full access answers", GIT, ASKED, oldPush, "full-access"],
    ["a new tool of which it allows one server less", SHARED, REMOVED, newPush, "tool-new"],
    ["a tool that it alone names", {}, asked, frobnicate, "unknown-tool"],
    ["control: a tool that was accepted", asked, asked, frobnicate, "full-access"],
  ])("%s", (_, accepted, proposed, call, code) => {
    const withGit = proposed === REMOVED ? {} : { ...proposed, mcp: { ...accepted.mcp, ...proposed.mcp } };
    const project = merged(accepted, withGit, {});
    const base = { cwd: "/p", project: "/p", source: "model", attended: true } as const;
    const reading = read({ ...base, ...call } as never, WORLD);
    expect(decide(reading, policyOf({ project, app: {} }, "full"), 0).code).toBe(code);
  });
});
