import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createPolicyChanges, type PolicyChanges } from "../../../src/host/policy/changes.ts";
import { readers } from "../../../src/read/read.ts";
import { APPROVER, type Bench, HOST, openBench, OWNER, VIEWER } from "../gate/harness.ts";

let bench: Bench;
let changes: PolicyChanges;

beforeEach(async () => {
  bench = await openBench({ opened: "edit" });
  const { store, recorder, policies, memory, gate, clock } = bench;
  changes = createPolicyChanges({ store, recorder, policies, memory, readers, now: () => clock.now, resettle: gate.resettle });
});
afterEach(() => bench.close());

async function effectOf(command: string): Promise<string> {
  return (await bench.shell(command)).effect;
}

/** The change, or its refusal, in few words. */
async function outcomeOf(change: Promise<Awaited<ReturnType<PolicyChanges[keyof PolicyChanges]>>>): Promise<string> {
  const changed = await change;
  return changed.ok ? "ok" : `${changed.status} ${changed.code} ${changed.path ?? ""}`.trim();
}

const GIT = { tool: "shell", pattern: "git notes *", decision: "allow" } as const;

describe("who may change what", () => {
  it.each([
    ["an owner: everything", OWNER, ["ok", "ok", "ok", "ok", "ok"]],
    ["an approver: what is of a chat", APPROVER, ["403 EFORBIDDEN", "403 EFORBIDDEN", "ok", "ok", "403 EFORBIDDEN"]],
    ["a viewer: nothing", VIEWER, Array.from({ length: 5 }, () => "403 EFORBIDDEN")],
  ] as const)("%s", async (_, who, expected) => {
    expect([
      await outcomeOf(changes.addRule({ ...GIT, scope: "global" }, who)),
      await outcomeOf(changes.addRule({ ...GIT, scope: "project", target: "prj" }, who)),
      await outcomeOf(changes.addRule({ ...GIT, scope: "chat", target: "chat" }, who)),
      await outcomeOf(changes.setModes({ layer: "chat", id: "chat" }, { native: { shell: { mode: "ask" } } }, who)),
      await outcomeOf(changes.setDefaults({ level: "L1" }, who)),
    ]).toEqual(expected);
  });
});

describe("a rule", () => {
  it("that is added allows, that is removed asks again; both are told", async () => {
    const added = await changes.addRule({ ...GIT, scope: "project", target: "prj" }, OWNER);
    expect([added.ok, await effectOf("git notes add")]).toEqual([true, "allow"]);
    const removed = await changes.removeRule(added.ok ? added.value.id : "", OWNER);
    expect([removed.ok, await effectOf("git notes add")]).toEqual([true, "ask"]);
    const lines = await bench.store.audit.find({ limit: 50 });
    expect(lines.map((line) => line.type).filter((type) => type.startsWith("rule."))).toEqual(["rule.removed", "rule.added"]);
  });

  it("settles what waits", async () => {
    const waiting = await bench.shell("git notes add");
    const added = await changes.addRule({ ...GIT, decision: "deny", scope: "global" }, OWNER);
    expect(added).toMatchObject({ ok: true, resettled: [waiting.approvalId] });
    expect((await bench.gate.claim(waiting.approvalId, HOST)).ok).toBe(false);
  });

  it.each([
    ["a pattern that cannot be read", { ...GIT, pattern: "git \u0000", scope: "global" }, "400 EINVALID $.pattern"],
    ["a pattern for a tool without", { ...GIT, tool: "subagent", scope: "global" }, "400 EINVALID $.pattern"],
    ["a chat that is not there", { ...GIT, scope: "chat", target: "gone" }, "404 ENOTFOUND"],
    ["a project that is not named", { ...GIT, scope: "project" }, "404 ENOTFOUND"],
  ] as const)("is refused for %s", async (_, body, expected) => {
    expect([await outcomeOf(changes.addRule(body, OWNER)), await bench.store.rules.list()]).toEqual([expected, []]);
  });

  it("that is not there cannot be removed", async () => {
    expect(await outcomeOf(changes.removeRule("rule_none", OWNER))).toBe("404 ENOTFOUND");
  });
});

describe("modes", () => {
  const CHAT = { layer: "chat", id: "chat" } as const;

  it("that are tightened drop what the session allowed for the tool, and keep stored rules", async () => {
    const remembered = { id: "m", tool: "shell", pattern: "git remote *", decision: "allow", scope: "session" } as const;
    bench.memory.addRule("chat", remembered, "run-1");
    await changes.addRule({ ...GIT, scope: "chat", target: "chat" }, OWNER);
    expect([await effectOf("git remote add a b"), await effectOf("git notes add")]).toEqual(["allow", "allow"]);
    await changes.setModes(CHAT, { native: { shell: { mode: "ask" } } }, OWNER);
    expect([await effectOf("git remote add a b"), await effectOf("git notes add")]).toEqual(["ask", "allow"]);
  });

  it("of another tool, or that are loosened, drop nothing", async () => {
    bench.memory.addRule("chat", { id: "m", tool: "shell", pattern: "git remote *", decision: "allow", scope: "session" }, "run-1");
    await changes.setModes(CHAT, { native: { file: { mode: "ask" } } }, OWNER);
    await changes.setModes(CHAT, { native: { shell: { mode: "allow" } } }, OWNER);
    expect(bench.memory.rules("chat", null).length).toBe(1);
  });

  it("of the last entry that is deleted leave no layer", async () => {
    await changes.setModes(CHAT, { native: { shell: { mode: "off" } } }, OWNER);
    expect([await bench.store.modes.get(CHAT), await effectOf("git status")]).toEqual([{ native: { shell: { mode: "off" } } }, "deny"]);
    await changes.setModes(CHAT, { native: { shell: null } }, OWNER);
    expect([await bench.store.modes.get(CHAT), await effectOf("git status")]).toEqual([null, "allow"]);
  });

  it("of a family clear the asks of its tools in that layer, which would mask it", async () => {
    await changes.setModes(CHAT, { native: { write_file: { mode: "ask" }, read_file: { mode: "off" }, shell: { mode: "ask" } } }, OWNER);
    await changes.setModes(CHAT, { native: { file: { mode: "allow" } } }, OWNER);
    expect(await bench.store.modes.get(CHAT)).toEqual({ native: { read_file: { mode: "off" }, shell: { mode: "ask" }, file: { mode: "allow" } } });
  });

  it.each([
    ["a mode that is none", { native: { shell: { mode: "sometimes" } } }, "400 EINVALID $.native.shell.mode"],
    ["an enforced allow", { native: { shell: { mode: "allow", enforced: true } } }, "400 EINVALID $.native.shell.enforced"],
  ])("refuse %s, and change nothing", async (_, patch, expected) => {
    expect([await outcomeOf(changes.setModes(CHAT, patch as never, OWNER)), await bench.store.modes.get(CHAT)]).toEqual([expected, null]);
  });
});

describe("a chat's level and approval mode", () => {
  it.each([
    ["full access lets a waiting call through", { approvalMode: "full" }, "approved"],
    ["level L3 makes it void", { level: "L3" }, "void"],
    ["level L2 leaves it", { level: "L2" }, "pending"],
  ] as const)("%s", async (_, change, state) => {
    const waiting = await bench.shell("git notes add");
    await changes.setChat("chat", change, OWNER);
    expect((await bench.store.approvals.get(waiting.approvalId))?.state).toBe(state);
  });
});

describe("opening a project", () => {
  const write = async () => (await bench.propose("write_file", { path: "a.txt", content: "" })).effect;

  it("to read and edit stores the rule that says so; to read takes it away again", async () => {
    expect([(await changes.openProject("prj", "edit", OWNER)).ok, await write()]).toEqual([true, "allow"]);
    expect((await bench.store.rules.of("project", "prj")).map((rule) => `${rule.decision} ${rule.tool} ${rule.pattern}`)).toEqual(["allow change **"]);
    await changes.openProject("prj", "read", OWNER);
    expect([await write(), await bench.store.rules.of("project", "prj")]).toEqual(["ask", []]);
    expect((await bench.propose("read_file", { path: "a.txt" })).effect).toBe("allow");
  });
});
