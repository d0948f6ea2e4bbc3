import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { zipSync } from "fflate";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { read } from "../../../src/read/read.ts";
import { runTool } from "../../../src/host/tools/run-tool.ts";
import { openUndoLog, undoRun } from "../../../src/host/tools/undo-log.ts";
import { makeSandbox, type Sandbox } from "./sandbox.ts";

let box: Sandbox;
beforeEach(() => {
  box = makeSandbox();
  mkdirSync(join(box.project, "src"));
  put("src/a.txt", "one\ntwo\nthree\n");
  put("../outside/secret.txt", "CANARY");
});
afterEach(() => box.remove());

describe("reading", () => {
  it("gives text, lines of it, and images", async () => {
    expect(await box.run("read_file", { path: "src/a.txt" })).toEqual({
      ok: true,
      output: "one\ntwo\nthree\n",
      cut: 0,
    });
    expect(await box.run("read_file", { path: "src/a.txt", offset: 1, limit: 1 })).toMatchObject({ output: "two\n" });
    expect(await box.run("read_file", { path: "src/a.txt" }, { outputLimit: 5 })).toMatchObject({
      output: "one\nt",
      cut: 9,
    });
    put("p.png", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0xff]));
    expect(await box.run("read_file", { path: "p.png" })).toMatchObject({ ok: true, image: { mime: "image/png" } });
    put("u16", Buffer.from("\ufeffhé", "utf16le"));
    expect(await box.run("read_file", { path: "u16" })).toMatchObject({ output: "hé" });
  });

  it.each([
    ["missing.txt", "ENOTFOUND"],
    ["src", "EKIND"],
    ["bin", "EENCODING"],
    ["l1", "EPOLICY"],
  ])("of %s fails with %s", async (path, code) => {
    put("bin", Buffer.from([1, 0, 2]));
    symlinkSync("l1", at("l1"));
    expect(await box.run("read_file", { path })).toMatchObject({ ok: false, code });
  });

  it("lists by name, without going through links", async () => {
    symlinkSync("../outside", at("out"));
    expect(await box.run("list_files", { path: "." })).toMatchObject({ output: "out@\nsrc/" });
    expect(await box.run("list_files", { path: ".", recursive: true })).toMatchObject({
      output: "out@\nsrc/\nsrc/a.txt",
    });
  });

  it("searches text, and passes over what asks before it is read", async () => {
    put("src/b.ts", "const x = 1;\nlet yy = 22;\n");
    put(".env", "KEY=two");
    symlinkSync("../outside", at("out"));
    expect(await box.run("search_files", { path: ".", pattern: "two|CANARY" })).toMatchObject({
      output: "src/a.txt:2: two\n(1 protected files were not searched)",
    });
    expect(await box.run("search_files", { path: ".", pattern: "\\d{2}", glob: "*.ts" })).toMatchObject({
      output: "src/b.ts:2: let yy = 22;",
    });
    expect(await box.run("search_files", { path: "src", pattern: "^one$", glob: "lib/*.txt" })).toMatchObject({
      output: "no line matches",
    });
    expect(await box.run("search_files", { path: ".", pattern: "(a)\\1" })).toMatchObject({
      ok: false,
      code: "EINVALID",
    });
  });

  it("is not held up by a hostile pattern", async () => {
    put("long.txt", "a".repeat(2_000));
    const start = performance.now();
    await box.run("search_files", { path: "long.txt", pattern: "(a+)+(a+)+b" });
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});

describe("writing", () => {
  it("makes and replaces, keeping mode, encoding and line ends", async () => {
    expect(await box.run("write_file", { path: "n.txt", content: "x\n" })).toMatchObject({ ok: true });
    expect(get("n.txt")).toBe("x\n");
    put("dos.txt", "\ufeffa\r\nb\r\n");
    chmodSync(at("dos.txt"), 0o754);
    expect(await box.run("write_file", { path: "dos.txt", content: "c\nd\n" })).toMatchObject({ ok: true });
    expect(get("dos.txt")).toBe("\ufeffc\r\nd\r\n");
    expect(statSync(at("dos.txt")).mode & 0o777).toBe(0o754);
    expect(readdirSync(box.project).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  it("does not make folders on the way, and leaves read-only files alone", async () => {
    expect(await box.run("write_file", { path: "no/n.txt", content: "" })).toMatchObject({ code: "ENOTFOUND" });
    chmodSync(at("src/a.txt"), 0o444);
    expect(await box.run("write_file", { path: "src/a.txt", content: "" })).toMatchObject({ code: "EFILE" });
    expect(get("src/a.txt")).toBe("one\ntwo\nthree\n");
  });

  it("replaces a second name and not the file that it shares", async () => {
    linkSync(join(box.root, "outside/secret.txt"), at("hard"));
    expect(await box.run("write_file", { path: "hard", content: "mine" })).toMatchObject({ ok: true });
    expect([get("hard"), get("../outside/secret.txt")]).toEqual(["mine", "CANARY"]);
  });

  it.each([
    [[{ old: "two", new: "2" }], "one\n2\nthree\n"],
    [[{ old: "t", new: "T", all: true }], "one\nTwo\nThree\n"],
    [
      [
        { old: "one\ntwo", new: "12" },
        { old: "12\nthree", new: "123" },
      ],
      "123\n",
    ],
  ])("edits %j", async (edits, expected) => {
    expect(await box.run("edit_file", { path: "src/a.txt", edits })).toMatchObject({ ok: true });
    expect(get("src/a.txt")).toBe(expected);
  });

  it.each([
    [[{ old: "none", new: "" }], "ENOMATCH"],
    [[{ old: "t", new: "" }], "EAMBIGUOUS"],
    [
      [
        { old: "one", new: "1" },
        { old: "none", new: "" },
      ],
      "ENOMATCH",
    ],
  ])("edits all or nothing: %j", async (edits, code) => {
    expect(await box.run("edit_file", { path: "src/a.txt", edits })).toMatchObject({ ok: false, code });
    expect(get("src/a.txt")).toBe("one\ntwo\nthree\n");
  });

  it("edits lines that end in CR LF as the model wrote them", async () => {
    put("dos.txt", "a\r\nb\r\nc\r\n");
    expect(await box.run("edit_file", { path: "dos.txt", edits: [{ old: "a\nb", new: "x\ny" }] })).toMatchObject({
      ok: true,
    });
    expect(get("dos.txt")).toBe("x\r\ny\r\nc\r\n");
  });

  it("makes one folder", async () => {
    expect(await box.run("create_directory", { path: "d" })).toMatchObject({ ok: true });
    expect(await box.run("create_directory", { path: "d" })).toMatchObject({ code: "EEXISTS" });
    expect(await box.run("create_directory", { path: "x/y" })).toMatchObject({ code: "ENOTFOUND" });
  });
});

describe("moving and deleting", () => {
  it("moves to a free name only", async () => {
    expect(await box.run("move_file", { from: "src/a.txt", to: "b.txt" })).toMatchObject({ ok: true });
    expect([existsSync(at("src/a.txt")), get("b.txt")]).toEqual([false, "one\ntwo\nthree\n"]);
    put("c.txt", "c");
    expect(await box.run("move_file", { from: "c.txt", to: "b.txt" })).toMatchObject({ code: "EEXISTS" });
    expect(await box.run("move_file", { from: "src", to: "lib" })).toMatchObject({ ok: true });
    expect(await box.run("move_file", { from: "none", to: "x" })).toMatchObject({ code: "ENOTFOUND" });
  });

  it("moves and deletes a link itself", async () => {
    symlinkSync("../outside", at("out"));
    expect(await box.run("move_file", { from: "out", to: "out2" })).toMatchObject({ ok: true });
    expect(lstatSync(at("out2")).isSymbolicLink()).toBe(true);
    expect(await box.run("delete_file", { path: "out2" })).toMatchObject({ ok: true });
    expect(get("../outside/secret.txt")).toBe("CANARY");
  });

  it("deletes a folder, and links below it themselves", async () => {
    symlinkSync("../../outside", at("src/out"));
    expect(await box.run("delete_file", { path: "src" })).toMatchObject({ code: "EKIND" });
    expect(await box.run("delete_directory", { path: "src" })).toMatchObject({ ok: true });
    expect([existsSync(at("src")), get("../outside/secret.txt")]).toEqual([false, "CANARY"]);
  });
});

describe("archives", () => {
  it("packs and unpacks, without links and secrets", async () => {
    put("src/run.sh", "#!/bin/sh\n");
    chmodSync(at("src/run.sh"), 0o755);
    put("src/.env", "KEY=1");
    symlinkSync("../../outside", at("src/out"));
    expect(await box.run("zip_create", { paths: ["src"], archive: "s.zip" })).toMatchObject({
      ok: true,
      output: expect.stringContaining("2 links or protected") as string,
    });
    expect(await box.run("zip_extract", { archive: "s.zip", directory: "to" })).toMatchObject({ ok: true });
    expect(readdirSync(at("to/src"))).toEqual(["a.txt", "run.sh"]);
    expect(statSync(at("to/src/run.sh")).mode & 0o777).toBe(0o755);
    expect(await box.run("zip_extract", { archive: "s.zip", directory: "to" })).toMatchObject({ code: "EEXISTS" });
  });

  it.each<readonly [string, Parameters<typeof zipSync>[0], string]>([
    ["a way up", { "../x": bytes("x") }, "EARCHIVE"],
    ["an absolute name", { "/tmp/x": bytes("x") }, "EARCHIVE"],
    ["a backslash", { "..\\x": bytes("x") }, "EARCHIVE"],
    ["one name in two cases", { "a/x": bytes("1"), "A/X": bytes("2") }, "EARCHIVE"],
    ["a link", { l: [bytes("../outside"), { os: 3, attrs: 0o120777 << 16 }] }, "EARCHIVE"],
    ["what is there", { "src/a.txt": bytes("x"), "src/new.txt": bytes("y") }, "EEXISTS"],
  ])("does not unpack %s", async (_, files, code) => {
    put("x.zip", zipSync(files));
    expect(await box.run("zip_extract", { archive: "x.zip", directory: "." })).toMatchObject({ ok: false, code });
    expect(readdirSync(box.project).toSorted()).toEqual(["src", "x.zip"]);
    expect(readdirSync(at("src"))).toEqual(["a.txt"]);
  });

  it("does not unpack a bomb, nor what is no archive", async () => {
    const zip = Buffer.from(zipSync({ a: new Uint8Array(1000) }));
    const directory = zip.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    zip.writeUInt32LE(0x7fffffff, directory + 24);
    put("bomb.zip", zip);
    put("text.zip", "no archive");
    expect(await box.run("zip_extract", { archive: "bomb.zip", directory: "d" })).toMatchObject({ code: "ETOOLARGE" });
    expect(await box.run("zip_extract", { archive: "text.zip", directory: "d" })).toMatchObject({ code: "EARCHIVE" });
  });

  it("unpacks a protected member only where the reading said so", async () => {
    put("p.zip", zipSync({ ".git/hooks/pre-commit": bytes("x"), "a.txt": bytes("y") }));
    const call = box.call("zip_extract", { archive: "p.zip", directory: "d" });
    const asked = read(call, box.world);
    expect(asked.parts[0]?.paths[1]?.protected).toBe("W");
    const blind = read(call, { ...box.world, archiveNames: () => null });
    const context = { world: box.world, signal: new AbortController().signal, outputLimit: 1000 };
    expect(await runTool(call, blind, context)).toMatchObject({ ok: false, code: "EPOLICY" });
    expect(existsSync(at("d"))).toBe(false);
    expect(await runTool(call, asked, context)).toMatchObject({ ok: true });
  });
});

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
      () => linkSync(at("src/a.txt"), join(box.root, "outside/other")),
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
    expect(get("../outside/secret.txt")).toBe("CANARY");
  });

  it("a granted root that was replaced is refused", async () => {
    const { dev, ino } = lstatSync(box.project, { bigint: true });
    const roots = [{ root: box.project, dev, ino }];
    expect(await box.run("read_file", { path: "src/a.txt" }, { roots })).toMatchObject({ ok: true });
    renameSync(box.project, join(box.root, "old"));
    mkdirSync(join(box.project, "src"), { recursive: true });
    put("src/a.txt", "other");
    expect(await box.run("read_file", { path: "src/a.txt" }, { roots })).toMatchObject({ code: "ECHANGED" });
  });
});

describe("undo", () => {
  it("takes a run back, last first, and leaves what changed since", async () => {
    const folder = join(box.root, "undo");
    const over = { undo: openUndoLog(folder) };
    put("kept.txt", "k");
    await box.run("write_file", { path: "src/a.txt", content: "new" }, over);
    await box.run("edit_file", { path: "src/a.txt", edits: [{ old: "new", new: "newer" }] }, over);
    await box.run("create_directory", { path: "d" }, over);
    await box.run("write_file", { path: "d/x", content: "x" }, over);
    await box.run("move_file", { from: "d/x", to: "d/y" }, over);
    await box.run("delete_file", { path: "kept.txt" }, over);
    await box.run("write_file", { path: "mine.txt", content: "1" }, over);
    put("mine.txt", "2");
    expect(await undoRun(folder)).toMatchObject({ left: [at("mine.txt")] });
    expect([get("src/a.txt"), get("kept.txt"), get("mine.txt"), existsSync(at("d"))]).toEqual([
      "one\ntwo\nthree\n",
      "k",
      "2",
      false,
    ]);
  });

  it("brings a deleted folder back", async () => {
    const folder = join(box.root, "undo");
    await box.run("delete_directory", { path: "src" }, { undo: openUndoLog(folder) });
    expect(existsSync(at("src"))).toBe(false);
    await undoRun(folder);
    expect(get("src/a.txt")).toBe("one\ntwo\nthree\n");
  });
});

function at(path: string): string {
  return join(box.project, path);
}
function put(path: string, content: string | Uint8Array): void {
  writeFileSync(at(path), content);
}
function get(path: string): string {
  return readFileSync(at(path), "utf8");
}
function swap(path: string, target: string): void {
  renameSync(at(path), join(box.root, "moved"));
  symlinkSync(target, at(path));
}
function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
