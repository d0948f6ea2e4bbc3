import { linkSync, lstatSync, mkdirSync, readdirSync, renameSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runTool } from "../../../src/host/tools/run-tool.ts";
import { read } from "../../../src/read/read.ts";
import { type Sandbox, stockedSandbox } from "./sandbox.ts";

let box: Sandbox;
beforeEach(() => {
  box = stockedSandbox();
});
afterEach(() => box.remove());

describe("what changed since the call was read", () => {
  it.each<readonly [string, string, Record<string, unknown>, () => void]>([
    ["a folder on the way is a link now", "read_file", { path: "src/a.txt" }, () => swap("src", "../outside")],
    ["the file is a link now", "read_file", { path: "src/a.txt" }, () => swap("src/a.txt", "../../outside/secret.txt")],
    [
      "the folder to write in is a link now",
      "write_file",
      { path: "src/a.txt", content: "x" },
      () => swap("src", "../outside"),
    ],
    [
      "the file to edit is a link now",
      "edit_file",
      { path: "src/a.txt", edits: [{ old: "C", new: "X" }] },
      () => swap("src/a.txt", "../../outside/secret.txt"),
    ],
    [
      "the file has a second name now",
      "read_file",
      { path: "src/a.txt" },
      () => linkSync(box.at("src/a.txt"), join(box.root, "outside/other")),
    ],
    ["the folder to delete is a link now", "delete_directory", { path: "src" }, () => swap("src", "../outside")],
    ["the folder to list is a link now", "list_files", { path: "src" }, () => swap("src", "../outside")],
    ["the project is a link now", "read_file", { path: "src/a.txt" }, () => swap("../ws", "outside")],
  ])("%s", async (_, tool, args, change) => {
    const call = box.call(tool, args);
    const reading = read(call, box.world);
    change();
    expect(
      await runTool(call, reading, { world: box.world, signal: new AbortController().signal, outputLimit: 1000 }),
    ).toMatchObject({ ok: false, code: "ECHANGED" });
    expect(readdirSync(join(box.root, "outside"))).toContain("secret.txt");
    expect(box.get("../outside/secret.txt")).toBe("CANARY");
  });

  it("a granted root that was replaced is refused", async () => {
    const { dev, ino } = lstatSync(box.project, { bigint: true });
    const roots = [{ root: box.project, dev, ino }];
    expect(await box.run("read_file", { path: "src/a.txt" }, { roots })).toMatchObject({ ok: true });
    renameSync(box.project, join(box.root, "old"));
    mkdirSync(join(box.project, "src"), { recursive: true });
    box.put("src/a.txt", "other");
    expect(await box.run("read_file", { path: "src/a.txt" }, { roots })).toMatchObject({ code: "ECHANGED" });
  });
});

function swap(path: string, target: string): void {
  renameSync(box.at(path), join(box.root, "moved"));
  symlinkSync(target, box.at(path));
}
