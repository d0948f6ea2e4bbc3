import type { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createRunning, type RunningCall } from "../../../src/host/gate/running.ts";
import { type Bench, HOST, openBench, OWNER } from "./harness.ts";

let bench: Bench;
let other: Bench;
let db: DatabaseSync;

beforeEach(async () => {
  bench = await openBench({ prepare: (opened) => (db = opened) });
  other = await openBench({ dir: bench.dir });
});
afterEach(async () => {
  await other.stop();
  await bench.close();
});

async function claimed(): Promise<string> {
  const { approvalId: id } = await bench.propose("mcp__db__query", { password: "hunter22x" });
  const card = await bench.gate.get(id, OWNER);
  await bench.gate.decide({ id, digest: card?.digest ?? "", decision: "allow" }, OWNER);
  expect((await bench.gate.claim(id, HOST)).ok).toBe(true);
  return id;
}

const outcomeOf = async (id: string) => {
  const { state, outcome } = (await bench.store.approvals.get(id)) ?? {};
  return [state, outcome?.text];
};

describe("the outcome of a claimed call, its secrets hidden", () => {
  const outcome = { state: "failed", text: "denied for hunter22x, says the server" } as const;
  const recorded = ["failed", "denied for [redacted:json-secret], says the server"];

  it.each([
    ["the host that claimed it", () => bench],
    ["another one", () => other],
  ])("is recorded by %s", async (_, by) => {
    const id = await claimed();
    await by().gate.finish(id, outcome);
    expect(await outcomeOf(id)).toEqual(recorded);
  });

  it("is the first that was told, whoever told it", async () => {
    const id = await claimed();
    await other.gate.finish(id, outcome);
    await bench.gate.finish(id, { state: "executed", text: "second" });
    expect(await outcomeOf(id)).toEqual(recorded);
  });

  it("is recorded when it is told again after it could not be", async () => {
    const id = await claimed();
    db.exec("create trigger fault before insert on audit begin select raise(fail, 'disk full'); end");
    await expect(bench.gate.finish(id, outcome)).rejects.toThrow();
    db.exec("drop trigger fault");
    await bench.gate.finish(id, outcome);
    expect(await outcomeOf(id)).toEqual(recorded);
  });
});

it("the newest of the calls that run are kept, each until it is taken", () => {
  const running = createRunning();
  const calls = Array.from({ length: 201 }, (_, at): RunningCall => {
    return { id: `${at}`, chat: "chat", class: "read", mask: (text) => text };
  });
  calls.forEach((call) => running.add(call));
  const taken = ["0", "1", "200", "1"].map((id) => running.take(id));
  expect(taken).toEqual([null, calls[1], calls[200], null]);
});
