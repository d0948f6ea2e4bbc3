import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Bench, HOST, openBench, OWNER } from "./harness.ts";

let bench: Bench;

beforeEach(async () => {
  bench = await openBench({ opened: "edit" });
});
afterEach(() => bench.close());

interface Child {
  readonly process: ChildProcess;
  /** Settled once it has ended, which may be before anybody looks. */
  readonly ended: Promise<unknown>;
  next(): Promise<string>;
}

async function startChild(act: string, ids: readonly string[]): Promise<Child> {
  const file = join(import.meta.dirname, "child.ts");
  const child = spawn(process.execPath, [file, bench.dir, join(bench.dir, "go"), act, ...ids], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]();
  const next = async (): Promise<string> => String((await lines.next()).value);
  expect(await next()).toBe("ready");
  return { process: child, ended, next };
}

function go(): void {
  writeFileSync(join(bench.dir, "go"), "");
}

async function waitingCalls(count: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) ids.push((await bench.shell(`npm run task-${index}`)).approvalId);
  return ids;
}

async function approve(ids: readonly string[]): Promise<void> {
  for (const card of (await bench.gate.pending(null, OWNER)).filter((view) => ids.includes(view.id))) {
    await bench.gate.decide({ id: card.id, digest: card.digest, decision: "allow" }, OWNER);
  }
}

describe("two hosts on one database", { timeout: 120_000 }, () => {
  it.each([
    ["decide", "already-decided"],
    ["claim", "already-executed"],
  ])("%s: one of them wins each call", { timeout: 120_000 }, async (act, lost) => {
    const ids = await waitingCalls(25);
    if (act === "claim") await approve(ids);
    const children = await Promise.all([startChild(act, ids), startChild(act, ids)]);
    go();
    const results = await Promise.all(children.map(async (child) => JSON.parse(await child.next()) as string[]));
    const pairs = ids.map((_, index) => results.map((result) => String(result[index])).toSorted());
    expect(pairs).toEqual(ids.map(() => [lost, "won"]));
    await Promise.all(children.map((child) => child.ended));
  });
});

describe("a host that is killed between claim and outcome", { timeout: 120_000 }, () => {
  it("leaves an unknown outcome, which is told and never run again", async () => {
    const [first = "", second = ""] = await waitingCalls(2);
    await approve([first, second]);
    const child = await startChild("hold", [first]);
    go();
    expect(JSON.parse(await child.next())).toEqual(["won"]);
    child.process.kill("SIGKILL");
    await child.ended;

    await bench.stop();
    bench = await openBench({ dir: bench.dir });
    expect([await bench.gate.recover(), await bench.gate.recover()]).toEqual([[first], []]);
    const view = await bench.gate.get(first, OWNER);
    expect([view?.state, view?.outcome?.code]).toEqual(["unknown", "EUNKNOWN"]);
    const [again, control] = [await bench.gate.claim(first, HOST), await bench.gate.claim(second, HOST)];
    expect([again.ok ? "" : again.code, control.ok]).toEqual(["already-executed", true]);
    expect((await bench.store.audit.find({ approval: first, limit: 10 })).map((line) => line.type)).toEqual([
      "approval.unknown",
      "approval.executing",
      "approval.approved",
      "approval.pending",
    ]);
  });

  it("loses no call that waits, across any number of restarts", async () => {
    const ids = await waitingCalls(3);
    for (let restart = 0; restart < 3; restart += 1) {
      await bench.stop();
      bench = await openBench({ dir: bench.dir });
      await bench.gate.recover();
    }
    expect((await bench.gate.pending(null, OWNER)).map((view) => view.id)).toEqual(ids);
    await approve(ids);
    expect((await bench.gate.claim(ids[0] ?? "", HOST)).ok).toBe(true);
  });
});
