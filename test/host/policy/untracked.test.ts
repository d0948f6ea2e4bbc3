import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compile } from "../../../src/core/compile.ts";
import { decide } from "../../../src/core/decide.ts";
import { policyAsItIs } from "../../../src/host/policy/as-it-is.ts";
import { nodeWorld } from "../../../src/host/tools/node-world.ts";
import { read, readers } from "../../../src/read/read.ts";

/** Real repositories: what git prints is only of files that it tracks. */
let root: string;

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "assent-tracked-")));
  makeRepository("app", ["a.ts", "secrets/key.txt", "deep/down/cert.pem", "Odd Nämé.txt"]);
  writeFileSync(join(root, "app/.env"), "TOKEN=1\n");
  git("app", "worktree", "add", "--quiet", join(root, "tree"));
  makeRepository("fourth", ["a.ts"]);
  git("fourth", "update-index", "--index-version", "4");
  makeRepository("outer", ["a.ts"]);
  git("outer", "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", join(root, "fourth"), "inner");
  makeRepository("split", ["a.ts"]);
  git("split", "update-index", "--split-index");
  makeRepository("forced", ["a.ts", ".env"]);
  mkdirSync(join(root, "none/.git"), { recursive: true });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function makeRepository(name: string, files: readonly string[]): void {
  mkdirSync(join(root, name));
  git(name, "init", "--quiet");
  for (const file of files) {
    mkdirSync(dirname(join(root, name, file)), { recursive: true });
    writeFileSync(join(root, name, file), "x\n");
  }
  git(name, "add", "--force", "--", ...files);
  git(name, "-c", "user.name=n", "-c", "user.email=e", "commit", "--quiet", "-m", "m");
}

function git(name: string, ...args: readonly string[]): void {
  execFileSync("git", ["-C", join(root, name), ...args], { stdio: ["ignore", "ignore", "inherit"] });
}

interface Asked {
  readonly deny?: string;
  readonly act?: "read" | "change";
  readonly in?: string;
  readonly env?: Readonly<Record<string, string>>;
}

function effectOf(command: string, { deny = ".env", act = "read", in: name = "app", env = {} }: Asked): string {
  const project = join(root, name);
  const compiled = compile(
    {
      layers: {},
      level: "L0",
      approvalMode: "ask",
      limits: {},
      revision: "1",
      projectRoots: [project],
      rules: [
        { id: "1", tool: act, pattern: deny, decision: "deny", scope: "project" },
        { id: "2", tool: "shell", pattern: "git *", decision: "allow", scope: "project" },
      ],
      grants: [{ root: project, recursive: true, can: ["read"] }],
    },
    readers,
  );
  if (!compiled.ok) throw new Error(compiled.errors[0]?.message);
  const world = nodeWorld({ env: { PATH: process.env["PATH"], HOME: root, ...env }, cwd: project });
  const call = { tool: "shell", args: { command }, cwd: project, project, source: "model", attended: true } as const;
  const reading = read(call, world);
  return decide(reading, policyAsItIs(compiled.policy, world, reading), 0).effect;
}

describe("a deny of reading", () => {
  it.each<[string, Asked?]>([
    ["git diff"],
    ["git --no-pager diff --cached"],
    ["git show HEAD"],
    ["git log -p -3"],
    ["git stash show -p"],
    ["git diff -- deep"],
    ["git diff", { deny: "*.key" }],
    ["git grep -n TOKEN"],
    ["git grep -n TOKEN -- deep"],
    ["git diff", { deny: "a.ts/**/x" }],
    ["git diff", { in: "tree" }],
    ["git log --oneline", { deny: "secrets/**" }],
  ])("that no tracked file meets lets git print: `%s` %o", (command, asked = {}) => {
    expect(effectOf(command, asked)).toBe("allow");
  });

  it.each<[string, Asked?]>([
    ["git diff", { deny: "secrets/**" }],
    ["git show HEAD", { deny: "**/*.pem" }],
    ["git diff", { deny: "*.txt" }],
    ["git diff", { in: "tree", deny: "secrets/**" }],
    ["git diff", { in: "forced" }],
    ["git grep -n TOKEN", { deny: "**/*.pem" }],
    ["git grep --untracked TOKEN"],
    ["git grep --no-index TOKEN"],
    ["grep -r TOKEN ."],
    // Not known, or not all of it.
    ["git diff", { in: "fourth" }],
    ["git diff", { in: "outer" }],
    ["git diff", { in: "split" }],
    ["git diff", { in: "none" }],
    // Another index, or one that the line changes.
    ["git diff", { env: { GIT_INDEX_FILE: "/x" } }],
    ["export GIT_DIR=../forced/.git; git diff"],
    ["git add -A && git diff --cached"],
    ["git -C ../forced diff"],
  ])("that one may meet asks: `%s` %o", (command, asked = {}) => {
    expect(effectOf(command, asked)).toBe("ask");
  });

  it.each<[string, Asked, string]>([
    ["git merge x", { act: "change" }, "allow"],
    ["git merge x", { act: "change", deny: "secrets/**" }, "ask"],
    ["git merge x", { deny: "secrets/**" }, "allow"],
    ["git diff", { act: "change", deny: "secrets/**" }, "allow"],
    ["git stash pop", { act: "change", in: "forced" }, "ask"],
    ["git fetch && git merge x", { act: "change" }, "allow"],
    ["git pull && git merge x", { act: "change" }, "ask"],
  ])("and one of changing holds for what git changes: `%s` %o", (command, asked, effect) => {
    expect(effectOf(command, asked)).toBe(effect);
  });

  it("still denies the file itself", () => {
    expect(
      ["cat .env", "git show HEAD:.env", "git diff --no-index /dev/null .env"].map((line) => effectOf(line, {})),
    ).toEqual(["deny", "deny", "deny"]);
  });
});
