import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Entry } from "../../../src/core/policy.ts";
import { createPolicyChanges, type PolicyChanges } from "../../../src/host/policy/changes.ts";
import { securityOf } from "../../../src/host/policy/security.ts";
import { readers } from "../../../src/read/read.ts";
import { APPROVER, type Bench, openBench, OWNER, VIEWER } from "../gate/harness.ts";

let bench: Bench;
let changes: PolicyChanges;

beforeEach(async () => {
  bench = await openBench({ opened: "edit" });
  const { store, recorder, memory, gate, clock } = bench;
  changes = createPolicyChanges({
    store,
    recorder,
    memory,
    readers,
    now: () => clock.now,
    resettle: (chats) => gate.resettle(chats),
  });
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

describe("who may change what", () => {
  it.each([
    ["an owner: everything", OWNER, ["ok", "ok", "ok", "ok"]],
    ["an approver: what is of a chat", APPROVER, ["ok", "ok", "403 EFORBIDDEN", "403 EFORBIDDEN"]],
    ["a viewer: nothing", VIEWER, Array.from({ length: 4 }, () => "403 EFORBIDDEN")],
  ] as const)("%s", async (_, who, expected) => {
    expect([
      await outcomeOf(changes.setModes({ layer: "chat", id: "chat" }, { native: { shell: { mode: "ask" } } }, who)),
      await outcomeOf(changes.setChat("chat", { level: "L1" }, who)),
      await outcomeOf(changes.setModes({ layer: "project", id: "prj" }, { native: { shell: { mode: "ask" } } }, who)),
      await outcomeOf(changes.setDefaults({ level: "L1" }, who)),
    ]).toEqual(expected);
  });
});

describe("modes", () => {
  const CHAT = { layer: "chat", id: "chat" } as const;

  it("that are tightened drop what the session allowed for the tool, and keep stored rules", async () => {
    const remembered = {
      id: "m",
      tool: "shell",
      pattern: "git remote *",
      decision: "allow",
      scope: "session",
    } as const;
    bench.memory.addRule("chat", remembered, "run-1");
    await bench.store.rules.add({
      id: "r",
      tool: "shell",
      pattern: "git notes *",
      decision: "allow",
      scope: "chat",
      target: "chat",
      createdAt: 1,
    });
    expect([await effectOf("git remote add a b"), await effectOf("git notes add")]).toEqual(["allow", "allow"]);
    await changes.setModes(CHAT, { native: { shell: { mode: "ask" } } }, OWNER);
    expect([await effectOf("git remote add a b"), await effectOf("git notes add")]).toEqual(["ask", "allow"]);
  });

  it("of another tool, or that are loosened, drop nothing", async () => {
    bench.memory.addRule(
      "chat",
      { id: "m", tool: "shell", pattern: "git remote *", decision: "allow", scope: "session" },
      "run-1",
    );
    await changes.setModes(CHAT, { native: { file: { mode: "ask" } } }, OWNER);
    await changes.setModes(CHAT, { native: { shell: { mode: "allow" } } }, OWNER);
    expect(bench.memory.rules("chat", null).length).toBe(1);
  });

  it("of the last entry that is deleted leave no layer", async () => {
    await changes.setModes(CHAT, { native: { shell: { mode: "off" } } }, OWNER);
    expect([await bench.store.modes.get(CHAT), await effectOf("git status")]).toEqual([
      { native: { shell: { mode: "off" } } },
      "deny",
    ]);
    await changes.setModes(CHAT, { native: { shell: null } }, OWNER);
    expect([await bench.store.modes.get(CHAT), await effectOf("git status")]).toEqual([null, "allow"]);
  });

  it("of a family clear the asks of its tools in that layer, which would mask it", async () => {
    await changes.setModes(
      CHAT,
      { native: { write_file: { mode: "ask" }, read_file: { mode: "off" }, shell: { mode: "ask" } } },
      OWNER,
    );
    await changes.setModes(CHAT, { native: { file: { mode: "allow" } } }, OWNER);
    expect(await bench.store.modes.get(CHAT)).toEqual({
      native: { read_file: { mode: "off" }, shell: { mode: "ask" }, file: { mode: "allow" } },
    });
  });

  it("of a family leave the limits of its tools", async () => {
    const native = { write_file: { mode: "ask", callsPerRun: 2 }, read_file: { maxTimeoutMs: 9 } } as const;
    await changes.setModes(CHAT, { native }, OWNER);
    await changes.setModes(CHAT, { native: { file: { mode: "allow" } } }, OWNER);
    expect(await bench.store.modes.get(CHAT)).toEqual({
      native: { write_file: { callsPerRun: 2 }, read_file: { maxTimeoutMs: 9 }, file: { mode: "allow" } },
    });
  });

  it.each([
    ["a mode that is none", { native: { shell: { mode: "sometimes" } } }, "400 EINVALID $.native.shell.mode"],
    [
      "an enforced allow",
      { native: { shell: { mode: "allow", enforced: true } } },
      "400 EINVALID $.native.shell.enforced",
    ],
  ])("refuse %s, and change nothing", async (_, patch, expected) => {
    expect([await outcomeOf(changes.setModes(CHAT, patch as never, OWNER)), await bench.store.modes.get(CHAT)]).toEqual(
      [expected, null],
    );
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

describe("when an entry began to count is the host's to say", () => {
  const PROJECT = { layer: "project", id: "prj" } as const;
  const sinceOf = async () => (await bench.store.modes.get(PROJECT))?.mcp?.shared?.since;
  const save = async (tools: object) => {
    const project = await bench.store.projects.get("prj");
    if (project === null) throw new Error("no project");
    const { revision } = await securityOf(bench.store, project);
    expect(
      await outcomeOf(changes.setSecurity("prj", { revision, grants: [], tools, confirmBroad: false } as never, OWNER)),
    ).toBe("ok");
  };

  it("in the security document, where what stays the same keeps its date", async () => {
    const first = bench.clock.now;
    await save({ mcp: { shared: { mode: "allow", since: first + 1e9 } } });
    expect(await sinceOf()).toBe(first);
    bench.clock.now += 1000;
    await save({ mcp: { shared: { mode: "allow" } }, native: { shell: { mode: "ask", since: 5 } } });
    expect([await sinceOf(), (await bench.store.modes.get(PROJECT))?.native]).toEqual([
      first,
      { shell: { mode: "ask" } },
    ]);
    await save({ mcp: { shared: { mode: "allow", callsPerRun: 3 } } });
    expect(await sinceOf()).toBe(first + 1000);
  });

  it("in a change of modes", async () => {
    const shared = { mode: "allow", since: 5 } as const;
    expect(await outcomeOf(changes.setModes(PROJECT, { mcp: { shared } }, OWNER))).toBe("ok");
    expect(await sinceOf()).toBe(bench.clock.now);
  });
});

describe("a built-in tool under another spelling", () => {
  const CHAT = { layer: "chat", id: "chat" } as const;
  const native = async () => (await bench.store.modes.get(CHAT))?.native;
  const set = (entries: Readonly<Record<string, Entry | null>>) =>
    outcomeOf(changes.setModes(CHAT, { native: entries }, OWNER));

  it("is the same entry", async () => {
    expect(await set({ shell: { mode: "allow" } })).toBe("ok");
    expect(await set({ shell_exec: { mode: "off" } })).toBe("ok");
    expect(await native()).toEqual({ shell: { mode: "off" } });
    expect(await set({ shell_exec: null })).toBe("ok");
    expect(await native()).toBeUndefined();
  });

  it("is the same entry where it was stored so", async () => {
    await bench.store.modes.set(CHAT, { native: { shell_exec: { mode: "allow" } } }, 1);
    expect(await set({ shell: { mode: "ask" } })).toBe("ok");
    expect(await native()).toEqual({ shell: { mode: "ask" } });
  });

  it("is refused beside the first", async () => {
    expect(await set({ shell: { mode: "allow" }, shell_exec: null })).toBe("400 EINVALID $.native.shell_exec");
    expect(await native()).toBeUndefined();
  });

  it("stands under its name in the security document", async () => {
    const project = await bench.store.projects.get("prj");
    if (project === null) throw new Error("no project");
    const { revision } = await securityOf(bench.store, project);
    const save = (entries: object) =>
      outcomeOf(
        changes.setSecurity("prj", { revision, grants: [], tools: { native: entries }, confirmBroad: false }, OWNER),
      );
    expect(await save({ shell: { mode: "allow" }, shell_exec: { mode: "off" } })).toMatch(/^400 EINVALID/);
    expect(await save({ shell_exec: { mode: "off" } })).toBe("ok");
    const stored = await bench.store.modes.get({ layer: "project", id: "prj" });
    expect(stored?.native).toEqual({ shell: { mode: "off" } });
  });
});
