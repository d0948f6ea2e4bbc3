import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { claudeCode } from "../../../src/adapters/claude-code/adapter.ts";
import { argsHashIn } from "../../../src/host/agents/args-hash.ts";
import { createAgentCalls } from "../../../src/host/agents/calls.ts";
import { startHost } from "../../../src/host/start.ts";
import { nodeWorld } from "../../../src/host/tools/node-world.ts";
import { AGENT, type Bench, openBench, OWNER } from "../gate/harness.ts";

let bench: Bench;
beforeEach(async () => {
  bench = await openBench({ chat: { agent: "claude-code" } });
});
afterEach(async () => {
  vi.useRealTimers();
  await bench.close();
});

const LATER_MS = 61_000;

/** A session of an agent: `call` begins one in a turn, `told` says how one went. */
async function session() {
  const chat = await bench.store.chats.get("chat");
  if (chat === null) throw new Error("there is no chat");
  const { gate, store, clock, dataDir } = bench;
  const machine = nodeWorld({ env: {}, cwd: bench.project, dataDir });
  const calls = createAgentCalls({
    gate,
    approvals: store.approvals,
    chats: store.chats,
    hashArgs: argsHashIn(() => machine),
    now: () => clock.now,
  });
  const body = { tool: "shell", cwd: bench.project, session: "s", attended: true, waitMs: 0 } as const;
  const args = { command: "git status" };
  return {
    call: (callId: string, run: string) =>
      calls.propose({ chat, call: { ...body, args, run, callId }, askedIn: "inbox", waitMs: 0, actor: AGENT }),
    told: (callId: string) => calls.finish({ chat, callId, tool: "shell", args, ok: true, text: "", actor: AGENT }),
    end: () => calls.end(chat),
    giveUpLeft: (agents: readonly string[] = ["claude-code"]) => calls.giveUpLeft(agents),
  };
}

/** State and code of each call, oldest first. */
async function outcomes(): Promise<readonly string[]> {
  const views = await bench.gate.recent(20, OWNER);
  return views.toReversed().map(({ state, outcome }) => `${state} ${outcome?.code ?? "-"}`);
}

it.each([
  ["at once, beside it", 0, "turn 1", ["executing -", "executing -"]],
  ["later, of an agent that told nothing", LATER_MS, "turn 1", ["unknown EUNTOLD", "executing -"]],
  ["later, in another turn", LATER_MS, "turn 2", ["unknown EUNTOLD", "executing -"]],
])("a call whose outcome was not told, by the time of the next: %s", async (_, after, run, expected) => {
  const { call } = await session();
  await call("a", "turn 1");
  bench.clock.now += after;
  await call("b", run);
  expect(await outcomes()).toEqual(expected);
});

it("goes on beside the next one where its agent tells outcomes, until the turn is over", async () => {
  const { call, told } = await session();
  await call("a", "turn 1");
  await told("a");
  bench.clock.now += 1;
  await call("long", "turn 1");
  bench.clock.now += LATER_MS;
  await call("b", "turn 1");
  expect((await outcomes())[1]).toBe("executing -");
  await call("c", "turn 2");
  expect((await outcomes())[1]).toBe("unknown EUNTOLD");
});

it("an outcome that is told after that is recorded all the same", async () => {
  const { call, told } = await session();
  await call("a", "turn 1");
  bench.clock.now += LATER_MS;
  await call("b", "turn 2");
  await told("a");
  expect(await outcomes()).toEqual(["executed -", "executing -"]);
});

it("ends with its session", async () => {
  const { call, end } = await session();
  await call("a", "turn 1");
  await end();
  expect(await outcomes()).toEqual(["unknown EUNTOLD"]);
});

const LEFT_MS = 31 * 60_000;

it.each([
  ["that is long over", LEFT_MS, ["claude-code"], ["unknown EUNTOLD"]],
  ["control: that may go on", LATER_MS, ["claude-code"], ["executing -"]],
  ["control: of an agent that says by itself when it goes", LEFT_MS, ["another"], ["executing -"]],
])("the last call of a session that is heard of no more, %s", async (_, after, agents, expected) => {
  const { call, giveUpLeft } = await session();
  await call("a", "turn 1");
  bench.clock.now += after;
  await giveUpLeft(agents);
  expect(await outcomes()).toEqual(expected);
});

it("is told of in one sentence, and its outcome counts all the same once it is told", async () => {
  const { call, giveUpLeft, told } = await session();
  await call("a", "turn 1");
  bench.clock.now += LEFT_MS;
  await giveUpLeft();
  const [view] = await bench.gate.recent(1, OWNER);
  expect(view?.outcome?.text).toBe("the agent told no outcome in 30 minutes");
  await told("a");
  expect(await outcomes()).toEqual(["executed -"]);
});

it("is given up by the host that runs, though nothing more is heard", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const clock = { now: bench.clock.now };
  await bench.stop();
  const host = await startHost({
    dataDir: bench.dataDir,
    port: 0,
    adapters: [claudeCode],
    webDir: null,
    version: "0.0.0",
    now: () => clock.now,
  });
  const again = await openBench({ dir: bench.dir });
  bench = again;
  await (await session()).call("a", "turn 1");
  expect(await outcomes()).toEqual(["executing -"]);
  clock.now += LEFT_MS;
  vi.advanceTimersByTime(60_000);
  await expect.poll(outcomes).toEqual(["unknown EUNTOLD"]);
  await host.close();
}, 60_000);
