import { afterEach, beforeEach, expect, test } from "vitest";
import { callsIn } from "../../engine/chat-client.ts";
import { call, type Scripted, startScripted } from "../../engine/scripted.ts";
import { EVERYTHING } from "../gated.ts";
import { node, type Own, ownOf } from "./own.ts";

let host: Scripted;
let own: Own;
beforeEach(async () => {
  host = await startScripted();
  own = ownOf(host.real);
});
afterEach(() => host.close());

test("a tool of a server is told of, asks, runs once it is allowed, and its result goes to the model", async () => {
  await own.add("everything", node(...EVERYTHING));
  const chat = await host.chat();
  host.provider.script({ calls: [call("mcp__everything__echo", { message: "hello" })] }, { text: "done" });
  await chat.send("echo it");
  const waiting = await chat.reaches("waiting");
  expect(callsIn(waiting.messages).map(({ tool, state }) => [tool, state])).toEqual([
    ["mcp__everything__echo", "pending"],
  ]);
  expect(JSON.stringify(host.provider.requests[0]?.body)).toContain('"name":"mcp__everything__echo"');
  await chat.answer("allow");
  const done = await chat.reaches("idle");
  expect(callsIn(done.messages)[0]).toMatchObject({ state: "executed", result: { ok: true, text: "Echo: hello" } });
  expect(JSON.stringify(host.provider.requests[1]?.body)).toContain("Echo: hello");
});
