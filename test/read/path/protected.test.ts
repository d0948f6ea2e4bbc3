import { describe, expect, it } from "vitest";
import type { Act, PathUse } from "../../../src/core/reading.ts";
import { protectedFiles } from "../../../src/read/path/protected.ts";
import { pathUse, type PathContext } from "../../../src/read/path/path-use.ts";
import { standInWorld, type Tree } from "./stand-in-world.ts";

const rows: readonly (readonly [path: string, protection: "W" | "R" | "D" | undefined])[] = [
  ["AGENTS.md", "W"],
  ["sub/.envrc", "W"],
  [".vscode/settings.json", "W"],
  [".VSCode/Settings.json", "W"],
  [".git", "W"],
  [".git./config", "W"],
  [".g\u200cit/config", "W"],
  [".\ufeffgit/hooks/pre-commit", "W"],
  ["\u017frc/.git/x", "W"],
  ["package.json", "W"],
  ["pac\u212aage.json", "W"],
  [".github/workflows/ci.yml", "W"],
  [".github/ISSUE_TEMPLATE/bug.md", undefined],
  ["/home/u/.bashrc", "W"],
  ["x/.bashrc", undefined],
  [".env", "R"],
  [".env.local", "R"],
  [".env.example", undefined],
  ["config/prod.env", "R"],
  ["environment.ts", undefined],
  ["server.pem", "R"],
  ["keys/id_ed25519", "R"],
  ["keys/id_ed25519.pub", undefined],
  ["/home/u/.ssh/config", "R"],
  ["/home/u/.config/google-chrome/Default/Cookies", "R"],
  ["/home/u/.bash_history", "R"],
  ["/home/u/.data/db", "D"],
  ["/var/run/docker.sock", "D"],
  ["/sys/kernel/x", "D"],
  ["/proc/1/environ", "D"],
  ["/dev/sda", "D"],
  ["/dev/shm/x", undefined],
  ["src/app.ts", undefined],
  ["README.md", undefined],
  ["build/out.js", undefined],
  ["gitignore.md", undefined],
  ["AGENT.md", "W"],
  ["agent.ts", undefined],
  [".serena/project.yml", "W"],
  ["src/.pdbrc", "W"],
  ["App.xcodeproj/project.pbxproj", "W"],
  [".mergify.yml", "W"],
  ["android/key.properties", "R"],
  ["android/app.properties", undefined],
  ["/home/u/.authinfo", "R"],
  ["/home/u/.config/git/credentials", "R"],
  ["/home/u/.config/git/ignore", "W"],
  ["/home/u/.hammerspoon/init.lua", "W"],
  // What starts code where nobody named it: one of each kind.
  [".Rprofile", "W"],
  [".direnv/bin/node", "W"],
  [".envrc.local", "W"],
  ["action.yml", "W"],
  ["netlify.toml", "W"],
  ["wrangler.jsonc", "W"],
  [".simple-git-hooks.json", "W"],
  [".vim/coc-settings.json", "W"],
  [".luarc.json", "W"],
  [".storybook/main.ts", "W"],
  ["mypy.ini", "W"],
  ["ipython_config.py", "W"],
  ["phpunit.xml.dist", "W"],
  ["python312._pth", "W"],
  [".tox/py312/bin/pytest", "W"],
  ["tools/bazel", "W"],
  ["app/Project/Build.scala", "W"],
  [".augment-guidelines", "W"],
  ["conductor.json", "W"],
  ["/home/u/.local/lib/python3.12/site-packages/x.py", "W"],
  ["/home/u/.git-templates/hooks/pre-commit", "W"],
  ["/home/u/.xmonad/xmonad.hs", "W"],
  ["/home/u/.config/zellij/config.kdl", "W"],
  ["/home/u/.ansible/collections/x.py", "W"],
  ["/home/u/.task/hooks/on-exit", "W"],
  ["/opt/x/bin/run", "W"],
  ["/opt/x/data", undefined],
  ["/var/lib/dpkg/info/x.postinst", "W"],
  ["/home/u/.ovh.conf", "R"],
  ["/home/u/.okta/okta.yaml", "R"],
  ["/home/u/.local/share/atuin/history.db", "R"],
  ["/home/u/.cache/mozilla/x", "R"],
  ["/etc/apt/auth.conf", "R"],
  ["db/.psql_history", "R"],
  ["e2e/.auth/user.json", "R"],
  ["host.keytab", "R"],
  [".ansible_vault_pass", "R"],
  ["wallet.dat", "R"],
];

describe("protected files", () => {
  it.each(rows)("%j is %s", (path, protection) => {
    expect(use(path, "write").protected).toBe(protection);
  });

  it("leaves what is edited every day alone", () => {
    const names = `
      .dockerignore .editorconfig .gitignore .node-version .npmignore .nvmrc .prettierignore CHANGELOG.md LICENSE
      Procfile README.md config.json config/database.yml data/users.csv db/migrate/001_init.sql db/schema.rb
      docs/agents/index.md docs/copilot.md docs/security.md environment.d.ts index.html infra/main.tf
      k8s/deployment.yaml locale/en.json openapi.yaml public/robots.txt requirements.txt scripts/build.sh
      scripts/deploy.py src/app.module.ts src/auth/credentials.ts src/composer.ts src/config.ts src/docker.ts
      src/env.ts src/index.css src/keys.ts src/main.rs src/package.ts src/profile.tsx src/secrets.ts src/setup.ts
      locale/en/auth.json src/app/app.config.ts src/codegen.ts src/history.ts src/wallet.ts tokens.json
      src/token.go templates/base.html test/app.test.ts test/fixtures/a.json tsconfig.json tests/test_app.py
    `;
    const asks = names
      .trim()
      .split(/\s+/)
      .filter((name) => use(name, "write").protected !== undefined);
    expect(asks).toEqual([]);
  });

  it("says of each glob why, and has each once", () => {
    const globs = protectedFiles().map(({ glob }) => glob);
    expect(new Set(globs).size).toBe(globs.length);
    expect(protectedFiles().filter(({ reason }) => !/^[a-z][^.]*$/.test(reason))).toEqual([]);
  });
});

const TREE: Tree = {
  "/p/a/.vscode/tasks.json": "file",
  "/p/a/x.ts": "file",
  "/p/b/x.ts": "file",
  "/p/c/k.pem": "file",
  "/p/d/node_modules/x/package.json": "file",
  "/p/e/package.json": "file",
  "/p/bare/objects/ab": "file",
  "/p/bare/refs/x": "file",
  "/home/u/.data/db": "file",
};

describe("protection below a folder", () => {
  it.each<readonly [string, Act, Partial<PathContext>, PathUse["protected"]]>([
    ["a", "delete", { recursive: true }, "W"],
    ["b", "delete", { recursive: true }, undefined],
    ["a", "delete", {}, undefined],
    ["d", "delete", { recursive: true }, undefined],
    ["e", "delete", { recursive: true }, undefined],
    ["e", "edit", { recursive: true }, "W"],
    ["e", "write", { recursive: true }, "W"],
    ["e", "write", { recursive: true, from: "b" }, undefined],
    ["/home/u", "write", { recursive: true }, "R"],
    ["/home/u", "edit", { recursive: true }, "D"],
    ["/home/u", "write", { recursive: true, from: "b" }, undefined],
    ["c", "read", { recursive: true }, undefined],
    ["c", "read", { recursive: true, contents: true }, "R"],
    ["a", "read", { recursive: true, contents: true }, undefined],
    ["new", "write", { recursive: true, from: "a" }, "W"],
    ["new", "write", { recursive: true, from: "b" }, undefined],
    ["new", "write", { recursive: true, brings: ["x.ts", "y/.env"] }, "R"],
    ["new", "write", { recursive: true, brings: ["x.ts"] }, undefined],
    ["/home/u", "delete", { recursive: true }, "D"],
    ["/home/u", "read", { recursive: true, contents: true }, "D"],
    ["/home/u", "read", { recursive: true }, undefined],
  ])("%s to %s with %j: %s", (path, act, over, protection) => {
    expect(use(path, act, over).protected).toBe(protection);
  });

  it("takes a folder that becomes a repository for one", () => {
    expect(use("bare/HEAD", "write").protected).toBe("W");
    expect(use("bare/notes", "write").protected).toBeUndefined();
    expect(use("b/HEAD", "write").protected).toBeUndefined();
  });

  it("does not walk without end", () => {
    const many = Object.fromEntries(Array.from({ length: 20_001 }, (_, at) => [`/q/f${at}`, "file"]));
    expect(pathUse("/q", "delete", { cwd: null, world: standInWorld(many), recursive: true }).protected).toBe("R");
  });
});

function use(path: string, act: Act, over: Partial<PathContext> = {}): PathUse {
  return pathUse(path, act, { cwd: "/p", world: standInWorld(TREE, { dataDir: "/home/u/.data" }), ...over });
}
