import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ApprovalView } from "../../../src/wire/approval.ts";
import { type Bench, HOST, openBench, OWNER, VIEWER } from "./harness.ts";

const TOKEN = ["gh", "p_", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("");
const STORED = "plain-words-that-look-like-nothing";

let bench: Bench;

beforeEach(async () => {
  bench = await openBench({ opened: "edit", secrets: [STORED] });
});
afterEach(() => bench.close());

async function cardOf(proposed: Promise<{ readonly approvalId: string }>): Promise<ApprovalView> {
  return (await bench.gate.get((await proposed).approvalId, OWNER)) as ApprovalView;
}

describe("the card", () => {
  it("of a compound command shows all that decided it", async () => {
    const { explanation, digest, ...card } = await cardOf(bench.shell("git status && npm test"));
    expect(card).toEqual({
      id: expect.stringMatching(/^apr_/),
      state: "pending",
      createdAt: bench.clock.now,
      project: { id: "prj", path: bench.project, name: "project" },
      chat: { id: "chat", title: "a chat", agent: null },
      run: "run-1",
      callId: "call-1",
      tool: { id: "shell", name: "shell", title: "Run a command", origin: "builtin", trusted: true },
      source: "model",
      summary: "Runs a script of the project's package.json: `npm test` and one more command.",
      args: { command: "git status && npm test" },
      masked: [],
      edited: false,
      cwd: bench.project,
      timeoutMs: null,
      outputLimit: 2_000,
      callsLeft: null,
      class: "execute",
      reason: expect.any(String),
      code: "level-ask",
      decidedBy: { kind: "level", id: "L0" },
      answerBy: "person",
      level: "L0",
      parts: [
        expect.objectContaining({
          text: "git status",
          program: "git",
          class: "read",
          effect: "allow",
          code: "level-allow",
        }),
        expect.objectContaining({
          text: "npm test",
          program: "npm",
          class: "execute",
          effect: "ask",
          code: "level-ask",
        }),
      ],
      findings: [],
      offers: expect.arrayContaining([{ kind: "exact", rules: [{ tool: "shell", pattern: "npm test" }] }]),
      askOnce: false,
      change: null,
      missingScopes: [],
      askedIn: "inbox",
      answer: null,
      outcome: null,
    });
    expect([digest.length, explanation.split("\n")[0]]).toEqual([64, `ask: ${card.reason} (level-ask)`]);
  });

  it.each([
    ["write_file", { path: ".env", content: "A=2\n" }, "A=1\n", { before: "A=1\n", after: "A=2\n", cut: 0 }],
    ["write_file", { path: ".env", content: "A=2\n" }, null, { before: null, after: "A=2\n", cut: 0 }],
    [
      "write_file",
      { path: ".env", content: "x".repeat(300_000) },
      null,
      { before: null, after: "x".repeat(262_144), cut: 37_856 },
    ],
    [
      "edit_file",
      {
        path: ".env",
        edits: [
          { old: "1", new: "2" },
          { old: "A", new: "B", all: true },
        ],
      },
      "A=1\nA=3\n",
      { before: "A=1\nA=3\n", after: "B=2\nB=3\n", cut: 0 },
    ],
    ["edit_file", { path: ".env", edits: [{ old: "not there", new: "2" }] }, "A=1\n", null],
    ["edit_file", { path: ".env", edits: [{ old: "A", new: "B" }] }, "A=1\nA=3\n", null],
  ])("of %s shows the change", async (tool, args, before, expected) => {
    if (before !== null) writeFileSync(join(bench.project, ".env"), before);
    const { change, summary } = await cardOf(bench.propose(tool, args));
    expect(change).toEqual(expected && { path: join(bench.project, ".env"), ...expected });
    expect(summary).toBe(`${tool === "edit_file" ? "Edits" : "Writes"} .env.`);
  });

  it("of an agent's own edit shows the change in the same way", async () => {
    writeFileSync(join(bench.project, ".env"), "A=1\n");
    const args = { file_path: join(bench.project, ".env"), old_string: "1", new_string: "2" };
    const call = {
      tool: "Edit",
      args,
      cwd: bench.project,
      source: "external",
      attended: true,
      agent: "claude-code",
    } as const;
    const { change, tool } = await cardOf(bench.propose("Edit", args, { call }));
    expect([change?.after, tool]).toEqual([
      "A=2\n",
      { id: "edit_file", name: "Edit", title: "Edit a file", origin: "agent", trusted: false },
    ]);
  });

  it.each([
    ["git push --force", "Discards commits on the remote that are not in yours: `git push --force`."],
    ["npm test && git clean -f && ls", "Deletes files that are not tracked: `git clean -f` and 2 more commands."],
    ["git add a && made-up b", "Runs: `made-up b` and one more command."],
    ["made-up b", "Runs: `made-up b`."],
  ])("of %s leads with what is dangerous", async (command, summary) => {
    expect((await cardOf(bench.shell(command))).summary).toBe(summary.replace("Runs: ", "Runs "));
  });

  it("says why of the part that leads", async () => {
    const { reason, summary } = await cardOf(bench.shell("npm run build && git push --force"));
    expect([summary, reason]).toEqual([
      "Discards commits on the remote that are not in yours: `git push --force` and one more command.",
      "the rule `shell git push *` asks about this",
    ]);
    const { reason: other } = await cardOf(bench.shell("npm run build && made-up"));
    expect(other).toBe("no rule covers this, and the level asks about it");
  });

  it("warns of each part under that part", async () => {
    const { parts, findings } = await cardOf(bench.shell("cat .env && git push --force && made-up b"));
    const codes = parts.map((part) => part.findings.map(({ code }) => code));
    expect(codes).toEqual([["protected"], ["exact-only"], ["program-missing"]]);
    expect(findings.map(({ code }) => code)).toEqual(codes.flat());
  });

  it("of a path outside of the project shows it whole", async () => {
    const { summary } = await cardOf(bench.propose("write_file", { path: "/opt/.env", content: "A" }));
    expect(summary).toBe("Writes /opt/.env.");
  });

  it.each([
    ["subagent", { title: "Count", task: "Say how many files there are." }, "Hands a task to a subagent."],
    ["unheard_of", {}, "Uses unheard_of."],
  ])("of %s says what it does in words, where they are known", async (tool, args, said) => {
    expect((await cardOf(bench.propose(tool, args))).summary).toBe(said);
  });

  it("says how many calls are left", async () => {
    await bench.store.settings.set("limits", { callsPerRun: 3 });
    await cardOf(bench.shell("npm test"));
    expect((await cardOf(bench.shell("npm run build"))).callsLeft).toBe(1);
  });
});

describe("secrets", () => {
  it("are masked on the card everywhere, and shown to a person who asks, with a line of it", async () => {
    const command = `git notes add -m ${TOKEN}`;
    const card = await cardOf(bench.shell(command));
    expect([JSON.stringify(card).includes(TOKEN), card.masked, card.args]).toEqual([
      false,
      ["$.command"],
      { command: "git notes add -m [redacted:github-pat]" },
    ]);
    const shown = await bench.gate.get(card.id, OWNER, { unmask: true });
    expect([shown?.args, shown?.masked, shown?.digest === card.digest]).toEqual([{ command }, [], true]);
    expect((await bench.store.audit.find({ type: "approval.unmasked", limit: 5 })).map((line) => line.actor)).toEqual([
      "person:ana",
    ]);
    for (const other of [VIEWER, HOST])
      expect((await bench.gate.get(card.id, other, { unmask: true }))?.masked).toEqual(["$.command"]);
  });

  it("that the name of an argument gives away stand nowhere on the card, nor in the data directory", async () => {
    const secret = 'correct "horse" battery';
    const { approvalId: id } = await bench.propose("mcp__forecast__ask", { api_key: secret, query: "weather" });
    const card = (await bench.gate.get(id, OWNER)) as ApprovalView;
    expect([card.masked, card.args, card.parts[0]?.text]).toEqual([
      ["$.api_key"],
      { api_key: "[redacted:json-secret]", query: "weather" },
      "mcp__forecast__ask [redacted:json-secret]",
    ]);
    expect(JSON.stringify(card)).not.toContain("battery");
    const files = readdirSync(bench.dataDir).filter((name) => name.startsWith("assent.db"));
    expect(files.filter((name) => readFileSync(join(bench.dataDir, name)).includes("battery"))).toEqual([]);
    const control = await bench.gate.get(id, OWNER, { unmask: true });
    expect(control?.parts[0]?.text).toBe(`mcp__forecast__ask ${secret}`);
  });

  it("of a command hide nothing else that it names, which could be what it deletes; no rule with them is offered", async () => {
    const card = await cardOf(bench.shell("BUILD_TOKEN=precious; npm run precious"));
    expect([card.parts.at(-1)?.text, JSON.stringify(card.offers).includes("precious")]).toEqual([
      "npm run precious",
      false,
    ]);
    const control = await cardOf(bench.shell("BUILD_TOKEN=precious; npm run other"));
    expect(JSON.stringify(control.offers)).toContain("npm run other");
  });

  it.each([
    ["an option", "shell", { command: "mysql --password=hunter22x -e 'select 1'" }, "hunter22x"],
    ["an argument by its name", "mcp__db__query", { password: "hunter22x" }, "hunter22x"],
    ["a header, encoded", "shell", { command: "curl -u ana:hunter22x https://example.com" }, "aHVudGVyMjJ4"],
  ])("of %s are not kept with the outcome", async (_, tool, args, printed) => {
    const card = await cardOf(bench.propose(tool, args));
    await bench.gate.decide({ id: card.id, digest: card.digest, decision: "allow" }, OWNER);
    expect((await bench.gate.claim(card.id, HOST)).ok).toBe(true);
    await bench.gate.finish(card.id, { state: "failed", text: `denied for ${printed}, says the server` });
    const { outcome } = (await bench.store.approvals.get(card.id)) ?? {};
    expect(outcome?.text).toMatch(/^denied for \[redacted:[a-z-]+\], says the server$/);
  });

  it("of what goes along with a call are masked, shown to a person who asks, and not kept with the outcome", async () => {
    const beside = { _meta: { apiKey: "hunter22x", trace: "seen" } };
    const call = {
      tool: "mcp__db__query",
      args: { sql: "x" },
      cwd: bench.project,
      source: "model",
      attended: true,
    } as const;
    const card = await cardOf(bench.propose("", null, { call: { ...call, beside } }));
    expect([card.beside, card.masked]).toEqual([
      { _meta: { apiKey: "[redacted:json-secret]", trace: "seen" } },
      ["beside._meta.apiKey"],
    ]);
    const shown = await bench.gate.get(card.id, OWNER, { unmask: true });
    expect([shown?.beside, shown?.masked]).toEqual([beside, []]);
    await bench.gate.decide({ id: card.id, digest: card.digest, decision: "allow" }, OWNER);
    expect((await bench.gate.claim(card.id, HOST)).ok).toBe(true);
    await bench.gate.finish(card.id, { state: "failed", text: "denied for hunter22x, seen by the server" });
    const { outcome } = (await bench.store.approvals.get(card.id)) ?? {};
    expect(outcome?.text).toBe("denied for [redacted:json-secret], seen by the server");
  });

  it("and file contents leave no byte in the data directory, through the whole of a call", async () => {
    const content = "a sentence of a private file";
    const calls = [
      await bench.propose("write_file", { path: ".env", content }),
      await bench.shell(`git notes add -m ${TOKEN}`),
      await bench.shell(`git notes add -m ${STORED}`),
    ];
    for (const card of await bench.gate.pending(null, OWNER)) {
      await bench.gate.decide(
        { id: card.id, digest: card.digest, decision: "allow", remember: { offer: 0, scope: "project" } },
        OWNER,
      );
    }
    for (const { approvalId } of calls) {
      const claimed = await bench.gate.claim(approvalId, HOST);
      expect(claimed.ok).toBe(true);
      await bench.gate.finish(approvalId, { state: "executed", text: `done with ${TOKEN} and ${STORED}` });
    }
    const files = readdirSync(bench.dataDir, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    expect(files.length).toBeGreaterThanOrEqual(4);
    const leaks = files.flatMap((entry) => {
      const bytes = readFileSync(join(entry.parentPath, entry.name));
      return [content, TOKEN, STORED]
        .filter((canary) => bytes.includes(canary))
        .map((canary) => `${entry.name}: ${canary}`);
    });
    expect(leaks).toEqual([]);
  });

  it("are what the claimed call has, as they were proposed", async () => {
    const command = `git notes add -m ${TOKEN}`;
    const card = await cardOf(bench.shell(command));
    await bench.gate.decide({ id: card.id, digest: card.digest, decision: "allow" }, OWNER);
    expect(await bench.gate.claim(card.id, HOST)).toMatchObject({ ok: true, call: { args: { command } } });
  });
});
