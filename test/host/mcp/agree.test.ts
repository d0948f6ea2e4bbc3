import { afterAll, beforeAll, expect, it } from "vitest";
import { compile, type CompiledPolicy } from "../../../src/core/compile.ts";
import type { McpDeps } from "../../../src/host/mcp/service.ts";
import { createMcpService } from "../../../src/host/mcp/service.ts";
import { createMcpRegistry, type McpRegistry } from "../../../src/host/mcp/registry.ts";
import type { Policies } from "../../../src/host/policy/policies.ts";
import { listTools } from "../../../src/host/tools/list.ts";
import { readers } from "../../../src/read/read.ts";
import { type Bench, HOST, openBench } from "../gate/harness.ts";
import type { Entry, Policy } from "../../../src/core/policy.ts";
import { type Choose, chance, pick, seeded } from "../../model/choose.ts";
import { generatePolicy } from "../../model/generate-policy.ts";
import { generateReading, NOW } from "../../model/generate-reading.ts";

/** Each call of each policy is a row and a line of the trail, so that there are fewer than where nothing is kept. */
const POLICIES = Number(process.env["ASSENT_GATE_POLICIES"] ?? 100);

let bench: Bench;
let registry: McpRegistry;
let now: CompiledPolicy;
const policies: Policies = {
  policyFor: async () => now,
  standingFor: async () => ({ policy: now, proposed: null, version: await bench.store.policyVersion() }),
  ruleAdded: () => {},
};

beforeAll(async () => {
  // In the order of a host: the gate asks the registry what it knows of a tool.
  bench = await openBench({
    opened: "edit",
    deps: { policies, descriptorOf: ({ tool: id }) => registry.descriptorOf(id) },
  });
  bench.clock.now = NOW;
  registry = createMcpRegistry({ store: bench.store, recorder: bench.recorder, now: () => bench.clock.now });
});
afterAll(() => bench.close());

const tool = (name: string, description: string) => ({ name, description, inputSchema: { type: "object" } });
const entry = (slug: string) => ({ command: `/usr/bin/${slug}`, args: [], env: [], cwd: "/" });
/** The servers and tools that the generated policies speak of; one of them has changed since it was pinned. */
const SERVERS = { s: [tool("get", "Gets."), tool("send", "Sends more.")], t: [tool("put", "Puts.")] } as const;

/** With one entry more that speaks of these servers or tools. */
function withServers(choose: Choose, policy: Policy): Policy {
  const project = policy.layers.project ?? {};
  const entry: Entry = { mode: pick(choose, ["off", "ask", "allow"]) };
  const slug = pick(choose, ["s", "t"]);
  const name = `mcp__${slug}__${pick(choose, SERVERS[slug]).name}`;
  const { servers, tools } = project.mcp ?? {};
  const more = chance(choose, 50) ? { servers: { ...servers, [slug]: entry } } : { tools: { ...tools, [name]: entry } };
  return { ...policy, layers: { ...policy.layers, project: { ...project, mcp: { ...project.mcp, ...more } } } };
}

it(`what an MCP client is told of, what is listed, what a check says and what the gate does are one, for ${POLICIES} policies`, async () => {
  const chat = await bench.store.chats.get("chat");
  const gates = { chatOf: async () => chat } as unknown as McpDeps["gates"];
  const { store, recorder, gate } = bench;
  const given = { store, recorder, gate, policies, registry, gates, now: () => bench.clock.now };
  const service = createMcpService(given as unknown as McpDeps);
  for (const slug of Object.keys(SERVERS)) await registry.serverOf(entry(slug), slug);
  await registry.sight("s", [tool("get", "Gets."), tool("send", "Sends.")]);
  const seen: Record<string, number> = { hidden: 0, allow: 0, ask: 0 };
  for (let seed = 1; seed <= POLICIES; seed++) {
    const choose = seeded(seed);
    const readings = Array.from({ length: 3 }, () => generateReading(choose));
    const compiled = compile(withServers(choose, generatePolicy(choose, readings)), readers);
    if (!compiled.ok) continue;
    now = compiled.policy;
    for (const [slug, tools] of Object.entries(SERVERS)) {
      const body = { session: "g", entry: entry(slug), name: slug, project: null };
      const told = await service.hidden(body, tools);
      const mcp = await store.pins.list();
      const listed = listTools({ policy: now, rules: [], scope: "project", mcp, now: NOW });
      for (const { name } of tools) {
        const id = `mcp__${slug}__${name}`;
        const call = { tool: id, args: {}, cwd: bench.project, source: "external", attended: true } as const;
        const checked = (await gate.check(call, "chat")).decision;
        const run = `${seed} ${id}`;
        const done = await gate.propose({ call, chatId: "chat", run, callId: run, askedIn: "inbox", actor: HOST });
        const hidden = told.includes(name);
        const said = [listed.find((view) => view.id === id)?.hidden, checked.hidden, done.decision.hidden];
        expect([seed, id, ...said]).toEqual([seed, id, hidden, hidden, hidden]);
        expect([checked.effect, checked.code]).toEqual([done.decision.effect, done.decision.code]);
        // What is not told of never runs; what runs or asks is told of.
        expect([seed, id, hidden && done.effect !== "deny"]).toEqual([seed, id, false]);
        const row = await store.approvals.get(done.approvalId);
        const state = { allow: "approved", ask: "pending", deny: "denied" }[done.effect];
        expect([row?.state, done.effect]).toEqual([state, checked.effect]);
        const kind = hidden ? "hidden" : done.effect;
        seen[kind] = (seen[kind] ?? 0) + 1;
      }
    }
    // What waits is not let pile up.
    await gate.cancel("chat", HOST);
  }
  expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(POLICIES / 10);
}, 3_600_000);
