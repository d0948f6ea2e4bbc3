import { execFileSync, spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
} from "node:fs";
import { join } from "node:path";
import { zipSync } from "fflate";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Recorder } from "../../../src/host/audit/recorder.ts";
import { openUndoLog, undoPaths, undoRun } from "../../../src/host/tools/undo-log.ts";
import { createUndoRuns, type UndoRuns } from "../../../src/host/tools/undo-runs.ts";
import { type Sandbox, stockedSandbox } from "./sandbox.ts";

let box: Sandbox;
beforeEach(() => {
  box = stockedSandbox();
});
afterEach(() => box.remove());

function undoRuns(): UndoRuns {
  const recorder = { commit: async () => undefined } as unknown as Recorder;
  return createUndoRuns({ folder: join(box.root, "undo"), recorder, now: () => 1 });
}

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
    await openUndoLog(folder).content(box.at("src/a.txt"), { before: { bytes, stat }, after: Buffer.from("never") });
    await openUndoLog(folder).content(box.at("none.txt"), { before: null, after: Buffer.from("never") });
    expect((await undoRun(folder)).left).toEqual([]);
    expect([box.get("src/a.txt"), existsSync(box.at("none.txt"))]).toEqual(["one\ntwo\nthree\n", false]);
  });

  it.each<readonly [string, () => void]>([
    [
      "a link where its folder was",
      () => {
        renameSync(box.at("src"), box.at("aside"));
        symlinkSync("../outside", box.at("src"));
      },
    ],
    [
      "a pipe where it was",
      () => {
        unlinkSync(box.at("src/secret.txt"));
        execFileSync("mkfifo", [box.at("src/secret.txt")]);
      },
    ],
    ["more than is read", () => truncateSync(box.at("src/secret.txt"), 3 * 1024 ** 3)],
    ["a folder where it was", () => (unlinkSync(box.at("src/secret.txt")), mkdirSync(box.at("src/secret.txt")))],
  ])("does not touch a file with %s", async (_, swap) => {
    const folder = join(box.root, "undo");
    box.put("src/secret.txt", "mine");
    const over = { undo: openUndoLog(folder) };
    await box.run("write_file", { path: "src/secret.txt", content: "CANARY" }, over);
    await box.run("write_file", { path: "free.txt", content: "1" }, over);
    swap();
    const stat = lstatSync(box.at("src/secret.txt"));
    expect(await undoRun(folder)).toEqual({ restored: [box.at("free.txt")], left: [box.at("src/secret.txt")] });
    expect([box.get("../outside/secret.txt"), existsSync(box.at("free.txt"))]).toEqual(["CANARY", false]);
    expect(lstatSync(box.at("src/secret.txt"))).toMatchObject({ ino: stat.ino, mode: stat.mode, size: stat.size });
  });

  it.each<readonly [string, boolean, () => void]>([
    ["as it was", true, () => undefined],
    ["changed by its owner", true, () => box.put("b", "mine by now")],
    ["another file", false, () => (renameSync(box.at("b"), box.at("aside")), box.put("b", "somebody's"))],
    ["a link", false, () => (renameSync(box.at("b"), box.at("aside")), symlinkSync("aside", box.at("b")))],
    ["a folder", false, () => (renameSync(box.at("b"), box.at("aside")), mkdirSync(box.at("b")))],
    ["nothing", false, () => renameSync(box.at("b"), box.at("aside"))],
  ])("moves back what it moved and nothing else: %s", async (_, isBack, change) => {
    const folder = join(box.root, "undo");
    await box.run("move_file", { from: "src/a.txt", to: "b" }, { undo: openUndoLog(folder) });
    await box.run("edit_file", { path: "b", edits: [{ old: "one", new: "1" }] }, { undo: openUndoLog(folder) });
    expect((await undoRun(folder)).left).toEqual([]);
    expect(box.get("src/a.txt")).toBe("one\ntwo\nthree\n");
    await box.run("move_file", { from: "src/a.txt", to: "b" }, { undo: openUndoLog(folder) });
    change();
    const stood = lstatSync(box.at("b"), { throwIfNoEntry: false })?.ino;
    const path = box.at("src/a.txt");
    expect(await undoRun(folder)).toEqual(isBack ? { restored: [path], left: [] } : { restored: [], left: [path] });
    expect(lstatSync(isBack ? path : box.at("b"), { throwIfNoEntry: false })?.ino).toBe(stood);
  });

  it.each([
    ["write_file", { path: "src/a.txt", content: "new" }],
    ["write_file", { path: "src/new.txt", content: "new" }],
    ["zip_extract", { archive: "a.zip", directory: "out" }],
    ["zip_create", { paths: ["src"], archive: "a.zip" }],
  ])("leaves nothing of %s %o of a host that was killed at any step of it", { timeout: 60_000 }, async (tool, args) => {
    box.put("a.zip", zipSync({ "d/e/x": new Uint8Array(10) }));
    const folder = join(box.root, "undo");
    const list = ["find", [".", "-printf", "%p %s %m\n"], { cwd: box.project, encoding: "utf8" }] as const;
    const listed = (): readonly string[] =>
      execFileSync(...list)
        .split("\n")
        .toSorted();
    const before = listed();
    const program = [join(import.meta.dirname, "child.ts"), box.project, folder, tool, JSON.stringify(args)];
    for (let step = 1, killed = true; killed; step++) {
      const { signal, status } = spawnSync(process.execPath, [...program, String(step)]);
      killed = signal !== null;
      expect([signal, status]).toEqual(killed ? ["SIGKILL", null] : [null, 0]);
      expect(await undoRun(folder)).toMatchObject({ left: [] });
      expect(listed(), `killed at step ${step}`).toEqual(before);
    }
  });

  it("of two runs of one file goes back in their order only", async () => {
    const [first, second] = [join(box.root, "first"), join(box.root, "second")];
    await box.run("write_file", { path: "src/a.txt", content: "1" }, { undo: openUndoLog(first) });
    await box.run("write_file", { path: "src/a.txt", content: "2" }, { undo: openUndoLog(second) });
    const path = box.at("src/a.txt");
    expect([await undoRun(first), box.get("src/a.txt")]).toEqual([{ restored: [], left: [path] }, "2"]);
    expect([await undoRun(second), box.get("src/a.txt")]).toEqual([{ restored: [path], left: [] }, "1"]);
    expect([await undoRun(first), box.get("src/a.txt")]).toEqual([{ restored: [path], left: [] }, "one\ntwo\nthree\n"]);
  });

  it("takes an archive back, but for what was changed since and its folder", async () => {
    const folder = join(box.root, "undo");
    box.put("x.zip", zipSync({ "src/b.txt": Buffer.from("b"), "d/c.txt": Buffer.from("c"), "d/e/": Buffer.alloc(0) }));
    await box.run("zip_extract", { archive: "x.zip", directory: "." }, { undo: openUndoLog(folder) });
    box.put("d/c.txt", "mine");
    expect(await undoRun(folder)).toEqual({
      restored: [box.at("d/e"), box.at("src/b.txt")],
      left: [box.at("d/c.txt"), box.at("d")],
    });
    expect([readdirSync(box.at("src")), readdirSync(box.at("d"))]).toEqual([["a.txt"], ["c.txt"]]);
  });

  it("takes many files back together, a file that was changed twice among them, and leaves one that somebody changed", async () => {
    const folder = join(box.root, "undo");
    const undo = openUndoLog(folder);
    const names = Array.from({ length: 70 }, (_, at) => `f${at}`);
    box.put("old", "first");
    for (const content of ["second", "third"]) await box.run("write_file", { path: "old", content }, { undo });
    for (const path of names) await box.run("write_file", { path, content: path }, { undo });
    await box.run("write_file", { path: "old", content: "fourth" }, { undo });
    box.put("f33", "mine");
    const made = names.toReversed().filter((name) => name !== "f33");
    expect(await undoRun(folder)).toEqual({
      restored: ["old", ...made, "old", "old"].map(box.at),
      left: [box.at("f33")],
    });
    expect([box.get("old"), readdirSync(box.project).toSorted()]).toEqual(["first", ["f33", "old", "src"]]);
  });

  it("brings back what is no file as it was", async () => {
    const folder = join(box.root, "undo");
    symlinkSync("../outside", box.at("out"));
    expect(await box.run("delete_file", { path: "out" }, { undo: openUndoLog(folder) })).toEqual({
      ok: true,
      output: `deleted ${box.at("out")}`,
      cut: 0,
    });
    expect(await undoRun(folder)).toEqual({ restored: [box.at("out")], left: [] });
    expect(readlinkSync(box.at("out"))).toBe("../outside");
  });

  it("keeps the content of a file on another disk, and says what it cannot keep", async ({ skip }) => {
    if (!existsSync("/dev/shm") || statSync("/dev/shm").dev === statSync(box.root).dev) skip("there is one disk only");
    const folder = mkdtempSync("/dev/shm/undo-");
    const over = { undo: openUndoLog(folder) };
    const said = [
      await box.run("delete_file", { path: "src/a.txt" }, over),
      await box.run("delete_directory", { path: "src" }, over),
    ];
    expect(said.map((result) => result.ok && result.output)).toEqual([
      `deleted ${box.at("src/a.txt")}`,
      `deleted ${box.at("src")}; this cannot be undone`,
    ]);
    mkdirSync(box.at("src"));
    expect(await undoRun(folder)).toEqual({ restored: [box.at("src/a.txt")], left: [] });
    expect(box.get("src/a.txt")).toBe("one\ntwo\nthree\n");
  });

  it("is done once where it is asked for twice at a time", async () => {
    const runs = undoRuns();
    const over = { undo: runs.logOf("c", "r") };
    await box.run("write_file", { path: "src/a.txt", content: "1" }, over);
    await box.run("write_file", { path: "src/a.txt", content: "2" }, over);
    runs.ended("r");
    const [path, both] = [box.at("src/a.txt"), [0, 1].map(() => runs.undo("c", "r", "person:1"))];
    expect(await Promise.all(both)).toEqual([{ restored: [path, path], left: [] }, null]);
    expect(box.get("src/a.txt")).toBe("one\ntwo\nthree\n");
  });

  it.skipIf(process.getuid?.() === 0)("lets go of a folder that was closed when it was deleted", async () => {
    const runs = undoRuns();
    mkdirSync(box.at("src/shut/in"), { recursive: true });
    symlinkSync("../../../outside", box.at("src/shut/out"));
    for (const path of ["src/shut/in", "src/shut"]) chmodSync(box.at(path), 0o500);
    const result = await box.run("delete_directory", { path: "src" }, { undo: runs.logOf("c", "r") });
    expect([result.ok, runs.list("c").length]).toEqual([true, 1]);
    runs.forget("c");
    expect([runs.list("c"), readdirSync(join(box.root, "undo"))]).toEqual([[], []]);
    expect(box.get("../outside/secret.txt")).toBe("CANARY");
  });

  it("brings a deleted folder back", async () => {
    const folder = join(box.root, "undo");
    await box.run("delete_directory", { path: "src" }, { undo: openUndoLog(folder) });
    expect(existsSync(box.at("src"))).toBe(false);
    await undoRun(folder);
    expect(box.get("src/a.txt")).toBe("one\ntwo\nthree\n");
  });
});
