import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { decide } from "../../../src/core/decide.ts";
import { createMemory, entryGoverns } from "../../../src/host/approvals/memory.ts";
import { patchLayer, tightenedBy } from "../../../src/host/policy/layer-patch.ts";
import { createPolicies } from "../../../src/host/policy/policies.ts";
import { read, readers } from "../../../src/read/read.ts";
import { plainWorld } from "../../../src/read/plain-world.ts";
import { type Bench, openBench } from "../gate/harness.ts";

let bench: Bench;

beforeEach(async () => {
  bench = await openBench({ opened: "edit" });
});
afterEach(() => bench.close());

const WORLD = plainWorld({ platform: "linux", home: "/home/dev" });
const RULE = {
  id: "r1",
  tool: "shell",
  pattern: "git notes *",
  decision: "allow",
  scope: "project",
  target: "prj",
  createdAt: 1,
} as const;

async function sayOf(policies: typeof bench.policies, command: string, run = "run-1"): Promise<string> {
  const call = {
    tool: "shell",
    args: { command },
    cwd: bench.project,
    project: bench.project,
    source: "model",
    attended: true,
  } as const;
  return decide(read(call, WORLD), await policies.policyFor("chat", run), bench.clock.now).effect;
}

describe("a policy", () => {
  it("is compiled once for as long as nothing changes, and anew when something does", async () => {
    const first = await bench.policies.policyFor("chat", "run-1");
    expect(await bench.policies.policyFor("chat", "run-1")).toBe(first);
    await bench.store.settings.set("level", "L1");
    const second = await bench.policies.policyFor("chat", "run-1");
    expect([second === first, second.level, second.revision === first.revision]).toEqual([false, "L1", false]);
  });

  it("has the sandbox's rules only for commands that the sandbox holds", async () => {
    const world = plainWorld({ platform: "linux", home: "/home/dev", path: "any" });
    const said = async (chat: string): Promise<string> => {
      const args = { command: "npm ci" };
      const call = {
        tool: "shell",
        args,
        cwd: bench.project,
        project: bench.project,
        source: "model",
        attended: true,
      } as const;
      return decide(read(call, world), await bench.policies.policyFor(chat, "run-1"), bench.clock.now).effect;
    };
    const own = await bench.store.chats.get("chat");
    const session = { id: "theirs", agent: "claude-code", sessionKey: "s" };
    await bench.store.chats.add({ ...(own as NonNullable<typeof own>), ...session });
    await bench.store.settings.set("preset", "sandbox");
    expect([await said("chat"), await said("theirs")]).toEqual(["ask", "ask"]);
    await bench.store.settings.set("sandbox", true);
    expect([await said("chat"), await said("theirs")]).toEqual(["allow", "ask"]);
    await bench.store.settings.set("sandbox", false);
    expect(await said("chat")).toBe("ask");
    // What it comes with counts all the same.
    expect(await sayOf(bench.policies, "git add .")).toBe("allow");
  });

  it("takes on one rule as if it had been compiled with it", async () => {
    const fresh = () => createPolicies({ store: bench.store, memory: bench.memory, readers, home: "/home/dev" });
    await bench.policies.policyFor("chat", "run-1");
    const version = await bench.store.transaction(async (tables) => {
      await tables.rules.add(RULE);
      return tables.policyVersion();
    });
    bench.policies.ruleAdded(RULE, version);
    for (const command of ["git notes add", "git remote add a b", "git status", "rm -rf /"]) {
      expect(await sayOf(bench.policies, command)).toBe(await sayOf(fresh(), command));
    }
  });

  it("never misses a rule that came between", async () => {
    await bench.policies.policyFor("chat", "run-1");
    await bench.store.rules.add(RULE);
    const version = await bench.store.policyVersion();
    await bench.store.rules.add({ ...RULE, id: "r2", decision: "deny" });
    await bench.policies.policyFor("chat", "run-1");
    bench.policies.ruleAdded(RULE, version);
    expect(await sayOf(bench.policies, "git notes add")).toBe("deny");
  });

  it("of a chat or project that is not there does not load", async () => {
    await expect(bench.policies.policyFor("gone", null)).rejects.toThrow("this chat does not exist");
  });

  it("has the run's and the session's rules, each for its own", async () => {
    bench.memory.addRule("chat", { ...ruleOf("git notes *"), scope: "run" }, "run-1");
    bench.memory.addRule("chat", { ...ruleOf("git remote *"), scope: "session" }, "run-1");
    const says = async (run: string) => [
      await sayOf(bench.policies, "git notes add", run),
      await sayOf(bench.policies, "git remote add a b", run),
    ];
    expect([await says("run-1"), await says("run-2")]).toEqual([
      ["allow", "allow"],
      ["ask", "allow"],
    ]);
    bench.memory.clear("chat");
    expect(await says("run-1")).toEqual(["ask", "ask"]);
  });

  it("of the managed file stands above what people store", async () => {
    const managedFile = join(bench.dir, "managed.json");
    writeFileSync(managedFile, '{ "tools": { "shell": { "mode": "off" } } }');
    const policies = createPolicies({
      store: bench.store,
      memory: bench.memory,
      readers,
      home: "/home/dev",
      managedFile,
    });
    await bench.store.rules.add(RULE);
    expect(await sayOf(policies, "git notes add")).toBe("deny");
  });

  it.each([
    ["everyday", "allow", "ask", "deny"],
    ["careful", "ask", "ask", "deny"],
    ["none", "ask", "ask", "ask"],
  ])("with preset %s", async (preset, add, push, root) => {
    await bench.store.settings.set("preset", preset);
    expect([
      await sayOf(bench.policies, "git add ."),
      await sayOf(bench.policies, "git push"),
      await sayOf(bench.policies, "rm -rf /"),
    ]).toEqual([add, push, root]);
  });
});

function ruleOf(pattern: string) {
  return { id: pattern, tool: "shell", pattern, decision: "allow" } as const;
}

describe("a patch of a layer", () => {
  const layer = {
    native: { shell: { mode: "ask" }, file: { mode: "allow" } },
    mcp: { shared: { mode: "ask" } },
  } as const;
  it.each([
    [
      "replaces an entry as a whole",
      { native: { shell: { mode: "allow" } } },
      { ...layer, native: { ...layer.native, shell: { mode: "allow" } } },
    ],
    ["deletes with null", { native: { shell: null } }, { ...layer, native: { file: { mode: "allow" } } }],
    ["deletes the shared gate", { mcp: { shared: null } }, { native: layer.native }],
    [
      "adds a tool of a server",
      { mcp: { tools: { mcp__a__b: { mode: "off" } } } },
      { ...layer, mcp: { ...layer.mcp, tools: { mcp__a__b: { mode: "off" } } } },
    ],
    ["of nothing changes nothing", {}, layer],
    ["that deletes all leaves null", { native: { shell: null, file: null }, mcp: { shared: null } }, null],
  ] as const)("%s", (_, patch, expected) => {
    expect(patchLayer(layer, patch)).toEqual(expected);
  });

  it("tells which entries it may have tightened", () => {
    const patch = {
      native: { shell: { mode: "off" }, file: { mode: "allow" }, browser: null },
      mcp: { servers: { a: { mode: "allowlist" } } },
    } as const;
    expect(tightenedBy(patch)).toEqual([
      { kind: "native", key: "shell" },
      { kind: "native", key: "browser" },
      { kind: "server", key: "a" },
    ]);
  });
});

describe("what an entry governs", () => {
  it.each([
    ["native", "shell", ["shell", "project-code"]],
    ["native", "file", ["write_file", "change", "read", "delete"]],
    ["native", "write_file", ["write_file", "change"]],
    ["server", "a", ["mcp__a__b"]],
    ["tool", "mcp__a__b", ["mcp__a__b"]],
    ["shared", "", ["mcp__a__b"]],
  ] as const)("%s %s", (kind, key, governed) => {
    const tools = ["shell", "project-code", "write_file", "change", "read", "delete", "mcp__a__b", "subagent"];
    expect(tools.filter(entryGoverns({ kind, key })).sort()).toEqual([...governed].sort());
  });
});

describe("memory", () => {
  it("forgets allows of a tool, keeps its denials and what is of other chats", () => {
    const memory = createMemory();
    memory.addRule("a", { ...ruleOf("git *"), scope: "session" }, "r");
    memory.addRule("a", { ...ruleOf("rm *"), decision: "deny", scope: "session" }, "r");
    memory.addRule("b", { ...ruleOf("git *"), scope: "session" }, "r");
    const before = [memory.version("a"), memory.version("b")];
    memory.dropAllows((tool) => tool === "shell", new Set(["a"]));
    expect([memory.rules("a", null).map((rule) => rule.pattern), memory.rules("b", null).length]).toEqual([
      ["rm *"],
      1,
    ]);
    expect([memory.version("a") > (before[0] ?? 0), memory.version("b") === before[1]]).toEqual([true, true]);
  });
});
