import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Bench, HOST, openBench, OWNER } from "./harness.ts";

let bench: Bench;
let disturb: DatabaseSync;

beforeEach(async () => {
  bench = await openBench({ opened: "edit" });
  disturb = new DatabaseSync(join(bench.dataDir, "assent.db"));
});
afterEach(async () => {
  disturb.close();
  await bench.close();
});

/** Makes audit lines, or moves of approvals, impossible to write, as a full or broken disk would. */
const FAULTS = {
  "the audit trail cannot be written":
    "create trigger fault before insert on audit begin select raise(fail, 'disk full'); end",
  "a move cannot be written":
    "create trigger fault before update on approvals begin select raise(fail, 'disk full'); end",
  "an approval cannot be written":
    "create trigger fault before insert on approvals begin select raise(fail, 'disk full'); end",
} as const;

type Fault = keyof typeof FAULTS;

async function approved(): Promise<string> {
  const proposed = await bench.shell("npm test");
  const [card] = await bench.gate.pending(null, OWNER);
  await bench.gate.decide({ id: proposed.approvalId, digest: card?.digest ?? "", decision: "allow" }, OWNER);
  return proposed.approvalId;
}

describe("no audit, no action", () => {
  const rows: readonly (readonly [
    Fault,
    { readonly propose: string; readonly decide: string; readonly claim: string },
  ])[] = [
    ["the audit trail cannot be written", { propose: "deny EAUDIT", decide: "EAUDIT", claim: "EAUDIT" }],
    ["a move cannot be written", { propose: "allow ", decide: "EAUDIT", claim: "EAUDIT" }],
    ["an approval cannot be written", { propose: "deny EAUDIT", decide: "ok", claim: "ok" }],
  ];

  it.each(rows)("%s", async (fault, expected) => {
    const ready = await approved();
    const waiting = (await bench.shell("npm run build")).approvalId;
    const [card] = await bench.gate.pending(null, OWNER);
    disturb.exec(FAULTS[fault]);
    const proposed = await bench.shell("git status");
    const decided = await bench.gate.decide({ id: waiting, digest: card?.digest ?? "", decision: "allow" }, OWNER);
    const claimed = await bench.gate.claim(ready, HOST);
    expect({
      propose: `${proposed.effect} ${proposed.effect === "deny" ? proposed.code : ""}`,
      decide: decided.ok ? "ok" : decided.code,
      claim: claimed.ok ? "ok" : claimed.code,
    }).toEqual(expected);
    if (claimed.ok) return;
    // Nothing happened, so that it can once the disk is mended; and exactly once.
    disturb.exec("drop trigger fault");
    expect((await bench.store.approvals.get(ready))?.state).toBe("approved");
    expect([(await bench.gate.claim(ready, HOST)).ok, (await bench.gate.claim(ready, HOST)).ok]).toEqual([true, false]);
  });

  it.each([
    ["can be stored", false, "saved"],
    ["cannot be stored: the call runs once, and that is told", true, "not-saved"],
  ])("a standing answer that %s", async (_, full, saved) => {
    const { approvalId: id } = await bench.shell("npm test");
    const [card] = await bench.gate.pending(null, OWNER);
    if (full) disturb.exec("create trigger fault before insert on rules begin select raise(fail, 'disk full'); end");
    const remember = { offer: 0, scope: "global" } as const;
    const decided = await bench.gate.decide({ id, digest: card?.digest ?? "", decision: "allow", remember }, OWNER);
    expect(decided).toMatchObject({ ok: true, saved, approval: { state: "approved" } });
    expect([(await bench.gate.claim(id, HOST)).ok, (await bench.shell("npm test")).effect]).toEqual([
      true,
      full ? "ask" : "allow",
    ]);
  });

  it("a full database file refuses, and goes on when there is room again", async () => {
    const ready = await approved();
    const pages = Number(disturb.prepare("pragma page_count").get()?.["page_count"]);
    bench = await reopen((db) => db.exec(`pragma max_page_count = ${pages}`));
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, index) => bench.shell(`npm run ${"x".repeat(2000)}${index}`)),
    );
    const refused = outcomes.filter((outcome) => outcome.effect === "deny");
    expect([refused.length > 0, new Set(refused.map((outcome) => outcome.effect === "deny" && outcome.code))]).toEqual([
      true,
      new Set(["EAUDIT"]),
    ]);
    bench = await reopen(() => undefined);
    expect((await bench.gate.claim(ready, HOST)).ok).toBe(true);
  });

  it("a database that became read-only refuses, and can still be looked at", async () => {
    const ready = await approved();
    await bench.shell("npm run build");
    let connection: DatabaseSync | undefined;
    bench = await reopen((db) => (connection = db));
    connection?.exec("pragma query_only = on");
    const proposed = await bench.shell("git status");
    const claimed = await bench.gate.claim(ready, HOST);
    expect([proposed.effect === "deny" && proposed.code, claimed.ok ? "" : claimed.code]).toEqual(["EAUDIT", "EAUDIT"]);
    expect((await bench.gate.pending(null, OWNER)).length).toBe(1);
  });

  it.each([
    ["the kill switch", () => bench.gate.setStopped(true, OWNER), () => bench.gate.setStopped(false, OWNER)],
    ["a cancel", () => bench.gate.cancel("chat", OWNER), () => bench.gate.cancel("other", OWNER).catch(() => 0)],
  ])("what runs is ended by %s that cannot be written", async (_, stop, control) => {
    const ended: string[] = [];
    await bench.stop();
    bench = await openBench({ dir: bench.dir, deps: { stopCalls: (ids) => ended.push(...ids) } });
    const running = await approved();
    await bench.shell("npm run build");
    await bench.gate.claim(running, HOST);
    disturb.exec(FAULTS["the audit trail cannot be written"]);
    await expect(stop()).rejects.toThrow("could not be recorded");
    expect(new Set(ended)).toEqual(new Set([running]));
    disturb.exec("drop trigger fault");
    const before = ended.length;
    await control();
    expect(ended.length).toBe(before); // control: a release, or a cancel of another chat, ends nothing
  });

  it("a policy that cannot be read denies", async () => {
    await bench.store.modes.set({ layer: "app", id: "" }, { native: { shell: { mode: "sometimes" } } } as never, 1);
    expect(await bench.shell("git status")).toMatchObject({ effect: "deny", code: "EUNDECIDED", approvalId: "" });
    await bench.store.modes.set({ layer: "app", id: "" }, null, 1);
    expect((await bench.shell("git status")).effect).toBe("allow");
  });
});

/** The same data through a connection of the given kind. */
async function reopen(prepare: (db: DatabaseSync) => void): Promise<Bench> {
  await bench.stop();
  return openBench({ dir: bench.dir, prepare });
}

describe("a claim that comes with its proposal", () => {
  it("is one write with two lines, and no second claim wins", async () => {
    const proposed = await bench.shell("git status", { claims: true });
    expect(proposed).toMatchObject({ effect: "allow", claimed: { ok: true, call: { tool: "shell" }, edited: false } });
    expect(await bench.store.approvals.get(proposed.approvalId)).toMatchObject({ state: "executing" });
    const lines = await bench.store.audit.find({ approval: proposed.approvalId, limit: 9 });
    expect(lines.map(({ type }) => type)).toEqual(["approval.executing", "approval.approved"]);
    expect((await bench.gate.claim(proposed.approvalId, HOST)).ok).toBe(false);
  });

  it("is not there where policy asks", async () => {
    const proposed = await bench.shell("npm test", { claims: true });
    expect([proposed.effect, await bench.store.approvals.countInState("executing")]).toEqual(["ask", 0]);
  });

  it.each<Fault>(["the audit trail cannot be written", "an approval cannot be written"])(
    "is refused, and nothing of it stays, where %s",
    async (fault) => {
      disturb.exec(FAULTS[fault]);
      const proposed = await bench.shell("git status", { claims: true });
      expect(proposed.effect === "deny" && proposed.code).toBe("EAUDIT");
      disturb.exec("drop trigger fault");
      expect(await bench.store.approvals.recent(9, 1024)).toEqual([]);
      expect((await bench.shell("git status", { claims: true })).effect).toBe("allow");
    },
  );
});
