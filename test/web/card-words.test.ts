import { describe, expect, it } from "vitest";
import type { ApprovalView } from "../../src/wire/approval.ts";
import { ApiFault } from "../../src/web/api/client.ts";
import {
  choicesOf,
  preselected,
  sayOutcome,
  sayOutcomeShort,
  sayState,
  scopesOf,
  storedBy,
  verdictOf,
  whyOf,
} from "../../src/web/card/choices.ts";
import { fieldsOf, readField } from "../../src/web/card/edit-fields.ts";
import { sayTrouble } from "../../src/web/card/say-trouble.ts";
import { diffRows, newFileRows, pairRows } from "../../src/web/render/diff-rows.ts";
import { endOf, sayAgo, sayDuration } from "../../src/web/render/time.ts";
import { approval, finding, part } from "./fixtures.ts";

describe("what a card offers", () => {
  it("offers to remember what the host offered", () => {
    expect(choicesOf(approval("a"))).toEqual({
      first: { label: "Allow once", askOnce: false },
      session: true,
      always: true,
      whyNothing: null,
    });
  });
  it("offers nothing where the host offers nothing, and says so", () => {
    expect(choicesOf(approval("a", { offers: [] }))).toEqual({
      first: { label: "Allow once", askOnce: false },
      session: false,
      always: false,
      whyNothing: "No rule can allow this: it is asked about each time.",
    });
  });
  it("says of a change of Assent's own rules that a person decides each", () => {
    const tool = { ...approval("a").tool, id: "app_security", origin: "builtin" } as const;
    const whyOf = (more: object) => choicesOf(approval("a", { offers: [], tool: { ...tool, ...more } })).whyNothing;
    expect(whyOf({})).toBe("A change of what agents may do always needs a person.");
    expect(whyOf({ origin: "mcp" })).toBe("No rule can allow this: it is asked about each time.");
  });
  it("asks once at L1, and remembers nothing brief at L2", () => {
    expect(choicesOf(approval("a", { level: "L1", askOnce: true })).first).toEqual({
      label: "Allow, ask once",
      askOnce: true,
    });
    expect(choicesOf(approval("a", { level: "L2" }))).toMatchObject({ session: false, always: true });
  });
  it.each([
    [{}, {}, ["run", "session", "chat", "project", "global"]],
    [{ level: "L2" }, {}, ["chat", "project", "global"]],
    [{ project: null }, {}, ["run", "session", "chat", "global"]],
    [{}, { all: false }, ["run", "session", "chat", "project"]],
    [{}, { role: "approver" }, ["run", "session", "chat"]],
    [{ level: "L2" }, { role: "approver" }, ["chat"]],
  ] as const)("scopes of %j for %j", (more, who, scopes) => {
    const person = { id: "ana", name: "Ana", role: "owner", all: true, ...who } as const;
    expect(scopesOf(approval("a", more), person)).toEqual(scopes);
  });
  it("says in full what would be stored", () => {
    const grant = { root: "/srv/data", recursive: true, can: ["read", "write"] } as const;
    expect(storedBy({ kind: "grant", rules: [{ tool: "shell", pattern: "make *" }], grant })).toEqual([
      "shell  make *",
      "/srv/data/** (read, write)",
    ]);
  });
});

describe("the verdict of an edit", () => {
  it.each([
    ["allow", { parts: [part("ls", { effect: "allow" })] }],
    ["ask", { parts: [part("ls", { effect: "allow" }), part("make")] }],
    ["deny", { parts: [part("mkfs", { effect: "deny" }), part("make")] }],
    [
      "ask",
      { parts: [part("ls", { effect: "allow" })], findings: [finding("no-cwd", "there is no working directory")] },
    ],
  ] as const)("%s", (effect, more) => expect(verdictOf(approval("a", more))).toBe(effect));
});

describe("an answered card in words", () => {
  const ana = { decision: "allow", by: "Ana", at: 0, remembered: null, note: null } as const;
  const rows: readonly (readonly [Partial<ApprovalView>, string, string, string | null])[] = [
    [{}, "ask", "Waits for you", null],
    [{ askedIn: "agent" }, "ask", "Waits for an answer in the agent", null],
    [{ state: "executed", answer: ana }, "allow", "Allowed by Ana", "done"],
    [{ state: "executing", answer: ana }, "allow", "Allowed by Ana", "running"],
    [
      { state: "failed", answer: ana, outcome: { ok: false, code: "EEXIT", text: "", at: 0 } },
      "allow",
      "Allowed by Ana",
      "failed (EEXIT)",
    ],
    [
      { state: "unknown", answer: ana },
      "allow",
      "Allowed by Ana",
      "unknown whether it ran; it will not be run again by itself",
    ],
    [
      { state: "unknown", answer: ana, outcome: { ok: false, code: "EUNTOLD", text: "", at: 0 } },
      "allow",
      "Allowed by Ana",
      "no outcome was told",
    ],
    [{ state: "denied", answer: { ...ana, decision: "deny" } }, "deny", "Denied by Ana", null],
    [
      { state: "executed", askedIn: "agent", answer: { ...ana, by: "Claude Code" } },
      "allow",
      "Allowed by Claude Code in the agent",
      "done",
    ],
    [{ state: "void" }, "deny", "Not run: it was stopped, or something changed before", null],
    [{ state: "cancelled" }, "deny", "Cancelled before it ran", null],
    [
      { state: "cancelled", answer: { ...ana, by: "Assent", note: "the agent’s session ended before that" } },
      "deny",
      "Cancelled before it ran: the agent’s session ended before that",
      null,
    ],
  ];
  it.each(rows)("%j", (more, effect, text, outcome) => {
    const view = approval("a", more);
    expect([sayState(view), sayOutcome(view)]).toEqual([{ effect, text }, outcome]);
  });
});

describe("a refused answer in words", () => {
  const denied = approval("a", {
    state: "denied",
    answer: { decision: "deny", by: "Ana", at: 0, remembered: null, note: null },
  });
  it.each([
    [
      new ApiFault(409, { code: "already-decided", message: "decided", approval: denied }),
      "Already decided: denied by Ana.",
    ],
    [
      new ApiFault(409, { code: "stale", message: "the digest is another" }),
      "This call changed after it was shown. Look at it again: nothing was decided.",
    ],
    [
      new ApiFault(0, { code: "offline", message: "no answer" }),
      "Your answer was not sent: the host does not answer. The call still waits.",
    ],
    [new ApiFault(403, { code: "EFORBIDDEN", message: "viewers may not decide" }), "Viewers may not decide."],
  ])("%s", (error, text) => expect(sayTrouble(error)).toBe(text));
});

describe("fields of an edit", () => {
  it("keeps each type", () => {
    const args = { a: "5", b: 5, c: true, d: ["x"], e: null };
    const fields = fieldsOf(args);
    expect(fields.map(({ name, type }) => [name, type])).toEqual([
      ["a", "string"],
      ["b", "number"],
      ["c", "boolean"],
      ["d", "json"],
      ["e", "json"],
    ]);
    expect(Object.fromEntries(fields.map((field) => [field.name, readField(field)]))).toEqual(
      Object.fromEntries(Object.entries(args).map(([name, value]) => [name, { ok: true, value }])),
    );
  });
  it.each([
    ["number", "5x"],
    ["number", ""],
    ["boolean", "yes"],
    ["json", "5"],
    ["json", "{"],
  ] as const)("a %s is not `%s`", (type, text) => expect(readField({ name: "a", type, text })).toEqual({ ok: false }));
});

describe("a change", () => {
  it("shows lines with three around them, and where they stand", () => {
    const before = Array.from({ length: 9 }, (_, i) => `line ${i + 1}`).join("\n");
    const diff = diffRows(before, before.replace("line 5", "LINE 5"));
    expect(diff?.rows.map((row) => [row.kind, row.text, row.old, row.new])).toEqual([
      ["gap", "line 2", null, null],
      ["same", "line 2", 2, 2],
      ["same", "line 3", 3, 3],
      ["same", "line 4", 4, 4],
      ["removed", "line 5", 5, null],
      ["added", "LINE 5", null, 5],
      ["same", "line 6", 6, 6],
      ["same", "line 7", 7, 7],
      ["same", "line 8", 8, 8],
    ]);
    expect(pairRows(diff?.rows ?? []).map((pair) => [pair.left?.text, pair.right?.text])[4]).toEqual([
      "line 5",
      "LINE 5",
    ]);
  });
  it("shows a new file as added", () => expect(newFileRows("a\nb\n")).toMatchObject({ added: 2, removed: 0 }));
  it("tells a lost last line break", () =>
    expect(diffRows("a\n", "a")?.rows.map((row) => row.kind)).toEqual(["removed", "added", "gap"]));
});

describe("time", () => {
  it.each([
    [59_000, "just now"],
    [61_000, "1 min ago"],
    [7_300_000, "2 h ago"],
  ])("%i ms", (gone, text) => expect(sayAgo(0, gone)).toBe(text));
  it.each([
    [500, "500 ms"],
    [30_000, "30 s"],
    [600_000, "10 min"],
  ])("%i ms lasts", (ms, text) => expect(sayDuration(ms)).toBe(text));
  it("ends a rule when it says", () =>
    expect([endOf("always", 5), endOf("hour", 5), endOf("week", 5)]).toEqual([undefined, 3_600_005, 604_800_005]));
});

describe("what is chosen until a person chooses", () => {
  const offer = (kind: "consent" | "exact" | "folder" | "program" | "project" | "subcommand") => ({ kind, rules: [] });
  it.each([
    [["subcommand", "exact", "program"], 0],
    [["folder", "project"], 0],
    [["consent", "subcommand", "exact"], 2],
    [["program", "exact"], 1],
    [["consent"], 0],
    [["project"], 0],
  ] as const)("of %j", (kinds, at) => expect(preselected(kinds.map(offer))).toBe(at));
});

describe("why it is asked", () => {
  const does = "this deletes files that are not tracked";
  const summary = "Deletes files that are not tracked: `git clean -f`.";
  it.each([
    [{ summary, reason: does, code: "exact-only" }, "only a rule with its exact words lets it run without a question"],
    [{ summary, reason: `${does}, and no rule covers it`, code: "level-ask" }, "no rule covers it"],
    [{ summary: "Runs `x`.", reason: does, code: "exact-only" }, does],
    [{ summary, reason: "a rule asks about this", code: "rule-ask" }, "a rule asks about this"],
  ])("%j", (view, why) => expect(whyOf(view)).toBe(why));
});

describe("what came of it, in a list", () => {
  it.each([
    ["approved", "not run yet"],
    ["executing", "running"],
    ["executed", "done"],
    ["denied", "denied"],
    ["cancelled", "cancelled"],
    ["void", "not run"],
    ["pending", ""],
  ] as const)("%s", (state, said) => {
    expect(sayOutcomeShort({ state, outcome: null })).toBe(said);
    if (state === "approved") expect(sayOutcome(approval("a", { state }))).toBe("allowed, not run yet");
  });
});
