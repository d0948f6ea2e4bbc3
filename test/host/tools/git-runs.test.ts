import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { gitRuns } from "../../../src/host/tools/git-runs.ts";
import { readGitSettings } from "../../../src/host/tools/git-settings.ts";
import { read } from "../../../src/read/read.ts";
import { makeSandbox, type Sandbox } from "./sandbox.ts";

let box: Sandbox;
beforeEach(() => {
  box = makeSandbox();
  git("init", "-q");
});
afterEach(() => box.remove());

describe("what git runs by its settings", () => {
  it.each<readonly [why: string, settings: string, expected: readonly string[]]>([
    ["hooks of the project", "[core]\n hooksPath = tools/hooks", ["tools/hooks"]],
    ["hooks elsewhere", "[core]\n\thookspath = /srv/hooks ; shared", ["/srv/hooks"]],
    ["hooks of the account", '[core]\n hooksPath = "~/git-hooks"', ["~/git-hooks"]],
    ["a section with its setting on one line", "[core] hooksPath=a", ["a"]],
    ["a setting below a comment that ends with a backslash", "[core] # C:\\dir\\\nhooksPath = a", ["a"]],
    ["a setting that goes on", "[core]\nhooksPath = a\\\nb", ["ab"]],
    ["a second section on one line", "[user] [core] hooksPath = a", ["a"]],
    ["settings of another section by now", "[core] [user] hooksPath = a", []],
    ["what large files are sent by", '[lfs "customtransfer.x"] path = ./send', ["send"]],
    ["a monitor that is a program", "[core] fsmonitor = tools/watch -v", ["tools/watch"]],
    ["the monitor of git", "[core] fsmonitor = true", []],
    ["a filter", '[filter "x"]\n clean = ./bin/clean %f\n smudge = cat', ["bin/clean"]],
    ["a driver that an interpreter runs", '[merge "x"] driver = python3 tools/m.py %O %A', ["tools/m.py"]],
    ["a program that lies at the top", '[diff "x"] textconv = show.sh', ["show.sh"]],
    ["an alias that is a command", "[alias] x = \"!sh -c 'tools/x.sh | cat'\"", ["tools/x.sh"]],
    ["by the repository's folder", '[alias] x = "!$(git rev-parse --show-toplevel)/tools/x"', ["tools/x"]],
    ["an alias of git's own", "[alias] st = status --short src/", []],
    ["settings from another file", "[include] path = ../shared.cfg", ["shared.cfg"]],
    ["and what these name", "[include] path = inc.cfg", [".git/inc.cfg", "from-inc"]],
    ["settings on a condition", '[includeIf "onbranch:x"] path = inc.cfg', [".git/inc.cfg", "from-inc"]],
    ["attributes from another file", "[core] attributesFile = attrs", ["attrs"]],
    ["nothing", '[user] name = x\n[remote "o"] url = ssh://h/p\n[branch "b"] merge = refs/heads/b', []],
  ])("%s", (_why, settings, expected) => {
    box.put("show.sh", "");
    put(box.at(".git/inc.cfg"), "[include] path = inc.cfg\n[core] hooksPath = from-inc");
    put(box.at(".git/config"), settings);
    expect(runs(box.at("src/a.ts"))).toEqual(expected.map(absolute));
  });

  it("settings of the account, a worktree, a repository around it and the environment", () => {
    put(join(box.world.home, ".gitconfig"), "[core] hooksPath = mine");
    git("-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-q", "--allow-empty", "-m", "x");
    git("config", "extensions.worktreeConfig", "true");
    git("worktree", "add", "-q", "wt");
    git("-C", "wt", "config", "--worktree", "core.fsmonitor", "./own");
    git("config", "gpg.program", "./gpg");
    const env = { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "core.hooksPath", GIT_CONFIG_VALUE_0: "by-env" };
    expect(runs(box.at("wt/a"), env).toSorted()).toEqual(
      ["by-env", "gpg", "mine", "wt/by-env", "wt/gpg", "wt/mine", "wt/own"].map(absolute),
    );
  });

  it("holds hooks where git runs them, for tools and commands alike", () => {
    git("config", "core.hooksPath", "ci/hooks");
    expect(box.at(git("rev-parse", "--git-path", "hooks").trim())).toBe(box.at("ci/hooks"));
    const guards = (path: string) => [
      of("write_file", { path, content: "" }),
      of("shell", { command: `cp /etc/hostname ${path}` }),
      of("shell", { command: `sed -i s/a/b/ ${path}` }),
    ];
    expect([guards("ci/hooks/pre-commit"), guards("ci/plain")]).toEqual([
      ["W", "W", "W"],
      [undefined, undefined, undefined],
    ]);
  });
});

describe("the syntax of settings", () => {
  it.each([
    '[a "x\\"]"] b = "q # ;" # gone\n c=d\\te',
    "[a]\nb = one \\\n two\nc\n[d.E]\nf = x ; y",
    '[a "]"]\nb = " lead" trail  \n',
    "[a]\r\nb = c\r\n",
    "# [x]\n; y = z\n[a]\nb-c = 1\n",
  ])("%j is read as git reads it", (text) => {
    put(box.at("f"), text);
    const listed = git("config", "--file", "f", "--list", "--null").split("\0").slice(0, -1);
    const expected = listed.map((entry) => {
      const [name = "", ...value] = entry.split("\n");
      return { key: `${name.split(".")[0]}.${name.split(".").at(-1)}`, value: value.join("\n") };
    });
    expect(readGitSettings(text)).toEqual(expected);
  });
});

function of(tool: string, args: unknown): string | undefined {
  const { parts } = read(box.call(tool, args), box.world);
  return parts.flatMap(({ paths }) => paths).find(({ act }) => act !== "read")?.protected;
}

function runs(path: string, env: Readonly<Record<string, string>> = {}): readonly string[] {
  return gitRuns([path], { env: { GIT_CONFIG_SYSTEM: "/dev/null", ...env }, home: box.world.home });
}

function absolute(path: string): string {
  if (path.startsWith("~/")) return join(box.world.home, path.slice(2));
  return path.startsWith("/") ? path : box.at(path);
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function git(...args: readonly string[]): string {
  const env = { PATH: process.env["PATH"], HOME: box.world.home, GIT_CONFIG_NOSYSTEM: "1" };
  return execFileSync("git", args, { cwd: box.project, env, encoding: "utf8" });
}
