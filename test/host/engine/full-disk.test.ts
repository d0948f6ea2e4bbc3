import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { until } from "../real-host.ts";
import { callsIn, chatOf } from "./chat-client.ts";
import { call, type Scripted, startScripted } from "./scripted.ts";

let host: Scripted;
let disturb: DatabaseSync;
beforeEach(async () => {
  host = await startScripted();
  disturb = new DatabaseSync(join(host.real.dataDir, "assent.db"), { timeout: 5_000 });
});
afterEach(async () => {
  disturb.close();
  await host.close();
});

const file = (name: string): string => join(host.real.project, name);
const WRITE = call("write_file", { path: "new.txt", content: "x\n" });
const LOW = { text: '{"verdict":"allow","risk":"low","reason":"asked for"}' };

/** No row of this table can be written, as on a full disk. */
function fill(table: string, what = "update"): void {
  disturb.exec(`create trigger fault before ${what} on ${table} begin select raise(fail, 'disk full'); end`);
}
const free = (): void => disturb.exec("drop trigger fault");

test("a run with nobody there ends where its assessment cannot be stored", async () => {
  const chat = await host.chat({ approvalMode: "review" });
  fill("approvals", "update of assessment");
  host.provider.script({ calls: [WRITE] }, LOW, { text: "done" });
  await chat.send("write", { background: true });
  const { runs } = await chat.reaches("idle");
  expect(runs.at(-1)).toMatchObject({ state: "failed", error: { code: "EAUDIT" } });
  expect([existsSync(file("new.txt")), await chat.pending(), host.provider.requests.length]).toEqual([false, [], 2]);
});

test("control: with somebody there, the card waits for them", async () => {
  const chat = await host.chat({ approvalMode: "review" });
  fill("approvals", "update of assessment");
  host.provider.script({ calls: [WRITE] }, LOW, { text: "done" });
  await chat.send("write");
  await until(async () => host.provider.requests.length === 2);
  await chat.reaches("waiting");
  await chat.answer("allow");
  expect((await chat.reaches("idle")).runs.at(-1)?.state).toBe("done");
  expect(existsSync(file("new.txt"))).toBe(true);
});

test("a run that fails where that cannot be stored is failed once it can", async () => {
  const chat = await host.chat();
  host.provider.script({ status: 401, error: "no" }, { text: "not asked again" });
  fill("runs");
  await chat.send("hello");
  await until(async () => host.provider.requests.length === 1);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await chat.state()).toBe("running");
  free();
  const { runs } = await chat.reaches("idle");
  expect([runs.at(-1)?.error?.code, host.provider.requests.length]).toEqual(["EMODEL_KEY", 1]);
});

test("a run whose newest message cannot be opened fails, and is looked at no more", async () => {
  const chat = await host.chat();
  host.provider.script({ calls: [WRITE] });
  await chat.send("write");
  await chat.reaches("waiting");
  await host.real.change(async (store) => {
    const [run] = await store.runs.open(chat.id);
    const head = run?.head ?? "";
    const row = await store.messages.get(head);
    if (row !== null) await store.messages.set(head, { ...row, sealed: "altered" });
  });
  await chat.answer("deny");
  await host.real.change(async (store) => {
    const ended = await until(async () => {
      const run = await store.runs.last(chat.id);
      return run?.endedAt !== null && run;
    });
    expect([ended.state, ended.data.error?.code]).toEqual(["failed", "EINTERNAL"]);
  });
  host.provider.script({ text: "on" });
  expect((await chat.post("/messages", { text: "again" })).status).toBe(202);
});

/** Streams for a while; resolves once the model's stream is under way. */
async function streaming() {
  const chat = await host.chat();
  host.provider.script({ text: "word ".repeat(400), slow: 20 });
  await chat.send("count");
  const ending = new AbortController();
  for await (const event of chat.events(0, ending.signal)) if (event.type === "delta") break;
  ending.abort();
  return chat;
}

test.each([
  ["the stop of a chat", "runs", (id: string) => host.real.person.send("POST", `/api/chats/${id}/stop`, {})],
  ["the stop of everything", "settings", () => host.real.person.send("POST", "/api/level", { stopped: true })],
])("%s that cannot be stored ends the model's stream, and is stored once it can be", async (_, table, stop) => {
  const chat = await streaming();
  fill(table, table === "settings" ? "insert" : "update");
  expect((await stop(chat.id)).status).toBeGreaterThanOrEqual(500);
  await until(async () => host.provider.left() === 1);
  free();
  const { runs } = await chat.reaches("idle");
  expect(runs.at(-1)?.state).toBe("stopped");
  expect(callsIn((await chat.open()).messages)).toEqual([]);
});

test("a stop that was never stored is not undone by the end of the host", async () => {
  const chat = await streaming();
  fill("runs");
  expect((await chat.post("/stop")).status).toBeGreaterThanOrEqual(500);
  const real = await host.real.restart();
  host = { ...host, real, close: () => real.close().then(() => host.provider.close()) };
  free();
  await host.real.change(async (store) => {
    const ended = await until(async () => {
      const run = await store.runs.last(chat.id);
      return run?.endedAt != null && run;
    });
    expect(ended.state).toBe("stopped");
  });
  expect(host.provider.requests).toHaveLength(1);
  // It was of that run alone.
  host.provider.script({ text: "on" });
  const again = chatOf(host.real, chat.id);
  await again.send("and now?");
  expect((await again.reaches("idle")).runs.at(-1)?.state).toBe("done");
  const next = await host.real.restart();
  host = { ...host, real: next, close: () => next.close().then(() => host.provider.close()) };
  expect(await chatOf(host.real, chat.id).state()).toBe("idle");
});

test.each([false, true])(
  "what a run that fails called goes on only in the background (background: %s)",
  async (background) => {
    const chat = await host.chat();
    const calls = [call("subagent", { task: "think", background }, "s"), call("write_file", WRITE.args, "w")];
    host.provider.script({ calls }, { text: "word ".repeat(60), slow: 20 });
    await chat.send("delegate");
    await until(async () => (await chat.pending()).length === 2);
    await chat.answer("allow");
    await until(async () => host.provider.requests.length === 2);
    disturb.exec(
      "create trigger fault before update on approvals when new.state = 'executed' begin select raise(fail, 'disk full'); end",
    );
    await chat.answer("allow");
    const subrun = () => until(async () => (await chat.open()).runs.find(({ parent }) => parent !== null));
    await until(async () => (await chat.open()).runs.at(-1)?.error?.code === "EAUDIT");
    if (background) expect((await subrun()).state).toBe("running");
    await chat.reaches("idle");
    expect(host.provider.left()).toBe(background ? 0 : 1);
    await host.real.change(async (store) => {
      expect((await store.runs.subruns(chat.id)).map(({ state }) => state)).toEqual([background ? "done" : "stopped"]);
    });
  },
);
