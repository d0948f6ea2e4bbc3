import { describe, expect, it } from "vitest";
import type { Act, PathUse } from "../../../src/core/reading.ts";
import { pathUse, type PathContext } from "../../../src/read/path/path-use.ts";
import { standInWorld, type Tree } from "./stand-in-world.ts";

const TREE: Tree = {
  "/p/src/a.ts": "file",
  "/p/src/b.ts": "file*2",
  "/p/.env": "file",
  "/p/.git/config": "file",
  "/p/in": "-> src/a.ts",
  "/p/out": "-> /other",
  "/p/up": "-> ..",
  "/p/dang": "-> /other/none.txt",
  "/p/hooks": "-> .git",
  "/p/l1": "-> l2",
  "/p/l2": "-> l1",
  "/p/os": "-> /etc/os-release",
  "/p/pipe": "fifo",
  "/p/node_modules/x/i.js": "file*3",
  "/other/s.txt": "file",
  "/etc/os-release": "-> ../usr/lib/os-release",
  "/usr/lib/os-release": "file",
  "/proc/self": "-> 7",
  "/proc/7/root": "-> /",
  "/proc/cpuinfo": "file",
  "/dev/zero": "device",
  "/dev/null": "device",
  "/home/u/.bashrc": "file",
};

const rows: readonly (readonly [spelling: string, act: Act, expected: Partial<PathUse>])[] = [
  ["src/a.ts", "read", { spelling: "/p/src/a.ts", canonical: "/p/src/a.ts", kind: "file" }],
  ["./src/../src//a.ts", "read", { spelling: "/p/src/a.ts", canonical: "/p/src/a.ts", kind: "file" }],
  ["..test", "write", { spelling: "/p/..test", canonical: "/p/..test", kind: "none" }],
  ["new/deep/f.txt", "write", { canonical: "/p/new/deep/f.txt", kind: "none" }],
  ["new/../f.txt", "write", { canonical: null }],
  ["../other/s.txt", "read", { canonical: "/other/s.txt" }],
  ["in", "read", { spelling: "/p/in", canonical: "/p/src/a.ts", kind: "file" }],
  ["out/s.txt", "read", { spelling: "/p/out/s.txt", canonical: "/other/s.txt" }],
  ["out/../p/src/a.ts", "read", { spelling: "/p/p/src/a.ts", canonical: "/p/src/a.ts" }],
  ["up/other/s.txt", "read", { canonical: "/other/s.txt" }],
  ["dang", "write", { canonical: "/other/none.txt", kind: "none" }],
  ["l1", "read", { canonical: null, kind: "none" }],
  ["out", "delete", { canonical: "/p/out", kind: "file" }],
  ["out/", "delete", { canonical: "/other", kind: "dir" }],
  ["hooks/config", "write", { canonical: "/p/.git/config", protected: "W" }],
  ["pipe", "read", { kind: "fifo" }],
  ["src/b.ts", "read", { kind: "hardlink" }],
  ["node_modules/x/i.js", "read", { kind: "file" }],
  ["node_modules/x/i.js", "edit", { kind: "hardlink" }],
  ["%2e%2e/other/s.txt", "read", { canonical: "/p/%2e%2e/other/s.txt", kind: "none" }],
  ["~/.bashrc", "read", { canonical: "/p/~/.bashrc", kind: "none" }],
  ["", "read", { canonical: null }],
  ["a\0b", "read", { canonical: null }],
  ["lone\ud800", "write", { canonical: null }],
  [`${"a/".repeat(2100)}x`, "read", { canonical: null }],
  ["/proc/self/root/etc/os-release", "read", { canonical: null, protected: "D", system: false }],
  ["/proc/7/root/p/src/a.ts", "read", { canonical: null, protected: "D" }],
  ["/proc/cpuinfo", "read", { system: true }],
  ["/proc/cpuinfo", "write", { system: false, protected: "D" }],
  ["/etc/os-release", "read", { system: true, canonical: "/usr/lib/os-release" }],
  ["os", "read", { system: false, canonical: "/usr/lib/os-release" }],
  ["/dev/null", "write", { scratch: true, system: false }],
  ["/dev/zero", "read", { system: true, kind: "device" }],
  ["/dev/sda", "write", { protected: "D", scratch: false }],
  ["out/../dev/null", "write", { scratch: false }],
];

describe("a path of a call, on a disk", () => {
  it.each(rows)("%j to %s", (spelling, act, expected) => {
    expect(use(spelling, act)).toMatchObject(expected);
  });

  it("has no place without a working directory, unless it is absolute", () => {
    expect(use("src/a.ts", "read", { cwd: null }).canonical).toBeNull();
    expect(use("/p/src/a.ts", "read", { cwd: null }).canonical).toBe("/p/src/a.ts");
  });

  it("is scratch only below the scratch folder", () => {
    expect(use("/tmp/c1/x", "write", { scratch: "/tmp/c1" }).scratch).toBe(true);
    expect(use("/tmp/c12/x", "write", { scratch: "/tmp/c1" }).scratch).toBe(false);
  });
});

const windows: readonly (readonly [spelling: string, act: Act, expected: Partial<PathUse>])[] = [
  ["C:\\ws\\ok.txt", "read", { spelling: "c:/ws/ok.txt", canonical: "c:/ws/ok.txt", foldCase: true }],
  ["sub/../OK.TXT", "read", { spelling: "c:/ws/OK.TXT", canonical: "c:/ws/ok.txt" }],
  ["\\ws\\ok.txt", "read", { canonical: "c:/ws/ok.txt" }],
  ["\\\\?\\C:\\ws\\ok.txt", "read", { canonical: "c:/ws/ok.txt" }],
  ["\\\\?\\C:\\ws\\..\\outside\\s.txt", "read", { canonical: null }],
  ["\\\\attacker.example\\share\\x", "read", { canonical: null, protected: "D" }],
  ["\\\\.\\PhysicalDrive0", "read", { canonical: null, protected: "D" }],
  ["C:\\ws\\ok.txt::$DATA", "read", { canonical: null }],
  ["C:\\ws\\nul.txt", "read", { protected: "D", kind: "device" }],
  ["C:\\ws\\COM1 .log", "write", { protected: "D", kind: "device" }],
  ["/c/ws/ok.txt", "read", { spelling: "c:/ws/ok.txt", canonical: "c:/ws/ok.txt" }],
  ["C:ok.txt", "read", { canonical: null }],
  ["C:\\ws\\NEWLON~1\\x", "write", { canonical: null }],
  ["C:\\ws\\.git. \\config", "write", { canonical: null, protected: "W" }],
  ["junction\\secret.txt", "read", { canonical: "c:/outside/secret.txt" }],
];

describe("a path of a call, on Windows", () => {
  const world = standInWorld(
    {
      "c:/ws/ok.txt": "file",
      "c:/ws/.git/config": "file",
      "c:/ws/junction": "-> \\\\?\\C:\\outside",
      "c:/outside/secret.txt": "file",
    },
    { platform: "win32", home: "C:\\Users\\u" },
  );
  it.each(windows)("%j to %s", (spelling, act, expected) => {
    expect(pathUse(spelling, act, { cwd: "C:\\ws", world })).toMatchObject(expected);
  });
});

describe("a path of a call, on macOS", () => {
  const world = standInWorld(
    { "/ws/.git/config": "file", "/ws/caf\u00e9": "file" },
    { platform: "darwin", home: "/Users/u" },
  );
  it.each<readonly [string, Act, Partial<PathUse>]>([
    [".Git/config", "write", { canonical: "/ws/.git/config", protected: "W" }],
    [".g\u200cit/config", "write", { protected: "W" }],
    ["cafe\u0301", "read", { spelling: "/ws/caf\u00e9", canonical: "/ws/caf\u00e9", kind: "file" }],
    ["x/..namedfork/rsrc", "read", { canonical: null }],
    ["src/x", "write", { canonical: "/ws/src/x", foldCase: true }],
  ])("%j to %s", (spelling, act, expected) => {
    expect(pathUse(spelling, act, { cwd: "/ws", world })).toMatchObject(expected);
  });
});

describe("a path of a call, between disks that compare names each in its own way", () => {
  const tree = { "/ws/here": "file", "/ws/there": "-> /mnt/c/Data", "/mnt/c/Data/x": "file", "/mnt/c/back": "-> /ws" };
  const world = { ...standInWorld(tree), foldsCase: (path: string) => path.startsWith("/mnt/c") };
  it.each<readonly [spelling: string, leadsTo: string, folds: boolean, spellingFolds: boolean]>([
    ["/ws/here", "/ws/here", false, false],
    ["/mnt/c/Data/x", "/mnt/c/Data/x", true, false],
    ["/ws/there/x", "/mnt/c/Data/x", true, false],
    ["/mnt/c/back/here", "/ws/here", false, true],
  ])("%s", (spelling, leadsTo, folds, spellingFolds) => {
    const { canonical, foldCase, foldSpelling = false } = pathUse(spelling, "read", { cwd: "/ws", world });
    expect([canonical, foldCase, foldSpelling]).toEqual([leadsTo, folds, spellingFolds]);
  });
});

function use(spelling: string, act: Act, over: Partial<PathContext> = {}): PathUse {
  return pathUse(spelling, act, { cwd: "/p", world: standInWorld(TREE), ...over });
}
