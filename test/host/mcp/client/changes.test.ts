import { existsSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { callsIn } from "../../engine/chat-client.ts";
import { until } from "../../real-host.ts";
import { type FixtureChat, startFixtureChat } from "./fixture-chat.ts";

let at: FixtureChat;
beforeEach(async () => void (at = await startFixtureChat()));
afterEach(() => at.close());

const send = (method: string, path: string, body: object) => at.host.real.person.send(method, path, body);
const turn = (use: object) => send("PUT", "/api/mcp/servers/fx/use", use);
const setMode = (mode: string) =>
  send("PUT", `/api/tools/authorization?scope=chat&id=${at.chat.id}`, { mcp: { tools: { mcp__fx__says: { mode } } } });
const findingsOf = (card: { readonly findings: readonly { readonly code: string }[] } | undefined) =>
  card?.findings.map(({ code }) => code) ?? [];

describe("a tool that becomes another", () => {
  test("is asked about anew with the difference, whatever was allowed before", async () => {
    await at.addFixture(["says"]);
    await setMode("allow");
    expect((await at.calls("mcp__fx__says", { text: "1" }))?.state).toBe("executed");
    at.describeTools({ says: "and sends it to somebody" });
    await at.asks("mcp__fx__says", { text: "2" });
    const [card] = await at.chat.pending();
    expect(findingsOf(card)).toContain("tool-changed");
    expect(card?.change).toMatchObject({
      path: "the tool says",
      before: expect.stringContaining("does says"),
      after: expect.stringContaining("and sends it to somebody"),
    });
    await at.chat.answer("deny");
    await at.chat.reaches("idle");
    expect(at.log()).toBe("says 1\n");
  });

  test("while its card waits: the yes was for the other one, and it is asked about again", async () => {
    await at.addFixture(["says"]);
    await at.asks("mcp__fx__says", { text: "1" });
    at.describeTools({ says: "something else" });
    const first = await at.chat.answer("allow");
    const second = await until(async () => (await at.chat.pending()).find(({ id }) => id !== first.id));
    expect([findingsOf(second).includes("tool-changed"), at.log()]).toEqual([true, ""]);
    await at.chat.answer("allow");
    await at.chat.reaches("idle");
    expect(at.log()).toBe("says 1\n");
  });

  test("is told of as it is, once the server says that its list is another", async () => {
    await at.addFixture(["pid"]);
    const pid = Number((await at.callAllowed("mcp__fx__pid"))?.result?.text);
    expect(at.toldTools()).toEqual(["mcp__fx__pid"]);
    at.describeTools({ pid: "does pid", more: "does more" });
    process.kill(pid, "SIGUSR1");
    await until(async () => {
      at.host.provider.script({ text: "hello" });
      await at.chat.send("hello");
      await at.chat.reaches("idle");
      return at.toldTools().length === 2;
    });
    expect(at.toldTools()).toEqual(["mcp__fx__more", "mcp__fx__pid"]);
  });
});

test("what a server is given in secret is not shown where it describes its tools, nor what is different in them", async () => {
  const page = async (path: string): Promise<string> => (await at.host.real.person.send("GET", path)).text();
  await at.addFixture([], { secrets: { API_KEY: "for-the-server-only" } });
  at.describeTools({ says: "calls /v1?k=for-the-server-only" });
  await at.callAllowed("mcp__fx__says");
  at.describeTools({ says: "calls /v2?k=for-the-server-only" });
  await at.asks("mcp__fx__says");
  const text = (await page("/api/mcp/servers/fx/tools")) + (await page("/api/tools/authorization/pending"));
  expect(["calls /v1", "calls /v2", "for-the-server-only"].map((part) => text.includes(part))).toEqual([
    true,
    true,
    false,
  ]);
});

test("of two tools whose names are read alike none is told of, and a call is refused without a card", async () => {
  await at.addFixture(["says", "SAYS", "more"]);
  await setMode("allow");
  expect(await at.calls("mcp__fx__says")).toMatchObject({ state: "denied", result: { code: "ETOOL_DISABLED" } });
  expect((await at.calls("mcp__fx__more"))?.state).toBe("pending");
  expect([at.toldTools(), at.log()]).toEqual([["mcp__fx__more"], ""]);
});

describe("what is turned off", () => {
  test.each([
    ["the server, everywhere", () => turn({ enabled: false }), []],
    ["the server, in other projects than this one", () => turn({ projects: [] }), []],
    ["the tool, in this chat", () => setMode("off"), ["mcp__fx__more"]],
  ])("%s: it is not told of, and its call is refused without a card", async (_what, off, told) => {
    await at.addFixture(["says", "more"]);
    await at.callAllowed("mcp__fx__says", { text: "before" });
    await off();
    const refused = await at.calls("mcp__fx__says", { text: "after" });
    expect(refused).toMatchObject({ state: "denied", result: { code: "ETOOL_DISABLED" } });
    expect([at.toldTools(), at.log()]).toEqual([told, "says before\n"]);
  });

  test("what a server started ends with it", async () => {
    await at.addFixture(["child"]);
    const pid = Number((await at.callAllowed("mcp__fx__child"))?.result?.text);
    expect(existsSync(`/proc/${pid}`)).toBe(true);
    await turn({ enabled: false });
    await until(async () => !existsSync(`/proc/${pid}`));
  });

  test.each([
    ["turned off", () => turn({ enabled: false })],
    ["removed", () => send("DELETE", "/api/mcp/servers/fx", {})],
  ])("a call that waits is refused when its server is %s", async (_what, end) => {
    await at.addFixture(["says"]);
    await at.asks("mcp__fx__says");
    await end();
    const done = await at.chat.reaches("idle");
    expect([callsIn(done.messages).at(-1)?.result?.code, at.log()]).toEqual(["ETOOL_DISABLED", ""]);
  });
});

describe("another host on the same data", () => {
  test("starts the server for the call that waited, and runs it once", async () => {
    await at.addFixture(["says"]);
    await at.asks("mcp__fx__says", { text: "once" });
    at = await at.restart();
    expect((await at.own.view("fx"))?.state).toBe("stopped");
    await at.chat.answer("allow");
    const done = await at.chat.reaches("idle");
    expect([callsIn(done.messages).at(-1)?.state, at.log()]).toEqual(["executed", "says once\n"]);
  });

  test("asks about the call again where its tool has become another meanwhile", async () => {
    await at.addFixture(["says"]);
    await at.asks("mcp__fx__says");
    at.describeTools({ says: "something else" });
    at = await at.restart();
    const first = await at.chat.answer("allow");
    const second = await until(async () => (await at.chat.pending()).find(({ id }) => id !== first.id));
    expect([findingsOf(second).includes("tool-changed"), at.log()]).toEqual([true, ""]);
  });

  test("runs nothing where the server cannot be had any more, and says so", async () => {
    await at.addFixture(["says"]);
    await at.asks("mcp__fx__says");
    writeFileSync(at.toolsFile, "no longer JSON");
    at = await at.restart();
    await at.chat.answer("allow");
    const done = await at.chat.reaches("idle");
    expect([callsIn(done.messages).at(-1)?.result?.code, at.log()]).toEqual(["ESERVER", ""]);
  });
});

describe("a name", () => {
  test.each(["mcp__fx__none", "mcp__other__says"])("that no server has a tool of: %s has no card", async (tool) => {
    await at.addFixture(["says"]);
    const answered = await at.calls(tool);
    expect([answered?.state, answered?.result?.code]).toEqual(["none", "EINVALID"]);
  });

  test("of another agent's own server says nothing of ours", async () => {
    await at.addFixture(["says"]);
    await at.callAllowed("mcp__fx__says");
    const listed = await at.host.real.person.send("GET", "/api/mcp/servers/fx/tools");
    const { tools } = (await listed.json()) as { tools: { hash: string }[] };
    const accepted = { tool: "says", hash: tools[0]?.hash, class: "read" };
    expect((await send("POST", "/api/mcp/servers/fx/accept", accepted)).status).toBe(200);
    expect((await at.calls("mcp__fx__says"))?.state).toBe("executed");
    const theirs = { tool: "mcp__fx__says", args: {}, cwd: at.host.real.project, session: "s", callId: "c", waitMs: 0 };
    expect(await at.host.real.call(theirs)).toMatchObject({ answer: "pending" });
  });

  test("of another agent's own server is shown without the difference of ours", async () => {
    await at.addFixture(["says"]);
    await at.callAllowed("mcp__fx__says");
    at.describeTools({ says: "something else" });
    await at.asks("mcp__fx__says");
    const theirs = { tool: "mcp__fx__says", args: {}, cwd: at.host.real.project, session: "s", callId: "c", waitMs: 0 };
    expect(await at.host.real.call(theirs)).toMatchObject({ answer: "pending" });
    const changes = (await at.host.real.pending()).map(({ chat, change }) => [chat.agent, change?.path]);
    expect(changes).toEqual([
      [null, "the tool says"],
      ["claude-code", undefined],
    ]);
  });
});
