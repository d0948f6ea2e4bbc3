import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectOf } from "../../../src/host/agents/project-of.ts";

describe("the project of a session", () => {
  let base: string;
  let home: string;
  const at = (path: string): string => join(base, path);

  beforeAll(() => {
    base = realpathSync(mkdtempSync(join(tmpdir(), "assent-project-")));
    home = at("home");
    for (const dir of ["home/app/src/deep", "home/plain/sub", "home/main", "home/other", "dots/work"])
      mkdirSync(at(dir), { recursive: true });
    const git = (cwd: string, ...args: string[]): unknown =>
      execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...args], { cwd: at(cwd), stdio: "pipe" });
    for (const repo of ["home/app", "home/main", "dots"]) git(repo, "init", "--quiet");
    git("home/main", "commit", "--quiet", "--allow-empty", "-m", "first");
    git("home/main", "worktree", "add", "--quiet", at("home/beside"));
    git("home/main", "worktree", "add", "--quiet", at("home/main/inside"));
    // A cloned folder that claims to be a worktree of another project.
    mkdirSync(at("home/liar"));
    writeFileSync(at("home/liar/.git"), `gitdir: ${at("home/main/.git/worktrees/beside")}\n`);
    mkdirSync(at("home/broken"));
    writeFileSync(at("home/broken/.git"), "gitdir: /nowhere\n");
    symlinkSync(at("home/app"), at("home/link"));
  });
  afterAll(() => rmSync(base, { recursive: true }));

  it.each<[string, string, string | null, object?]>([
    ["the top level of a repository", "home/app/src/deep", "home/app"],
    ["the folder itself without one", "home/plain/sub", "home/plain/sub", { gitWorkTree: false }],
    ["links resolved", "home/link/src", "home/app"],
    ["a worktree beside its repository", "home/beside", "home/main", { worktree: "home/beside" }],
    ["a worktree inside its repository", "home/main/inside", "home/main"],
    ["a worktree that its repository does not know", "home/liar", "home/liar"],
    ["a worktree of nothing", "home/broken", "home/broken"],
    ["never the home folder", "home", null],
    ["never what holds the home folder", ".", null],
    ["nothing that is not there", "home/gone", null],
  ])("%s", (_name, cwd, path, more = {}) => {
    mkdirSync(at("home/app/src"), { recursive: true });
    const place = "worktree" in more ? { ...more, worktree: at(String(more.worktree)) } : more;
    expect(projectOf(at(cwd), home)).toEqual(path === null ? null : { path: at(path), gitWorkTree: true, ...place });
  });

  it("is never the root, a folder of the system, or a repository that is the home folder", () => {
    expect(["/", "/etc", "/usr", "relative", null].map((cwd) => projectOf(cwd, home))).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
    expect(projectOf(at("dots/work"), at("dots"))).toEqual({ path: at("dots/work"), gitWorkTree: false });
    expect(projectOf(at("dots"), at("dots"))).toBeNull();
  });
});
