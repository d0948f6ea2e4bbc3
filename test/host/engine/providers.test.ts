import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ConnectionView } from "../../../src/wire/connections.ts";
import { type RealHost, startReal } from "../real-host.ts";
import { callsIn, type ChatClient, newChat, textsIn } from "./chat-client.ts";
import { type Format, type Provider, startProvider } from "./provider.ts";

let real: RealHost;
let provider: Provider;
const reached = new Set<string>();
const { fetch } = globalThis;

beforeEach(async () => {
  globalThis.fetch = (input, init) => {
    reached.add(new URL(input instanceof Request ? input.url : input).hostname);
    return fetch(input, init);
  };
  real = await startReal({ limits: { retryAfter: 5, flushEvery: 5 } });
  await real.hook({ session_id: "s", hook_event_name: "SessionStart", cwd: real.project, source: "startup" });
  await real.openProject("read");
});
afterEach(async () => {
  await real.close();
  await provider.close();
  globalThis.fetch = fetch;
  // Whatever the packages could do beside it: nothing is told to anybody but the endpoint that a person set up.
  expect([...reached]).toEqual(["127.0.0.1"]);
});

async function connect(kind: Format, credential: string | null = "key-for-tests"): Promise<ChatClient> {
  provider = await startProvider(kind);
  const body = { kind, name: "scripted", baseUrl: provider.url, credential, models: ["small"] };
  const made = await real.person.send("POST", "/api/connections", body);
  const { connection } = (await made.json()) as { connection: ConnectionView };
  expect(connection).toMatchObject({ hasCredential: credential !== null, models: ["small"] });
  return newChat(real, { model: { connection: connection.id, model: "small" } });
}

const WRITE = { id: "call_1", name: "write_file", args: { path: "new.txt", content: "by the model\n" } };

describe.each<Format>(["openai-compatible", "openai", "anthropic", "google"])("%s", (kind) => {
  test("streams, waits for a person, runs what was allowed, and tells the model", async () => {
    const chat = await connect(kind);
    provider.script({ reasoning: "I think first.", text: "I write a file.", calls: [WRITE] }, { text: "It is done." });
    await chat.send("please write");
    const waiting = await chat.reaches("waiting");
    expect(waiting.messages[1]?.parts.map(({ kind }) => kind)).toEqual(["reasoning", "text", "call"]);
    expect(callsIn(waiting.messages)[0]).toMatchObject({ tool: "write_file", args: WRITE.args, state: "pending" });
    await chat.answer("allow");
    const done = await chat.reaches("idle");
    expect(readFileSync(join(real.project, "new.txt"), "utf8")).toBe("by the model\n");
    expect(textsIn(done.messages)).toEqual(["please write", "I write a file.", "It is done."]);
    expect(done.runs.at(-1)).toMatchObject({ state: "done", usage: { input: 14, output: 10 } });
    expect(provider.requests).toHaveLength(2);
    expect(JSON.stringify(provider.requests[0]?.body)).toContain("write_file");
    expect(JSON.stringify(provider.requests[1]?.body)).toContain("by the model");
  });

  test("a wrong key is told, and not tried again", async () => {
    const chat = await connect(kind, "wrong");
    provider.script({ status: 401, error: "invalid key" });
    await chat.send("hello");
    const { runs } = await chat.reaches("idle");
    expect(runs.at(-1)).toMatchObject({ state: "failed", error: { code: "EMODEL_KEY" } });
    expect(provider.requests).toHaveLength(1);
    const headers = JSON.stringify(provider.requests[0]?.headers);
    expect(headers).toContain("wrong");
  });

  test("a redirect is not followed: the key goes to no other place", async () => {
    const other = await startProvider(kind);
    try {
      const chat = await connect(kind);
      provider.script({ status: 307, headers: { location: `${other.url}/elsewhere` } });
      await chat.send("hello");
      const { runs } = await chat.reaches("idle");
      expect([provider.requests.length, other.requests]).toEqual([1, []]);
      expect(runs.at(-1)).toMatchObject({ state: "failed", error: { code: "EMODEL" } });
      expect(runs.at(-1)?.error?.message).toContain("redirect (307)");
    } finally {
      await other.close();
    }
  });

  test("busy and failing providers are asked again", async () => {
    const chat = await connect(kind);
    provider.script({ status: 429, headers: { "retry-after-ms": "5" } }, { status: 503 }, { text: "at last" });
    await chat.send("hello");
    const { runs, messages } = await chat.reaches("idle");
    expect([runs.at(-1)?.state, textsIn(messages)]).toEqual(["done", ["hello", "at last"]]);
    expect(runs.at(-1)?.retry).toBeNull();
  });

  test("an answer that is cut off is asked for again, and nothing of it runs", async () => {
    const chat = await connect(kind);
    provider.script({ text: "one two three", calls: [WRITE], cutAfter: 3 }, { text: "whole" });
    await chat.send("hello");
    const { messages } = await chat.reaches("idle");
    expect(textsIn(messages)).toEqual(["hello", "whole"]);
    expect(await real.recent()).toEqual([]);
  });

  test("a conversation that is too long is told as that", async () => {
    const chat = await connect(kind);
    provider.script({ status: 400, error: "prompt is too long: 210000 tokens exceed the context window of 200000" });
    await chat.send("hello");
    expect((await chat.reaches("idle")).runs.at(-1)?.error?.code).toBe("EMODEL_CONTEXT");
  });

  test("lists its models", async () => {
    const chat = await connect(kind);
    const { connection } = (await chat.open()).chat.model ?? { connection: "" };
    const tested = await real.person.send("POST", `/api/connections/${connection}/test`, {});
    expect(await tested.json()).toEqual({ ok: true, models: ["small", "large"] });
  });
});

test("an answer that ends without an end, with a call that reads as whole, runs nothing", async () => {
  const chat = await connect("openai-compatible");
  const broken = { text: "x", calls: [WRITE], endAfter: 4 };
  provider.script(...Array.from({ length: 9 }, () => broken));
  await chat.send("hello");
  const { runs } = await chat.reaches("idle");
  expect(runs.at(-1)).toMatchObject({ state: "failed", error: { code: "EMODEL_CUT" } });
  expect(await real.recent()).toEqual([]);
});

test("an address where nobody listens is told", async () => {
  const chat = await connect("openai-compatible");
  await provider.close();
  await chat.send("hello");
  expect((await chat.reaches("idle")).runs.at(-1)?.error?.code).toBe("EMODEL_UNREACHABLE");
});

test("a slow answer is seen as it comes, and stopped in the middle stays as far as it came", async () => {
  const chat = await connect("openai-compatible");
  provider.script({ text: "one two three four five six seven eight nine ten", slow: 40 });
  await chat.send("count");
  const ending = new AbortController();
  let seen = "";
  for await (const event of chat.events(0, ending.signal)) {
    if (event.type === "delta") seen += event.text;
    if (seen.includes("three")) break;
  }
  ending.abort();
  expect(await chat.state()).toBe("running");
  expect((await chat.send("again")).status).toBe(409);
  expect(await (await chat.post("/stop")).json()).toEqual({ settled: 0 });
  const { chat: view, runs, messages } = await chat.open();
  expect([view.state, runs.at(-1)?.state]).toEqual(["idle", "stopped"]);
  expect(messages.at(-1)).toMatchObject({ role: "assistant", state: "cut" });
  expect(textsIn(messages).at(-1)).toMatch(/^one two three/);
});

test("a model that says nothing for too long has broken off", async () => {
  await real.close();
  real = await startReal({ limits: { stallAfter: 150, retries: 0 } });
  const chat = await connect("openai-compatible");
  provider.script({ text: "one two three", slow: 1_000 });
  await chat.send("hello");
  expect((await chat.reaches("idle")).runs.at(-1)?.error?.code).toBe("EMODEL_CUT");
});
