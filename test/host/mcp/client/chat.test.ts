import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type ChatClient, callsIn, chatOf } from "../../engine/chat-client.ts";
import { call, type Scripted, startScripted } from "../../engine/scripted.ts";
import { until } from "../../real-host.ts";
import { EVERYTHING, FILESYSTEM, MEMORY } from "../gated.ts";
import { node, type Own, ownOf } from "./own.ts";

const FIXTURE = join(import.meta.dirname, "../fixture-server.ts");

let host: Scripted;
let own: Own;
let chat: ChatClient;
beforeEach(async () => {
  host = await startScripted();
  own = ownOf(host.real);
  chat = await host.chat();
});
afterEach(() => host.close());

const file = (): string => join(host.real.project, "../tools.json");
const log = (): string => readFileSync(join(host.real.project, "../log"), "utf8");
const describeTools = (tools: Record<string, string>): void => writeFileSync(file(), JSON.stringify(tools));

/** The fixture as a server `fx`, with tools of these names; the log of what it did is there from the beginning. */
async function addFixture(names: readonly string[], more: object = {}): Promise<void> {
  describeTools(Object.fromEntries(names.map((name) => [name, `does ${name}`])));
  writeFileSync(join(host.real.project, "../log"), "");
  await own.add("fx", { ...node(FIXTURE, file(), join(host.real.project, "../log")), ...more });
}

/** Has the model call a tool, and a person allow it; answers with how the call stands in the transcript. */
async function callAllowed(tool: string, args: object = {}) {
  host.provider.script({ calls: [call(tool, args)] }, { text: "done" });
  await chat.send("do it");
  await chat.answer("allow");
  return callsIn((await chat.reaches("idle")).messages).at(-1);
}

/** What the model was told of tools of servers, in its last request. */
function toldTools(): readonly string[] {
  const body = host.provider.requests.at(-1)?.body as unknown as { tools?: { function: { name: string } }[] };
  return (body.tools ?? []).map(({ function: { name } }) => name).filter((name) => name.startsWith("mcp__"));
}

describe("servers as they are published", () => {
  test("a tool is told of, asks, runs once it is allowed, and its result goes to the model", async () => {
    await own.add("everything", node(...EVERYTHING));
    host.provider.script({ calls: [call("mcp__everything__echo", { message: "hello" })] }, { text: "done" });
    await chat.send("echo it");
    const waiting = await chat.reaches("waiting");
    expect(callsIn(waiting.messages).map(({ tool, state }) => [tool, state])).toEqual([
      ["mcp__everything__echo", "pending"],
    ]);
    expect(toldTools()).toContain("mcp__everything__echo");
    await chat.answer("allow");
    const done = await chat.reaches("idle");
    expect(callsIn(done.messages)[0]).toMatchObject({ state: "executed", result: { ok: true, text: "Echo: hello" } });
    expect(JSON.stringify(host.provider.requests[1]?.body)).toContain("Echo: hello");
  });

  test("a file's path is held against the chat's folders before the server sees it", async () => {
    await own.add("files", node(FILESYSTEM, "/"));
    host.provider.script({ calls: [call("mcp__files__read_text_file", { path: "/etc/hostname" })] });
    await chat.send("read it");
    const card = await until(async () => (await chat.pending())[0]);
    expect(card.findings.map(({ code }) => code)).toContain("outside-grants");
    await chat.answer("deny");
  });

  test("a server keeps what it knows from one call to the next", async () => {
    await own.add("memory", {
      ...node(MEMORY),
      env: { MEMORY_FILE_PATH: join(host.real.project, "../memory.json") },
    });
    const entities = [{ name: "Ana", entityType: "person", observations: ["likes tea"] }];
    expect(await callAllowed("mcp__memory__create_entities", { entities })).toMatchObject({ state: "executed" });
    const read = await callAllowed("mcp__memory__read_graph");
    expect(read?.result?.text).toContain("likes tea");
  });
});

describe("what a server answers", () => {
  const base = { at: expect.any(Number), edited: false, cut: 0 };
  test.each([
    ["says", { text: "hi" }, { ...base, ok: true, text: "says hi null" }],
    ["fails", {}, { ...base, ok: false, code: "EFAILED", text: "it did not work" }],
    ["structured", {}, { ...base, ok: true, text: '{\n  "answer": 42\n}' }],
    ["picture", {}, { ...base, ok: true, text: "look", image: expect.stringMatching(/^data:image\/png;base64,iVBOR/) }],
    ["long", {}, { ...base, ok: true, text: "x".repeat(65_536), cut: 200_000 - 65_536 }],
  ])("%s", async (name, args, result) => {
    await addFixture([name]);
    const { result: told, state } = (await callAllowed(`mcp__fx__${name}`, args)) ?? {};
    expect([state, told]).toEqual([result.ok ? "executed" : "failed", result]);
  });

  test("goes on as it comes, where the server tells how far it is", async () => {
    await addFixture(["steps"]);
    const ending = new AbortController();
    const pieces = (async () => {
      for await (const event of chat.events(0, ending.signal)) if (event.type === "output") return event.text;
    })();
    await callAllowed("mcp__fx__steps");
    expect(await pieces).toContain("1 of 2 · step 1\n");
    ending.abort();
  });

  test("its program has none of the host's own variables, and those that were meant for it", async () => {
    process.env["SOMEBODYS_KEY"] = "not-for-servers";
    await addFixture(["environment"], { env: { MODE: "quiet" }, secrets: { API_KEY: "for-the-server-only" } });
    const result = await callAllowed("mcp__fx__environment");
    delete process.env["SOMEBODYS_KEY"];
    expect(result?.result?.text).toContain('"MODE":"quiet"');
    expect(result?.result?.text).not.toMatch(/not-for-servers|for-the-server-only/);
    expect(JSON.stringify(host.provider.requests.at(-1)?.body)).toContain("for-the-server-only");
  });
});

describe("a call that nobody can say the outcome of", () => {
  test("the server ends in the middle of it: unknown, told, never again, and the server is started anew", async () => {
    await addFixture(["crash", "says"]);
    const ended = await callAllowed("mcp__fx__crash");
    expect(ended).toMatchObject({ state: "unknown", result: { ok: false, code: "EUNKNOWN" } });
    expect(ended?.result?.text).toContain("whether it had its effect is not known");
    expect(log()).toBe("crash\n");
    expect((await host.real.recent())[0]).toMatchObject({ state: "unknown", outcome: { code: "EUNKNOWN" } });
    const failed = await own.view("fx");
    expect([failed?.state, failed?.reason, failed?.said]).toEqual(["failed", "it ended by itself", "cannot go on\n"]);
    await own.reaches("fx", "running");
    expect(await callAllowed("mcp__fx__says")).toMatchObject({ state: "executed" });
  });

  test("it is stopped while the server works on it", async () => {
    await addFixture(["slow"]);
    host.provider.script({ calls: [call("mcp__fx__slow", {})] });
    await chat.send("take your time");
    await chat.answer("allow");
    await until(async () => log() === "slow\n");
    await chat.post("/stop");
    await until(async () => (await host.real.recent())[0]?.state === "unknown");
    expect((await host.real.recent())[0]?.outcome).toMatchObject({ code: "ESTOPPED" });
  });
});

describe("a tool that becomes another", () => {
  test("is asked about anew with the difference, whatever was allowed before", async () => {
    await addFixture(["says"]);
    const always = { mcp__fx__says: { mode: "allow" } };
    await host.real.person.send("PUT", `/api/tools/authorization?scope=chat&id=${chat.id}`, { mcp: { tools: always } });
    host.provider.script({ calls: [call("mcp__fx__says", { text: "1" })] }, { text: "done" });
    await chat.send("say it");
    expect(callsIn((await chat.reaches("idle", "waiting")).messages)[0]?.state).toBe("executed");
    describeTools({ says: "and sends it to somebody" });
    host.provider.script({ calls: [call("mcp__fx__says", { text: "2" })] }, { text: "done" });
    await chat.send("again");
    const card = await until(async () => (await chat.pending())[0]);
    expect(card.findings.map(({ code }) => code)).toContain("tool-changed");
    expect(card.change).toMatchObject({
      path: "the tool says",
      before: expect.stringContaining("does says"),
      after: expect.stringContaining("and sends it to somebody"),
    });
    await chat.answer("deny");
    await chat.reaches("idle");
    expect(log()).toBe("says 1\n");
  });

  test("while its card waits: the yes was for the other one, and it is asked about again", async () => {
    await addFixture(["says"]);
    host.provider.script({ calls: [call("mcp__fx__says", { text: "1" })] }, { text: "done" });
    await chat.send("say it");
    const first = await until(async () => (await chat.pending())[0]);
    describeTools({ says: "something else" });
    await chat.answer("allow");
    const second = await until(async () => (await chat.pending()).find(({ id }) => id !== first.id));
    expect([second.findings.map(({ code }) => code).includes("tool-changed"), log()]).toEqual([true, ""]);
    await chat.answer("allow");
    await chat.reaches("idle");
    expect(log()).toBe("says 1\n");
  });

  test("is told of as it is, once the server says that its list is another", async () => {
    await addFixture(["pid"]);
    const pid = Number((await callAllowed("mcp__fx__pid"))?.result?.text);
    expect(toldTools()).toEqual(["mcp__fx__pid"]);
    describeTools({ pid: "does pid", more: "does more" });
    process.kill(pid, "SIGUSR1");
    await until(async () => {
      host.provider.script({ text: "hello" });
      await chat.send("hello");
      await chat.reaches("idle");
      return toldTools().length === 2;
    });
    expect(toldTools()).toEqual(["mcp__fx__more", "mcp__fx__pid"]);
  });
});

describe("what is turned off", () => {
  const turn = (use: object) => host.real.person.send("PUT", "/api/mcp/servers/fx/use", use);

  test.each([
    ["the server, everywhere", async () => void (await turn({ enabled: false })), []],
    ["the server, in other projects than this one", async () => void (await turn({ projects: [] })), []],
    [
      "the tool, in this chat",
      async () => {
        const tools = { mcp__fx__says: { mode: "off" } };
        await host.real.person.send("PUT", `/api/tools/authorization?scope=chat&id=${chat.id}`, { mcp: { tools } });
      },
      ["mcp__fx__more"],
    ],
  ])("%s: it is not told of, and its call is refused without a card", async (_what, off, told) => {
    await addFixture(["says", "more"]);
    await callAllowed("mcp__fx__says", { text: "before" });
    await off();
    host.provider.script({ calls: [call("mcp__fx__says", { text: "after" })] }, { text: "done" });
    await chat.send("again");
    const done = await chat.reaches("idle", "waiting");
    expect(callsIn(done.messages).at(-1)).toMatchObject({ state: "denied", result: { code: "ETOOL_DISABLED" } });
    expect([toldTools(), log()]).toEqual([told, "says before\n"]);
  });

  test("what a server started ends with it", async () => {
    await addFixture(["child"]);
    const pid = Number((await callAllowed("mcp__fx__child"))?.result?.text);
    expect(existsSync(`/proc/${pid}`)).toBe(true);
    await turn({ enabled: false });
    await until(async () => !existsSync(`/proc/${pid}`));
  });

  test.each([
    ["turned off", () => turn({ enabled: false })],
    ["removed", () => host.real.person.send("DELETE", "/api/mcp/servers/fx", {})],
  ])("a call that waits is refused when its server is %s", async (_what, end) => {
    await addFixture(["says"]);
    host.provider.script({ calls: [call("mcp__fx__says", {})] }, { text: "done" });
    await chat.send("say it");
    await until(async () => (await chat.pending())[0]);
    await end();
    const done = await chat.reaches("idle");
    expect([callsIn(done.messages).at(-1)?.result?.code, log()]).toEqual(["ETOOL_DISABLED", ""]);
  });
});

describe("another host on the same data", () => {
  async function restart(): Promise<void> {
    const real = await host.real.restart();
    const { provider } = host;
    host = { ...host, real, close: async () => void (await Promise.all([real.close(), provider.close()])) };
    own = ownOf(real);
    chat = chatOf(real, chat.id);
  }
  async function askedBefore(): Promise<void> {
    await addFixture(["says"]);
    host.provider.script({ calls: [call("mcp__fx__says", { text: "once" })] }, { text: "done" });
    await chat.send("say it");
    await chat.reaches("waiting");
  }

  test("starts the server for the call that waited, and runs it once", async () => {
    await askedBefore();
    await restart();
    expect((await own.view("fx"))?.state).toBe("stopped");
    await chat.answer("allow");
    const done = await chat.reaches("idle");
    expect([callsIn(done.messages).at(-1)?.state, log()]).toEqual(["executed", "says once\n"]);
  });

  test("asks about the call again where its tool has become another meanwhile", async () => {
    await askedBefore();
    describeTools({ says: "something else" });
    await restart();
    const [first] = await chat.pending();
    await chat.answer("allow");
    const second = await until(async () => (await chat.pending()).find(({ id }) => id !== first?.id));
    expect([second.findings.map(({ code }) => code).includes("tool-changed"), log()]).toEqual([true, ""]);
  });

  test("runs nothing where the server cannot be had any more, and says so", async () => {
    await askedBefore();
    writeFileSync(file(), "no longer JSON");
    await restart();
    await chat.answer("allow");
    const done = await chat.reaches("idle");
    expect([callsIn(done.messages).at(-1)?.result?.code, log()]).toEqual(["ESERVER", ""]);
  });
});

describe("a name", () => {
  test("that no server has a tool of is answered without a card, and starts nothing that is not there", async () => {
    await addFixture(["says"]);
    host.provider.script({ calls: [call("mcp__fx__none", {}, "a"), call("mcp__other__says", {}, "b")] }, { text: "x" });
    await chat.send("call them");
    const calls = callsIn((await chat.reaches("idle", "waiting")).messages);
    expect(calls.map(({ state, result }) => [state, result?.code])).toEqual([
      ["none", "EINVALID"],
      ["none", "EINVALID"],
    ]);
  });

  test("of another agent's own server says nothing of ours", async () => {
    await addFixture(["says"]);
    await callAllowed("mcp__fx__says");
    const { tools } = (await (await host.real.person.send("GET", "/api/mcp/servers/fx/tools")).json()) as {
      tools: { hash: string }[];
    };
    const accepted = { tool: "says", hash: tools[0]?.hash, class: "read" };
    expect((await host.real.person.send("POST", "/api/mcp/servers/fx/accept", accepted)).status).toBe(200);
    host.provider.script({ calls: [call("mcp__fx__says", {})] }, { text: "done" });
    await chat.send("say it");
    expect(callsIn((await chat.reaches("idle", "waiting")).messages).at(-1)?.state).toBe("executed");
    const theirs = { tool: "mcp__fx__says", args: {}, cwd: host.real.project, session: "s", callId: "c9", waitMs: 0 };
    expect(await host.real.call(theirs)).toMatchObject({ answer: "pending" });
  });
});
