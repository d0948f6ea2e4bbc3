import { execFileSync } from "node:child_process";
import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { zipSync } from "fflate";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openUndoLog, undoRun } from "../../../src/host/tools/undo-log.ts";
import { makeSandbox, type Sandbox } from "./sandbox.ts";

const NOTE = "xattr user.note";
/** The owner, a named user and a mask: `u::rw- u:4321:rw- g::--- m::rw- o::---`. */
const LIST = "xattr system.posix_acl_access";

/** Gives a file a note and an access list, or a folder one for what is made in it; false where this disk keeps none. */
function mark(path: string): boolean {
  const script = `
import os, struct, sys
entries = [(1, 6, -1), (2, 6, 4321), (4, 0, -1), (16, 6, -1), (32, 0, -1)]
list = struct.pack("<I", 2) + b"".join(struct.pack("<HHi", *entry) for entry in entries)
try:
    os.setxattr(sys.argv[1], "user.note", b"kept")
    os.setxattr(sys.argv[1], "system.posix_acl_" + ("default" if os.path.isdir(sys.argv[1]) else "access"), list)
except OSError:
    print("none")
`;
  return execFileSync("python3", ["-c", script, path], { encoding: "utf8" }) === "";
}

/** What a file carries beside content and mode. */
function marksOf(path: string): readonly string[] {
  const script = "import os, sys\nfor name in sorted(os.listxattr(sys.argv[1])): print('xattr', name)";
  const names = execFileSync("python3", ["-c", script, path], { encoding: "utf8" }).trim().split("\n");
  return names.filter((name) => name === NOTE || name === LIST);
}

let box: Sandbox;
beforeEach(() => {
  box = makeSandbox();
  box.put("a.txt", "one\n");
});
afterEach(() => box.remove());

describe.runIf(process.platform === "linux")("what a file carries beside its content", () => {
  it.for<readonly [string, object]>([
    ["write_file", { path: "a.txt", content: "two\n" }],
    ["edit_file", { path: "a.txt", edits: [{ old: "one", new: "two" }] }],
    ["zip_create", { paths: ["b.txt"], archive: "a.txt" }],
  ])("is kept by %s", async ([tool, args], { skip }) => {
    if (!mark(box.at("a.txt"))) skip("this disk keeps neither attributes nor access lists");
    box.put("b.txt", "b");
    expect(await box.run(tool, args)).toEqual({ ok: true, output: expect.not.stringContaining("kept"), cut: 0 });
    expect([box.get("a.txt") === "one\n", marksOf(box.at("a.txt"))]).toEqual([false, [LIST, NOTE]]);
  });

  it.for<readonly [string, string, object]>([
    ["write_file", "d/by-tool", { path: "d/by-tool", content: "" }],
    ["zip_extract", "d/by-tool", { archive: "x.zip", directory: "d" }],
    ["create_directory", "d/by-tool", { path: "d/by-tool" }],
  ])("a folder gives to what %s makes in it", async ([tool, made, args], { skip }) => {
    mkdirSync(box.at("d"));
    if (!mark(box.at("d"))) skip("this disk keeps neither attributes nor access lists");
    box.put("x.zip", zipSync({ "by-tool": new Uint8Array(0) }));
    if (tool === "create_directory") mkdirSync(box.at("d/plain"));
    else box.put("d/plain", "");
    expect(await box.run(tool, args)).toMatchObject({ ok: true });
    const [as, plain] = [box.at(made), box.at("d/plain")].map((path) => [statSync(path).mode, ...marksOf(path)]);
    expect(as).toEqual(plain);
    expect(as).toContain(LIST);
  });

  it("comes back with what a run took away", async ({ skip }) => {
    if (!mark(box.at("a.txt"))) skip("this disk keeps neither attributes nor access lists");
    const folder = join(box.root, "undo");
    await box.run("write_file", { path: "a.txt", content: "two\n" }, { undo: openUndoLog(folder) });
    await box.run("delete_file", { path: "a.txt" }, { undo: openUndoLog(folder) });
    expect(await undoRun(folder)).toEqual({ restored: [box.at("a.txt"), box.at("a.txt")], left: [] });
    expect([box.get("a.txt"), marksOf(box.at("a.txt"))]).toEqual(["one\n", [LIST, NOTE]]);
  });
});
