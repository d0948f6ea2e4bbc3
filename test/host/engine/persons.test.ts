import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { addLink } from "../../../src/host/auth/login.ts";
import { connections } from "../../../src/wire/chat-answers.ts";
import { logIn, type TestSession } from "../http/serve.ts";
import { until } from "../real-host.ts";
import { callsIn } from "./chat-client.ts";
import { call, type Scripted, startScripted } from "./scripted.ts";

let host: Scripted;
beforeEach(async () => void (host = await startScripted()));
afterEach(() => host.close());

async function logInAs(
  id: string,
  role: "approver" | "viewer",
  projects: readonly string[] | null = null,
): Promise<TestSession> {
  let token = "";
  await host.real.change(async (store) => {
    await store.persons.add({ id, name: id, role, projects, createdAt: Date.now() });
    token = await addLink(store, id, Date.now());
  });
  return logIn(host.real.host.url, token);
}

test("of 50 answers of two persons to one card, one counts and the call runs once", async () => {
  const chat = await host.chat();
  host.provider.script({ calls: [call("shell", { command: "echo ran >> once.txt" })] }, { text: "done" });
  await chat.send("go");
  await chat.reaches("waiting");
  const [card] = await chat.pending();
  const ben = await logInAs("ben", "approver");
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) => {
      const decision = at % 3 === 0 ? "deny" : "allow";
      const who = at % 2 === 0 ? host.real.person : ben;
      return who.send("POST", "/api/tools/authorization/decide", { id: card?.id, digest: card?.digest, decision });
    }),
  );
  const told = await Promise.all(
    answers.map(async (answer) => [answer.status, ((await answer.json()) as { code?: string }).code ?? "won"]),
  );
  expect(told.filter(([status]) => status === 200)).toHaveLength(1);
  for (const [status, code] of told)
    expect([`200 won`, "409 already-decided", "409 already-executed"]).toContain(`${status} ${code}`);
  const { messages } = await chat.reaches("idle");
  const state = callsIn(messages)[0]?.state;
  const file = join(host.real.project, "once.txt");
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n").length - 1 : 0;
  expect([state, lines]).toEqual(state === "executed" ? ["executed", 1] : ["denied", 0]);
});

test("a viewer reads a chat and does nothing in it; one of other projects does not see it", async () => {
  const chat = await host.chat();
  host.provider.script({ text: "hi" });
  await chat.send("hello");
  await chat.reaches("idle");
  const [vic, eve] = [await logInAs("vic", "viewer"), await logInAs("eve", "approver", ["prj_other"])];
  const path = `/api/chats/${chat.id}`;
  expect((await vic.send("GET", path)).status).toBe(200);
  const writes = [
    ["POST", "/messages", { text: "x" }],
    ["POST", "/stop", {}],
    ["DELETE", "", {}],
  ] as const;
  for (const [method, rest, body] of writes) expect((await vic.send(method, path + rest, body)).status).toBe(403);
  expect((await eve.send("GET", path)).status).toBe(404);
  for (const [method, rest, body] of writes) expect((await eve.send(method, path + rest, body)).status).toBe(404);
  const { chats } = (await (await eve.send("GET", "/api/chats")).json()) as { chats: unknown[] };
  expect(chats).toEqual([]);
});

describe("the execute step", () => {
  const WRITE = call("write_file", { path: "new.txt", content: "x\n" });
  const execute = (id: string | undefined) => host.real.person.send("POST", `/api/approvals/${id}/execute`, {});

  test("refuses a call that waits, and one that was declined", async () => {
    const chat = await host.chat();
    host.provider.script({ calls: [WRITE] }, { text: "done" });
    await chat.send("go");
    await chat.reaches("waiting");
    const [card] = await chat.pending();
    const early = await execute(card?.id);
    expect([early.status, ((await early.json()) as { code: string }).code]).toEqual([409, "pending"]);
    await chat.answer("deny");
    await chat.reaches("idle");
    const late = await execute(card?.id);
    expect([late.status, ((await late.json()) as { code: string }).code]).toEqual([409, "already-decided"]);
    expect(existsSync(join(host.real.project, "new.txt"))).toBe(false);
  });

  test("refuses to run twice what the run itself has run", async () => {
    const chat = await host.chat();
    host.provider.script({ calls: [call("shell", { command: "echo ran >> once.txt" })] }, { text: "done" });
    await chat.send("go");
    const card = await chat.answer("allow");
    await until(async () => (await execute(card.id)).status === 409);
    await chat.reaches("idle");
    expect(readFileSync(join(host.real.project, "once.txt"), "utf8")).toBe("ran\n");
  });
});

test("a key goes in and never comes out", async () => {
  const shown = await (await host.real.person.send("GET", "/api/connections")).text();
  expect(connections.parse(JSON.parse(shown)).connections.map(({ kind }) => kind)).toEqual([
    "openai-compatible",
    "demo",
  ]);
  expect(shown).toContain('"hasCredential":true');
  expect(shown).not.toContain("key-for-tests");
  const files = ["secrets.json", "assent.db", "assent.db-wal"].map((name) =>
    readFileSync(join(host.real.dataDir, name), "latin1"),
  );
  for (const content of files) expect(content).not.toContain("key-for-tests");
  const chat = await host.chat();
  host.provider.script({ calls: [call("shell", { command: "echo key-for-tests" })] }, { text: "done" });
  await chat.send("print it");
  const [card] = await until(async () => {
    const cards = await host.real.recent();
    return cards.length > 0 && cards;
  });
  expect(JSON.stringify(card)).not.toContain("key-for-tests");
});

test("an address that is changed does not get the key of the one before", async () => {
  const { connection } = host.model;
  const moved = await host.real.person.send("PUT", `/api/connections/${connection}`, {
    baseUrl: "http://127.0.0.1:9/v1",
  });
  expect(await moved.json()).toMatchObject({ connection: { hasCredential: false } });
});
