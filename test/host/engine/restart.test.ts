import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { callsIn, chatOf, textsIn } from "./chat-client.ts";
import { call, type Scripted, startScripted } from "./scripted.ts";

let host: Scripted;
beforeEach(async () => void (host = await startScripted()));
afterEach(() => host.close());

const WRITE = call("write_file", { path: "new.txt", content: "x\n" });

/** The same data directory with another host; its person is logged in anew. */
async function restart(): Promise<void> {
  const real = await host.real.restart();
  const { provider } = host;
  const close = async (): Promise<void> => {
    await real.close();
    await provider.close();
  };
  host = { ...host, real, close };
}

test("a turn that waits is data: it goes on when another host is told the answer", async () => {
  const chat = await host.chat();
  host.provider.script({ calls: [WRITE] }, { text: "done" });
  await chat.send("go");
  await chat.reaches("waiting");
  await restart();
  const again = chatOf(host.real, chat.id);
  expect(await again.state()).toBe("waiting");
  await again.answer("allow");
  const { messages } = await again.reaches("idle");
  expect([existsSync(join(host.real.project, "new.txt")), textsIn(messages).at(-1)]).toEqual([true, "done"]);
  expect(host.provider.requests).toHaveLength(2);
});

test("an answer that was still coming is asked for again, and comes once", async () => {
  const chat = await host.chat();
  host.provider.script({ text: "one two three four five six seven eight", slow: 60 }, { text: "whole" });
  await chat.send("count");
  const ending = new AbortController();
  for await (const event of chat.events(0, ending.signal))
    if (event.type === "delta" && event.text.includes("two")) break;
  ending.abort();
  await restart();
  const { messages, runs } = await chatOf(host.real, chat.id).reaches("idle");
  expect([textsIn(messages), runs.at(-1)?.state]).toEqual([["count", "whole"], "done"]);
});

test("a question and a subagent's card wait across a restart", async () => {
  const chat = await host.chat();
  host.provider.script({ calls: [call("subagent", { task: "write" })] }, { calls: [WRITE] });
  await chat.send("delegate");
  await chat.answer("allow");
  await expect.poll(async () => (await chat.pending())[0]?.tool.id).toBe("write_file");
  await restart();
  const again = chatOf(host.real, chat.id);
  const ask = call("ask_user", { question: "Sure?", choices: ["Yes"] });
  host.provider.script({ text: "written" }, { calls: [ask] }, { text: "all done" });
  await again.answer("allow");
  await expect.poll(async () => callsIn((await again.open()).messages).at(-1)?.state).toBe("waiting");
  await restart();
  const last = chatOf(host.real, chat.id);
  const question = callsIn((await last.open()).messages).at(-1);
  await last.post("/answers", { call: question?.id, choices: [0] });
  const { messages } = await last.reaches("idle");
  expect(callsIn(messages).map(({ result }) => result?.text)).toEqual(["written", "Yes"]);
});

test("a subagent whose parent failed as the host died asks nobody", async () => {
  const chat = await host.chat();
  host.provider.script({ calls: [call("subagent", { task: "write" })] }, { calls: [WRITE] });
  await chat.send("delegate");
  await chat.answer("allow");
  await expect.poll(async () => (await chat.pending())[0]?.tool.id).toBe("write_file");
  await host.real.change(async (store) => {
    const parent = await store.runs.last(chat.id);
    await store.runs.update(parent?.id ?? "", { state: "failed", endedAt: 1 });
  });
  await restart();
  const again = chatOf(host.real, chat.id);
  await again.reaches("idle");
  expect(await again.pending()).toEqual([]);
  await host.real.change(async (store) => {
    expect((await store.runs.subruns(chat.id)).map(({ state }) => state)).toEqual(["stopped"]);
  });
});

test("regenerated, an answer has a sibling, and the branch can be chosen again", async () => {
  const chat = await host.chat();
  host.provider.script({ text: "first answer" }, { text: "second answer" });
  await chat.send("hello");
  const [, answer] = (await chat.reaches("idle")).messages;
  await chat.post("/regenerate", { message: answer?.id });
  const { messages } = await chat.reaches("idle");
  expect(textsIn(messages)).toEqual(["hello", "second answer"]);
  expect(messages[1]?.siblings).toEqual([answer?.id, messages[1]?.id]);
  await chat.post("/head", { message: answer?.id }, "PUT");
  expect(textsIn((await chat.open()).messages)).toEqual(["hello", "first answer"]);
});

test("a picture stays with its message: after a restart, in an edit of its text, and in another answer", async () => {
  const chat = await host.chat({ model: { ...host.model, model: "small-vision" } });
  const picture = { name: "dot.png", mime: "image/png", base64: "iVBORw0KGgo=" };
  const shown = { kind: "file", name: "dot.png", mime: "image/png", url: `data:image/png;base64,${picture.base64}` };
  host.provider.script({ text: "a dot" }, { text: "a small dot" }, { text: "a dot, once more" });
  await chat.send("what is it?", { attachments: [picture] });
  const [first] = (await chat.reaches("idle")).messages;
  await restart();
  const again = chatOf(host.real, chat.id);
  expect((await again.open()).messages[0]?.parts).toEqual([{ kind: "text", text: "what is it?" }, shown]);
  await again.send("how small is it?", { edits: first?.id });
  const [edited, answer] = (await again.reaches("idle")).messages;
  expect(edited?.parts).toEqual([{ kind: "text", text: "how small is it?" }, shown]);
  await again.post("/regenerate", { message: answer?.id });
  await again.reaches("idle");
  const sent = host.provider.requests.map(
    ({ body }) => JSON.stringify(body["messages"]).split(picture.base64).length - 1,
  );
  expect(sent).toEqual([1, 1, 1]);
});

test("a removed chat is gone with what was said, and its audit lines stay", async () => {
  const chat = await host.chat();
  host.provider.script({ calls: [WRITE] });
  await chat.send("go");
  await chat.reaches("waiting");
  expect((await chat.post("", {}, "DELETE")).status).toBe(200);
  expect((await host.real.person.send("GET", `/api/chats/${chat.id}`)).status).toBe(404);
  expect((await host.real.recent())[0]?.state).toBe("cancelled");
  await host.real.change(async (store) => {
    expect([await store.messages.nodes(chat.id, ""), await store.runs.open(chat.id)]).toEqual([[], []]);
  });
});
