import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ApprovalView, DecideBody } from "../../../src/wire/approval.ts";
import { APPROVER, type Bench, HOST, openBench, OWNER } from "./harness.ts";

let bench: Bench;

beforeEach(async () => {
  bench = await openBench({ opened: "edit" });
});
afterEach(() => bench.close());

type Scope = NonNullable<DecideBody["remember"]>["scope"];

interface Answer {
  readonly kind?: string;
  readonly scope?: Scope;
  readonly decision?: "allow" | "deny";
  readonly expiresAt?: number;
  readonly askOnce?: boolean;
}

/** Proposes a command that asks and answers it with the offer of this kind. */
async function answerWith(
  command: string,
  { kind, scope = "project", decision = "allow", expiresAt, askOnce }: Answer,
  person = OWNER,
) {
  const proposed = await bench.shell(command);
  return answerCard(
    (await bench.gate.get(proposed.approvalId, OWNER)) as ApprovalView,
    { kind, scope, decision, expiresAt, askOnce },
    person,
  );
}

async function answerCard(card: ApprovalView, answer: { [K in keyof Answer]: Answer[K] | undefined }, person = OWNER) {
  const offer = card.offers.findIndex((each) => each.kind === answer.kind);
  const remember = {
    offer,
    scope: answer.scope ?? "project",
    ...(answer.expiresAt === undefined ? {} : { expiresAt: answer.expiresAt }),
  };
  const decided = await bench.gate.decide(
    {
      id: card.id,
      digest: card.digest,
      decision: answer.decision ?? "allow",
      ...(answer.kind === undefined ? {} : { remember }),
      ...(answer.askOnce === undefined ? {} : { askOnce: answer.askOnce }),
    },
    person,
  );
  if (!decided.ok) throw new Error(decided.message);
  return decided;
}

async function effectOf(command: string, more = {}): Promise<string> {
  return (await bench.shell(command, more)).effect;
}

describe("an offer is kept", () => {
  const rows: readonly (readonly [
    string,
    Answer,
    string,
    { readonly same: string; readonly other: string; readonly run2: string; readonly chat2: string },
  ])[] = [
    [
      "for the run",
      { kind: "subcommand", scope: "run" },
      "session-only",
      { same: "allow", other: "ask", run2: "ask", chat2: "ask" },
    ],
    [
      "for the session",
      { kind: "subcommand", scope: "session" },
      "session-only",
      { same: "allow", other: "ask", run2: "allow", chat2: "ask" },
    ],
    [
      "for the chat",
      { kind: "subcommand", scope: "chat" },
      "saved",
      { same: "allow", other: "ask", run2: "allow", chat2: "ask" },
    ],
    [
      "for the project",
      { kind: "subcommand", scope: "project" },
      "saved",
      { same: "allow", other: "ask", run2: "allow", chat2: "allow" },
    ],
    [
      "for every project",
      { kind: "subcommand", scope: "global" },
      "saved",
      { same: "allow", other: "ask", run2: "allow", chat2: "allow" },
    ],
    [
      "as a denial",
      { kind: "subcommand", scope: "project", decision: "deny" },
      "saved",
      { same: "deny", other: "ask", run2: "deny", chat2: "deny" },
    ],
    ["not at all", {}, "none", { same: "ask", other: "ask", run2: "ask", chat2: "ask" }],
  ];

  const SCOPES = ["run", "session", "chat", "project", "global"] as const;
  it.each([
    ["an owner", OWNER, null, { project: "saved", global: "saved" }],
    ["an owner of this project alone", OWNER, ["prj"], { project: "saved", global: "not-saved" }],
    ["an approver", APPROVER, null, { project: "not-saved", global: "not-saved" }],
  ] as const)("by %s only where they may change policy", async (_, person, projects, wide) => {
    const { store } = bench;
    const known = await store.persons.get(person.id);
    if (known) await store.persons.add({ ...known, id: "other", name: "Other", projects });
    const who = { ...person, id: "other", name: "Other" };
    const saved = await Promise.all(
      SCOPES.map(async (scope) => {
        const { saved: how, approval } = await answerWith(`git remote add ${scope} url`, { kind: "exact", scope }, who);
        return [scope, how, approval.state];
      }),
    );
    const expected = { run: "session-only", session: "session-only", chat: "saved", ...wide };
    expect(saved).toEqual(SCOPES.map((scope) => [scope, expected[scope], "approved"]));
  });

  it.each(rows)("%s", async (_, answer, saved, expected) => {
    await bench.store.chats.add({
      id: "chat2",
      project: "prj",
      title: "",
      agent: null,
      sessionKey: null,
      level: null,
      approvalMode: null,
      grants: [],
      createdAt: 1,
      lastSeen: 1,
      endedAt: null,
    });
    expect((await answerWith("git remote add r1 url", answer)).saved).toBe(saved);
    expect({
      same: await effectOf("git remote add r2 url"),
      other: await effectOf("git notes add"),
      run2: await effectOf("git remote add r3 url", { run: "run-2" }),
      chat2: await effectOf("git remote add r4 url", { chatId: "chat2" }),
    }).toEqual(expected);
  });

  it("and told in the answer, the rules and the audit trail", async () => {
    const decided = await answerWith("git remote add r1 url", { kind: "subcommand", scope: "project" });
    expect(decided.approval.answer).toEqual({
      decision: "allow",
      by: "Ana",
      at: bench.clock.now,
      remembered: "allow shell git remote add * (project)",
      note: null,
    });
    const [rule] = await bench.store.rules.of("project", "prj");
    expect(rule).toMatchObject({
      tool: "shell",
      pattern: "git remote add *",
      decision: "allow",
      scope: "project",
      target: "prj",
      createdBy: "ana",
    });
    expect((await bench.store.audit.find({ type: "approval.remembered", limit: 5 })).map((line) => line.actor)).toEqual(
      ["person:ana"],
    );
  });

  it("until a time", async () => {
    await answerWith("git remote add r1 url", { kind: "subcommand", expiresAt: bench.clock.now + 1000 });
    expect(await effectOf("git remote add r2 url")).toBe("allow");
    bench.clock.now += 1000;
    expect(await effectOf("git remote add r2 url")).toBe("ask");
  });
});

describe("nothing is kept", () => {
  it.each([
    ["of an offer that the card did not make", OWNER, { kind: "no such kind" }],
    ["for every project by one who does not own them", APPROVER, { kind: "subcommand", scope: "global" as const }],
    ["until a time that is past", OWNER, { kind: "subcommand", expiresAt: 1 }],
  ])("%s, and the call runs once", async (_, person, answer) => {
    const decided = await answerWith("git remote add r1 url", answer, person);
    expect([
      decided.saved,
      decided.approval.state,
      decided.approval.answer?.remembered,
      await effectOf("git remote add r2 url"),
    ]).toEqual(["not-saved", "approved", null, "ask"]);
    expect(await bench.store.rules.list()).toEqual([]);
  });

  it("for a run or session at level L2", async () => {
    await bench.store.chats.update({
      ...((await bench.store.chats.get("chat")) as NonNullable<Awaited<ReturnType<typeof bench.store.chats.get>>>),
      level: "L2",
    });
    expect([
      (await answerWith("git remote add r1 url", { kind: "subcommand", scope: "session" })).saved,
      bench.memory.rules("chat", "run-1"),
    ]).toEqual(["not-saved", []]);
    expect((await answerWith("git remote add r1 url", { kind: "subcommand", scope: "project" })).saved).toBe("saved");
  });

  it("of a pattern that holds a secret", async () => {
    const token = ["gh", "p_", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("");
    const proposed = await bench.shell(`git notes add -m ${token}`);
    const patterns = proposed.decision.offers.flatMap((offer) => offer.rules.map((rule) => rule.pattern));
    expect(patterns).toEqual(["git notes add *", "git *"]);
  });
});

describe("a tool without patterns", () => {
  it.each([
    ["chat", undefined, { chat: { native: { subagent: { mode: "allow", since: 1_800_000_000_000 } } }, rules: [] }],
    ["global", undefined, { chat: null, rules: ["*"] }],
    ["chat", 1_800_000_001_000, { chat: null, rules: ["*"] }],
  ] as const)("in scope %s, until %s", async (scope, expiresAt, expected) => {
    const proposed = await bench.propose("subagent", { task: "look" });
    const card = (await bench.gate.get(proposed.approvalId, OWNER)) as ApprovalView;
    await answerCard(card, { kind: "tool", scope, expiresAt });
    const chat = await bench.store.modes.get({ layer: "chat", id: "chat" });
    const rules = (await bench.store.rules.list()).map((rule) => rule.pattern);
    expect({ chat, rules }).toEqual(expected);
    expect((await bench.propose("subagent", { task: "look again" })).effect).toBe("allow");
  });
});

it("a tool that is always allowed keeps its limits", async () => {
  const limited = { native: { subagent: { mode: "ask", callsPerRun: 1 } } } as const;
  await bench.store.modes.set({ layer: "chat", id: "chat" }, limited, 0);
  const proposed = await bench.propose("subagent", { task: "look" });
  const card = (await bench.gate.get(proposed.approvalId, OWNER)) as ApprovalView;
  await answerCard(card, { kind: "tool", scope: "chat" });
  expect(await bench.store.modes.get({ layer: "chat", id: "chat" })).toMatchObject({
    native: { subagent: { mode: "allow", callsPerRun: 1 } },
  });
});

describe("a grant", () => {
  it.each(["session", "chat", "project", "global"] as const)("for the %s", async (scope) => {
    const outside = join(bench.dir, "other");
    mkdirSync(outside);
    writeFileSync(join(outside, "a.txt"), "");
    const proposed = await bench.propose("read_file", { path: join(outside, "a.txt") });
    const card = (await bench.gate.get(proposed.approvalId, OWNER)) as ApprovalView;
    const decided = await answerCard(card, { kind: "grant", scope });
    expect(decided.saved).toBe(scope === "session" ? "session-only" : "saved");
    expect([
      (await bench.propose("read_file", { path: join(outside, "b.txt") })).effect,
      (await bench.propose("read_file", { path: join(bench.dir, "c.txt") })).effect,
    ]).toEqual(["allow", "ask"]);
  });
});

describe("level L1 asks once", () => {
  beforeEach(() => bench.store.settings.set("level", "L1"));

  it("about this very call, its arguments and directory", async () => {
    const proposed = await bench.shell("git remote add r1 url");
    const card = (await bench.gate.get(proposed.approvalId, OWNER)) as ApprovalView;
    expect([card.askOnce, (await answerCard(card, { askOnce: true })).saved]).toEqual([true, "session-only"]);
    expect([await effectOf("git remote add r1 url"), await effectOf("git remote add r2 url")]).toEqual([
      "allow",
      "ask",
    ]);
  });

  it("about a program that only reads", async () => {
    await answerWith("git log", { askOnce: true });
    expect([
      await effectOf("git log --oneline"),
      await effectOf("git remote add r1 url"),
      await effectOf("ls"),
    ]).toEqual(["allow", "ask", "ask"]);
  });

  it("about a file tool that only reads", async () => {
    const proposed = await bench.propose("read_file", { path: "a.txt" });
    await answerCard((await bench.gate.get(proposed.approvalId, OWNER)) as ApprovalView, { askOnce: true });
    expect([
      (await bench.propose("read_file", { path: "b.txt" })).effect,
      (await bench.propose("write_file", { path: "b.txt", content: "" })).effect,
    ]).toEqual(["allow", "ask"]);
  });

  it.each(["git reset --hard", "sudo ls", "no-such-program"])("and each time about `%s`", async (command) => {
    const proposed = await bench.shell(command);
    const card = (await bench.gate.get(proposed.approvalId, OWNER)) as ApprovalView;
    expect([card.askOnce, (await answerCard(card, { askOnce: true })).saved, await effectOf(command)]).toEqual([
      false,
      "not-saved",
      "ask",
    ]);
  });
});

describe("waiting calls are decided anew", () => {
  it("by a saved rule: allowed ones are approved by it, denied ones are void, others wait on", async () => {
    const ids = [
      await bench.shell("git remote add r1 url"),
      await bench.shell("git remote add r2 url"),
      await bench.shell("git notes add"),
    ].map((call) => call.approvalId);
    const cards = await bench.gate.pending(null, OWNER);
    const decided = await answerCard(cards[0] as ApprovalView, { kind: "subcommand", scope: "project" });
    expect(decided.resettled).toEqual([ids[1]]);
    const views = await Promise.all(ids.map((id) => bench.gate.get(id, OWNER)));
    expect(views.map((view) => [view?.state, view?.answer?.by ?? null])).toEqual([
      ["approved", "Ana"],
      ["approved", "rule project:git remote add *"],
      ["pending", null],
    ]);
    expect((await bench.gate.claim(ids[1] ?? "", HOST)).ok).toBe(true);
  });

  it("by a denial, also where they were approved and have not begun", async () => {
    const calls = [
      await bench.shell("git remote add r1 url"),
      await bench.shell("git remote add r2 url"),
      await bench.shell("git remote add r3 url"),
    ];
    const cards = await bench.gate.pending(null, OWNER);
    await answerCard(cards[0] as ApprovalView, {});
    const decided = await answerCard(cards[1] as ApprovalView, { kind: "subcommand", decision: "deny" });
    expect(new Set(decided.resettled)).toEqual(new Set([calls[0]?.approvalId, calls[2]?.approvalId]));
    const states = await Promise.all(
      calls.map(async (call) => (await bench.store.approvals.get(call.approvalId))?.state),
    );
    expect(states).toEqual(["void", "denied", "void"]);
  });

  it("and a caller that waits hears of it at once", async () => {
    await bench.shell("git remote add r1 url");
    const other = await bench.shell("git remote add r2 url");
    const waiting = bench.gate.settled(other.approvalId, 10_000);
    const [card] = await bench.gate.pending(null, OWNER);
    await answerCard(card as ApprovalView, { kind: "subcommand", scope: "session" });
    expect((await waiting).state).toBe("approved");
  });
});

describe("what a session remembers", () => {
  it.each([
    ["a touch clears it", () => bench.gate.touch("chat", { ifIdle: false }, OWNER), "ask"],
    ["a touch of an idle chat clears it", () => bench.gate.touch("chat", { ifIdle: true }, OWNER), "ask"],
    ["nothing else does", () => bench.gate.pending(null, OWNER), "allow"],
  ] as const)("%s", async (_, act, expected) => {
    const decided = await answerWith("git remote add r1 url", { kind: "subcommand", scope: "session" });
    await bench.gate.claim(decided.approval.id, HOST);
    await bench.gate.finish(decided.approval.id, { state: "executed", text: "" });
    await act();
    expect(await effectOf("git remote add r2 url")).toBe(expected);
  });

  it("a touch of a chat that waits leaves it, where it is to be idle", async () => {
    await answerWith("git remote add r1 url", { kind: "subcommand", scope: "session" });
    await bench.shell("git notes add");
    expect([await bench.gate.touch("chat", { ifIdle: true }, OWNER), await effectOf("git remote add r2 url")]).toEqual([
      0,
      "allow",
    ]);
  });
});
