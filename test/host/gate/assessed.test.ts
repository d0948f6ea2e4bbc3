import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Bench, HOST, openBench } from "./harness.ts";

let bench: Bench;

beforeEach(
  async () =>
    void (bench = await openBench({
      opened: "edit",
      chat: { approvalMode: "review" },
      deps: { assesses: () => true },
    })),
);
afterEach(() => bench.close());

/** A call that an assessment let through, and that waits for its turn to run. */
async function reviewed(): Promise<string> {
  const { approvalId: id } = await bench.shell("npm test");
  const digest = (await bench.store.approvals.get(id))?.digest ?? "";
  await bench.gate.assessed(id, { digest, assessment: { verdict: "allow", risk: "low", reason: "asked for", at: 1 } });
  expect((await bench.store.approvals.get(id))?.state).toBe("approved");
  return id;
}

async function switchTo(approvalMode: "ask" | "full"): Promise<void> {
  const chat = await bench.store.chats.get("chat");
  if (chat !== null) await bench.store.chats.update({ ...chat, approvalMode });
}

function addRule(decision: "allow" | "ask"): Promise<void> {
  return bench.store.rules.add({
    id: "r",
    tool: "shell",
    pattern: "npm *",
    decision,
    scope: "global",
    target: "",
    createdAt: 1,
  });
}

it("runs what an assessment let through", async () => {
  expect(await bench.gate.claim(await reviewed(), HOST)).toMatchObject({ ok: true });
});

it.each([
  ["the mode is `full` by now", () => switchTo("full")],
  ["a rule allows by now", () => addRule("allow")],
])("runs it where %s", async (_, change) => {
  const id = await reviewed();
  await change();
  expect(await bench.gate.claim(id, HOST)).toMatchObject({ ok: true });
});

it.each([
  ["the mode is `ask` by now", () => switchTo("ask")],
  ["a rule asks by now", () => addRule("ask")],
])("asks a person anew where %s", async (_, change) => {
  const id = await reviewed();
  await change();
  const claimed = await bench.gate.claim(id, HOST);
  expect(claimed).toMatchObject({ ok: false, code: "stale", approval: { state: "pending" } });
  expect((await bench.store.approvals.get(id))?.state).toBe("void");
});

it.each([
  [true, "pending"],
  [false, "denied"],
])("an answer about a script that is another by now is none (somebody is there: %s)", async (attended, state) => {
  const script = join(bench.project, "make.js");
  writeFileSync(script, "1");
  const call = { tool: "shell", args: { command: "node make.js" }, cwd: bench.project, source: "model" } as const;
  const { approvalId: id } = await bench.propose(call.tool, call.args, { call: { ...call, attended } });
  const before = await bench.store.approvals.get(id);
  expect(before?.state).toBe("pending");
  writeFileSync(script, "2");
  const assessment = { verdict: "allow", risk: "low", reason: "asked for", at: 1 } as const;
  // It waits for its turn behind what decides anew.
  const resettled = bench.gate.resettle(null);
  await Promise.all([resettled, bench.gate.assessed(id, { digest: before?.digest ?? "", assessment })]);
  const row = await bench.store.approvals.get(id);
  expect([row?.state, row?.digest === before?.digest]).toEqual([state, false]);
});

it.each([
  [true, true, "pending review"],
  [true, false, "pending review"],
  [false, true, "pending person"],
  [false, false, "denied unattended"],
])(
  "who answers in mode review (somebody assesses: %s, somebody is there: %s)",
  async (assesses, attended, expected) => {
    await bench.stop();
    bench = await openBench({ dir: bench.dir, deps: { assesses: () => assesses } });
    const call = { tool: "shell", args: { command: "npm test" }, cwd: bench.project, source: "external" } as const;
    const proposed = await bench.propose(call.tool, call.args, { call: { ...call, attended } });
    const row = await bench.store.approvals.get(proposed.approvalId);
    const { answerBy, code } = proposed.decision;
    expect(`${row?.state} ${answerBy ?? code}`).toBe(expected);
  },
);
