import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createMcpRegistry } from "../../../src/host/mcp/registry.ts";
import type { ApprovalView } from "../../../src/wire/approval.ts";
import { type Bench, openBench, OWNER } from "./harness.ts";

/** What is said of one thing never reaches its neighbour: chats, projects, tools, rules and servers. */
let bench: Bench;

beforeEach(async () => {
  bench = await openBench({ opened: "edit" });
  const own = await bench.store.chats.get("chat");
  const other = { id: "prj2", path: `${bench.dir}/other`, name: "other", opened: "edit" } as const;
  await bench.store.projects.add({ ...other, gitWorkTree: true, grants: [], createdAt: 1 });
  await bench.store.chats.add({ ...(own as NonNullable<typeof own>), id: "second" });
  await bench.store.chats.add({ ...(own as NonNullable<typeof own>), id: "elsewhere", project: "prj2" });
});
afterEach(() => bench.close());

const effectIn = async (chatId: string, command = "npm test"): Promise<string> =>
  (await bench.shell(command, { chatId })).effect;

async function asked(command: string): Promise<ApprovalView> {
  const { approvalId } = await bench.shell(command);
  return (await bench.gate.get(approvalId, OWNER)) as ApprovalView;
}

describe("a chat", () => {
  it("has its own mode, and another one neither takes it over nor resets it", async () => {
    await bench.store.modes.set({ layer: "chat", id: "chat" }, { native: { shell: { mode: "allow" } } }, 1);
    expect([await effectIn("chat"), await effectIn("second"), await effectIn("chat")]).toEqual([
      "allow",
      "ask",
      "allow",
    ]);
    await bench.store.modes.set({ layer: "chat", id: "second" }, { native: { shell: { mode: "off" } } }, 1);
    expect([await effectIn("chat"), await effectIn("second")]).toEqual(["allow", "deny"]);
  });

  it("asks again after each refusal", async () => {
    for (let time = 0; time < 3; time += 1) {
      const { id, digest } = await asked("npm test");
      expect((await bench.gate.decide({ id, digest, decision: "deny" }, OWNER)).ok).toBe(true);
    }
    expect(await effectIn("chat")).toBe("ask");
  });
});

describe("what is remembered", () => {
  it("for a project holds in its chats, and in no other project", async () => {
    const { id, digest, offers } = await asked("npm test");
    const remember = { offer: offers.findIndex(({ kind }) => kind === "exact"), scope: "project" } as const;
    expect(await bench.gate.decide({ id, digest, decision: "allow", remember }, OWNER)).toMatchObject({
      saved: "saved",
    });
    expect([await effectIn("chat"), await effectIn("second"), await effectIn("elsewhere")]).toEqual([
      "allow",
      "allow",
      "ask",
    ]);
  });

  it("is never a text of several lines", async () => {
    const patterns = ({ offers }: ApprovalView) => offers.flatMap(({ rules }) => rules.map(({ pattern }) => pattern));
    const many = patterns(await asked("npm run note -- -m 'one\ntwo'"));
    expect(many.filter((pattern) => /[\r\n]/.test(pattern))).toEqual([]);
    expect(patterns(await asked("npm run note -- -m one")).length).toBeGreaterThan(0);
  });
});

it.each([
  ["deny first", ["deny", "allow"]],
  ["allow first", ["allow", "deny"]],
] as const)("a catch-all that allows leaves a deny in force: %s", async (_name, order) => {
  for (const [at, decision] of order.entries()) {
    const pattern = decision === "deny" ? "npm publish *" : "npm *";
    const rule = { id: `r${at}`, tool: "shell", pattern, decision, scope: "global" } as const;
    await bench.store.rules.add({ ...rule, target: "", createdBy: "ana", createdAt: at });
  }
  expect([await effectIn("chat", "npm publish ."), await effectIn("chat", "npm view left-pad")]).toEqual([
    "deny",
    "allow",
  ]);
});

describe("a server", () => {
  const entry = { command: "/usr/bin/node", args: ["server.js"], env: [], cwd: "/home/dev" };
  const tool = (name: string, more: object = {}) => ({
    name,
    description: "Reads.",
    inputSchema: { type: "object" },
    ...more,
  });
  /** As it is now, and as the client was told of it. */
  const pair = (of: object) => [of, of] as const;
  const open = async () => {
    const registry = createMcpRegistry({ store: bench.store, recorder: bench.recorder, now: () => bench.clock.now });
    return { registry, ...(await registry.serverOf(entry, "notes")) };
  };
  const effectOf = async (seen: { id: string; descriptor: object }): Promise<string> => {
    const call = {
      tool: seen.id,
      args: {},
      cwd: null,
      source: "model",
      attended: true,
      descriptor: seen.descriptor,
    } as const;
    return (await bench.propose(seen.id, {}, { call: call as never })).effect;
  };

  it("is not believed where it calls its own tool harmless; a person is", async () => {
    const { registry, slug } = await open();
    const hints = { annotations: { readOnlyHint: true, destructiveHint: false } };
    const seen = await registry.sightOne(slug, "look", pair(tool("look", hints)));
    expect(await effectOf(seen)).toBe("ask");
    expect(await effectOf({ ...seen, descriptor: { ...seen.descriptor, class: "remote-read" } })).toBe("allow");
  });

  it.each([
    ["readOnlyHint", { annotations: { readOnlyHint: true } }],
    ["read_only_hint", { annotations: { read_only_hint: true } }],
    ["readonlyhint, as text", { annotations: { readonlyhint: "true" } }],
    ["x-read-only, in its schema", { inputSchema: { type: "object", "x-read-only": true } }],
  ])("that hints in whatever spelling is asked about, and the hint is part of its version: %s", async (_, hint) => {
    const { registry, slug } = await open();
    const plain = await registry.sightOne(slug, "look", pair(tool("look")));
    const hinted = await registry.sightOne(slug, "look", pair(tool("look", hint)));
    expect([await effectOf(plain), await effectOf(hinted)]).toEqual(["ask", "ask"]);
    expect(hinted.descriptor.hash).not.toBe(hinted.descriptor.pinned);
    expect(plain.descriptor.hash).toBe(plain.descriptor.pinned);
  });

  it("that lists one name twice has neither of them, and keeps the others", async () => {
    const { registry, slug } = await open();
    const seen = await registry.sight(slug, [
      tool("a"),
      tool("a", { description: "Another." }),
      tool("b"),
      { name: 7 },
    ]);
    expect(seen.map(({ descriptor }) => descriptor.state)).toEqual([
      "bad-descriptor",
      "bad-descriptor",
      "ok",
      "bad-descriptor",
    ]);
    expect([await effectOf(seen[0] as never), await effectOf(seen[2] as never)]).toEqual(["deny", "ask"]);
  });

  it("that is allowed has its tools allowed, and no command", async () => {
    const { registry, slug } = await open();
    const seen = await registry.sightOne(slug, "look", pair(tool("look")));
    await bench.store.modes.set(
      { layer: "chat", id: "chat" },
      { mcp: { servers: { [slug]: { mode: "allow", since: bench.clock.now } } } },
      1,
    );
    expect([await effectOf(seen), await effectIn("chat")]).toEqual(["allow", "ask"]);
    bench.clock.now += 1;
    // One that comes later under another name is looked at first.
    expect(await effectOf(await registry.sightOne(slug, "later", pair(tool("later"))))).toBe("ask");
  });
});
