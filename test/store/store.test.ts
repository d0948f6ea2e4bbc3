import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Migration, MIGRATIONS } from "../../src/store/migrations.ts";
import { openSqlite } from "../../src/store/sqlite.ts";
import type { HostEvent } from "../../src/wire/event.ts";

let dir: string;
let file: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "assent-store-"));
  file = join(dir, "data", "assent.db");
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const MORE: Migration = (db) => db.schema.alterTable("persons").addColumn("email", "text").execute();
const BROKEN: Migration = async (db) => {
  await MORE(db);
  throw new Error("half way");
};

describe("opening", () => {
  it("makes a private folder and private files", async () => {
    const store = await openSqlite(file);
    await store.settings.set("a", 1);
    const modes = [join(dir, "data"), file, `${file}-wal`, `${file}-shm`].map((path) =>
      (statSync(path).mode & 0o777).toString(8),
    );
    expect(modes).toEqual(["700", "600", "600", "600"]);
    await store.close();
  });

  it("refuses a database of a newer version, and leaves every byte of it", async () => {
    await (await openSqlite(file, { steps: [...MIGRATIONS, MORE] })).close();
    const before = readFileSync(file);
    await expect(openSqlite(file)).rejects.toThrow(
      new RegExp(`schema ${MIGRATIONS.length + 1}.*schemas up to ${MIGRATIONS.length}`, "u"),
    );
    expect(readFileSync(file).equals(before)).toBe(true);
    await (await openSqlite(file, { steps: [...MIGRATIONS, MORE] })).close();
  });

  it("copies the file before it takes new steps, and only then", async () => {
    const store = await openSqlite(file);
    await store.settings.set("a", 1);
    await store.close();
    const copy = `${file}.before-v${MIGRATIONS.length + 1}`;
    await (await openSqlite(file)).close();
    expect(existsSync(copy)).toBe(false);
    await (await openSqlite(file, { steps: [...MIGRATIONS, MORE] })).close();
    expect((statSync(copy).mode & 0o777).toString(8)).toBe("600");
    const restored = await openSqlite(copy);
    expect(await restored.settings.get("a")).toBe(1);
    await restored.close();
  });

  it("takes no copy that broke off for the copy", async () => {
    const store = await openSqlite(file);
    await store.settings.set("a", 1);
    await store.close();
    const more = [...MIGRATIONS, MORE];
    const full = (name: string): DatabaseSync => {
      const opened = new DatabaseSync(name);
      const prepare = opened.prepare.bind(opened);
      opened.prepare = (sql, options) => {
        const statement = prepare(sql, options);
        if (!sql.startsWith("vacuum")) return statement;
        statement.run = (into) => {
          writeFileSync(into as string, readFileSync(file).subarray(0, 4_096));
          throw new Error("disk full");
        };
        return statement;
      };
      return opened;
    };
    await expect(openSqlite(file, { steps: more, connect: full })).rejects.toThrow("disk full");
    await (await openSqlite(file, { steps: more })).close();
    const restored = await openSqlite(`${file}.before-v${more.length}`);
    expect([await restored.settings.get("a"), readdirSync(dirname(file))]).toEqual([
      1,
      expect.not.arrayContaining([expect.stringMatching(/new$/u)]),
    ]);
    await restored.close();
  });

  it("takes a step whole or not at all", async () => {
    await (await openSqlite(file)).close();
    await expect(openSqlite(file, { steps: [...MIGRATIONS, BROKEN] })).rejects.toThrow("half way");
    const raw = new DatabaseSync(file);
    const columns = raw
      .prepare("select name from pragma_table_info('persons')")
      .all()
      .map((row) => row["name"]);
    expect([raw.prepare("select version from schema_version").get()?.["version"], columns.includes("email")]).toEqual([
      MIGRATIONS.length,
      false,
    ]);
    raw.close();
    await (await openSqlite(file, { steps: [...MIGRATIONS, MORE] })).close();
  });

  it("keeps the trail and the events of a database from before they were kept by number", async () => {
    const before = await openSqlite(file, { steps: MIGRATIONS.slice(0, 10) });
    await before.close();
    const raw = new DatabaseSync(file);
    raw.exec(`update counters set value = 2;
      insert into audit values (1, 5, 'a', 'host', null, 'apr', '{}', 'h1'), (2, 6, 'b', 'host', 'chat', null, '{"seq":2}', 'h2');
      insert into events values (1, 5, 'level.changed', null, null), (2, 6, 'approval.created', 'chat', 'apr')`);
    raw.close();
    const store = await openSqlite(file);
    const line = { at: 7, type: "c", actor: "host", chat: "chat", approval: null, line: "{}" };
    await store.audit.append([(seq, hash) => ({ ...line, seq, hash: `after ${hash}` })]);
    await store.events.append({ at: 7, type: "level.changed" });
    expect([
      await store.audit.since(0, 9),
      (await store.audit.find({ chat: "chat", limit: 9 })).map(({ seq }) => seq),
      await store.events.since(0, 9),
      await store.events.last(),
    ]).toEqual([
      [
        { seq: 1, at: 5, type: "a", actor: "host", chat: null, approval: "apr", line: "{}", hash: "h1" },
        { seq: 2, at: 6, type: "b", actor: "host", chat: "chat", approval: null, line: '{"seq":2}', hash: "h2" },
        { ...line, seq: 3, hash: "after h2" },
      ],
      [3, 2],
      [
        { seq: 1, at: 5, type: "level.changed" },
        { seq: 2, at: 6, type: "approval.created", chat: "chat", id: "apr" },
        { seq: 3, at: 7, type: "level.changed" },
      ],
      3,
    ]);
    await store.close();
  });

  it("by several processes at once makes one schema, and no write is lost", async () => {
    const children = Array.from({ length: 4 }, () =>
      spawn(process.execPath, [join(import.meta.dirname, "child.ts"), file, "50"], { stdio: "inherit" }),
    );
    const codes = await Promise.all(children.map(async (child) => (await once(child, "exit"))[0]));
    expect(codes).toEqual([0, 0, 0, 0]);
    const store = await openSqlite(file);
    const events = await store.events.since(0, 1000);
    expect(events.map((event) => event.seq)).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
    await store.close();
  });
});

describe("a transaction", () => {
  it("happens as a whole, and its events are heard of afterwards", async () => {
    const store = await openSqlite(file);
    const heard: HostEvent[] = [];
    const stop = store.onEvent((event) => heard.push(event));
    await store.transaction(async (tables) => {
      await tables.settings.set("a", 1);
      await tables.events.append({ at: 1, type: "rules.changed" });
      expect(heard).toEqual([]);
    });
    const failed = store.transaction(async (tables) => {
      await tables.settings.set("a", 2);
      await tables.events.append({ at: 2, type: "rules.changed" });
      throw new Error("no");
    });
    await expect(failed).rejects.toThrow("no");
    expect([await store.settings.get("a"), heard, await store.events.last()]).toEqual([
      1,
      [{ at: 1, type: "rules.changed", seq: 1 }],
      1,
    ]);
    stop();
    await store.events.append({ at: 3, type: "rules.changed" });
    expect([heard.length, await store.events.last()]).toEqual([1, 2]);
    await store.close();
  });

  it("refuses what is no database value, instead of shifting the others", async () => {
    const store = await openSqlite(file);
    await expect(
      store.persons.add({ id: {} as never, name: "x", role: "owner", projects: null, createdAt: 1 }),
    ).rejects.toThrow("not a database value");
    await expect(
      store.persons.add({ id: "a", name: "x", role: "owner", projects: null, createdAt: Number.NaN }),
    ).rejects.toThrow("not a database value");
    expect(await store.persons.list()).toEqual([]);
    await store.close();
  });
});

describe("tables", () => {
  it("give back what was put in", async () => {
    const store = await openSqlite(file);
    const person = { id: "p", name: "Ana", role: "approver", projects: ["a"], createdAt: 1 } as const;
    const project = {
      id: "prj",
      path: "/p",
      name: "p",
      opened: "custom",
      gitWorkTree: true,
      grants: [{ root: "/p", recursive: true, can: ["read"] }],
      createdAt: 2,
    } as const;
    const chat = {
      id: "c",
      project: "prj",
      title: "t",
      agent: "codex",
      sessionKey: "s",
      level: "L1",
      approvalMode: "full",
      grants: [],
      createdAt: 3,
      lastSeen: 4,
      endedAt: null,
    } as const;
    const rule = {
      id: "r",
      tool: "shell",
      pattern: "git *",
      decision: "ask",
      scope: "chat",
      target: "c",
      expiresAt: 9,
      note: "n",
      createdBy: "person:p",
      createdAt: 5,
    } as const;
    const pin = { server: "s", tool: "t", hash: "h", class: null, firstSeen: 6, acceptedAt: null };
    await store.persons.add(person);
    await store.projects.add(project);
    await store.chats.add(chat);
    await store.rules.add(rule);
    await store.pins.sight(pin);
    await store.pins.sight({ ...pin, hash: "later" });
    expect({
      person: await store.persons.get("p"),
      project: await store.projects.byPath("/p"),
      chat: await store.chats.bySession("codex", "s"),
      rules: await store.rules.of("chat", "c"),
      pin: await store.pins.get("s", "t"),
      nobody: await store.persons.get("q"),
    }).toEqual({ person, project, chat, rules: [rule], pin, nobody: null });
    await store.close();
  });

  it("a login link works once, and not past its time", async () => {
    const store = await openSqlite(file);
    const link = (hash: string) => store.loginLinks.add({ hash, person: "p", createdAt: 1, expiresAt: 100 });
    await link("a");
    await link("b");
    const uses = await Promise.all([
      store.loginLinks.use("a", 50),
      store.loginLinks.use("a", 50),
      store.loginLinks.use("b", 100),
      store.loginLinks.use("none", 1),
    ]);
    expect(uses).toEqual(["p", null, null, null]);
    await store.close();
  });

  it("sessions and tokens that were revoked are not found", async () => {
    const store = await openSqlite(file);
    const session = {
      id: "s",
      tokenHash: "h",
      csrf: "c",
      person: "p",
      kind: "browser",
      name: "n",
      createdAt: 1,
      lastSeen: 1,
      revokedAt: null,
    } as const;
    const token = { id: "t", agent: "codex", tokenHash: "h", createdAt: 1, lastSeen: null, revokedAt: null };
    await store.sessions.add(session);
    await store.agentTokens.add(token);
    expect([await store.sessions.byTokenHash("h"), await store.agentTokens.byTokenHash("h")]).toEqual([session, token]);
    expect([
      await store.sessions.revoke("s", 2),
      await store.sessions.revoke("s", 3),
      await store.agentTokens.revoke("t", 2),
    ]).toEqual([true, false, true]);
    expect([
      await store.sessions.byTokenHash("h"),
      await store.agentTokens.byTokenHash("h"),
      await store.sessions.list(),
    ]).toEqual([null, null, []]);
    await store.close();
  });

  it("what policy is made of moves the policy's version, and nothing else does", async () => {
    const store = await openSqlite(file);
    const version = async (act: () => Promise<unknown>): Promise<number> => {
      const before = await store.policyVersion();
      await act();
      return (await store.policyVersion()) - before;
    };
    const rule = {
      id: "r",
      tool: "shell",
      pattern: "*",
      decision: "ask",
      scope: "global",
      target: "",
      createdAt: 1,
    } as const;
    expect([
      await version(() => store.rules.add(rule)),
      await version(() => store.rules.remove("r")),
      await version(() => store.modes.set({ layer: "app", id: "" }, { native: { shell: { mode: "ask" } } }, 1)),
      await version(() => store.settings.set("level", "L1")),
      await version(() => store.events.append({ at: 1, type: "rules.changed" })),
      await version(() => store.rules.list()),
    ]).toEqual([1, 1, 1, 1, 0, 0]);
    await store.close();
  });
});
