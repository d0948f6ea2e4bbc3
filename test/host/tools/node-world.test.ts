import { linkSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { zipSync } from "fflate";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { nodeWorld } from "../../../src/host/tools/node-world.ts";
import { runnerEnv } from "../../../src/host/tools/runner-env.ts";
import { makeSandbox, type Sandbox } from "./sandbox.ts";

let box: Sandbox;
beforeEach(() => {
  box = makeSandbox();
});
afterEach(() => box.remove());

describe("this machine as a World", () => {
  it("says what is at a path, and follows no link unasked", () => {
    writeFileSync(at("f"), "12");
    linkSync(at("f"), at("g"));
    symlinkSync("f", at("l"));
    symlinkSync("none", at("d"));
    const { world } = box;
    expect(world.lstat(at("f"))).toMatchObject({ kind: "file", links: 2, size: 2 });
    expect([world.lstat(at("l"))?.kind, world.realpath(at("l")), world.readlink(at("l"))]).toEqual([
      "link",
      at("f"),
      "f",
    ]);
    expect([world.lstat(at("d"))?.kind, world.realpath(at("d")), world.lstat(at("none"))]).toEqual([
      "link",
      null,
      null,
    ]);
    expect(world.lstat(at("f/below"))).toBeNull();
    expect([world.readdir(box.project)?.toSorted(), world.readdir(at("f"))]).toEqual([["d", "f", "g", "l"], null]);
    expect(world.lstat("/dev/null")?.kind).toBe("device");
  });

  it("finds programs as the shell does: in order, files that may run, an empty entry being the folder", () => {
    for (const [path, mode] of [
      ["one/tool", 0o644],
      ["two/tool", 0o755],
      ["here", 0o755],
    ] as const) {
      mkdirSync(join(at(path), ".."), { recursive: true });
      writeFileSync(at(path), "", { mode });
    }
    mkdirSync(at("one/folder"));
    const world = nodeWorld({ env: { PATH: `${at("one")}:two:` }, cwd: box.project });
    expect([
      world.which("tool"),
      world.which("here"),
      world.which("folder"),
      world.which("two/tool"),
      world.which(""),
    ]).toEqual([at("two/tool"), at("here"), null, null, null]);
  });

  it("lists archives, and only those", () => {
    writeFileSync(at("a.zip"), zipSync({ "a/b.txt": new Uint8Array(1), é: new Uint8Array(0) }));
    writeFileSync(at("b.zip"), "none");
    symlinkSync("a.zip", at("c.zip"));
    const names = ["a.zip", "b.zip", "c.zip", "d.zip"].map((name) => box.world.archiveNames?.(at(name)));
    expect(names).toEqual([["a/b.txt", "é"], null, null, null]);
  });

  it("runs commands without what would run something else", () => {
    expect(
      runnerEnv({
        PATH: "/bin",
        BASH_ENV: "x",
        "BASH_FUNC_a%%": "() { :; }",
        other: "() { :; }",
        ASSENT_KEY: "k",
        NONE: undefined,
      }),
    ).toEqual({ PATH: "/bin" });
  });
});

function at(path: string): string {
  return join(box.project, path);
}
