import { mkdirSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { zipSync } from "fflate";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Principal } from "../../../src/host/auth/principal.ts";
import type { ApprovalView, DecideBody } from "../../../src/wire/approval.ts";
import { AGENT, APPROVER, type Bench, HOST, openBench, OTHER_AGENT, OWNER, VIEWER } from "./harness.ts";

let bench: Bench;

beforeEach(async () => {
  bench = await openBench({ opened: "edit" });
});
afterEach(() => bench.close());

/** A call that waits, as its card is. */
async function asked(command: string): Promise<ApprovalView> {
  const proposed = await bench.shell(command);
  expect(proposed.effect).toBe("ask");
  return (await bench.gate.get(proposed.approvalId, OWNER)) as ApprovalView;
}

function answerTo(card: ApprovalView, more: Partial<DecideBody> = {}): DecideBody {
  return { id: card.id, digest: card.digest, decision: "allow", ...more };
}

/** An answer of the gate in few words: what came of it, or the refusal. */
async function outcomeOf(body: DecideBody, principal: Principal = OWNER): Promise<string> {
  const decided = await bench.gate.decide(body, principal);
  return decided.ok
    ? `${decided.approval.state} by ${decided.approval.answer?.by}`
    : `${decided.status} ${decided.code}`;
}

async function claimOf(id: string, principal: Principal = HOST): Promise<string> {
  const claimed = await bench.gate.claim(id, principal);
  return claimed.ok ? "claimed" : `${claimed.status} ${claimed.code}`;
}

describe("who may answer", () => {
  const rows: readonly (readonly [string, Principal, string])[] = [
    ["the owner", OWNER, "approved by Ana"],
    ["an approver", APPROVER, "approved by Ben"],
    ["a viewer", VIEWER, "403 EFORBIDDEN"],
    ["an agent", AGENT, "403 EFORBIDDEN"],
    ["another agent", OTHER_AGENT, "403 EFORBIDDEN"],
    ["the host itself", HOST, "403 EFORBIDDEN"],
    ["a person nobody knows", { ...OWNER, id: "nobody" }, "404 ENOTFOUND"],
  ];
  it.each(rows)("%s", async (_, principal, expected) => {
    expect(await outcomeOf(answerTo(await asked("npm test")), principal)).toBe(expected);
  });

  it("sees only the projects that are theirs", async () => {
    await bench.store.persons.add({ id: "eve", name: "Eve", role: "approver", projects: ["other"], createdAt: 1 });
    const card = await asked("npm test");
    const eve = { ...APPROVER, id: "eve", name: "Eve" } as const;
    expect([
      await outcomeOf(answerTo(card), eve),
      await bench.gate.pending(null, eve),
      await bench.gate.pending(null, eve, 1),
      await bench.gate.countPending(eve),
      await bench.gate.get(card.id, eve),
    ]).toEqual(["404 ENOTFOUND", [], [], 0, null]);
    expect([await bench.gate.pending(null, OWNER, 1), await bench.gate.countPending(OWNER)]).toEqual([[card], 1]);
    expect(await outcomeOf(answerTo(card))).toBe("approved by Ana");
  });
});

describe("what waits", () => {
  it("comes oldest first, and where only so many do, those that are answered here before others", async () => {
    const elsewhere = await bench.shell("npm run elsewhere", { askedIn: "agent" });
    const here: string[] = [];
    // More than are made in one go.
    for (let at = 0; at < 45; at += 1) here.push((await asked(`npm run here-${at}`)).id);
    bench.clock.now += 1;
    const last = await asked("npm run last");
    const idsOf = async (first?: number) => (await bench.gate.pending(null, OWNER, first)).map(({ id }) => id);
    expect((await idsOf()).toSorted()).toEqual([elsewhere.approvalId, ...here, last.id].toSorted());
    expect((await idsOf()).at(-1)).toBe(last.id);
    expect(await idsOf(45)).toEqual(here.toSorted());
    expect((await idsOf(47)).slice(-2)).toEqual([last.id, elsewhere.approvalId]);
    expect(await bench.gate.countPending(OWNER)).toBe(47);
  });
});

describe("one answer", () => {
  it("of many at once is taken, the others are told which", async () => {
    const card = await asked("npm test");
    const bodies = [
      answerTo(card),
      answerTo(card, { decision: "deny" }),
      answerTo(card),
      answerTo(card, { decision: "deny" }),
    ];
    const outcomes = await Promise.all(
      bodies.map((body, index) => outcomeOf(body, index % 2 === 0 ? OWNER : APPROVER)),
    );
    expect(outcomes).toEqual(["approved by Ana", "409 already-decided", "409 already-decided", "409 already-decided"]);
  });

  it("is told with what stands now", async () => {
    const card = await asked("npm test");
    await outcomeOf(answerTo(card, { decision: "deny", note: "use pnpm" }), APPROVER);
    const late = await bench.gate.decide(answerTo(card), OWNER);
    const { approval, ...refusal } = late as Extract<typeof late, { ok: false }>;
    expect(refusal).toEqual({
      ok: false,
      status: 409,
      code: "already-decided",
      message: "the call is `denied` by Ben",
    });
    expect(approval?.answer).toEqual({
      decision: "deny",
      by: "Ben",
      at: bench.clock.now,
      remembered: null,
      note: "use pnpm",
    });
  });

  it.each([
    ["allow", "approved by Ana"],
    ["deny", "denied by Ana"],
  ] as const)("is for one card: another one of the same call waits on (%s)", async (decision, outcome) => {
    const [first, second] = [await asked("npm test"), await asked("npm test")];
    expect(await outcomeOf(answerTo(first, { decision }))).toBe(outcome);
    expect((await bench.gate.pending(null, OWNER)).map((view) => view.id)).toEqual([second.id]);
  });
});

describe("bound to what was seen", () => {
  it("a digest of another card is stale, the right one is not", async () => {
    const [card, other] = [await asked("npm test"), await asked("npm run build")];
    expect(await outcomeOf(answerTo(card, { digest: other.digest }))).toBe("409 stale");
    expect(await outcomeOf(answerTo(card, { digest: other.digest, decision: "deny" }))).toBe("409 stale");
    expect(await outcomeOf(answerTo(card))).toBe("approved by Ana");
  });

  it("a file that changed since the card was shown makes the answer stale; the new card can be answered", async () => {
    const file = join(bench.project, "secret.env");
    writeFileSync(file, "A=1\n");
    const proposed = await bench.propose("write_file", { path: ".env", content: "A=2\n" });
    writeFileSync(join(bench.project, ".env"), "B=1\n");
    const card = (await bench.gate.get(proposed.approvalId, OWNER)) as ApprovalView;
    expect(card.change).toEqual({ path: join(bench.project, ".env"), before: null, after: "A=2\n", cut: 0 });
    const late = await bench.gate.decide(answerTo(card), OWNER);
    expect(late).toMatchObject({
      ok: false,
      status: 409,
      code: "stale",
      approval: { state: "pending", change: { before: "B=1\n" } },
    });
    const fresh = (await bench.gate.get(card.id, OWNER)) as ApprovalView;
    expect(fresh.digest).not.toBe(card.digest);
    expect(await outcomeOf(answerTo(fresh))).toBe("approved by Ana");
  });

  it.each([
    ["other names", { "two.txt": new Uint8Array([1]) }],
    ["other content", { "one.txt": new Uint8Array([2]) }],
  ])("an archive with %s since the card was shown makes the answer stale", async (_, files) => {
    const rule = { id: "r", tool: "change", pattern: "**", decision: "ask", scope: "project" } as const;
    await bench.store.rules.add({ ...rule, target: "prj", createdAt: 1 });
    const archive = join(bench.project, "a.zip");
    writeFileSync(archive, zipSync({ "one.txt": new Uint8Array([1]) }));
    const proposed = await bench.propose("zip_extract", { archive: "a.zip", directory: "out" });
    const card = (await bench.gate.get(proposed.approvalId, OWNER)) as ApprovalView;
    expect(card.parts[0]?.paths.map(({ act, spelling }) => `${act} ${spelling}`)).toEqual([
      `read ${archive}`,
      `write ${bench.project}/out`,
      `write ${bench.project}/out/one.txt`,
    ]);
    writeFileSync(archive, zipSync(files));
    expect(await outcomeOf(answerTo(card))).toBe("409 stale");
    const fresh = (await bench.gate.get(card.id, OWNER)) as ApprovalView;
    expect(await outcomeOf(answerTo(fresh))).toBe("approved by Ana");
    // And until it runs.
    writeFileSync(archive, zipSync({ "three.txt": new Uint8Array([3]) }));
    expect(await bench.gate.claim(card.id, HOST)).toMatchObject({ ok: false, status: 409 });
  });

  it("what it offers to remember changed meanwhile, so that its place would name another", async () => {
    const card = await asked("git notes add && git remote add a b");
    const rule = { id: "r", tool: "shell", pattern: "git notes *", decision: "allow", scope: "global" } as const;
    await bench.store.rules.add({ ...rule, target: "", createdAt: 1 });
    const remember = { offer: 0, scope: "global" } as const;
    expect(await outcomeOf(answerTo(card, { remember }))).toBe("409 stale");
    const fresh = (await bench.gate.get(card.id, OWNER)) as ApprovalView;
    expect(fresh.offers).not.toEqual(card.offers);
    expect(await outcomeOf(answerTo(fresh, { remember }))).toBe("approved by Ana");
  });

  it("a denial of a card that is still the stored one is taken even where the file has changed", async () => {
    const proposed = await bench.propose("write_file", { path: ".env", content: "A=2\n" });
    const card = (await bench.gate.get(proposed.approvalId, OWNER)) as ApprovalView;
    writeFileSync(join(bench.project, ".env"), "B=1\n");
    expect(await outcomeOf(answerTo(card, { decision: "deny" }))).toBe("denied by Ana");
  });

  it("a denial for always keeps what the card offered, not what would be offered by now", async () => {
    const card = await asked("git notes add && git remote add a b");
    const rule = { id: "r", tool: "shell", pattern: "git notes *", decision: "allow", scope: "global" } as const;
    await bench.store.rules.add({ ...rule, target: "", createdAt: 1 });
    const remember = { offer: 0, scope: "project" } as const;
    expect(await outcomeOf(answerTo(card, { decision: "deny", remember }))).toBe("denied by Ana");
    const kept = (await bench.store.rules.of("project", "prj")).map(
      ({ decision, pattern }) => `${decision} ${pattern}`,
    );
    expect(kept.sort()).toEqual(card.offers[0]?.rules.map(({ pattern }) => `deny ${pattern}`).sort());
  });

  it("a denial of what can no longer be decided is taken, and nothing is remembered; a yes is not", async () => {
    const [card, other] = [await asked("git remote add a b"), await asked("git notes add")];
    const remember = { offer: 0, scope: "project" } as const;
    await bench.store.modes.set({ layer: "app", id: "" }, { native: { shell: { mode: "sometimes" } } } as never, 1);
    expect(await outcomeOf(answerTo(other))).toBe("503 EUNDECIDED");
    expect(await outcomeOf(answerTo(card, { decision: "deny", remember }))).toBe("denied by Ana");
    const said = { digest: other.digest, decision: "deny" } as const;
    expect(await bench.gate.answerInClient(other.id, said, HOST)).toBe(true);
    expect(await bench.store.rules.list()).toEqual([]);
    expect((await bench.store.approvals.get(other.id))?.state).toBe("denied");
  });
});

describe("claim", () => {
  it("goes to one of many", async () => {
    const card = await asked("npm test");
    await outcomeOf(answerTo(card));
    const claims = await Promise.all(Array.from({ length: 8 }, () => claimOf(card.id)));
    expect(claims.sort()).toEqual([...Array.from({ length: 7 }, () => "409 already-executed"), "claimed"]);
  });

  it.each([
    ["pending", [], "409 pending"],
    ["denied", ["deny"], "409 already-decided"],
    ["approved", ["allow"], "claimed"],
  ] as const)("of a call that is %s", async (_, answers, expected) => {
    const card = await asked("npm test");
    for (const decision of answers) await outcomeOf(answerTo(card, { decision }));
    expect(await claimOf(card.id)).toBe(expected);
  });

  it("gives back a stored result to whoever comes again", async () => {
    const card = await asked("npm test");
    await outcomeOf(answerTo(card));
    await claimOf(card.id);
    await bench.gate.finish(card.id, { state: "failed", code: "1", text: "2 tests failed" });
    const again = await bench.gate.claim(card.id, HOST);
    const { ok, approval } = again as Extract<typeof again, { ok: false }>;
    expect([ok, approval?.state, approval?.outcome]).toEqual([
      false,
      "failed",
      { ok: false, code: "1", text: "2 tests failed", at: bench.clock.now },
    ]);
  });

  it("voids what policy denies by now", async () => {
    const card = await asked("npm test");
    await outcomeOf(answerTo(card));
    await bench.store.modes.set({ layer: "app", id: "" }, { native: { shell: { mode: "off" } } }, 1);
    expect([await claimOf(card.id), (await bench.store.approvals.get(card.id))?.state]).toEqual([
      "403 ETOOL_DISABLED",
      "void",
    ]);
  });

  it("asks anew where a path leads elsewhere by now, and says how", async () => {
    const link = join(bench.project, "current");
    for (const name of ["one", "two"]) mkdirSync(join(bench.project, name));
    symlinkSync(join(bench.project, "one"), link);
    const proposed = await bench.propose("write_file", { path: "current/.env", content: "A=1\n" });
    const card = (await bench.gate.get(proposed.approvalId, OWNER)) as ApprovalView;
    expect(await outcomeOf(answerTo(card))).toBe("approved by Ana");
    unlinkSync(link);
    symlinkSync(join(bench.project, "two"), link);
    const claimed = await bench.gate.claim(card.id, HOST);
    const { approval, ...refusal } = claimed as Extract<typeof claimed, { ok: false }>;
    expect(refusal).toMatchObject({ ok: false, status: 409, code: "stale" });
    expect([(await bench.store.approvals.get(card.id))?.state, approval?.state]).toEqual(["void", "pending"]);
    expect((await bench.store.approvals.get(approval?.id ?? ""))?.previous).toBe(card.id);
    expect(approval?.explanation.split("\n")[0]).toMatch(/\.env` now leads to .*two\/\.env, it led to .*one\/\.env$/);
  });

  it("asks anew where a file was written after the yes, and runs where none was", async () => {
    const edit = { path: ".env", content: "A=2\n" };
    const cards = [
      await bench.propose("write_file", edit),
      await bench.propose("write_file", { ...edit, path: ".env.local" }),
    ];
    for (const { approvalId } of cards)
      await outcomeOf(answerTo((await bench.gate.get(approvalId, OWNER)) as ApprovalView));
    writeFileSync(join(bench.project, ".env"), "B=1\n");
    expect([await claimOf(cards[0]?.approvalId ?? ""), await claimOf(cards[1]?.approvalId ?? "")]).toEqual([
      "409 stale",
      "claimed",
    ]);
  });

  it("of an allowed call is decided by policy as it is by then", async () => {
    const calls = [await bench.shell("git status"), await bench.shell("git status")];
    expect(calls.map((call) => call.effect)).toEqual(["allow", "allow"]);
    expect(await claimOf(calls[0]?.approvalId ?? "")).toBe("claimed");
    const rule = {
      id: "r",
      tool: "shell",
      pattern: "git status",
      decision: "ask",
      scope: "global",
      target: "",
      createdAt: 1,
    } as const;
    await bench.store.rules.add(rule);
    expect(await claimOf(calls[1]?.approvalId ?? "")).toBe("409 stale");
    expect((await bench.gate.pending(null, OWNER)).map((view) => view.code)).toEqual(["rule-ask"]);
  });

  it("belongs to the agent whose chat it is, and to the host", async () => {
    await bench.store.chats.add({
      id: "ext",
      project: "prj",
      title: "",
      agent: "claude-code",
      sessionKey: "s",
      level: null,
      approvalMode: null,
      grants: [],
      createdAt: 1,
      lastSeen: 1,
      endedAt: null,
    });
    const propose = () =>
      bench.propose(
        "Bash",
        { command: "git status" },
        {
          chatId: "ext",
          actor: AGENT,
          call: {
            tool: "Bash",
            args: { command: "git status" },
            cwd: bench.project,
            source: "external",
            attended: true,
            agent: "claude-code",
          },
        },
      );
    const ids = [await propose(), await propose(), await propose()].map((call) => call.approvalId);
    expect([
      await claimOf(ids[0] ?? "", OTHER_AGENT),
      await claimOf(ids[1] ?? "", AGENT),
      await claimOf(ids[2] ?? "", VIEWER),
    ]).toEqual(["404 ENOTFOUND", "claimed", "403 EFORBIDDEN"]);
  });
});

describe("edit before approve", () => {
  async function preview(card: ApprovalView, args: unknown) {
    return bench.gate.preview(card.id, args, OWNER);
  }

  it("runs the edited call, keeps both versions and says so", async () => {
    const card = await asked("npm install left-pad");
    const edited = await preview(card, { command: "npm ci" });
    expect(edited).toMatchObject({
      ok: true,
      approval: { args: { command: "npm ci" }, edited: true, state: "pending" },
    });
    const digest = edited.ok ? edited.approval.digest : "";
    expect(digest).not.toBe(card.digest);
    const body = answerTo(card, { digest, edited: { command: "npm ci" } });
    expect(await outcomeOf({ ...body, digest: card.digest })).toBe("409 stale");
    expect(await outcomeOf(body)).toBe("approved by Ana");
    const claimed = await bench.gate.claim(card.id, HOST);
    expect(claimed).toMatchObject({ ok: true, edited: true, call: { args: { command: "npm ci" } } });
  });

  it.each([
    ["another type", { command: 7 }, { status: 400, code: "EINVALID", path: "$.command" }],
    ["arguments that do not fit", {}, { status: 400, code: "EINVALID" }],
    ["a denied command", { command: "rm -rf /" }, { status: 403, code: "EPOLICY" }],
    ["a list", ["npm", "ci"], { status: 400, code: "EINVALID", path: "$" }],
  ])("refuses %s, and the card waits on", async (_, args, refusal) => {
    const card = await asked("npm install left-pad");
    expect(await preview(card, args)).toMatchObject({ ok: false, ...refusal });
    expect(await bench.gate.decide(answerTo(card, { edited: args }), OWNER)).toMatchObject({ ok: false, ...refusal });
    expect((await bench.store.approvals.get(card.id))?.state).toBe("pending");
  });

  it("an answer without the edit runs the call as it was proposed", async () => {
    const card = await asked("npm install left-pad");
    await preview(card, { command: "npm ci" });
    expect(await outcomeOf(answerTo(card))).toBe("approved by Ana");
    expect(await bench.gate.claim(card.id, HOST)).toMatchObject({
      ok: true,
      edited: false,
      call: { args: { command: "npm install left-pad" } },
    });
  });

  it("refuses the mask of a name, which would name another argument", async () => {
    const token = ["gh", "p_", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("");
    const proposed = await bench.propose("web_fetch", { url: "https://example.org/", [token]: "x" });
    const card = (await bench.gate.get(proposed.approvalId, OWNER)) as ApprovalView;
    const hidden = { "[redacted:github-pat]": "x" };
    expect(card.args).toEqual({ url: "https://example.org/", ...hidden });
    const masked = await preview(card, { url: "https://example.com/", ...hidden });
    expect(masked).toMatchObject({ ok: false, status: 400, path: "$.[redacted:github-pat]" });
    expect(await preview(card, { url: "https://example.com/", [token]: "x" })).toMatchObject({ ok: true });
  });

  it("puts masked values back, and refuses a mask inside of other text", async () => {
    const token = ["gh", "p_", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("");
    const proposed = await bench.propose("web_fetch", { url: "https://example.org/", headers: token });
    const card = (await bench.gate.get(proposed.approvalId, OWNER)) as ApprovalView;
    expect([card.args, card.masked]).toEqual([
      { url: "https://example.org/", headers: "[redacted:github-pat]" },
      ["$.headers"],
    ]);
    const kept = await preview(card, { url: "https://example.com/", headers: "[redacted:github-pat]" });
    const digest = kept.ok ? kept.approval.digest : "";
    const inside = await preview(card, { url: "https://example.com/", headers: "x [redacted:github-pat]" });
    expect(inside).toMatchObject({ ok: false, status: 400, path: "$.headers" });
    await bench.gate.decide(
      answerTo(card, { digest, edited: { url: "https://example.com/", headers: "[redacted:github-pat]" } }),
      OWNER,
    );
    expect(await bench.gate.claim(card.id, HOST)).toMatchObject({
      ok: true,
      call: { args: { url: "https://example.com/", headers: token } },
    });
  });
});
