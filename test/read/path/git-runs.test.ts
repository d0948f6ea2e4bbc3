import { describe, expect, it } from "vitest";
import type { Act, PathUse } from "../../../src/core/reading.ts";
import { pathUse, type PathContext } from "../../../src/read/path/path-use.ts";
import { standInWorld } from "./stand-in-world.ts";

/** Hooks of the repository at `/p` lie in a folder of it, behind a link, and one program beside it. */
const world = standInWorld(
  {
    "/p/tools/Hooks/pre-commit": "file",
    "/p/linked": "-> /shared/hooks",
    "/shared/hooks/pre-push": "file",
    "/p/src/a.ts": "file",
    "/p/tree/Hooks/pre-commit": "file",
    "/p/link-tree/Hooks": "-> ../src",
    "/p/plain-tree/a": "file",
  },
  {
    gitRuns: (paths) =>
      paths.some((path) => `${path}/`.startsWith("/p/"))
        ? ["/p/tools/Hooks", "/p/linked", "/opt/merge-driver", "/p/later"]
        : [],
  },
);

const use = (path: string, act: Act, more: Partial<PathContext> = {}): PathUse["protected"] =>
  pathUse(path, act, { cwd: "/p", world, ...more }).protected;

describe("what git's settings name", () => {
  it.each<readonly [act: Act, path: string, expected: PathUse["protected"]]>([
    ["write", "tools/Hooks/pre-commit", "W"],
    ["edit", "tools/Hooks/pre-commit", "W"],
    ["delete", "tools/Hooks/pre-commit", "W"],
    ["read", "tools/Hooks/pre-commit", undefined],
    ["write", "tools/hooks/new", "W"],
    ["write", "tools/Hooks", "W"],
    ["write", "tools/other", undefined],
    ["write", "tools", undefined],
    ["write", "linked", "W"],
    ["delete", "linked", "W"],
    ["write", "linked/pre-push", "W"],
    ["write", "/shared/hooks/pre-push", "W"],
    ["write", "/shared/other", undefined],
    ["write", "/opt/merge-driver", "W"],
    ["write", "later/x", "W"],
    ["write", "src/a.ts", undefined],
  ])("%s %s", (act, path, expected) => {
    expect(use(path, act)).toBe(expected);
  });

  it.each<readonly [act: Act, path: string, more: Partial<PathContext>, expected: PathUse["protected"]]>([
    ["delete", "tools", {}, "W"],
    ["edit", "tools", { follow: false, moved: true }, "W"],
    ["delete", "src", {}, undefined],
    ["write", "tools", { from: "tree" }, "W"],
    ["write", "tools", { from: "link-tree" }, "W"],
    ["write", "tools", { from: "plain-tree" }, undefined],
    ["write", "src", { from: "tree" }, undefined],
    ["write", "tools", { brings: ["Hooks/pre-push"] }, "W"],
    ["write", "tools", { brings: ["hooks"] }, "W"],
    ["write", ".", { brings: ["tools"] }, "W"],
    ["write", ".", { brings: ["tools/"] }, undefined],
    ["write", "tools", { brings: ["a", "b/Hooks"] }, undefined],
  ])("%s of all below %s %j", (act, path, more, expected) => {
    expect(use(path, act, { recursive: true, ...more })).toBe(expected);
  });
});
