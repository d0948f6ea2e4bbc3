import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { until } from "../../real-host.ts";
import { EVERYTHING, FILESYSTEM, MEMORY } from "../gated.ts";
import { type FixtureChat, startFixtureChat } from "./fixture-chat.ts";
import { node } from "./own.ts";

let at: FixtureChat;
beforeEach(async () => void (at = await startFixtureChat()));
afterEach(() => at.close());

describe("servers as they are published", () => {
  test("a tool is told of, asks, runs once it is allowed, and its result goes to the model", async () => {
    await at.own.add("everything", node(...EVERYTHING));
    const asked = await at.calls("mcp__everything__echo", { message: "hello" });
    expect([asked?.tool, asked?.state]).toEqual(["mcp__everything__echo", "pending"]);
    expect(at.toldTools()).toContain("mcp__everything__echo");
    await at.chat.answer("allow");
    const done = await at.chat.reaches("idle");
    expect(JSON.stringify(done.messages)).toContain("Echo: hello");
    expect(JSON.stringify(at.host.provider.requests[1]?.body)).toContain("Echo: hello");
  });

  test("a file's path is held against the chat's folders before the server sees it", async () => {
    await at.own.add("files", node(FILESYSTEM, "/"));
    await at.asks("mcp__files__read_text_file", { path: "/etc/hostname" });
    const [card] = await at.chat.pending();
    expect(card?.findings.map(({ code }) => code)).toContain("outside-grants");
  });

  test("a server keeps what it knows from one call to the next", async () => {
    const env = { MEMORY_FILE_PATH: join(at.host.real.project, "../memory.json") };
    await at.own.add("memory", { ...node(MEMORY), env });
    const entities = [{ name: "Ana", entityType: "person", observations: ["likes tea"] }];
    expect(await at.callAllowed("mcp__memory__create_entities", { entities })).toMatchObject({ state: "executed" });
    expect((await at.callAllowed("mcp__memory__read_graph"))?.result?.text).toContain("likes tea");
  });
});

/** What is said of many parts that nobody knows. */
const MANY = Array.from({ length: 100_000 }, () => "(x was left out)").join("\n");

describe("what a server answers", () => {
  const base = { at: expect.any(Number), edited: false, cut: 0 };
  test.each([
    ["says", { text: "hi" }, { ...base, ok: true, text: "says hi null" }],
    ["fails", {}, { ...base, ok: false, code: "EFAILED", text: "it did not work" }],
    ["structured", {}, { ...base, ok: true, text: '{\n  "answer": 42\n}' }],
    ["picture", {}, { ...base, ok: true, text: "look", image: expect.stringMatching(/^data:image\/png;base64,iVBOR/) }],
    ["long", {}, { ...base, ok: true, text: "x".repeat(65_536), cut: 200_000 - 65_536 }],
    ["strange", {}, { ...base, ok: true, text: "(hologram was left out)\nlook" }],
    ["hole", {}, { ...base, ok: true, text: "(unnamed was left out)\nlook" }],
    ["many", {}, { ...base, ok: true, text: MANY.slice(0, 65_536), cut: MANY.length - 65_536 }],
  ])("%s", async (name, args, result) => {
    await at.addFixture([name]);
    const { result: told, state } = (await at.callAllowed(`mcp__fx__${name}`, args)) ?? {};
    expect([state, told]).toEqual([result.ok ? "executed" : "failed", result]);
  });

  test("task: the promise of a result is none, so that nobody can say what it did", async () => {
    await at.addFixture(["task"]);
    const { result, state } = (await at.callAllowed("mcp__fx__task")) ?? {};
    expect([state, result]).toMatchObject(["unknown", { ok: false, code: "EUNKNOWN" }]);
  });

  test("goes on as it comes, where the server tells how far it is", async () => {
    await at.addFixture(["steps"]);
    const ending = new AbortController();
    const pieces = (async () => {
      for await (const event of at.chat.events(0, ending.signal)) if (event.type === "output") return event.text;
    })();
    await at.callAllowed("mcp__fx__steps");
    expect(await pieces).toContain("1 of 2 · step 1\n");
    ending.abort();
  });

  test("its program has none of the host's own variables, and those that were meant for it", async () => {
    process.env["SOMEBODYS_KEY"] = "not-for-servers";
    await at.addFixture(["environment"], { env: { MODE: "quiet" }, secrets: { API_KEY: "for-the-server-only" } });
    const result = await at.callAllowed("mcp__fx__environment");
    delete process.env["SOMEBODYS_KEY"];
    expect(result?.result?.text).toContain('"MODE":"quiet"');
    expect(result?.result?.text).not.toMatch(/not-for-servers|for-the-server-only/);
    expect(JSON.stringify(at.host.provider.requests.at(-1)?.body)).toContain("for-the-server-only");
  });
});

describe("a call that nobody can say the outcome of", () => {
  test("the server ends in the middle of it: unknown, told, never again, and the server is started anew", async () => {
    await at.addFixture(["crash", "says"]);
    const ended = await at.callAllowed("mcp__fx__crash");
    expect(ended).toMatchObject({ state: "unknown", result: { ok: false, code: "EUNKNOWN" } });
    expect(ended?.result?.text).toContain("whether it had its effect is not known");
    expect(at.log()).toBe("crash\n");
    expect((await at.host.real.recent())[0]).toMatchObject({ state: "unknown", outcome: { code: "EUNKNOWN" } });
    expect((await at.own.view("fx"))?.said).toBe("cannot go on\n");
    await at.own.reaches("fx", "running");
    expect(await at.callAllowed("mcp__fx__says")).toMatchObject({ state: "executed" });
    expect(at.log()).toBe("crash\nsays \n");
  });

  test("it is stopped while the server works on it", async () => {
    await at.addFixture(["slow"]);
    await at.asks("mcp__fx__slow");
    await at.chat.answer("allow");
    await until(async () => at.log() === "slow\n");
    await at.chat.post("/stop");
    await until(async () => (await at.host.real.recent())[0]?.state === "unknown");
    expect((await at.host.real.recent())[0]?.outcome).toMatchObject({ code: "ESTOPPED" });
  });
});
