import { existsSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type RealHost, startReal } from "../real-host.ts";
import { callsIn, newChat, textsIn } from "./chat-client.ts";

let real: RealHost;
beforeEach(async () => {
  real = await startReal();
  await real.hook({ session_id: "s", hook_event_name: "SessionStart", cwd: real.project, source: "startup" });
  await real.openProject("read");
});
afterEach(() => real.close());

test("a message is answered, a call waits, runs once when allowed, and the run goes on", async () => {
  const chat = await newChat(real);
  expect((await chat.send("write")).status).toBe(202);
  const waiting = await chat.reaches("waiting");
  expect(existsSync(join(real.project, "assent-demo.md"))).toBe(false);
  expect(callsIn(waiting.messages).map(({ tool, state }) => [tool, state])).toEqual([["write_file", "pending"]]);
  const card = await chat.answer("allow");
  expect(card.tool.id).toBe("write_file");
  const done = await chat.reaches("idle");
  expect(done.runs.map(({ state }) => state)).toEqual(["done"]);
  expect(readFileSync(join(real.project, "assent-demo.md"), "utf8")).toContain("Written by");
  expect(callsIn(done.messages)[0]).toMatchObject({ state: "executed", result: { ok: true } });
  expect(textsIn(done.messages).at(-1)).toContain("That is all");
});

test("a chat without a project works in a folder of its own, unasked", async () => {
  const chat = await newChat(real, { project: null });
  await chat.send("write");
  const done = await chat.reaches("idle", "waiting");
  expect(callsIn(done.messages)[0]).toMatchObject({ tool: "write_file", state: "executed", result: { ok: true } });
  const folder = join(realpathSync(tmpdir()), `assent-${userInfo().username}`, chat.id);
  expect(existsSync(join(folder, "assent-demo.md"))).toBe(true);
  rmSync(folder, { recursive: true });
});
