import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Undone, UndoList } from "../../../src/wire/undo.ts";
import { type RealHost, startReal } from "../real-host.ts";
import { type ChatClient, newChat } from "./chat-client.ts";

let real: RealHost;
let chat: ChatClient;
let file: string;
beforeEach(async () => {
  real = await startReal();
  await real.hook({ session_id: "s", hook_event_name: "SessionStart", cwd: real.project, source: "startup" });
  await real.openProject("read");
  file = join(real.project, "assent-demo.md");
  chat = await newChat(real);
});
afterEach(() => real.close());

const list = async (): Promise<UndoList> => (await (await chat.post("/undo", undefined, "GET")).json()) as UndoList;
const undo = (run: string) => chat.post("/undo", { run });

test("what a run wrote is taken back, once, and it is on the record", async () => {
  expect((await list()).runs).toEqual([]);
  await chat.send("write");
  await chat.reaches("waiting");
  expect((await undo("run_none")).status).toBe(409);
  await chat.answer("allow");
  await chat.reaches("idle");
  const [run] = (await list()).runs;
  expect(run?.paths).toEqual([file]);
  expect(existsSync(file)).toBe(true);

  const undone = await undo(run?.run ?? "");
  expect((await undone.json()) as Undone).toEqual({ restored: [file], left: [] });
  expect(existsSync(file)).toBe(false);
  expect((await list()).runs).toEqual([]);
  expect((await undo(run?.run ?? "")).status).toBe(404);
  const audit = (await (await real.person.send("GET", "/api/audit?limit=50")).json()) as {
    lines: { type: string; data: object }[];
  };
  expect(audit.lines.find(({ type }) => type === "run.undone")?.data).toMatchObject({ paths: [file] });
});

test("what was changed since stays, is named, and can be tried again", async () => {
  await chat.send("write");
  await chat.answer("allow");
  await chat.reaches("idle");
  const written = readFileSync(file, "utf8");
  writeFileSync(file, "mine");
  const [run] = (await list()).runs;
  expect((await (await undo(run?.run ?? "")).json()) as Undone).toEqual({ restored: [], left: [file] });
  expect(readFileSync(file, "utf8")).toBe("mine");
  writeFileSync(file, written);
  expect((await (await undo(run?.run ?? "")).json()) as Undone).toEqual({ restored: [file], left: [] });
});

test("of another chat, or a name that is no run, there is nothing", async () => {
  await chat.send("write");
  await chat.answer("allow");
  await chat.reaches("idle");
  const [run] = (await list()).runs;
  const other = await newChat(real);
  expect((await other.post("/undo", { run: run?.run })).status).toBe(404);
  for (const name of ["../../keys", "..", ""]) expect((await undo(name)).status).toBeGreaterThanOrEqual(400);
  expect(existsSync(file)).toBe(true);
});
