import { describe, expect, it } from "vitest";
import { pathUse } from "../../src/read/path/path-use.ts";
import type { PlainFile } from "../../src/read/plain-disk.ts";
import { plainWorld, type PlainMachine } from "../../src/read/plain-world.ts";

type Files = Readonly<Record<string, PlainFile>>;

/** What the table says is there, in the spelling of whoever wrote it, and where a path of a call leads by it. */
const rows: readonly (readonly [string, PlainMachine["platform"], Files, string, string | null])[] = [
  ["a link", "linux", { "/ws/j": { link: "/out" }, "/out/a": "file" }, "/ws/j/a", "/out/a"],
  ["another name by its case", "linux", { "/ws/j": { link: "/out" }, "/out/a": "file" }, "/ws/J/a", "/ws/J/a"],
  ["a link in another case", "darwin", { "/ws/j": { link: "/Out" }, "/out/a": "file" }, "/ws/J/a", "/out/a"],
  ["a link as it is", "darwin", { "/ws/j": { link: "/out" }, "/out/a": "file" }, "/ws/j/a", "/out/a"],
  ["a file in another case", "darwin", { "/ws/Read.me": "file" }, "/ws/READ.ME", "/ws/Read.me"],
  ["a composed letter", "darwin", { "/ws/cafe\u0301": "file" }, "/ws/caf\u00e9", "/ws/caf\u00e9"],
  ["a drive's letter", "win32", { "C:/ws/j": { link: "C:/out" }, "C:/out/a": "file" }, "C:\\ws\\j\\a", "c:/out/a"],
  ["a small one", "win32", { "c:/ws/j": { link: "C:\\out" }, "c:/out/a": "file" }, "C:/ws/j/a", "c:/out/a"],
  ["backslashes", "win32", { "C:\\ws\\j": { link: "..\\out" }, "C:\\out\\a": "file" }, "C:\\WS\\J\\a", "c:/out/a"],
  ["another drive", "win32", { "C:/ws/j": { link: "D:/out" } }, "C:/ws/j/a", null],
  ["a file in another case", "win32", { "C:/ws/Read.me": "file" }, "c:/ws/READ.ME", "c:/ws/Read.me"],
  ["what is not there", "win32", { "C:/ws/a": "file" }, "C:/ws/b", "c:/ws/b"],
];

describe("a machine made of data", () => {
  it.each(rows)("knows %s on %s", (_, platform = "linux", files, path, canonical) => {
    const cwd = platform === "win32" ? "C:/ws" : "/ws";
    const world = plainWorld({ platform, home: platform === "win32" ? "C:/u" : "/u", files, cwd, project: cwd });
    expect(pathUse(path, "read", { cwd, world }).canonical).toBe(canonical);
  });

  it.each(["linux", "darwin", "win32"] as const)("lists a folder of %s, and gives two names one file", (platform) => {
    const root = platform === "win32" ? "C:" : "";
    const files: Files = { [`${root}/ws/a`]: "file", [`${root}/ws/b`]: { hardlink: `${root}/ws/a` } };
    const world = plainWorld({ platform, files, cwd: `${root}/ws` });
    const facts = ["a", "b"].map((name) => world.lstat(`${root}/ws/${name}`));
    expect(world.readdir(`${root}/ws`)).toEqual(["a", "b"]);
    expect(facts[0]?.ino).toBe(facts[1]?.ino);
    expect(world.realpath(`${root}/`)).toBe(`${root}/`);
  });
});
