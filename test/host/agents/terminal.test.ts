import { execFileSync } from "node:child_process";
import { readFileSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { addLink } from "../../../src/host/auth/login.ts";
import { logIn } from "../http/serve.ts";
import { startReal, until, type RealHost } from "../real-host.ts";

let real: RealHost;
beforeEach(async () => {
  real = await startReal();
});
afterEach(() => real.close());

function ask(command: object, name = "terminal"): Promise<Response> {
  const [token] = readFileSync(join(real.dataDir, `agents/${name}.token`), "utf8").split("\n");
  return fetch(`${real.host.url}/api/terminal`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ cwd: real.project, command }),
  });
}

const rules = async (): Promise<{ tool: string; pattern: string; scope: string }[]> =>
  ((await (await real.person.send("GET", "/api/settings/command-rules?scope=project")).json()) as { rules: [] }).rules;

const ADD = { do: "add-rule", tool: "shell", pattern: "make *", decision: "allow", scope: "project" };

test("a rule from a terminal is added once a person confirms it on its card", async () => {
  const asked = ask(ADD);
  const [card] = await until(async () => ((await real.pending()).length > 0 ? real.pending() : null));
  expect(await rules()).toEqual([]);
  expect((await real.decide(card as never, "allow")).status).toBe(200);
  expect(await (await asked).json()).toMatchObject({ done: true });
  expect(await rules()).toMatchObject([{ tool: "shell", pattern: "make *", scope: "project" }]);
});

test("the card says what the rule changes, in plain words", async () => {
  const asked = ask(ADD);
  const [card] = await until(async () => ((await real.pending()).length > 0 ? real.pending() : null));
  expect(card).toMatchObject({
    summary: "Adds a rule: allow `make *` in app.",
    reason: "what fits it then runs without a question, whatever words follow",
  });
  await real.decide(card as never, "deny");
  await asked;
});

test.each([
  [
    "rm *",
    "`allow rm *` lets nothing through, as `rm x` shows: this deletes files for good; a rule with its exact words would",
  ],
  [
    "cargo *",
    "what fits it then runs without a question, whatever words follow; `allow cargo *` also allows `cargo check`, `cargo build`, `cargo rustc`, `cargo clippy` and others",
  ],
])("and where the rule means less or more than it looks, so: %s", async (pattern, reason) => {
  const asked = ask({ ...ADD, pattern });
  const [card] = await until(async () => ((await real.pending()).length > 0 ? real.pending() : null));
  expect(card?.reason).toBe(reason);
  await real.decide(card as never, "deny");
  await asked;
});

test("a rule that goes away stands on the card as it is stored, not as the terminal called it", async () => {
  const add = ask({ ...ADD, decision: "deny", scope: "global" });
  const [first] = await until(async () => ((await real.pending()).length > 0 ? real.pending() : null));
  await real.decide(first as never, "allow");
  const id = /added (\S+):/.exec(((await (await add).json()) as { text: string }).text)?.[1];
  const asked = ask({ do: "remove-rule", id });
  const [card] = await until(async () => ((await real.pending()).length > 0 ? real.pending() : null));
  expect(card).toMatchObject({ summary: "Removes a rule: deny `make *` in every project." });
  await real.decide(card as never, "allow");
  expect(await (await asked).json()).toEqual({ done: true, text: `removed ${id}` });
  expect((await ask({ do: "remove-rule", id, rule: { ...ADD } })).status).toBe(400);
  expect(await (await ask({ do: "remove-rule", id })).json()).toMatchObject({ done: false });
  expect(await real.pending()).toEqual([]);
});

test("a rule that goes away is shown where it counts, not where the terminal is", async () => {
  await real.change(async (store) => {
    const other = { path: "/srv/other", name: "other", opened: "read", gitWorkTree: false, grants: [] } as const;
    await store.projects.add({ ...other, id: "prj_other", createdAt: 0 });
    const rule = { tool: "shell", pattern: "make *", decision: "deny", scope: "project", target: "prj_other" } as const;
    await store.rules.add({ ...rule, id: "rul_other", createdAt: 0, createdBy: "ana" });
  });
  const asked = ask({ do: "remove-rule", id: "rul_other" });
  const [card] = await until(async () => ((await real.pending()).length > 0 ? real.pending() : null));
  expect(card).toMatchObject({ summary: "Removes a rule: deny `make *` in other." });
  await real.decide(card as never, "deny");
  await asked;
});

test("a rule is confirmed by an owner, in a terminal as over HTTP", async () => {
  let token = "";
  await real.change(async (store) => {
    await store.persons.add({ id: "ben", name: "Ben", role: "approver", projects: null, createdAt: 1 });
    token = await addLink(store, "ben", Date.now());
  });
  const ben = await logIn(real.host.url, token);
  const asked = ask(ADD);
  const [card] = await until(async () => ((await real.pending()).length > 0 ? real.pending() : null));
  const { id, digest } = card as { id: string; digest: string };
  await ben.send("POST", "/api/tools/authorization/decide", { id, digest, decision: "allow" });
  expect(await (await asked).json()).toMatchObject({ done: false, text: expect.stringContaining("owner") as string });
  expect(await rules()).toEqual([]);
});

const OTHERS = { do: "remove-rule", id: "rul_other" };

test.each([
  ["a rule of their project", ADD, true],
  ["a rule for every project", { ...ADD, scope: "global" }, false],
  ["that another project's rule goes away", OTHERS, false],
])("an owner of one project confirms for a terminal %s: %#", async (_, command, done) => {
  await real.change(async (store) => {
    const rule = { tool: "shell", pattern: "make *", decision: "deny", scope: "project", target: "prj_other" } as const;
    await store.rules.add({ ...rule, id: "rul_other", createdAt: 0, createdBy: "ana" });
  });
  const asked = ask(command);
  const [card] = await until(async () => ((await real.pending()).length > 0 ? real.pending() : null));
  let token = "";
  await real.change(async (store) => {
    const projects = (await store.projects.list()).map(({ id }) => id);
    await store.persons.add({ id: "one", name: "One", role: "owner", projects, createdAt: Date.now() });
    token = await addLink(store, "one", Date.now());
  });
  const one = await logIn(real.host.url, token);
  const { id, digest } = card as { id: string; digest: string };
  const decided = await one.send("POST", "/api/tools/authorization/decide", { id, digest, decision: "allow" });
  expect(decided.status).toBe(200);
  expect(await (await asked).json()).toMatchObject({ done });
  await real.change(async (store) => {
    const kept = (await store.rules.list()).map(({ scope, target }) => [scope, target === "prj_other"]);
    expect(kept.toSorted()).toEqual(
      done
        ? [
            ["project", false],
            ["project", true],
          ]
        : [["project", true]],
    );
  });
});

test("a person's no adds nothing", async () => {
  const asked = ask(ADD);
  const [card] = await until(async () => ((await real.pending()).length > 0 ? real.pending() : null));
  await real.decide(card as never, "deny");
  expect(await (await asked).json()).toEqual({ done: false, text: "user denied" });
  expect(await rules()).toEqual([]);
});

test("an agent's token opens no terminal, and a terminal confirms nothing by itself", async () => {
  expect((await ask(ADD, "claude-code")).status).toBe(403);
  expect(await real.pending()).toEqual([]);
});

test("everything is stopped at once", async () => {
  expect(await (await ask({ do: "stop" })).json()).toMatchObject({ done: true });
  expect(await (await real.person.send("GET", "/api/me")).json()).toMatchObject({ stopped: true });
  expect(await (await ask(ADD)).json()).toEqual({ done: false, text: "everything is stopped" });
  const trail = await (await real.person.send("GET", "/api/audit?type=level.stopped")).json();
  expect(trail).toMatchObject({ lines: [{ type: "level.stopped", actor: "agent:terminal" }] });
});

test("an answer from a terminal counts once a person confirms it, for the card that was shown and no other", async () => {
  await real.call({ tool: "Bash", args: { command: "make" }, cwd: real.project, session: "s1", callId: "c1" });
  const [card] = await real.pending();
  const { id, digest } = card as { id: string; digest: string };
  const stateOf = async () => (await real.recent()).find((each) => each.id === id)?.state ?? "pending";
  const answer = (more: object = {}) => ask({ do: "answer", id, digest, decision: "allow", ...more });
  expect(await (await answer({ digest: "another" })).json()).toMatchObject({ done: false });
  expect(await (await answer({ id: "apr_none" })).json()).toMatchObject({ done: false });

  const refused = answer();
  const confirmOf = () => until(async () => (await real.pending()).find((each) => each.id !== id));
  await real.decide(await confirmOf(), "deny");
  expect([await (await refused).json(), await stateOf()]).toMatchObject([{ done: false }, "pending"]);

  const taken = answer();
  const confirm = await confirmOf();
  expect([confirm.summary, await stateOf()]).toEqual([
    "Answers a card from a terminal: allow for claude-code in app.",
    "pending",
  ]);
  // A terminal cannot confirm its own question.
  const own = await ask({ do: "answer", id: confirm.id, digest: confirm.digest, decision: "allow" });
  expect(await own.json()).toMatchObject({ done: false });
  await real.decide(confirm, "allow");
  expect([await (await taken).json(), await stateOf()]).toMatchObject([{ done: true }, "approved"]);
});

test("an answer from a terminal is not asked about any more once its card was answered elsewhere", async () => {
  await real.call({ tool: "Bash", args: { command: "make" }, cwd: real.project, session: "s1", callId: "c1" });
  const [card] = await real.pending();
  const answer = ask({ do: "answer", id: card?.id, digest: card?.digest, decision: "allow" });
  await until(async () => (await real.pending()).length === 2);
  await real.decide(card as never, "deny");
  expect(await (await answer).json()).toEqual({ done: false, text: "it was answered elsewhere" });
  expect(await real.pending()).toEqual([]);
  expect((await real.recent()).find(({ id }) => id === card?.id)?.state).toBe("denied");
});

const SERVER = {
  do: "add-server",
  name: "notes",
  entry: { kind: "stdio", command: "sh", args: ["-c", "cat"] },
};
const firstCard = () => until(async () => (await real.pending())[0]);
const servers = async (): Promise<unknown[]> =>
  ((await (await real.person.send("GET", "/api/mcp/servers")).json()) as { own: unknown[] }).own;

test("an MCP server from a terminal is there once a person confirms its card, which shows the program", async () => {
  const asked = ask(SERVER);
  const card = await firstCard();
  const file = execFileSync("sh", ["-c", "command -v sh"], { encoding: "utf8" }).trim();
  expect([card.summary, card.offers, card.args]).toEqual([
    "Adds an MCP server for chats: notes, `sh -c cat`.",
    [],
    {
      do: "add-server",
      slug: "notes",
      entry: {
        kind: "stdio",
        command: "sh",
        args: ["-c", "cat"],
        env: {},
        cwd: homedir(),
        sandboxed: false,
        file,
        canonical: realpathSync(file),
      },
    },
  ]);
  expect(await servers()).toEqual([]);
  await real.decide(card, "allow");
  expect(await (await asked).json()).toEqual({ done: true, text: "added the MCP server notes for every chat" });
  expect(await servers()).toMatchObject([{ slug: "notes", enabled: true, projects: null, state: "stopped" }]);
  const trail = await (await real.person.send("GET", "/api/audit?type=mcp.server-added")).json();
  expect(trail).toMatchObject({ lines: [{ data: { server: "notes", confirmedAt: "session" } }] });
});

test.each([
  ["a person's no", {}, "user denied"],
  ["another program than the card showed", { file: "/bin/ls" }, "it is another program by now: add it again"],
])("an MCP server from a terminal is not added by %s", async (_, edit, text) => {
  const asked = ask(SERVER);
  const card = await firstCard();
  const args = card.args as { readonly entry: object };
  if (Object.keys(edit).length === 0) await real.decide(card, "deny");
  else {
    const edited = { ...args, entry: { ...args.entry, ...edit } };
    const preview = await real.person.send("POST", `/api/approvals/${card.id}/preview`, { args: edited });
    const { approval } = (await preview.json()) as { approval: typeof card };
    await real.decide(approval, "allow", { edited });
  }
  expect([await (await asked).json(), await servers()]).toEqual([{ done: false, text }, []]);
});

test.each([
  ["with a secret", { ...SERVER, entry: { ...SERVER.entry, secrets: { GH_TOKEN: "x" } } }, 400],
  ["of no program", { ...SERVER, entry: { ...SERVER.entry, command: "no-such-program" } }, 200],
])("an MCP server %s is no card", async (_, command, status) => {
  const answer = await ask(command);
  expect(answer.status).toBe(status);
  if (status === 200)
    expect(await answer.json()).toEqual({ done: false, text: "there is no program `no-such-program`" });
  expect(await real.pending()).toEqual([]);
});

test("an owner who lets changes of the policy through for good starts no program by that", async () => {
  const allowed = { native: { app_security: { mode: "allow" } } };
  const set = await real.person.send("PUT", "/api/tools/authorization?scope=app", allowed);
  expect(set.status).toBe(200);
  expect(await (await ask(SERVER)).json()).toEqual({
    done: false,
    text: "a person has to confirm it on its card",
  });
  expect(await servers()).toEqual([]);
  // The control: a rule is added without a card.
  expect(await (await ask(ADD)).json()).toMatchObject({ done: true });
});
