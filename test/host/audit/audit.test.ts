import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createHeadFile, readHeadFile } from "../../../src/host/audit/head-file.ts";
import { chainLine } from "../../../src/host/audit/line.ts";
import { createRecorder, RecordError } from "../../../src/host/audit/recorder.ts";
import { type Anchor, exportAudit, verifyAudit } from "../../../src/host/audit/verify.ts";
import { createRedactor } from "../../../src/host/secrets/redact.ts";
import { openSqlite } from "../../../src/store/sqlite.ts";
import type { Store } from "../../../src/store/store.ts";

const KEY = Buffer.alloc(32, 7);
const LINES = 12;

let dir: string;
let store: Store;
let raw: DatabaseSync;
let headFile: string;
let head: Anchor;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "assent-audit-"));
  store = await openSqlite(join(dir, "assent.db"));
  raw = new DatabaseSync(join(dir, "assent.db"), { timeout: 1000 });
  headFile = join(dir, "audit-head.json");
  const file = createHeadFile(headFile, () => undefined);
  const recorder = createRecorder({ store, key: KEY, redactor: createRedactor(), head: file });
  for (let index = 0; index < LINES; index += 1) await recorder.commit((_, log) => log(entry(index)));
  await file.flush();
  head = readHeadFile(headFile) as Anchor;
});
afterEach(async () => {
  raw.close();
  await store.close();
  rmSync(dir, { recursive: true, force: true });
});

function entry(index: number) {
  return {
    at: 1000 + index,
    type: "approval.approved",
    actor: "person:ana",
    chat: "c1",
    approval: `apr_${index}`,
    data: { note: `naïve “${index}” \ud83d\ude00` },
  };
}

describe("a trail that nobody touched", () => {
  it("verifies, with and without the anchor", async () => {
    expect(head.seq).toBe(LINES);
    expect([await verifyAudit(store, KEY), await verifyAudit(store, KEY, head)]).toEqual([
      { ok: true, lines: LINES, head, anchored: false },
      { ok: true, lines: LINES, head, anchored: true },
    ]);
  });

  it("verifies with an anchor from the middle", async () => {
    const middle = (await store.audit.since(4, 1))[0] as Anchor;
    expect((await verifyAudit(store, KEY, { seq: middle.seq, hash: middle.hash })).ok).toBe(true);
  });

  it("does not verify with another key", async () => {
    expect(await verifyAudit(store, Buffer.alloc(32, 8))).toMatchObject({ ok: false, seq: 1 });
  });

  it("is exported as JSON Lines", async () => {
    const lines: unknown[] = [];
    for await (const line of exportAudit(store)) lines.push(JSON.parse(line));
    expect(lines.length).toBe(LINES);
    expect(lines[3]).toEqual({ seq: 4, ...entry(3), hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });
});

describe("tampering shows, with its first line", () => {
  const rows: readonly (readonly [string, () => void, number])[] = [
    ["another actor", () => raw.exec("update audit set actor = 'person:eve' where seq = 5"), 5],
    ["another time", () => raw.exec("update audit set at = at + 1 where seq = 5"), 5],
    ["another chat", () => raw.exec("update audit set chat = null where seq = 5"), 5],
    ["another text", () => raw.exec("update audit set line = replace(line, 'ana', 'eve') where seq = 5"), 5],
    ["another hash", () => raw.exec("update audit set hash = replace(hash, 'a', 'b') where seq = 12"), 12],
    ["a line dropped", () => raw.exec("delete from audit where seq = 5"), 5],
    [
      "a line dropped and the rest renumbered",
      () => raw.exec("delete from audit where seq = 5; update audit set seq = seq - 1 where seq > 5"),
      5,
    ],
    ["the first line dropped", () => raw.exec("delete from audit where seq = 1"), 1],
    [
      "two lines swapped",
      () =>
        raw.exec(
          "update audit set seq = -5 where seq = 5; update audit set seq = 5 where seq = 6; update audit set seq = 6 where seq = -5",
        ),
      5,
    ],
    [
      "a line doubled at the end",
      () =>
        raw.exec("insert into audit select 13, at, type, actor, chat, approval, line, hash from audit where seq = 12"),
      13,
    ],
    ["the end cut off", () => raw.exec("delete from audit where seq > 9"), 10],
    [
      "the end cut off and the counter set back",
      () => raw.exec("delete from audit where seq > 9; update counters set value = 9 where name = 'audit'"),
      10,
    ],
    ["everything cut off", () => raw.exec("delete from audit; update counters set value = 0 where name = 'audit'"), 1],
  ];
  it.each(rows)("%s", async (_, tamper, seq) => {
    tamper();
    expect(await verifyAudit(store, KEY, head)).toMatchObject({ ok: false, seq });
  });

  it.each([
    ["without the key", Buffer.alloc(32, 9), 5],
    ["with the key", KEY, LINES],
  ] as const)("chained anew %s", async (_, key, seq) => {
    let before = (await store.audit.since(3, 1))[0]?.hash ?? "";
    const update = raw.prepare("update audit set line = ?, hash = ? where seq = ?");
    for (let index = 5; index <= LINES; index += 1) {
      const row = chainLine(key, { ...entry(index - 1), data: { note: "nothing happened" } }, { seq: index, before });
      before = row.hash;
      update.run(row.line, row.hash, index);
    }
    expect(await verifyAudit(store, KEY, head)).toMatchObject({ ok: false, seq });
  });

  it("every flipped byte of every line", async () => {
    const missed: string[] = [];
    for (const column of ["line", "hash", "type", "actor", "chat", "approval"]) {
      const original = raw.prepare(`select ${column} as value from audit where seq = 6`).get()?.["value"] as string;
      const bytes = Buffer.from(original);
      const update = raw.prepare(`update audit set ${column} = cast(? as text) where seq = 6`);
      for (let at = 0; at < bytes.length; at += 1) {
        const flipped = Buffer.from(bytes);
        flipped[at] = (flipped[at] as number) ^ (1 << (at % 8));
        update.run(flipped);
        const verified = await verifyAudit(store, KEY);
        if (verified.ok || verified.seq !== 6) missed.push(`${column} ${at}`);
      }
      update.run(bytes);
    }
    expect(missed).toEqual([]);
    expect((await verifyAudit(store, KEY)).ok).toBe(true);
  });
});

describe("recorded with its line or not at all", () => {
  it("a change whose line fails is rolled back, and leaves no gap", async () => {
    const recorder = createRecorder({
      store,
      key: KEY,
      redactor: createRedactor(),
      head: createHeadFile(headFile, () => undefined),
    });
    const failing = recorder.commit(async (tables, log) => {
      await tables.settings.set("level", "L2");
      await log(entry(50));
      throw new Error("no room");
    });
    await expect(failing).rejects.toThrow(RecordError);
    expect([await store.settings.get("level"), await store.audit.count()]).toEqual([undefined, LINES]);
    await recorder.commit((_, log) => log(entry(51)));
    expect(await verifyAudit(store, KEY, head)).toMatchObject({ ok: true, lines: LINES + 1 });
  });

  it("secrets are taken out before a line is hashed", async () => {
    const token = ["gh", "p_", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("");
    const recorder = createRecorder({
      store,
      key: KEY,
      redactor: createRedactor(),
      head: createHeadFile(headFile, () => undefined),
    });
    await recorder.commit((_, log) =>
      log({ ...entry(1), data: { summary: `Runs \`login ${token}\`.`, password: "hunter22" } }),
    );
    const [row] = await store.audit.find({ limit: 1 });
    expect([
      row?.line.includes(token),
      row?.line.includes("hunter22"),
      row?.line.includes("[redacted:github-pat]"),
    ]).toEqual([false, false, true]);
  });
});

describe("the head file", () => {
  it("that is damaged or missing is no anchor, and the answer says so", async () => {
    const texts = ["{", "null", JSON.stringify({ seq: "1", hash: "h" }), JSON.stringify({ seq: 0.5, hash: "h" })];
    for (const text of texts) {
      writeFileSync(headFile, text);
      expect([text, readHeadFile(headFile)]).toEqual([text, null]);
    }
    expect(readHeadFile(join(dir, "none.json"))).toBe(null);
    expect(await verifyAudit(store, KEY, readHeadFile(headFile))).toMatchObject({ ok: true, anchored: false });
  });

  it("is replaced by way of a file that no other process writes", async () => {
    mkdirSync(`${headFile}.new`); // another's: writing to it would fail
    const failures: unknown[] = [];
    const file = createHeadFile(headFile, (error) => failures.push(error));
    file.note({ seq: 99, hash: "h" });
    await file.flush();
    expect([failures, readHeadFile(headFile)?.seq, readdirSync(dir).filter((name) => /\d\.new$/.test(name))]).toEqual([
      [],
      99,
      [],
    ]);
  });

  it("keeps the newest of many, and its mode", async () => {
    const file = createHeadFile(headFile, () => undefined);
    for (let seq = 1; seq <= 50; seq += 1) file.note({ seq, hash: "h" });
    await file.flush();
    expect(readHeadFile(headFile)).toEqual({ seq: 50, hash: "h" });
    expect(readFileSync(headFile, "utf8").endsWith("\n")).toBe(true);
  });

  it("tells of a head that could not be written, and goes on", async () => {
    const failures: unknown[] = [];
    const file = createHeadFile(join(dir, "missing", "head.json"), (error) => failures.push(error));
    file.note({ seq: 1, hash: "h" });
    await file.flush();
    expect(failures.length).toBe(1);
  });
});
