import fc from "fast-check";
import { expect, it } from "vitest";
import { compile, type CompiledPolicy } from "../../../../src/core/compile.ts";
import { decide } from "../../../../src/core/decide.ts";
import { strictest, type Effect } from "../../../../src/core/effect.ts";
import type { Entry, Layer } from "../../../../src/core/policy.ts";
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
);
const some = (keys: readonly string[]): fc.Arbitrary<Record<string, Entry>> =>
  fc.dictionary(fc.constantFrom(...keys), mode, { maxKeys: 3 });
const layer: fc.Arbitrary<Layer> = fc
  .record({
    native: some(["file", "shell", "read_file", "write_file", "task", "wait", "mystery"]),
    shared: fc.option(mode),
    servers: some(["git", "db"]),
    tools: some(["mcp__git__log", "mcp__git__push", "mcp__db__read"]),
  })
  .map(({ native, shared, servers, tools }) => ({
    native,
    mcp: { servers, tools, ...(shared === null ? {} : { shared }) },
  }));
const app: fc.Arbitrary<Layer> = fc
  .record({ native: some(["file", "shell", "read_file", "wait"]), shared: fc.option(mode) })
  .map(({ native, shared }) => ({ native, ...(shared === null ? {} : { mcp: { shared } }) }));

function policyOf(layers: { readonly project: Layer; readonly app: Layer; readonly chat?: Layer }): CompiledPolicy {
  const compiled = compile(
    {
      layers,
      rules: [],
      level: "L0",
      approvalMode: "ask",
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

const mcp = (server: string, name: string): object => ({
  tool: `mcp__${server}__${name}`,
  args: { q: "x" },
  descriptor: { server, name, state: "ok", hash: "a", pinned: "a", class: "read", inputSchema: {} },
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
];
const WORLD = plainWorld({ path: "any" });

/** Each call as the first of its run, and past the limits that occur. */
const READINGS = [0, 2, 4, 6].flatMap((callsThisRun) =>
  CALLS.map((call) => {
    const base = { cwd: "/p", project: "/p", source: "model", attended: true } as const;
    return { ...read({ ...base, ...call } as never, WORLD), callsThisRun };
  }),
);

function effectsOf(policy: CompiledPolicy): readonly Effect[] {
  return READINGS.map((reading) => decide(reading, policy, 0).effect);
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
      (accepted, proposed, below, chat) => {
        const effects = (project: Layer) => effectsOf(policyOf({ project, app: below, chat }));
        const [a, b, both] = [effects(accepted), effects(proposed), effects(merged(accepted, proposed, below))];
        both.forEach((effect, at) =>
          expect(
            strictest(effect, a[at] as Effect, b[at] as Effect),
            JSON.stringify([CALLS[at % CALLS.length], a[at], b[at]]),
          ).toBe(effect),
        );
      },
    ),
    { numRuns: RUNS },
  );
});

it("and is the accepted one where both say the same", () => {
  fc.assert(
    fc.property(layer, app, (one, below) => {
      expect(effectsOf(policyOf({ project: merged(one, one, below), app: below }))).toEqual(
        effectsOf(policyOf({ project: one, app: below })),
      );
    }),
    { numRuns: RUNS },
  );
});
