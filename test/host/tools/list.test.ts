import { expect, it } from "vitest";
import { advertise } from "../../../src/core/advertise.ts";
import { compile } from "../../../src/core/compile.ts";
import { decide } from "../../../src/core/decide.ts";
import { BUILTIN_TOOLS } from "../../../src/core/tools.ts";
import { listTools } from "../../../src/host/tools/list.ts";
import { plainWorld } from "../../../src/read/plain-world.ts";
import { read, readers } from "../../../src/read/read.ts";
import type { Pin } from "../../../src/store/tables/pins.ts";
import { seeded } from "../../model/choose.ts";
import { generatePolicy } from "../../model/generate-policy.ts";
import { generateReading, NOW } from "../../model/generate-reading.ts";

const pin = (server: string, tool: string, more: Partial<Pin> = {}): Pin => ({
  server,
  tool,
  hash: "a",
  class: null,
  firstSeen: NOW,
  acceptedAt: null,
  ...more,
});
// The tools that the generated policies speak of.
const PINS = [pin("s", "get"), pin("s", "send", { seen: { hash: "b", descriptor: "{}" } }), pin("t", "put")];

const POLICIES = Number(process.env["ASSENT_LIST_POLICIES"] ?? 1_000);

it(`lists what decides: advertise, the list and decide agree on what is hidden, for ${POLICIES} policies`, () => {
  const world = plainWorld({});
  const seen = { hidden: 0, shown: 0 };
  for (let seed = 1; seed <= POLICIES; seed++) {
    const choose = seeded(seed);
    const readings = Array.from({ length: 3 }, () => generateReading(choose));
    const policy = compile(generatePolicy(choose, readings), readers);
    if (!policy.ok) continue;
    const listed = listTools({ policy: policy.policy, rules: [], scope: "project", mcp: PINS, now: NOW });
    for (const { kind, id, hidden, mode } of listed) {
      if (kind !== "tool" && kind !== "mcp") continue;
      const found = PINS.find(({ server, tool }) => id === `mcp__${server}__${tool}`);
      const descriptor = found && {
        server: found.server,
        name: found.tool,
        hash: found.seen?.hash ?? found.hash,
        pinned: found.hash,
        firstSeen: found.firstSeen,
      };
      const call = { tool: id, args: {}, cwd: "/w/app", project: "/w/app", source: "model", attended: true } as const;
      const reading = read(descriptor ? { ...call, descriptor } : call, world);
      const decision = decide(reading, policy.policy, NOW);
      const said = advertise(reading.tool, policy.policy, NOW);
      expect([id, hidden, mode]).toEqual([id, decision.hidden, decision.mode]);
      expect([said.hidden, said.mode]).toEqual([hidden, mode]);
      seen[hidden ? "hidden" : "shown"]++;
    }
  }
  expect(Math.min(seen.hidden, seen.shown)).toBeGreaterThan(POLICIES / 4);
}, 600_000);

it("lists every tool of the registry, once", () => {
  const policy = compile(
    { layers: {}, rules: [], level: "L0", approvalMode: "ask", grants: [], projectRoots: [], limits: {}, revision: "" },
    readers,
  );
  if (!policy.ok) throw new Error("an empty policy compiles");
  const listed = listTools({ policy: policy.policy, rules: [], scope: "app", mcp: [], now: NOW });
  const tools = listed.filter(({ kind }) => kind === "tool").map(({ id }) => id);
  expect(tools.toSorted()).toEqual(BUILTIN_TOOLS.map(({ id }) => id).toSorted());
});
