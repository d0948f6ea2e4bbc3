import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ApprovalView } from "../../../src/wire/approval.ts";
import { type RealHost, startReal } from "../real-host.ts";

let real: RealHost;
beforeAll(async () => void (real = await startReal()));
afterAll(() => real.close());

const entry = { command: "/usr/bin/node", args: [], env: [], cwd: "/" };
const gate = { session: "gate", entry, name: "notes" };
const tool = (schema: object) => ({ name: "add", description: "Adds.", inputSchema: { type: "object", ...schema } });
const ONE = tool({ properties: { text: { type: "string" } } });
const TWO = tool({ properties: { text: { type: "number" } }, required: ["text"] });

async function post(path: string, body: object): Promise<Record<string, unknown>> {
  const token = readFileSync(join(real.dataDir, "agents/mcp.token"), "utf8").split("\n")[0];
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify({ ...gate, ...body }) };
  const text = await (await fetch(real.host.url + path, init)).text();
  return JSON.parse(text.trim().split("\n").at(-1) as string) as Record<string, unknown>;
}

const list = (descriptor: object) => post("/api/mcp/list", { tools: [descriptor] });
const call = (descriptor: object, id: string) =>
  post("/api/mcp/calls", { tool: "add", descriptor, args: { text: id }, callId: id, waitMs: 0 });
const waiting = async (call: string): Promise<ApprovalView> =>
  (await real.pending()).find(({ callId }) => callId === call) as ApprovalView;

it("a call that waits is held against the schema of its own version; another one is a card anew", async () => {
  await list(ONE);
  expect(await call(ONE, "waits")).toMatchObject({ answer: "pending" });
  const card = await waiting("waits");
  await list(TWO);
  // What it says does not fit any more, so that a yes to the card that was shown lets nothing run.
  const late = await real.decide(card, "allow");
  expect([late.status, (await real.pending()).length]).toEqual([409, 0]);
  await list(ONE);
});

it("a call that was allowed is not run under another version than was shown", async () => {
  await list(ONE);
  await call(ONE, "same");
  const card = await waiting("same");
  expect((await real.decide(card, "allow")).status).toBe(200);
  const loose = tool({ properties: { text: {} } });
  await list(loose);
  const again = await call(loose, "same");
  expect(again["answer"]).not.toBe("allow");
  expect((await real.recent()).find(({ id }) => id === card.id)?.state).toBe("void");
});

it("control: under the version that was shown it runs once", async () => {
  await list(ONE);
  await call(ONE, "control");
  const card = await waiting("control");
  await real.decide(card, "allow");
  expect(await call(ONE, "control")).toMatchObject({ answer: "allow", approval: card.id });
});
