import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApprovalView } from "../../../src/wire/approval.ts";
import { startReal, type RealHost } from "../real-host.ts";

/** Routes as a page uses them, against the host as it ships. */
describe("the API", () => {
  let real: RealHost;
  let projectId: string;
  const send = async (method: string, path: string, body?: unknown): Promise<{ status: number; body: never }> => {
    const response = await real.person.send(method, path, body);
    return { status: response.status, body: (await response.json()) as never };
  };
  let calls = 0;
  const propose = (command: string, more: object = {}): Promise<unknown> =>
    real.call({ tool: "Bash", args: { command }, cwd: real.project, session: "s1", callId: `c${++calls}`, ...more });
  const first = async (): Promise<ApprovalView> => (await real.pending())[0] as ApprovalView;

  beforeAll(async () => {
    real = await startReal();
    await propose("git status");
    const { body } = await send("GET", "/api/projects");
    projectId = (body as { projects: { id: string }[] }).projects[0]?.id as string;
  });
  afterAll(() => real.close());

  it("says who is asking", async () => {
    const { body } = await send("GET", "/api/me");
    expect(body).toMatchObject({
      person: { id: "owner", role: "owner" },
      csrf: real.person.csrf,
      level: "L0",
      stopped: false,
      pending: 0,
      projects: [{ path: real.project, name: "app", opened: "unanswered", gitWorkTree: true }],
      agents: [{ name: "claude-code", title: "Claude Code", sessions: 1 }],
    });
  });

  it("tells an agent what came of its call, and takes the outcome once", async () => {
    const answer = (await propose("git log")) as { answer: string; approval: string };
    expect(answer).toEqual({ answer: "allow", approval: expect.stringMatching(/^apr_/) });
    const outcome = (id: string): Promise<unknown> => real.call({ ok: true, text: "done" }, `/api/calls/${id}/outcome`);
    expect(await outcome(answer.approval)).toEqual({ ok: true });
    expect(await outcome(answer.approval)).toMatchObject({ code: "already-executed" });
    expect(await outcome("apr_none")).toMatchObject({ code: "ENOTFOUND" });
  });

  it("takes no call with a number that is another one to its agent", async () => {
    const withNumber = (n: number) => propose("git log", { tool: "their_tool", args: { n } });
    expect(await withNumber(2 ** 53 - 1)).toMatchObject({ answer: "pending" });
    expect(await withNumber(2 ** 53)).toMatchObject({ code: "EBODY" });
    await real.decide(await first(), "deny");
  });

  it("keeps as much of what a call gives back as the owner says", async () => {
    const kept = async (): Promise<number> => {
      const { approval } = (await propose("git log")) as { approval: string };
      await real.call({ ok: true, text: "x".repeat(5_000) }, `/api/calls/${approval}/outcome`);
      const { body } = await send("GET", `/api/approvals/${approval}`);
      return (body as { approval: ApprovalView }).approval.outcome?.text.length ?? 0;
    };
    expect(await kept()).toBe(5_000);
    expect((await send("PUT", "/api/settings/defaults", { outputLimit: 10 })).status).toBe(400);
    const { body } = await send("PUT", "/api/settings/defaults", { outputLimit: 1_000 });
    expect((body as { outputLimit: number }).outputLimit).toBe(1_000);
    expect(await kept()).toBeLessThan(1_100);
    expect((await send("PUT", "/api/settings/defaults", { outputLimit: 65_536 })).status).toBe(200);
  });

  it("lets a person answer an agent's call, and the agent claim it by asking again", async () => {
    expect(await propose("npm install left-pad")).toMatchObject({ answer: "pending" });
    const view = await first();
    expect(
      (
        await send("POST", "/api/tools/authorization/decide", {
          id: view.id,
          digest: "0".repeat(64),
          decision: "allow",
        })
      ).status,
    ).toBe(409);
    expect(
      (await send("POST", "/api/tools/authorization/decide", { id: view.id, digest: view.digest, decision: "allow" }))
        .status,
    ).toBe(200);
    const twice = await send("POST", "/api/tools/authorization/decide", {
      id: view.id,
      digest: view.digest,
      decision: "deny",
    });
    expect(twice).toMatchObject({
      status: 409,
      body: { code: "already-decided", approval: { id: view.id, state: "approved" } },
    });
    expect(await propose("npm install left-pad")).toEqual({ answer: "allow", approval: view.id });
  });

  it("lets a person allow what is on screen: each call by itself, and the answer says which went", async () => {
    for (const name of ["left", "right", "left && cat /var/log/x"]) await propose(`npm install ${name}`);
    const cards = await real.pending();
    const [left, right, far] = cards.slice(-3) as [ApprovalView, ApprovalView, ApprovalView];
    await real.decide(right, "deny", {});
    const calls = [left, right, far, { id: "apr_none", digest: left.digest }].map(({ id, digest }) => ({ id, digest }));
    const { status, body } = await send("POST", "/api/tools/authorization/allow-shown", { calls });
    const { results } = body as { results: { id: string; ok: boolean; code?: string; approval?: ApprovalView }[] };
    expect([status, results.map(({ id, ok, code, approval }) => [id, ok, code, approval?.state])]).toEqual([
      200,
      [
        [left.id, true, undefined, "approved"],
        [right.id, false, "already-decided", "denied"],
        [far.id, false, "own-look", "pending"],
        ["apr_none", false, "ENOTFOUND", undefined],
      ],
    ]);
    await real.decide(far, "deny", {});
  });

  it("waits as long as the agent says", async () => {
    const waiting = propose("npm install is-odd", { waitMs: 20_000 });
    let view = await first();
    while (view === undefined) view = await first();
    await real.decide(view, "deny", { note: "no" });
    expect(await waiting).toEqual({ answer: "deny", code: "EDENIED", reason: "no" });
  });

  it("refuses an agent another agent's name", async () => {
    expect(await propose("git status", { agent: "codex" })).toMatchObject({ code: "EBODY", path: "$.agent" });
  });

  it("keeps rules, and decides by them at once", async () => {
    expect(await propose("npm install is-even")).toMatchObject({ answer: "pending" });
    const rule = {
      tool: "shell",
      pattern: "npm install is-even",
      decision: "allow",
      scope: "project",
      target: projectId,
    };
    const added = await send("POST", "/api/settings/command-rules", rule);
    expect(added).toMatchObject({
      status: 201,
      body: { rule: { ...rule, target: { id: projectId, name: "app" }, readOnly: false } },
    });
    expect(await real.pending()).toEqual([]); // what waited was approved by the rule
    const { id } = (added.body as { rule: { id: string } }).rule;
    const { body } = await send("GET", "/api/settings/command-rules");
    const rules = (body as { rules: { id: string; scope: string; readOnly: boolean }[] }).rules;
    expect(rules.filter((each) => each.scope === "builtin").every((each) => each.readOnly)).toBe(true);
    expect(rules.map((each) => each.id)).toContain(id);
    expect((await send("PUT", "/api/settings/command-rules", { ...rule, id, decision: "deny" })).body).toMatchObject({
      rule: { id, decision: "deny" },
    });
    expect(await propose("npm install is-even")).toMatchObject({ answer: "deny", code: "EPOLICY" });
    expect((await send("DELETE", "/api/settings/command-rules", { id })).status).toBe(200);
    expect((await send("DELETE", "/api/settings/command-rules", { id })).status).toBe(404);
  });

  it("says what is odd about a rule before it is stored, among the others of its place", async () => {
    const rule = { tool: "shell", decision: "allow", scope: "project", target: projectId };
    const deny = { tool: "shell", pattern: "git tag *", decision: "deny", scope: "global" };
    const { id } = ((await send("POST", "/api/settings/command-rules", deny)).body as { rule: { id: string } }).rule;
    const lint = async (pattern: string, more: object = {}): Promise<unknown> => {
      const { body } = await send("POST", "/api/settings/command-rules/lint", { ...rule, pattern, ...more });
      return (body as { finding: { message: string } | null }).finding;
    };
    expect(await lint("rm *")).toEqual({
      kind: "no-effect",
      message:
        "`allow rm *` lets nothing through, as `rm x` shows: this deletes files for good; a rule with its exact words would",
    });
    expect(await lint("npm run *")).toBeNull();
    expect(await lint("git tag v1")).toMatchObject({ kind: "shadowed" });
    expect(await lint("!x")).toMatchObject({ kind: "unreadable" });
    // In the place of the rule that it would lose to it stands alone.
    expect(await lint("git tag v1", { scope: "global", target: undefined, id })).toBeNull();
    expect(await lint("rm *", { target: "none" })).toBeNull();
    await send("DELETE", "/api/settings/command-rules", { id });
  });

  it.each([
    [
      "a rule that cannot be read",
      { tool: "shell", pattern: 'git "push', decision: "allow", scope: "global" },
      400,
      "$.pattern",
    ],
    [
      "a rule for a project that is none",
      { tool: "shell", pattern: "git push", decision: "allow", scope: "project", target: "prj_x" },
      404,
      "$.target",
    ],
    [
      "a project rule without a project",
      { tool: "shell", pattern: "git push", decision: "allow", scope: "project" },
      400,
      "$.target",
    ],
    [
      "a global rule with one",
      { tool: "shell", pattern: "git push", decision: "allow", scope: "global", target: "prj_x" },
      400,
      "$.target",
    ],
    [
      "a field that is none",
      { tool: "shell", pattern: "git push", decision: "allow", scope: "global", when: {} },
      400,
      "$",
    ],
  ])("refuses %s", async (_name, rule, status, path) => {
    expect(await send("POST", "/api/settings/command-rules", rule)).toMatchObject({ status, body: { path } });
  });

  it("checks a call without recording it", async () => {
    const before = (await real.recent()).length;
    const { body } = await send("POST", "/api/check", {
      tool: "shell",
      args: { command: "git push -f" },
      project: projectId,
    });
    expect(body).toMatchObject({
      effect: "ask",
      code: expect.any(String),
      explanation: expect.stringContaining("parts"),
      parts: [
        { text: "git push -f", program: "git", effect: "ask", class: "destructive", findings: expect.any(Array) },
      ],
    });
    const inProject = await send("POST", "/api/check", {
      tool: "read_file",
      args: { path: `${real.project}/a.txt` },
      project: projectId,
    });
    const nowhere = await send("POST", "/api/check", { tool: "read_file", args: { path: `${real.project}/a.txt` } });
    expect([inProject.body, nowhere.body]).toMatchObject([{ effect: "allow" }, { effect: "deny" }]);
    expect((await send("POST", "/api/check", { tool: "shell", args: {}, project: "prj_x" })).status).toBe(404);
    expect((await real.recent()).length).toBe(before);
  });

  it("opens a project as answered", async () => {
    const write = { tool: "write_file", args: { path: `${real.project}/b.txt`, content: "x" }, project: projectId };
    const effects: string[] = [];
    for (const answer of ["read", "edit", "ask", "edit"] as const) {
      expect((await real.openProject(answer)).status).toBe(200);
      effects.push(((await send("POST", "/api/check", write)).body as { effect: string }).effect);
    }
    expect(effects).toEqual(["ask", "allow", "ask", "allow"]);
    expect((await send("POST", "/api/projects/prj_x/open", { answer: "read" })).status).toBe(404);
  });

  it("stops every chat, and lets them go on", async () => {
    await send("POST", "/api/level", { stopped: true });
    expect(await propose("git status")).toMatchObject({ answer: "deny", code: "ETOOL_DISABLED" });
    expect((await send("GET", "/api/me")).body).toMatchObject({ level: "L3", stopped: true });
    await send("POST", "/api/level", { stopped: false });
    expect(await propose("git status")).toMatchObject({ answer: "allow" });
  });

  it("ends what waits in a chat", async () => {
    await propose("npm install is-ten");
    const { chat } = await first();
    expect((await send("POST", `/api/chats/${chat.id}/touch`, { ifIdle: true })).body).toEqual({ settled: 0 });
    expect((await send("POST", "/api/tools/authorization/cancel", { chat: chat.id })).body).toEqual({ cancelled: 1 });
    expect(await real.pending()).toEqual([]);
    expect((await send("POST", "/api/chats/cht_x/touch", {})).status).toBe(404);
  });

  it("runs nothing of an agent that runs its own", async () => {
    await propose("npm install is-two");
    const view = await first();
    expect(await send("POST", `/api/approvals/${view.id}/execute`)).toMatchObject({
      status: 409,
      body: { code: "ECONFLICT" },
    });
    expect((await send("POST", "/api/approvals/apr_x/execute")).status).toBe(404);
  });

  it("shows the trail in pages, by kind and by text, and that it is whole", async () => {
    type Page = { lines: { seq: number; type: string }[]; next: number | null };
    const page = (await send("GET", "/api/audit?limit=5")).body as Page;
    expect(page.lines).toHaveLength(5);
    const rest = (await send("GET", `/api/audit?limit=500&before=${page.next}`)).body as Page;
    expect([rest.lines[0]?.seq, rest.lines.at(-1)?.seq, rest.next]).toEqual([
      page.next === null ? 0 : page.next - 1,
      1,
      null,
    ]);
    const login = (await send("GET", "/api/audit?type=login")).body as Page;
    expect(login.lines.map((line) => line.type)).toEqual(["login"]);
    const found = (await send("GET", "/api/audit?text=PROJECT.OPENED&limit=2")).body as Page;
    expect(found.lines.map((line) => line.type)).toEqual(["project.opened", "project.opened"]);
    const next = (await send("GET", `/api/audit?text=project.opened&before=${found.next}`)).body as Page;
    expect(next.lines).toHaveLength(2);
    expect((await send("GET", "/api/audit/verify")).body).toMatchObject({ ok: true });
    const lines = (await (await real.person.send("GET", "/api/audit?format=jsonl")).text()).trim().split("\n");
    expect((JSON.parse(lines[0] as string) as { seq: number }).seq).toBe(1);
  });

  it("lists sessions and ends one", async () => {
    const { body } = await send("GET", "/api/sessions");
    expect((body as { sessions: object[] }).sessions).toEqual([
      expect.objectContaining({ kind: "browser", current: true }),
    ]);
    expect((await send("DELETE", "/api/sessions/ses_x", {})).status).toBe(404);
  });
});
