import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createDemoModel } from "../../../src/host/engine/demo/model.ts";
import { DEMO_STEPS } from "../../../src/host/engine/demo/script.ts";
import type { ApprovalView } from "../../../src/wire/approval.ts";
import type { PlanView } from "../../../src/wire/plan.ts";
import { type RealHost, startReal, until } from "../real-host.ts";
import { callsIn, type ChatClient, newChat, textsIn } from "./chat-client.ts";

let real: RealHost;
beforeEach(async () => {
  real = await startReal({ demo: async () => createDemoModel({ pace: 0 }) });
  await real.hook({ session_id: "s", hook_event_name: "SessionStart", cwd: real.project, source: "startup" });
  await real.openProject("read");
});
afterEach(() => real.close());

/** Answers all that is asked, until the chat is at rest; gives the cards that were seen. */
async function sit(chat: ChatClient, decision: "allow" | "deny"): Promise<readonly ApprovalView[]> {
  const cards: ApprovalView[] = [];
  await until(async () => {
    const opened = await chat.open();
    for (const card of await chat.pending()) {
      cards.push(card);
      await real.decide(card, decision);
    }
    const question = callsIn(opened.messages).find(({ state }) => state === "waiting");
    if (question) await chat.post("/answers", { call: question.id, choices: [1] });
    return opened.chat.state === "idle";
  });
  return cards;
}

async function planOf(chat: ChatClient): Promise<readonly (readonly [string, string])[]> {
  const { items } = (await (await real.person.send("GET", `/api/chats/${chat.id}/plan`)).json()) as PlanView;
  return items.map(({ title, state }) => [title, state]);
}

test("with no connection a newcomer sees every kind of card, and every kind of answer, at once", async () => {
  const chat = await newChat(real);
  const began = Date.now();
  await chat.send("Show me.");
  const cards = await sit(chat, "allow");
  expect(new Set(cards.map(({ tool }) => tool.id))).toEqual(
    new Set(["write_file", "edit_file", "shell", "web_fetch", "list_files", "subagent", "delete_file"]),
  );
  expect(cards.filter(({ change }) => change !== null).length).toBeGreaterThanOrEqual(2);
  const { messages, runs } = await chat.open();
  expect(runs.at(-1)?.state).toBe("done");
  const states = new Set(callsIn(messages).map(({ state }) => state));
  for (const state of ["executed", "denied", "failed"] as const) expect(states).toContain(state);
  expect(
    callsIn(messages).some(
      ({ question, tool, result }) => tool === "ask_user" && question === null && result?.text === "Blue",
    ),
  ).toBe(true);
  expect(textsIn(messages)[1]).toContain("demo model");
  expect(await planOf(chat)).toEqual([["Show each kind of card", "done"]]);
  expect(existsSync(join(real.project, "assent-demo.md"))).toBe(false);
  expect(Date.now() - began).toBeLessThan(60_000);
}, 90_000);

test("shown twice, it ends the item that it added last", async () => {
  const chat = await newChat(real);
  await chat.send("plan");
  await sit(chat, "allow");
  expect(await planOf(chat)).toEqual([["Show each kind of card", "open"]]);
  await chat.send("Show me.");
  await sit(chat, "deny");
  expect(await planOf(chat)).toEqual([
    ["Show each kind of card", "open"],
    ["Show each kind of card", "done"],
  ]);
}, 90_000);

test("allowed, its push reaches no remote of the project", async () => {
  const remote = join(real.project, "..", "remote.git");
  const git = (...args: readonly string[]) =>
    spawnSync("git", ["-C", real.project, "-c", "user.name=a", "-c", "user.email=a@example.com", ...args], {
      encoding: "utf8",
    });
  spawnSync("git", ["init", "-q", "--bare", remote]);
  git("init", "-q");
  git("checkout", "-q", "-B", "main");
  git("remote", "add", "origin", remote);
  git("commit", "-q", "--allow-empty", "-m", "one");
  git("push", "-q", "origin", "main");
  const pushed = git("ls-remote", "origin", "main").stdout;
  expect(pushed).toContain("refs/heads/main");
  git("commit", "-q", "--amend", "--allow-empty", "-m", "another");
  const chat = await newChat(real);
  await chat.send("push");
  const [card] = await sit(chat, "allow");
  expect(card?.summary).toContain("Discards commits on the remote");
  expect(git("ls-remote", "origin", "main").stdout).toBe(pushed);
  // The control: the same push to the project's own remote would have moved it.
  git("push", "-q", "--force", "origin", "main");
  expect(git("ls-remote", "origin", "main").stdout).not.toBe(pushed);
});

test("denied, it goes on without", async () => {
  const chat = await newChat(real);
  await chat.send("write and delete something");
  await sit(chat, "deny");
  const { messages } = await chat.open();
  expect(textsIn(messages).join("\n")).toContain("That was not done");
  expect(existsSync(join(real.project, "assent-demo.md"))).toBe(false);
});

test("a command that the person names is the one that it proposes", async () => {
  const chat = await newChat(real);
  await chat.send("Please run `git push --force origin main` now");
  const [card] = await until(async () => (await chat.pending()).length > 0 && chat.pending());
  expect(card?.args).toEqual({ command: "git push --force origin main" });
});

test("it promises no card where nothing may ask", () => {
  const said = DEMO_STEPS.flatMap(({ say, think = "" }) => `${say} ${think}`.split(/(?<=[.?!])\s/));
  const cards = said.filter((sentence) => /\bcard\b/.test(sentence));
  expect(cards.length).toBeGreaterThan(2);
  for (const sentence of cards) expect(sentence).toMatch(/Where (?:it|that) asks|which a card/);
});
