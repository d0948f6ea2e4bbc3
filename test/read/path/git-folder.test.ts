import { describe, expect, it } from "vitest";
import type { PathUse } from "../../../src/core/reading.ts";
import { pathUse, type PathContext } from "../../../src/read/path/path-use.ts";
import { standInWorld } from "./stand-in-world.ts";

/** A repository under another name, one that lacks a piece, and one whose rest lies elsewhere. */
const world = standInWorld({
  "/p/bare/HEAD": "file",
  "/p/bare/objects": "dir",
  "/p/bare/refs": "dir",
  "/p/half/objects": "dir",
  "/p/half/refs": "dir",
  "/p/tree/HEAD": "file",
  "/p/tree/common": "file",
  "/p/piece/HEAD": "file",
  "/p/piece/config": "file",
  "/p/plain/config": "file",
  "/p/away/commondir": "file",
});

const use = (path: string, more: Partial<PathContext> = {}): PathUse["protected"] =>
  pathUse(path, "write", { cwd: "/p", world, ...more }).protected;

describe("a repository under another name", () => {
  it.each<readonly [path: string, expected: PathUse["protected"]]>([
    ["bare/config", "W"],
    ["bare/hooks/pre-commit", "W"],
    ["bare/README", undefined],
    ["half/HEAD", "W"],
    ["half/config", undefined],
    ["tree/commondir", "W"],
    ["tree/objects", undefined],
    ["away/HEAD", "W"],
    ["plain/config", undefined],
  ])("writing %s", (path, expected) => {
    expect(use(path)).toBe(expected);
  });

  it.each<readonly [names: readonly string[], expected: PathUse["protected"]]>([
    [["x/HEAD", "x/config", "x/objects/a", "x/refs/a"], "W"],
    [["HEAD", "objects/", "refs/"], "W"],
    [["x/HEAD", "x/commondir"], "W"],
    [["x/head", "x/Objects/a", "x/REFS/a"], "W"],
    [["bare/config"], "W"],
    [["half/HEAD"], "W"],
    [["x/HEAD", "x/config", "x/objects/a"], undefined],
    [["x/HEAD", "y/objects/a", "y/refs/a"], undefined],
    [["half/config", "plain/config", "src/info"], undefined],
  ])("unpacking %j", (brings, expected) => {
    expect(use(".", { recursive: true, brings })).toBe(expected);
  });

  it.each<readonly [from: string, to: string, expected: PathUse["protected"]]>([
    ["piece", "half", "W"],
    ["piece", "bare", "W"],
    ["bare", "copy", undefined],
    ["piece", "copy", undefined],
    ["plain", "half", undefined],
  ])("copying %s into %s", (from, to, expected) => {
    expect(use(to, { recursive: true, from })).toBe(expected);
  });
});
