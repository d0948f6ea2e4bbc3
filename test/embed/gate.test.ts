import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type AppGate, type Card, type CardAnswer, createGate, type GateOptions } from "../../src/embed/gate.ts";

const ROOT = join(import.meta.dirname, "../..");
let dir: string;
let gates: AppGate[];
beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), "assent-embed-")));
  mkdirSync(join(dir, "app"));
  gates = [];
});
afterEach(async () => {
  for (const gate of gates) await gate.close();
  rmSync(dir, { recursive: true, force: true });
});

async function open(more: Partial<GateOptions> = {}): Promise<AppGate> {
  const project = join(dir, "app");
  const gate = await createGate({
    dataDir: join(dir, "data"),
    policy: {
      layers: {},
      rules: [{ id: "r", tool: "shell", pattern: "git push *", decision: "deny", scope: "global" }],
      level: "L0",
      approvalMode: "ask",
      grants: [{ root: project, recursive: true, can: ["read", "write", "edit"] }],
      projectRoots: [project],
      limits: {},
      revision: "1",
    },
    ...more,
  });
  gates.push(gate);
  return gate;
}

const shell = (command: string, callId?: string) => ({
  tool: "shell",
  args: { command },
  ...(callId === undefined ? {} : { callId }),
});

/** Runs nothing and notes with what it was called. */
function noting(): { readonly ran: unknown[]; readonly execute: (args: unknown) => Promise<string> } {
  const ran: unknown[] = [];
  return { ran, execute: async (args) => `did ${ran.push(args)}` };
}

describe("a data directory under another project root", () => {
  it("knows the new one: code that is planted in it is seen", async () => {
    const other = join(dir, "other");
    const rootAt = (root: string): GateOptions["policy"] => ({
      layers: {},
      rules: [],
      level: "L0",
      approvalMode: "ask",
      grants: [{ root, recursive: true, can: ["read"] }],
      projectRoots: [root],
      limits: {},
      revision: "1",
    });
    await (await open()).close();
    gates = [];
    for (const folder of ["planted/objects", "planted/refs", "plain"])
      mkdirSync(join(other, folder), { recursive: true });
    writeFileSync(join(other, "planted/HEAD"), "ref: refs/heads/main\n");
    const gate = await open({ policy: rootAt(other) });
    const effectIn = async (folder: string) =>
      (await gate.check({ ...shell("git status"), cwd: join(other, folder) })).effect;
    expect([await effectIn("plain"), await effectIn("planted")]).toEqual(["allow", "ask"]);
  });
});

describe("a call of an app", () => {
  it.each<[string, CardAnswer | null, string, object]>([
    ["git status", null, "did 1", { ok: true, value: "did 1", edited: false }],
    ["make", { decision: "allow" }, "did 1", { ok: true, value: "did 1", edited: false }],
    ["make", { decision: "allow", args: { command: "make all" } }, "did 1", { ok: true, edited: true }],
    ["make", { decision: "deny" }, "", { ok: false, code: "EDENIED", reason: "user denied" }],
    ["make", { decision: "deny", note: "later" }, "", { ok: false, code: "EDENIED", reason: "later" }],
    ["git push origin", null, "", { ok: false, code: "EPOLICY" }],
    ["make", { decision: "allow", args: { command: "git push origin" } }, "", { ok: false, code: "EPOLICY" }],
  ])("%s, answered with %j", async (command, said, _ran, result) => {
    const asked: Card[] = [];
    const gate = await open({
      onAsk: async (card) => {
        asked.push(card);
        return said as CardAnswer;
      },
    });
    const { ran, execute } = noting();
    expect(await gate.run(shell(command), execute)).toMatchObject(result);
    expect([asked.length > 0, ran.length > 0]).toEqual([said !== null, (result as { ok: boolean }).ok]);
    if (said?.args !== undefined && ran.length > 0) expect(ran).toEqual([said.args]);
    expect(await gate.verifyAudit()).toBe(true);
  });

  it("that fails is told, and not run again", async () => {
    const gate = await open();
    let ran = 0;
    const fail = async (): Promise<never> => {
      ran += 1;
      throw new Error("no disk");
    };
    expect(await gate.run(shell("git status", "c1"), fail)).toMatchObject({ code: "EFAILED", reason: "no disk" });
    expect(await gate.run(shell("git status", "c1"), fail)).toMatchObject({ code: "already-executed" });
    expect(ran).toBe(1);
  });

  it("runs once, however often it is proposed at the same time", async () => {
    const gate = await open({ onAsk: async () => ({ decision: "allow" }) });
    const { ran, execute } = noting();
    await gate.run(shell("make", "c1"), execute);
    const again = await Promise.all(Array.from({ length: 20 }, () => gate.run(shell("make", "c1"), execute)));
    expect([ran.length, new Set(again.map((each) => (each.ok ? "ran" : each.code)))]).toEqual([
      1,
      new Set(["already-executed"]),
    ]);
  });

  it("runs once, however often it is proposed at the same time for the first time", async () => {
    let asked = 0;
    const gate = await open({ onAsk: async () => ((asked += 1), { decision: "allow" }) });
    const { ran, execute } = noting();
    const all = await Promise.all(Array.from({ length: 20 }, () => gate.run(shell("make", "c1"), execute)));
    expect([ran.length, asked, all.filter(({ ok }) => ok).length]).toEqual([1, 1, 1]);
  });

  it("runs with the arguments that were read, whatever becomes of the caller's own", async () => {
    const gate = await open({ onAsk: async () => ({ decision: "allow" }) });
    const { ran, execute } = noting();
    let looks = 0;
    const args = {
      get command() {
        looks += 1;
        return looks === 1 ? "git status" : "rm -rf /";
      },
    };
    await gate.run({ ...shell("git status"), args }, execute);
    expect(ran).toEqual([{ command: "git status" }]);
    const none = await gate.run({ ...shell("git status"), args: { command: () => "git status" } }, execute);
    expect([none, ran.length]).toMatchObject([{ ok: false, code: "EINVALID" }, 1]);
  });

  it("does not take the answer of another call under the same id", async () => {
    const gate = await open({ onAsk: async () => ({ decision: "allow" }) });
    const { ran, execute } = noting();
    await gate.run(shell("make", "c1"), execute);
    expect(await gate.run(shell("make install", "c1"), execute)).toMatchObject({ ok: false, code: "EINVALID" });
    expect(ran).toHaveLength(1);
  });

  it("waits on where asking fails, and runs when it was answered", async () => {
    const gate = await open({
      onAsk: async () => {
        throw new Error("the window is gone");
      },
    });
    const { ran, execute } = noting();
    const waits = await gate.run(shell("make"), execute);
    expect([waits, ran]).toMatchObject([{ ok: false, code: "EPENDING" }, []]);
    const [card] = await gate.pending();
    expect(await gate.answer({ ...(card as Card), digest: "another" }, { decision: "allow" })).toMatchObject({
      ok: false,
      code: "stale",
    });
    expect(await gate.answer(card as Card, { decision: "allow" })).toEqual({ ok: true });
    expect(await gate.resume(waits.approval, execute)).toMatchObject({ ok: true });
    expect(await gate.resume(waits.approval, execute)).toMatchObject({ ok: false, code: "already-executed" });
    expect(ran).toHaveLength(1);
  });

  it("without a way to ask is answered from elsewhere", async () => {
    const gate = await open();
    const { execute } = noting();
    const running = gate.run(shell("make"), execute);
    let cards: readonly Card[] = [];
    while (cards.length === 0) cards = await gate.pending();
    await gate.answer(cards[0] as Card, { decision: "allow" });
    expect(await running).toMatchObject({ ok: true });
  });

  it("that nobody answers ends with its signal, and is still there", async () => {
    const gate = await open();
    const stop = new AbortController();
    const running = gate.run(shell("make"), noting().execute, stop.signal);
    while ((await gate.pending()).length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    stop.abort();
    expect(await running).toMatchObject({ ok: false, code: "EPENDING" });
    expect(await gate.pending()).toHaveLength(1);
  });

  it("is remembered for as long as was said", async () => {
    const asked: string[] = [];
    const gate = await open({
      onAsk: async (card) => {
        asked.push(card.summary);
        return { decision: "allow", remember: { offer: 0, scope: "session" } };
      },
    });
    const { execute } = noting();
    for (const session of ["a", "a", "b"])
      expect(await gate.run({ ...shell("git remote add x y"), session }, execute)).toMatchObject({ ok: true });
    expect(asked).toHaveLength(2);
  });
});

describe("a data directory", () => {
  it("keeps what waits, over a restart", async () => {
    const before = await open({ onAsk: () => Promise.reject(new Error("closing")) });
    const { approval } = await before.run(shell("make"), noting().execute);
    await gates.pop()?.close();
    const after = await open();
    const [card] = await after.pending();
    expect(card?.id).toBe(approval);
    await after.answer(card as Card, { decision: "allow" });
    const { ran, execute } = noting();
    expect([await after.resume(approval, execute), ran]).toMatchObject([{ ok: true }, [{ command: "make" }]]);
  });

  it("tells what a process began and did not end, and runs it no more", async () => {
    const before = await open();
    let began: (approval: unknown) => void = () => {};
    const running = new Promise((resolve) => (began = resolve));
    void before.run(shell("git status", "c1"), async () => {
      began(null);
      return new Promise<never>(() => {});
    });
    await running;
    const after = await open();
    expect(after.unknown).toHaveLength(1);
    const { ran, execute } = noting();
    expect(await after.resume(after.unknown[0] as string, execute)).toMatchObject({ code: "already-executed" });
    expect(await after.run(shell("git status", "c1"), execute)).toMatchObject({ code: "already-executed" });
    expect(ran).toEqual([]);
  });

  it("is not opened with a policy that cannot be read", async () => {
    await expect(open({ policy: { rules: [] } as never })).rejects.toThrow("level: not one of");
  });
});

it("the example asks, runs, edits and refuses", () => {
  expect(existsSync(join(ROOT, "dist/gate.js")), "npm run build makes it").toBe(true);
  const said = execFileSync("node", [join(ROOT, "examples/embedded-gate.mjs"), join(dir, "data")], {
    cwd: ROOT,
    input: "y\necho another\n",
    encoding: "utf8",
  });
  expect(said.split("\n").filter((line) => /^(?:ran|asks|stayed|trail)/.test(line))).toEqual([
    `ran    {"command":"echo read only, so it runs"}`,
    "asks   Runs `node --eval 'console.log(6 * 7)'`.",
    `ran    {"command":"node --eval 'console.log(6 * 7)'"}`,
    "asks   Runs `node --eval 'console.log(0)'`.",
    `ran    {"command":"node --eval 'console.log(0)'"}`,
    `stayed {"command":"git push origin main"}`,
    `ran    {"path":"package.json"}`,
    "trail  as it was written",
  ]);
  expect(said).toContain("       another\n");
});

it("decides about an app's MCP tool by what the app says of it", async () => {
  const gate = await open();
  const call = { tool: "mcp__git__log", args: {} };
  const descriptor = { server: "git", name: "log", class: "read" };
  expect(await gate.check({ ...call, descriptor })).toMatchObject({ effect: "allow", code: "level-allow" });
  // Nothing is known of one that nobody has described.
  expect(await gate.check(call)).toMatchObject({ effect: "ask", code: "unknown-tool" });
});
