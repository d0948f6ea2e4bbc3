import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createAgentSessions } from "../../../src/host/agents/sessions.ts";
import { assemblePolicy } from "../../../src/host/policy/assemble.ts";
import { recorderOn } from "../recorder-on.ts";
import { openSqlite } from "../../../src/store/sqlite.ts";
import type { Store } from "../../../src/store/store.ts";

let base: string;
let store: Store;
const at = (name: string): string => join(base, name);

beforeAll(async () => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "assent-worktree-")));
  const git = (cwd: string, ...args: string[]): unknown =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...args], { cwd: at(cwd), stdio: "pipe" });
  for (const name of ["home", "main", "other"]) mkdirSync(at(name));
  git("main", "init", "--quiet");
  git("main", "commit", "--quiet", "--allow-empty", "-m", "first");
  git("main", "worktree", "add", "--quiet", at("beside"));
  store = await openSqlite(at("data/assent.db"));
});
afterAll(async () => {
  await store.close();
  rmSync(base, { recursive: true });
});

it("a linked worktree is a root of its project's policy for as long as its repository points at it", async () => {
  const sessions = createAgentSessions({ store, recorder: recorderOn(store, base), now: () => 1, home: at("home") });
  const rootsOf = async (chat: string): Promise<readonly string[]> =>
    (await assemblePolicy(store, chat, { home: at("home") })).projectRoots;
  const beside = await sessions.chatOf({ agent: "claude-code", session: "a", cwd: at("beside") });
  const main = await sessions.chatOf({ agent: "claude-code", session: "b", cwd: at("main") });
  expect(beside.project).toBe(main.project);
  expect([await rootsOf(beside.id), await rootsOf(main.id)]).toEqual([[at("main"), at("beside")], [at("main")]]);
  // Another folder that the chat was let into is none.
  const letIn = { root: at("other"), recursive: true, can: ["read"] } as const;
  await store.chats.update({ ...beside, grants: [...beside.grants, letIn] });
  expect(await rootsOf(beside.id)).toEqual([at("main"), at("beside")]);
  rmSync(at("main/.git/worktrees"), { recursive: true });
  expect(await rootsOf(beside.id)).toEqual([at("main")]);
});
