import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ApprovalView } from "../../../src/wire/approval.ts";
import { startReal, until, type RealHost } from "../real-host.ts";

type Said = {
  readonly hookSpecificOutput?: {
    readonly permissionDecision: string;
    readonly permissionDecisionReason: string;
    readonly updatedInput?: unknown;
  };
};

it("an agent whose hook never calls is one without a sign of life, until the first call", async () => {
  const real = await startReal();
  const seen = async (): Promise<readonly unknown[]> => {
    const { agents } = (await (await real.person.send("GET", "/api/me")).json()) as {
      agents: { name: string; lastSeen: number | null; sessions: number }[];
    };
    return agents.map(({ name, lastSeen, sessions }) => [name, lastSeen !== null, sessions]);
  };
  expect(await seen()).toEqual([["claude-code", false, 0]]);
  const input = { command: "git status" };
  const late = { session_id: "late", transcript_path: "/t", cwd: real.project, hook_event_name: "PreToolUse" };
  const call = { ...late, permission_mode: "default", tool_name: "Bash", tool_input: input, tool_use_id: "t1" };
  expect(await real.hook(call)).toMatchObject({ hookSpecificOutput: { permissionDecision: "allow" } });
  expect(await seen()).toEqual([["claude-code", true, 1]]);
  await real.close();
});

describe("the hook of Claude Code on a host", () => {
  let real: RealHost;
  let session: string;
  let count = 0;
  beforeAll(async () => {
    real = await startReal();
  });
  afterAll(() => real.close());
  beforeEach(() => {
    session = `session-${++count}`;
  });

  const event = (name: string, more: object = {}): object => ({
    session_id: session,
    transcript_path: "/t",
    cwd: real.project,
    hook_event_name: name,
    ...more,
  });
  const bash = (command: string, more: object = {}): object =>
    event("PreToolUse", {
      permission_mode: "default",
      tool_name: "Bash",
      tool_input: { command },
      tool_use_id: `toolu_${++count}`,
      ...more,
    });
  const after = (call: object, more: object = {}): object => ({
    ...call,
    hook_event_name: "PostToolUse",
    tool_response: { stdout: "done" },
    ...more,
  });
  const said = async (input: object): Promise<string> => {
    const answer = (await real.hook(input)) as Said;
    return answer.hookSpecificOutput?.permissionDecision ?? "nothing";
  };
  /** Approvals of this test's session, oldest first. */
  const rows = async (): Promise<readonly ApprovalView[]> => {
    const all = await real.recent();
    return all
      .filter(
        (view) =>
          view.chat.title.includes(session.slice(0, 8)) && view.chat.agent === "claude-code" && mine.has(view.callId),
      )
      .reverse();
  };
  const mine = new Set<string>();
  const known = <T extends object>(call: T): T => {
    mine.add((call as { tool_use_id: string }).tool_use_id);
    return call;
  };
  beforeEach(() => mine.clear());
  const states = async (): Promise<string[]> => (await rows()).map((view) => view.state);
  const prefer = (preference: object): Promise<Response> =>
    real.person.send("PUT", "/api/agents/claude-code", preference);

  it("allows a read, and its result closes the record", async () => {
    const call = known(bash("git status"));
    expect(await said(call)).toBe("allow");
    expect(await states()).toEqual(["executing"]);
    expect(await real.hook(after(call))).toEqual({});
    expect((await rows()).map((view) => [view.state, view.outcome?.ok, view.outcome?.text])).toEqual([
      ["executed", true, '{"stdout":"done"}'],
    ]);
  });

  it("records a failure, and a call that ran otherwise than it was read", async () => {
    const [failing, changed] = [known(bash("git log")), known(bash("git diff"))];
    expect([await said(failing), await said(changed)]).toEqual(["allow", "allow"]);
    await real.hook({ ...failing, hook_event_name: "PostToolUseFailure", error: "exit 128" });
    await real.hook(after(changed, { tool_input: { command: "git diff; rm -rf ~" } }));
    expect((await rows()).map((view) => [view.state, view.outcome?.code ?? null])).toEqual([
      ["failed", null],
      ["unknown", "EDIFFERS"],
    ]);
  });

  it("denies what is never meant, in plain words", async () => {
    const answer = (await real.hook(known(bash("rm -rf ~")))) as Said;
    expect(answer).toEqual({
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "deny",
        permissionDecisionReason:
          "policy does not allow this call. Do not try to reach the same in another way; go on without it, or tell the person what you need and why.",
      },
    });
  });

  it("lets the agent's own prompt ask, and takes its yes from the result", async () => {
    const call = known(bash("npm install left-pad"));
    expect(await said(call)).toBe("ask");
    expect((await rows()).map((view) => [view.state, view.askedIn])).toEqual([["pending", "agent"]]);
    await real.hook(after(call));
    expect((await rows()).map((view) => [view.state, view.answer?.by])).toEqual([
      ["executed", "answered in the agent"],
    ]);
  });

  it.each([
    [
      "Write",
      { file_path: ".git/hooks/pre-commit", content: "x" },
      "no rule covers this, and the level asks about it; `$P/.git/hooks/pre-commit` is protected: it belongs to the repository's own data: hooks, settings, history; the folder of `$P/.git/hooks/pre-commit` is not granted for write",
    ],
    [
      "Bash",
      { command: "git push --force" },
      "the rule `shell git push *` asks about this; this discards commits on the remote that are not in yours",
    ],
    [
      "Bash",
      { command: "npm install left-pad" },
      "this downloads packages and runs their install scripts, and no rule covers it",
    ],
  ])("tells the agent's own prompt every reason: %s %o", async (tool_name, tool_input, reason) => {
    const answered = (await real.hook(bash("", { tool_name, tool_input }))) as Said;
    expect(answered.hookSpecificOutput).toEqual({
      hookEventName: "PreToolUse",
      permissionDecision: "ask",
      permissionDecisionReason: `Assent: ${reason.replaceAll("$P", real.project)}`,
    });
  });

  it("does not take a result for a yes to another call", async () => {
    const call = known(bash("npm install left-pad"));
    await said(call);
    await real.hook(after(call, { tool_input: { command: "npm install evil" } }));
    expect((await rows()).map((view) => [view.state, view.outcome?.code])).toEqual([["unknown", "EDIFFERS"]]);
  });

  it("cancels at the session's end what was asked, and gives up what ran", async () => {
    const [asked, ran] = [known(bash("npm install left-pad")), known(bash("git status"))];
    expect([await said(asked), await said(ran)]).toEqual(["ask", "allow"]);
    expect(await real.hook(event("SessionEnd", { reason: "exit" }))).toEqual({});
    expect(await states()).toEqual(["cancelled", "unknown"]);
  });

  it("asks about each of two identical calls", async () => {
    const [one, two] = [known(bash("npm install left-pad")), known(bash("npm install left-pad"))];
    expect(await Promise.all([said(one), said(two)])).toEqual(["ask", "ask"]);
    await real.hook(after(one));
    expect((await states()).sort()).toEqual(["executed", "pending"]);
  });

  it("allows each of many identical calls at once", async () => {
    const calls = Array.from({ length: 8 }, () => known(bash("git status")));
    expect(await Promise.all(calls.map(said))).toEqual(calls.map(() => "allow"));
    expect((await states()).every((state) => state === "executing")).toBe(true);
  });

  it.each(["bypassPermissions", "auto", "dontAsk", "new-mode"])(
    "holds for the inbox in mode %s, and says allow when a person did",
    async (mode) => {
      const answer = said(known(bash("npm install left-pad", { permission_mode: mode })));
      const [waiting] = await until(async () => ((await states())[0] === "pending" ? rows() : null));
      expect(waiting?.askedIn).toBe("inbox");
      await real.decide(waiting as ApprovalView, "allow");
      expect(await answer).toBe("allow");
      expect(await states()).toEqual(["executing"]);
    },
  );

  it("passes on a person's note with a no", async () => {
    const answer = real.hook(known(bash("npm install left-pad", { permission_mode: "auto" })));
    const [waiting] = await until(async () => ((await states())[0] === "pending" ? rows() : null));
    await real.decide(waiting as ApprovalView, "deny", { note: "use the one we have" });
    expect(((await answer) as Said).hookSpecificOutput).toMatchObject({
      permissionDecision: "deny",
      permissionDecisionReason: "use the one we have",
    });
  });

  it("passes on what a person edited", async () => {
    const answer = real.hook(known(bash("npm install left-pad", { permission_mode: "auto" })));
    const [waiting] = await until(async () => ((await states())[0] === "pending" ? rows() : null));
    const args = { command: "npm install right-pad" };
    const preview = (await (
      await real.person.send("POST", `/api/approvals/${waiting?.id}/preview`, { args })
    ).json()) as { approval: ApprovalView };
    await real.decide(preview.approval, "allow", { edited: args });
    expect(((await answer) as Said).hookSpecificOutput).toMatchObject({
      permissionDecision: "allow",
      updatedInput: args,
    });
  });

  describe("where a person prefers the inbox", () => {
    beforeAll(() => prefer({ hold: "inbox", waitMs: 100 }));
    afterAll(() => prefer({ hold: "agent" }));

    it("denies with the approval's id after a while, and an identical retry claims the answer, once", async () => {
      const answer = (await real.hook(known(bash("npm install left-pad")))) as Said;
      const [waiting] = await rows();
      expect(answer.hookSpecificOutput).toMatchObject({
        permissionDecision: "deny",
        permissionDecisionReason: expect.stringContaining(waiting?.id ?? "?"),
      });
      await real.decide(waiting as ApprovalView, "allow");
      const retry = bash("npm install left-pad");
      expect(await said(retry)).toBe("allow");
      await real.hook(after(retry));
      expect((await rows()).map((view) => [view.id, view.state])).toEqual([[waiting?.id, "executed"]]);
      const third = known(bash("npm install left-pad"));
      expect(await said(third)).toBe("deny");
      expect((await states()).sort()).toEqual(["executed", "pending"]);
    });

    it("never answers another call, another session or another directory with it", async () => {
      await real.hook(known(bash("npm install left-pad")));
      const [waiting] = await rows();
      await real.decide(waiting as ApprovalView, "allow");
      mkdirSync(join(real.project, "sub"), { recursive: true });
      const others = [
        bash("npm install left-pad2"),
        bash("npm install left-pad", { cwd: join(real.project, "sub") }),
        bash("npm install left-pad", { session_id: "other" }),
      ];
      expect(await Promise.all(others.map(said))).toEqual(["deny", "deny", "deny"]);
      expect(await said(bash("npm install left-pad"))).toBe("allow"); // control
    });

    it("forgets what was allowed for a session that ended in another process", async () => {
      await real.openProject("edit");
      const verdict = async (script: string): Promise<string> => said(known(bash(`npm run ${script}`)));
      expect(await verdict("one")).toBe("deny");
      const [card] = await rows();
      const offer = card?.offers.findIndex(({ rules }) => rules.some(({ pattern }) => pattern === "npm run one")) ?? -1;
      const answer = await real.decide(card as ApprovalView, "allow", { remember: { offer, scope: "session" } });
      expect([answer.status, await verdict("one"), await verdict("one")]).toEqual([200, "allow", "allow"]);
      await real.change((store) => store.chats.end(card?.chat.id ?? "", Date.now()));
      expect(await verdict("one")).toBe("deny");
    });

    it("keeps the answer for the retry where the waiting hook was ended", async () => {
      await prefer({ hold: "inbox", waitMs: 60_000 });
      const leaving = new AbortController();
      const call = real.hook(known(bash("npm install left-pad")), leaving.signal).catch(() => "left");
      const [waiting] = await until(async () => ((await states())[0] === "pending" ? rows() : null));
      leaving.abort();
      expect(await call).toBe("left");
      await new Promise((resolve) => setTimeout(resolve, 50));
      await real.decide(waiting as ApprovalView, "allow");
      expect(await states()).toEqual(["approved"]);
      expect(await said(bash("npm install left-pad"))).toBe("allow");
      await prefer({ hold: "inbox", waitMs: 100 });
    });
  });

  it("says so where the session began in no project", async () => {
    const began = { cwd: homedir() };
    await real.hook(event("SessionStart", { source: "startup", ...began }));
    const refused = (await real.hook(known(bash("cat notes.txt", began)))) as Said;
    expect(refused.hookSpecificOutput).toMatchObject({
      permissionDecision: "deny",
      permissionDecisionReason: expect.stringMatching(/^there is no project here.*start in the folder of a project/),
    });
    expect((await rows())[0]?.reason).toContain("outside of the folders that were granted: none is, here");
    // The control: elsewhere the same is a matter of that one path.
    session = `session-${++count}`;
    await real.hook(event("SessionStart", { source: "startup" }));
    const elsewhere = (await real.hook(known(bash("cat /srv/notes.txt")))) as Said;
    expect(elsewhere.hookSpecificOutput?.permissionDecisionReason ?? "").not.toContain("no project");
  });

  it("fixes the project at the session's start", async () => {
    await real.hook(event("SessionStart", { source: "startup" }));
    mkdirSync(join(real.project, "../elsewhere"), { recursive: true });
    const call = known(bash("git status", { cwd: join(real.project, "../elsewhere") }));
    expect(await said(call)).toBe("ask"); // outside of the project's grant
    expect((await rows())[0]?.project?.path).toBe(real.project);
  });

  it("does not let a link lead a write out of the project", async () => {
    await real.openProject("edit");
    symlinkSync("/etc", join(real.project, "out"));
    const write = (file_path: string): object =>
      known(
        event("PreToolUse", {
          permission_mode: "default",
          tool_name: "Write",
          tool_input: { file_path, content: "x" },
          tool_use_id: `toolu_${++count}`,
        }),
      );
    expect(await said(write(join(real.project, "new.txt")))).toBe("allow"); // control
    expect(await said(write(join(real.project, "out/passwd")))).toBe("ask");
    expect(await said(write(join(real.dataDir, "agents/claude-code.token")))).toBe("deny");
    writeFileSync(join(real.project, "a.txt"), "two\n");
  });

  it.each([
    ["nothing", null],
    ["a list", []],
    ["a call without a tool", { hook_event_name: "PreToolUse", session_id: "s" }],
    [
      "arguments of the wrong kind",
      { hook_event_name: "PreToolUse", session_id: "s", tool_name: "Bash", tool_use_id: "t", tool_input: "rm" },
    ],
  ])("asks about %s", async (_name, input) => {
    expect(await said(input as object)).toBe("ask");
  });

  it.each([
    ["the session", "insert on chats"],
    ["the call", "insert on approvals"],
    ["the audit line", "insert on audit"],
  ])("denies in a mode that asks, and says why, where %s cannot be recorded", async (_, write) => {
    const disk = new DatabaseSync(join(real.dataDir, "assent.db"));
    disk.exec(`create trigger full before ${write} begin select raise(fail, 'disk full'); end`);
    try {
      expect(await real.hook(bash("npm install left-pad"))).toMatchObject({
        hookSpecificOutput: {
          permissionDecision: "deny",
          permissionDecisionReason:
            "the decision could not be recorded, so the call does not run. The person has to mend this first; tell them.",
        },
      });
    } finally {
      disk.exec("drop trigger full");
      disk.close();
    }
    expect(await said(bash("npm install left-pad"))).toBe("ask");
  });

  it("asks what a rule asks about, whatever else allows the call, as in a chat of the host's own", async () => {
    const rule = { tool: "shell", pattern: "git status *", decision: "ask", scope: "global" };
    expect(await said(bash("git status --short"))).toBe("allow");
    const added = await real.person.send("POST", "/api/settings/command-rules", rule);
    const { id } = ((await added.json()) as { rule: { id: string } }).rule;
    expect([await said(bash("git status --short")), await said(bash("git log"))]).toEqual(["ask", "allow"]);
    await real.person.send("DELETE", "/api/settings/command-rules", { id });
    expect(await said(bash("git status --short"))).toBe("allow");
  });

  it("knows no agent's hook but its own", async () => {
    const response = await fetch(`${real.host.url}/api/hooks/codex`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    expect(response.status).toBe(401);
  });
});
