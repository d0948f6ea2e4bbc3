import { appendFileSync, existsSync, mkdirSync, statSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openUndoLog, undoPaths, undoRun } from "../../../src/host/tools/undo-log.ts";
import { makeSandbox, type Sandbox } from "./sandbox.ts";

let box: Sandbox;
beforeEach(() => {
  box = makeSandbox();
  mkdirSync(box.at("src"));
  box.put("src/a.txt", "one\ntwo\nthree\n");
  box.put("../outside/secret.txt", "CANARY");
});
afterEach(() => box.remove());

describe("undo", () => {
  it("takes a run back, last first, and leaves what changed since", async () => {
    const folder = join(box.root, "undo");
    const over = { undo: openUndoLog(folder) };
    box.put("kept.txt", "k");
    await box.run("write_file", { path: "src/a.txt", content: "new" }, over);
    await box.run("edit_file", { path: "src/a.txt", edits: [{ old: "new", new: "newer" }] }, over);
    await box.run("create_directory", { path: "d" }, over);
    await box.run("write_file", { path: "d/x", content: "x" }, over);
    await box.run("move_file", { from: "d/x", to: "d/y" }, over);
    await box.run("delete_file", { path: "kept.txt" }, over);
    await box.run("write_file", { path: "mine.txt", content: "1" }, over);
    box.put("mine.txt", "2");
    expect(await undoRun(folder)).toMatchObject({ left: [box.at("mine.txt")] });
    expect([box.get("src/a.txt"), box.get("kept.txt"), box.get("mine.txt"), existsSync(box.at("d"))]).toEqual([
      "one\ntwo\nthree\n",
      "k",
      "2",
      false,
    ]);
  });

  it("keeps what it could not bring back, until it can", async () => {
    const folder = join(box.root, "undo");
    await box.run("delete_directory", { path: "src" }, { undo: openUndoLog(folder) });
    box.put("src", "in the way");
    expect(await undoRun(folder)).toEqual({ restored: [], left: [box.at("src")] });
    await box.run("write_file", { path: "n.txt", content: "1" }, { undo: openUndoLog(folder) });
    await box.run("write_file", { path: "n.txt", content: "2" }, { undo: openUndoLog(folder) });
    unlinkSync(box.at("src"));
    expect(await undoRun(folder)).toEqual({ restored: [box.at("n.txt"), box.at("n.txt"), box.at("src")], left: [] });
    expect([box.get("src/a.txt"), existsSync(box.at("n.txt")), existsSync(folder)]).toEqual([
      "one\ntwo\nthree\n",
      false,
      false,
    ]);
  });

  it("goes on after half a line that a dying host wrote", async () => {
    const folder = join(box.root, "undo");
    await box.run("write_file", { path: "n.txt", content: "1" }, { undo: openUndoLog(folder) });
    appendFileSync(join(folder, "journal.jsonl"), '{"kind":"con');
    await box.run("write_file", { path: "m.txt", content: "1" }, { undo: openUndoLog(folder) });
    expect(undoPaths(folder)).toEqual([box.at("n.txt"), box.at("m.txt")]);
    expect(await undoRun(folder)).toEqual({ restored: [box.at("m.txt"), box.at("n.txt")], left: [] });
  });

  it("has nothing to do where a change was written down and not done", async () => {
    const folder = join(box.root, "undo");
    const bytes = Buffer.from(box.get("src/a.txt"));
    const stat = statSync(box.at("src/a.txt"), { bigint: true });
    await openUndoLog(folder).content(box.at("src/a.txt"), { bytes, stat }, Buffer.from("never"));
    await openUndoLog(folder).content(box.at("none.txt"), null, Buffer.from("never"));
    expect((await undoRun(folder)).left).toEqual([]);
    expect([box.get("src/a.txt"), existsSync(box.at("none.txt"))]).toEqual(["one\ntwo\nthree\n", false]);
  });

  it("brings a deleted folder back", async () => {
    const folder = join(box.root, "undo");
    await box.run("delete_directory", { path: "src" }, { undo: openUndoLog(folder) });
    expect(existsSync(box.at("src"))).toBe(false);
    await undoRun(folder);
    expect(box.get("src/a.txt")).toBe("one\ntwo\nthree\n");
  });
});
