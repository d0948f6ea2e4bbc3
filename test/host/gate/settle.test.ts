import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readLine } from "../../../src/host/audit/line.ts";
import type { Principal } from "../../../src/host/auth/principal.ts";
import type { ApprovalView } from "../../../src/wire/approval.ts";
import { AGENT, type Bench, HOST, openBench, OTHER_AGENT, OWNER, VIEWER } from "./harness.ts";

let bench: Bench;
let stopped: string[];

beforeEach(async () => {
  stopped = [];
  bench = await openBench({
    opened: "edit",
    chat: { agent: "claude-code" },
    deps: { stopCalls: (ids) => stopped.push(...ids) },
  });
});
afterEach(() => bench.close());

async function stateOf(id: string): Promise<string | undefined> {
  return (await bench.store.approvals.get(id))?.state;
}

/** One call that waits, one that is approved, one that runs, one that is over. */
async function fourCalls() {
  const pending = (await bench.shell("npm test")).approvalId;
  const approved = (await bench.shell("git status")).approvalId;
  const running = (await bench.shell("git log")).approvalId;
  const over = (await bench.shell("git diff")).approvalId;
  for (const id of [running, over]) await bench.gate.claim(id, HOST);
  await bench.gate.finish(over, { state: "executed", text: "done" });
  return { pending, approved, running, over };
}

async function statesOf(calls: Awaited<ReturnType<typeof fourCalls>>) {
  const entries = await Promise.all(
    Object.entries(calls).map(async ([name, id]) => [name, await stateOf(id)] as const),
  );
  return Object.fromEntries(entries);
}

const UNTOUCHED = { pending: "pending", approved: "approved", running: "executing", over: "executed" };

it("tells of a call once it is over, through each of its moves, or what it stands at after a while", async () => {
  const calls = await fourCalls();
  expect((await bench.gate.over(calls.over, 10_000)).state).toBe("executed");
  expect([(await bench.gate.over(calls.pending, 0)).state, (await bench.gate.over(calls.running, 20)).state]).toEqual([
    "pending",
    "executing",
  ]);
  const over = bench.gate.over(calls.approved, 10_000);
  await bench.gate.claim(calls.approved, HOST);
  await bench.gate.finish(calls.approved, { state: "failed", code: "EFILE", text: "no" });
  expect((await over).state).toBe("failed");
});

describe("cancel and touch", () => {
  it.each([
    ["cancel by a person", () => bench.gate.cancel("chat", OWNER), 2],
    ["cancel by the agent of the chat", () => bench.gate.cancel("chat", AGENT), 2],
    ["touch", () => bench.gate.touch("chat", { ifIdle: false }, HOST), 2],
  ])("%s settles what waits and stops what runs", async (_, act, count) => {
    const calls = await fourCalls();
    const waiting = bench.gate.settled(calls.pending, 10_000);
    expect(await act()).toBe(count);
    expect(await statesOf(calls)).toEqual({
      pending: "cancelled",
      approved: "cancelled",
      running: "executing",
      over: "executed",
    });
    expect([(await waiting).state, new Set(stopped)]).toEqual(["cancelled", new Set([calls.running])]);
  });

  it("a cancel of some runs leaves the calls of others alone", async () => {
    const calls = await fourCalls();
    const other = (await bench.shell("npm test", { run: "run-2" })).approvalId;
    expect(await bench.gate.cancel("chat", OWNER, (root) => root === "run-2")).toBe(1);
    expect([await statesOf(calls), await stateOf(other), stopped]).toEqual([UNTOUCHED, "cancelled", []]);
    expect(await bench.gate.cancel("chat", OWNER, (root) => root === "run-1")).toBe(2);
    expect(new Set(stopped)).toEqual(new Set([calls.running]));
  });

  it("a touch that wants an idle chat does nothing to one that waits", async () => {
    const calls = await fourCalls();
    expect(await bench.gate.touch("chat", { ifIdle: true }, OWNER)).toBe(0);
    expect([await statesOf(calls), stopped]).toEqual([UNTOUCHED, []]);
  });

  it.each([
    ["another agent", OTHER_AGENT],
    ["a viewer", VIEWER],
  ] as const)("%s may do neither", async (_, principal: Principal) => {
    const calls = await fourCalls();
    await expect(bench.gate.cancel("chat", principal)).rejects.toThrow("only a person who may approve");
    await expect(bench.gate.touch("chat", { ifIdle: false }, principal)).rejects.toThrow(
      "only a person who may approve",
    );
    expect(await statesOf(calls)).toEqual(UNTOUCHED);
  });
});

describe("the kill switch", () => {
  it("voids what waits and what is approved, stops what runs, and denies the rest", async () => {
    const calls = await fourCalls();
    await bench.gate.setStopped(true, OWNER);
    expect(await statesOf(calls)).toEqual({
      pending: "void",
      approved: "void",
      running: "executing",
      over: "executed",
    });
    expect(new Set(stopped)).toEqual(new Set([calls.running]));
    expect(await bench.shell("git status")).toMatchObject({
      effect: "deny",
      code: "ETOOL_DISABLED",
      decision: { code: "level-stop" },
    });
  });

  it("its release brings back the level and none of the calls", async () => {
    const calls = await fourCalls();
    await bench.gate.setStopped(true, OWNER);
    await bench.gate.setStopped(false, OWNER);
    expect((await bench.shell("git status")).effect).toBe("allow");
    expect([await stateOf(calls.pending), (await bench.gate.claim(calls.approved, HOST)).ok]).toEqual(["void", false]);
  });

  it.each([
    ["an agent", AGENT],
    ["a viewer", VIEWER],
  ] as const)("%s may not release it", async (_, principal: Principal) => {
    await bench.gate.setStopped(true, OWNER);
    await expect(bench.gate.setStopped(false, principal)).rejects.toThrow();
    expect((await bench.shell("git status")).effect).toBe("deny");
  });
});

describe("an outcome", () => {
  it("is redacted and cut before it is stored", async () => {
    const { running } = await fourCalls();
    const token = ["gh", "p_", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("");
    await bench.gate.finish(running, { state: "executed", text: `${token} ${"x".repeat(5000)} end` });
    const text = (await bench.store.approvals.get(running))?.outcome?.text ?? "";
    expect([
      text.startsWith("[redacted:github-pat] x"),
      text.includes("… 3026 characters …"),
      text.endsWith("x end"),
      text.length < 2100,
    ]).toEqual([true, true, true, true]);
  });

  it.each([
    ["that is cut within a character", `x${"\u{1f511}".repeat(1500)}`],
    ["with half a character", "\ud800 ends"],
  ])("%s is recorded, with the hash of what is kept", async (_, printed) => {
    const { running } = await fourCalls();
    await bench.gate.finish(running, { state: "executed", text: printed });
    const { state, outcome } = (await bench.store.approvals.get(running)) ?? {};
    const [line] = await bench.store.audit.find({ approval: running, type: "approval.executed", limit: 1 });
    const kept = createHash("sha256")
      .update(outcome?.text ?? "")
      .digest("hex");
    expect([state, line && readLine(line).data]).toEqual(["executed", { result: kept }]);
  });

  it("counts once: a second one changes nothing", async () => {
    const { running } = await fourCalls();
    await bench.gate.finish(running, { state: "failed", text: "first" });
    await bench.gate.finish(running, { state: "executed", text: "second" });
    expect((await bench.store.approvals.get(running))?.outcome?.text).toBe("first");
  });

  it("of a call that was never claimed is not taken", async () => {
    const { pending } = await fourCalls();
    await bench.gate.finish(pending, { state: "executed", text: "" });
    expect(await stateOf(pending)).toBe("pending");
  });
});

describe("an ask that the agent's own prompt answered", () => {
  const ran = { tool: "Bash", args: { command: "npm test" } };
  const call = { ...ran, cwd: null, source: "external", attended: true, agent: "claude-code" } as const;

  async function propose(askedIn: "agent" | "inbox"): Promise<string> {
    const proposed = await bench.propose("Bash", {}, { askedIn, actor: AGENT, call: { ...call, cwd: bench.project } });
    expect(proposed.effect).toBe("ask");
    return proposed.approvalId;
  }

  it.each([
    ["is recorded in one step", "agent", ran, AGENT, "executed", "answered in the agent"],
    [
      "with other arguments is unknown",
      "agent",
      { ...ran, args: { command: "rm -rf x" } },
      AGENT,
      "unknown",
      "answered in the agent",
    ],
    ["by another agent is not believed", "agent", ran, OTHER_AGENT, "pending", undefined],
    ["does not answer a card of the inbox", "inbox", ran, AGENT, "pending", undefined],
  ] as const)("%s", async (_, askedIn, what, principal, state, by) => {
    const id = await propose(askedIn);
    await bench.gate.answeredInAgent(id, what, { state: "executed", text: "ok" }, principal);
    const row = await bench.store.approvals.get(id);
    expect([row?.state, row?.answer?.by]).toEqual([state, by]);
  });
});

describe("an ask in the agent's own prompt", () => {
  it("is not answered by a card as well: the call could run once for each", async () => {
    const { approvalId } = await bench.propose(
      "",
      {},
      {
        askedIn: "agent",
        actor: AGENT,
        call: {
          tool: "Bash",
          args: { command: "npm test" },
          cwd: bench.project,
          source: "external",
          attended: true,
          agent: "claude-code",
        },
      },
    );
    const digest = (await bench.store.approvals.get(approvalId))?.digest ?? "";
    for (const decision of ["allow", "deny"] as const) {
      expect(await bench.gate.decide({ id: approvalId, digest, decision }, OWNER)).toMatchObject({
        ok: false,
        status: 409,
        code: "asked-in-agent",
      });
    }
    expect(await stateOf(approvalId)).toBe("pending");
  });
});

describe("an identical retry", () => {
  it("finds the approval that waits or is approved, and no other", async () => {
    const call = { tool: "Bash", args: { command: "npm test" }, cwd: bench.project } as const;
    const proposed = await bench.propose(
      "",
      {},
      { actor: AGENT, call: { ...call, source: "external", attended: true, agent: "claude-code" } },
    );
    const found = async (args: unknown = call.args) =>
      (await bench.gate.findSame("chat", { ...call, args }))?.id ?? null;
    expect([await found(), await found({ command: "npm run test" })]).toEqual([proposed.approvalId, null]);
    const card = (await bench.gate.get(proposed.approvalId, OWNER)) as ApprovalView;
    await bench.gate.decide({ id: card.id, digest: card.digest, decision: "allow" }, OWNER);
    expect(await found()).toBe(card.id);
    await bench.gate.claim(card.id, AGENT);
    expect(await found()).toBe(null);
  });

  it("finds the approval of a call that was edited, by what was proposed", async () => {
    const call = { tool: "Bash", args: { command: "npm test" }, cwd: bench.project } as const;
    const { approvalId: id } = await bench.propose(
      "",
      {},
      { actor: AGENT, call: { ...call, source: "external", attended: true, agent: "claude-code" } },
    );
    const edited = { command: "npm run lint" };
    const preview = await bench.gate.preview(id, edited, OWNER);
    const digest = preview.ok ? preview.approval.digest : "";
    expect(await bench.gate.decide({ id, digest, decision: "allow", edited }, OWNER)).toMatchObject({ ok: true });
    const found = async (args: unknown) => (await bench.gate.findSame("chat", { ...call, args }))?.id ?? null;
    expect([await found(call.args), await found({ command: "npm run build" })]).toEqual([id, null]);
    expect(await bench.gate.findSame("chat", { ...call, cwd: "/" })).toBe(null); // control: another folder
    expect(await bench.gate.claim(id, AGENT)).toMatchObject({ ok: true, edited: true, call: { args: edited } });
    expect(await found(call.args)).toBe(null);
  });
});

describe("calls of one run", () => {
  it("that come at once are counted one by one", async () => {
    await bench.store.settings.set("limits", { callsPerRun: 3 });
    const calls = await Promise.all(Array.from({ length: 5 }, () => bench.shell("git status")));
    expect(calls.map((call) => call.effect)).toEqual(["allow", "allow", "allow", "deny", "deny"]);
    expect(calls[4]).toMatchObject({ code: "EPOLICY", decision: { code: "call-limit" } });
    expect((await bench.shell("git status", { run: "run-2" })).effect).toBe("allow");
    expect((await bench.gate.claim(calls[2]?.approvalId ?? "", HOST)).ok).toBe(true);
  });
});

describe("a mode that is turned off", () => {
  it("voids what waits, ends what runs, and hides the tool from the next call", async () => {
    const calls = await fourCalls();
    await bench.store.modes.set({ layer: "chat", id: "chat" }, { native: { shell: { mode: "off" } } }, 1);
    const settled = await bench.gate.resettle(["chat"]);
    expect([[...settled].sort(), stopped]).toEqual([[calls.pending, calls.approved].sort(), [calls.running]]);
    expect(await statesOf(calls)).toEqual({
      pending: "void",
      approved: "void",
      running: "executing",
      over: "executed",
    });
    expect(await bench.shell("git status")).toMatchObject({ effect: "deny", code: "ETOOL_DISABLED" });
  });
});

describe("a claim that comes with its proposal", () => {
  /** Stops everything after the call's policy was read, and before its row is written. */
  function stopMeanwhile(): void {
    const { standingFor } = bench.policies;
    let armed = true;
    Object.assign(bench.policies, {
      standingFor: async (...of: Parameters<typeof standingFor>) => {
        const standing = await standingFor(...of);
        if (armed) {
          armed = false;
          await bench.gate.setStopped(true, OWNER);
        }
        return standing;
      },
    });
  }

  it("is held to a policy that changed meanwhile", async () => {
    const control = await bench.shell("git status", { claims: true });
    expect(control).toMatchObject({ effect: "allow", claimed: { ok: true } });
    stopMeanwhile();
    const proposed = await bench.shell("git status", { claims: true });
    expect(proposed).toMatchObject({ effect: "deny", decision: { code: "level-stop" } });
    const rows = await bench.store.approvals.inStates(["approved", "executing"], null);
    expect(rows.map(({ id }) => id)).toEqual([control.ok ? control.approvalId : ""]);
  });
});
