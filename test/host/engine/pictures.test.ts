import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { type Pictures, takesPictures } from "../../../src/wire/pictures.ts";
import type { ConnectionKind } from "../../../src/wire/connections.ts";
import { call, type Scripted, startScripted } from "./scripted.ts";

describe("whether a model takes pictures", () => {
  it.each<[ConnectionKind, Pictures, string, boolean]>([
    ["openai", "auto", "gpt-5-mini", true],
    ["openai", "auto", "gpt-4", false],
    ["openai", "auto", "gpt-4-turbo", true],
    ["openai", "auto", "gpt-3.5-turbo", false],
    ["openai", "auto", "o3-mini", false],
    ["openai", "no", "gpt-5", false],
    ["anthropic", "auto", "claude-sonnet-4-5", true],
    ["anthropic", "auto", "claude-2.1", false],
    ["google", "auto", "gemini-2.5-flash", true],
    ["google", "auto", "gemini-1.0-pro", false],
    ["openai-compatible", "auto", "llama3.2-vision:11b", true],
    ["openai-compatible", "auto", "qwen2.5vl:7b", true],
    ["openai-compatible", "auto", "qwen/qwen2.5-vl-72b-instruct", true],
    ["openai-compatible", "auto", "gemma3:12b", true],
    ["openai-compatible", "auto", "anthropic/claude-sonnet-4", true],
    ["openai-compatible", "auto", "qwen3:8b", false],
    ["openai-compatible", "auto", "gpt-oss:20b", false],
    ["openai-compatible", "auto", "llama3.1", false],
    ["openai-compatible", "yes", "my-own", true],
    ["demo", "auto", "demo", true],
  ])("%s, set to %s: %s %s", (kind, pictures, model, takes) => {
    expect(takesPictures({ kind, pictures }, model)).toBe(takes);
  });
});

describe("in a chat", () => {
  let host: Scripted;
  beforeEach(async () => {
    host = await startScripted();
  });
  afterEach(() => host.close());

  const picture = { name: "dot.png", mime: "image/png", base64: "iVBORw0KGgo=" };
  const note = { name: "a.txt", mime: "text/plain", base64: "YQ==" };
  const sees = { model: "small-vision" };

  test("a picture is refused where the model takes none, and sent where it does", async () => {
    const chat = await host.chat();
    const refused = await chat.send("what is it?", { attachments: [note, picture] });
    expect([refused.status, await refused.json()]).toEqual([
      400,
      {
        code: "EMODEL_PICTURES",
        message: "the model `small` takes no pictures: choose another, or say on its connection that it does",
      },
    ]);
    expect((await chat.open()).messages).toEqual([]);
    host.provider.script({ text: "a note" });
    expect((await chat.send("and this?", { attachments: [note] })).status).toBe(202);
    await chat.reaches("idle");
    const { connection } = host.model;
    await host.real.person.send("PUT", `/api/connections/${connection}`, { pictures: "yes" });
    host.provider.script({ text: "a dot" });
    expect((await chat.send("what is it?", { attachments: [picture] })).status).toBe(202);
    await chat.reaches("idle");
    expect(JSON.stringify(host.provider.requests.at(-1)?.body)).toContain(picture.base64);
  });

  test("an edit of a message with a picture is refused too", async () => {
    const chat = await host.chat({ model: { ...host.model, ...sees } });
    host.provider.script({ text: "a dot" });
    await chat.send("what is it?", { attachments: [picture] });
    const [first] = (await chat.reaches("idle")).messages;
    await chat.post("", { model: host.model }, "PUT");
    expect((await chat.send("how small?", { edits: first?.id })).status).toBe(400);
  });

  test("of pictures that another model was shown this one is told", async () => {
    const chat = await host.chat({ model: { ...host.model, ...sees } });
    host.provider.script({ text: "a dot" }, { calls: [call("read_file", { path: "dot.png" })] }, { text: "nothing" });
    await chat.send("what is it?", { attachments: [picture] });
    await chat.reaches("idle");
    writeFileSync(join(host.real.project, "dot.png"), Buffer.from(picture.base64, "base64"));
    await chat.post("", { model: host.model }, "PUT");
    await chat.send("look again");
    await chat.reaches("idle");
    const [saw, ...blind] = host.provider.requests.map(({ body }) => JSON.stringify(body["messages"]));
    expect(saw).toContain(picture.base64);
    expect(blind.map((body) => [body.includes(picture.base64), body.split("which you cannot see").length - 1])).toEqual(
      [
        [false, 1],
        [false, 2],
      ],
    );
  });
});
