import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { read } from "../../../src/read/read.ts";
import { heldFor } from "../../../src/host/tools/sandbox-held.ts";
import { createSandbox } from "../../../src/host/tools/sandbox.ts";
import { canUnshare } from "../../support/processes.ts";
import { makeSandbox, type Sandbox } from "./sandbox.ts";

const sandbox = createSandbox();
const works = (await sandbox.missing()) === null && canUnshare();
if (!works) console.warn("not run: protected files in a sandbox (no bubblewrap, or namespaces are not allowed here)");

let box: Sandbox;
const git = (...args: readonly string[]): string =>
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: box.project, encoding: "utf8" });

beforeEach(() => {
  box = makeSandbox();
  git("init", "-q", "-b", "main");
  for (const folder of [".claude", ".husky", "web/.vscode"]) mkdirSync(box.at(folder), { recursive: true });
  for (const path of ["package.json", "CLAUDE.md", "web/.vscode/tasks.json", ".claude/settings.json"])
    box.put(path, "{}");
  git("config", "user.name", "a");
  git("config", "user.email", "a@b");
  git("add", "-A");
  git("commit", "-qm", "first");
});
afterEach(() => box.remove());
afterAll(() => sandbox.close());

const pager = (): string => /^core\.pager=(.*)$/m.exec(git("config", "--list", "--local"))?.[1] ?? "";

const run = async (command: string, on = true): Promise<unknown> =>
  box.run("shell", { command }, on ? { sandbox, writable: [box.project] } : {});

/** Tries to leave `evil` at a path from within a program whose line names nothing. */
async function leave(path: string, on = true): Promise<boolean> {
  box.put("leave.sh", `mkdir -p "$(dirname '${path}')"; rm -rf '${path}'; echo evil > '${path}'`);
  await run("sh leave.sh", on);
  return existsSync(box.at(path)) && readFileSync(box.at(path), "utf8") === "evil\n";
}

describe.skipIf(!works)("protected files that a command in the sandbox does not name", () => {
  it.each([
    [".git/hooks/pre-commit"],
    [".git/config"],
    [".git/commondir"],
    [".claude/settings.json"],
    [".claude/commands/new.md"],
    ["CLAUDE.md"],
    ["web/.vscode/tasks.json"],
    // Not there before.
    [".assent.json"],
    [".mcp.json"],
    [".envrc"],
    [".vscode/tasks.json"],
    [".cursor/mcp.json"],
  ])("%s is not written by it, and is outside of the sandbox", async (path) => {
    const before = readdirSync(box.project);
    expect(await leave(path)).toBe(false);
    expect(new Set(readdirSync(box.project))).toEqual(new Set([...before, "leave.sh"]));
    expect(await leave(path, false)).toBe(true);
  });

  it.each([["src/new.ts"], ["package.json"], ["node_modules/.bin/a"]])("%s is none", async (path) => {
    expect(await leave(path)).toBe(true);
  });

  it("are hooks where the repository's settings say that they lie", async () => {
    git("config", "core.hooksPath", "ci/hooks");
    mkdirSync(box.at("ci/hooks"), { recursive: true });
    expect(await leave("ci/hooks/pre-commit")).toBe(false);
    expect(await leave("ci/other")).toBe(true);
    expect(await run("cp leave.sh ci/hooks/pre-commit")).toMatchObject({ exitCode: 0 });
    expect(await leave("ci/hooks/pre-commit", false)).toBe(true);
  });

  it("cannot be reached by putting another folder in the place of theirs", async () => {
    box.put("swap.sh", "mv .git old; mkdir -p .git/hooks; echo evil > .git/hooks/pre-commit; mv web w; echo done");
    await run("sh swap.sh");
    expect(existsSync(box.at(".git/hooks/pre-commit"))).toBe(false);
    expect(existsSync(box.at("web/.vscode/tasks.json"))).toBe(true);
  });

  it.each([
    ["hooks", ".git/hooks/pre-commit", () => rmSync(box.at(".git/hooks"), { recursive: true })],
    ["settings", ".git/config", () => rmSync(box.at(".git/config"))],
    ["settings of a worktree", ".git/config.worktree", () => git("config", "extensions.worktreeConfig", "true")],
    ["settings of Mercurial", "web/.hg/hgrc", () => mkdirSync(box.at("web/.hg"))],
    ["settings of Jujutsu", "web/.jj/repo/config.toml", () => mkdirSync(box.at("web/.jj/repo"), { recursive: true })],
    [
      "all but the folder",
      ".git/config",
      () => (rmSync(box.at(".git"), { recursive: true }), mkdirSync(box.at(".git"))),
    ],
    ["all but a folder further down", "web/.git/HEAD", () => mkdirSync(box.at("web/.git"))],
  ])("are not written where a repository has no %s yet", async (_, path, prepare) => {
    prepare();
    expect(await leave(path)).toBe(false);
    expect(existsSync(box.at(path))).toBe(false);
    const { exitCode } = (await run("git status", false)) as { exitCode: number };
    expect(await run("git status")).toMatchObject({ exitCode });
    expect(await leave(path, false)).toBe(true);
  });

  it.each([
    ["a file", "CLAUDE.md", "AGENTS.md", "CLAUDE.md", "put-aside.CLAUDE.md"],
    ["a folder", ".claude", "../outside/claude", ".claude/settings.json", "put-aside.claude"],
    ["hooks", ".git/hooks", "../hooks", ".git/hooks/pre-commit", "put-aside.hooks"],
    ["nothing", ".mcp.json", "nowhere", ".mcp.json", "put-aside.mcp.json"],
  ])("stay links, to %s", async (_, link, target, path, aside) => {
    const folder = join(box.at(link), "..");
    rmSync(box.at(link), { recursive: true, force: true });
    symlinkSync(target, box.at(link));
    if (target === "AGENTS.md") box.put(target, "{}");
    else if (target !== "nowhere") mkdirSync(join(folder, target));
    box.put("leave.sh", `rm '${link}'; mkdir -p "$(dirname '${path}')"; echo evil > '${path}'; chmod 500 '${folder}'`);
    const before = readdirSync(folder);
    await run("sh leave.sh");
    expect(readlinkSync(box.at(link))).toBe(target);
    expect(new Set(readdirSync(folder))).toEqual(new Set([...before, aside]));
    chmodSync(folder, 0o755);
    await run("sh leave.sh", false);
    expect(lstatSync(box.at(link)).isSymbolicLink()).toBe(false);
    expect(box.get(path)).toBe("evil\n");
  });

  it("are not put back where another folder's are reached meanwhile", async () => {
    const beyond = join(box.root, "outside");
    mkdirSync(join(beyond, ".vscode"));
    rmSync(box.at("web/.vscode"), { recursive: true });
    symlinkSync(join(box.root, "home"), box.at("web/.vscode"));
    box.put("swap.sh", `mv web w; ln -s '${beyond}' web`);
    await run("sh swap.sh");
    expect(readlinkSync(box.at("web"))).toBe(beyond);
    expect(readdirSync(beyond)).toEqual([".vscode"]);
    expect(lstatSync(join(beyond, ".vscode")).isDirectory()).toBe(true);
  });

  it("are written where the line names them", async () => {
    await run("echo named > CLAUDE.md; echo named > .mcp.json; mkdir -p .vscode; echo named > .vscode/settings.json");
    expect(["CLAUDE.md", ".mcp.json", ".vscode/settings.json"].map(box.get)).toEqual(Array(3).fill("named\n"));
  });
});

describe.skipIf(!works)("git in the sandbox", () => {
  it("commits, brings branches with protected files, and sets what its words say", async () => {
    box.put("a.txt", "a");
    expect(await run("git add a.txt && git commit -qm second")).toMatchObject({ ok: true, exitCode: 0 });
    expect(git("log", "--format=%s")).toBe("second\nfirst\n");
    const third = await run("git checkout -q -b other && git rm -q CLAUDE.md && git commit -qm third");
    expect(third).toMatchObject({ exitCode: 0, output: "" });
    expect(await run("git checkout -q main")).toMatchObject({ exitCode: 0 });
    expect(existsSync(box.at("CLAUDE.md"))).toBe(true);
    expect(await run("git remote add origin ../outside")).toMatchObject({ exitCode: 0 });
    expect(git("remote")).toBe("origin\n");
    expect(await run("git status --porcelain; git add -A; true")).toMatchObject({ output: "" });
    box.put("all.sh", "git add -A; git status --porcelain");
    expect(await run("sh all.sh")).toMatchObject({ output: "A  all.sh\n" });
  });

  it.each([
    ["a program of its settings", "git -c core.fsmonitor='sh leave.sh' checkout -q other"],
    ["hooks of its settings", "git -c core.hooksPath=own checkout -q other"],
    [
      "its environment",
      "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.hooksPath GIT_CONFIG_VALUE_0=own git checkout -q other",
    ],
    ["another program of its name", "own/git checkout -q other"],
    ["another program of its name, by PATH", "PATH=own:$PATH git checkout -q other"],
  ])("is left nothing where %s runs another program", async (_, command) => {
    git("branch", "other");
    mkdirSync(box.at("own"));
    box.put("leave.sh", "echo ran > ran; echo evil > .claude/settings.json; /usr/bin/git config core.pager evil");
    for (const program of ["own/git", "own/post-checkout"]) {
      box.put(program, "#!/bin/sh\nsh leave.sh\n");
      chmodSync(box.at(program), 0o755);
    }
    const left = (): readonly unknown[] => [existsSync(box.at("ran")), box.get(".claude/settings.json"), pager()];
    await run(command);
    expect(left()).toEqual([true, "{}", ""]);
    await run(command, false);
    expect(left()).toEqual([true, "evil\n", "evil"]);
  });

  it("is left no settings beside another program", async () => {
    box.put("leave.sh", "git config core.fsmonitor evil");
    await run("git remote add origin ../outside; sh leave.sh");
    expect(git("config", "--list")).not.toMatch(/evil|origin/);
  });
});

it("installs packages with what a package manager writes", async () => {
  if (!works) return;
  mkdirSync(box.at("dep"));
  box.put("dep/package.json", '{"name":"dep","version":"1.0.0","bin":"a.js"}');
  box.put("dep/a.js", "#!/usr/bin/env node\n");
  box.put("package.json", '{"name":"own","version":"1.0.0"}');
  const installed = await run("npm install --offline --no-audit --cache .cache ./dep");
  expect(installed).toMatchObject({ ok: true, exitCode: 0 });
  expect(JSON.parse(box.get("package.json"))).toMatchObject({ dependencies: { dep: "file:dep" } });
  expect(existsSync(box.at("node_modules/.bin/dep"))).toBe(true);
});

it.each([
  ["git checkout main", false],
  ["touch a && echo b > c && mkdir d && git checkout main", false],
  ["git -c user.name=a -c advice.detachedHead=false checkout main", false],
  ["git -C web --no-pager checkout main", false],
  ["git checkout main && ls", false],
  ["git commit -m a", true],
  ["git checkout main && make", true],
  ["git -c user.name=a -c core.fsmonitor=b checkout main", true],
  ["git -c user.name=a -c user.name=a --exec-path=. checkout main", true],
  ["git -c user.name=$A checkout main", true],
  ["GIT_PAGER=a git -c user.name=a checkout main", true],
  ["git --config-env=user.name=A checkout main", true],
  ["web/git checkout main", true],
])("of `%s` what is protected is held: %s", (command, expected) => {
  const places = { world: box.world, folders: [box.project], tops: [] };
  const { hold } = heldFor(read(box.call("shell", { command }), box.world), places);
  expect(hold.includes(box.at("CLAUDE.md"))).toBe(expected);
});

it("is the same list for each line", () => {
  const of = (command: string) => {
    const places = { world: box.world, folders: [box.project], tops: [] };
    const { hold, sweep } = heldFor(read(box.call("shell", { command }), box.world), places);
    const short = (path: string): string => path.slice(box.project.length + 1);
    return { hold: hold.map(short).toSorted(), sweep: sweep.map(short) };
  };
  const files = [".claude", ".husky", "CLAUDE.md", "web/.vscode"];
  const sweep = [".git/config.worktree", ".git/gitdir", ".git/commondir"];
  expect({
    other: of("node a.js"),
    commits: of("git commit -m a"),
    pulls: of("git pull"),
    names: of("echo a > .claude/settings.json"),
  }).toEqual({
    other: { hold: [".git/config", ".git/hooks", ...files].toSorted(), sweep },
    commits: { hold: [".git/config", ".git/hooks", ...files].toSorted(), sweep },
    pulls: { hold: [".git/hooks"], sweep: [] },
    names: { hold: [".git/config", ".git/hooks", ".husky", "CLAUDE.md", "web/.vscode"].toSorted(), sweep },
  });
});
