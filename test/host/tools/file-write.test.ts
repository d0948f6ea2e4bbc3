import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Sandbox, stockedSandbox } from "./sandbox.ts";

let box: Sandbox;
beforeEach(() => {
  box = stockedSandbox();
});
afterEach(() => box.remove());

describe("writing", () => {
  it("makes and replaces, keeping mode, encoding and line ends", async () => {
    expect(await box.run("write_file", { path: "n.txt", content: "x\n" })).toMatchObject({ ok: true });
    expect(box.get("n.txt")).toBe("x\n");
    box.put("dos.txt", "\ufeffa\r\nb\r\n");
    chmodSync(box.at("dos.txt"), 0o754);
    expect(await box.run("write_file", { path: "dos.txt", content: "c\nd\n" })).toMatchObject({ ok: true });
    expect(box.get("dos.txt")).toBe("\ufeffc\r\nd\r\n");
    expect(statSync(box.at("dos.txt")).mode & 0o777).toBe(0o754);
    expect(readdirSync(box.project).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  it("does not make folders on the way, and leaves read-only files alone", async () => {
    expect(await box.run("write_file", { path: "no/n.txt", content: "" })).toMatchObject({ code: "ENOTFOUND" });
    chmodSync(box.at("src/a.txt"), 0o444);
    expect(await box.run("write_file", { path: "src/a.txt", content: "" })).toMatchObject({ code: "EFILE" });
    expect(box.get("src/a.txt")).toBe("one\ntwo\nthree\n");
  });

  it("replaces a second name and not the file that it shares", async () => {
    linkSync(join(box.root, "outside/secret.txt"), box.at("hard"));
    expect(await box.run("write_file", { path: "hard", content: "mine" })).toMatchObject({ ok: true });
    expect([box.get("hard"), box.get("../outside/secret.txt")]).toEqual(["mine", "CANARY"]);
  });

  it.each([
    [[{ old: "two", new: "2" }], "one\n2\nthree\n"],
    [[{ old: "t", new: "T", all: true }], "one\nTwo\nThree\n"],
    [[{ old: "t", new: "$&$$", all: true }], "one\n$&$$wo\n$&$$hree\n"],
    [
      [
        { old: "one\ntwo", new: "12" },
        { old: "12\nthree", new: "123" },
      ],
      "123\n",
    ],
  ])("edits %j", async (edits, expected) => {
    expect(await box.run("edit_file", { path: "src/a.txt", edits })).toMatchObject({ ok: true });
    expect(box.get("src/a.txt")).toBe(expected);
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
    // It is there twice, one over the other.
    [
      [
        { old: "two", new: "aXaXa" },
        { old: "aXa", new: "" },
      ],
      "EAMBIGUOUS",
    ],
  ])("edits all or nothing: %j", async (edits, code) => {
    expect(await box.run("edit_file", { path: "src/a.txt", edits })).toMatchObject({ ok: false, code });
    expect(box.get("src/a.txt")).toBe("one\ntwo\nthree\n");
  });

  it.each<readonly [readonly unknown[], string, string]>([
    [[{ old: "four", new: "4" }], "ENOMATCH", "edit 1: the old text is not in the file"],
    [
      [
        { old: "one", new: "1" },
        { old: "one", new: "I" },
      ],
      "ENOMATCH",
      "edit 2: the old text is not in the file",
    ],
    [[{ old: "", new: "x", all: true }], "EINVALID", "$.edits[0].old must be a string, not empty"],
    [
      [{ old: "t", new: "T" }],
      "EAMBIGUOUS",
      "edit 1: the old text is in the file 2 times; give more of what is around it, or `all`",
    ],
  ])("changes nothing where an edit does not fit: %j", async (edits, code, message) => {
    expect(await box.run("edit_file", { path: "src/a.txt", edits })).toEqual({ ok: false, code, message });
    expect(box.get("src/a.txt")).toBe("one\ntwo\nthree\n");
  });

  it.each(["utf16le", "utf16be"] as const)("keeps %s when it edits", async (encoding) => {
    const little = Buffer.from("\ufeffa\r\nb\r\n", "utf16le");
    box.put("wide.txt", encoding === "utf16le" ? little : Buffer.from(little).swap16());
    expect(await box.run("edit_file", { path: "wide.txt", edits: [{ old: "a\nb", new: "$& c\nd" }] })).toMatchObject({
      ok: true,
    });
    const now = readFileSync(box.at("wide.txt"));
    expect((encoding === "utf16le" ? now : Buffer.from(now).swap16()).toString("utf16le")).toBe("\ufeff$& c\r\nd\r\n");
  });

  it("leaves lines alone that it does not edit, where a file ends them in two ways", async () => {
    box.put("mixed.txt", "a\r\nb\nc\r\n");
    expect(await box.run("edit_file", { path: "mixed.txt", edits: [{ old: "b\n", new: "x\ny\n" }] })).toMatchObject({
      ok: true,
    });
    expect(box.get("mixed.txt")).toBe("a\r\nx\ny\nc\r\n");
  });

  it("writes one byte order mark, whether or not the model gave it again", async () => {
    for (const content of ["b\n", "\ufeffb\n"]) {
      box.put("marked.txt", "\ufeffa\n");
      expect(await box.run("write_file", { path: "marked.txt", content })).toMatchObject({ ok: true });
      expect(box.get("marked.txt")).toBe("\ufeffb\n");
    }
  });

  it.runIf(process.getuid?.() === 0)("keeps the owner and group of a file", async () => {
    box.put("owned.txt", "a\n");
    chownSync(box.at("owned.txt"), 1234, 2345);
    chmodSync(box.at("owned.txt"), 0o664);
    expect(await box.run("edit_file", { path: "owned.txt", edits: [{ old: "a", new: "b" }] })).toMatchObject({
      ok: true,
    });
    const { uid, gid, mode } = statSync(box.at("owned.txt"));
    expect([uid, gid, mode & 0o777]).toEqual([1234, 2345, 0o664]);
  });

  it.runIf(process.getuid?.() === 0)("shows content to nobody but who could read the file", async () => {
    box.put("owned.txt", "a\n");
    chownSync(box.at("owned.txt"), 1234, 2345);
    chmodSync(box.at("owned.txt"), 0o640);
    const seen: unknown[] = [];
    const signal = {
      get aborted(): boolean {
        for (const name of readdirSync(box.project).filter((each) => each.startsWith(".assent-"))) {
          const { uid, gid, mode } = statSync(box.at(name));
          seen.push([uid, gid, mode & 0o777]);
        }
        return false;
      },
    } as AbortSignal;
    expect(await box.run("write_file", { path: "owned.txt", content: "b\n" }, { signal })).toMatchObject({ ok: true });
    expect(seen).toEqual([[1234, 2345, 0o640]]);
  });

  it.each([
    [
      "rights of its owner",
      () => chmodSync(box.at("src/a.txt"), 0o4755),
      "it runs with no rights but those of who starts it",
    ],
    ["another name", () => linkSync(box.at("src/a.txt"), box.at("b.txt")), "its other names keep what it held"],
    ["neither", () => undefined, null],
  ])("says what a file with %s lost", async (_, prepare, said) => {
    prepare();
    const output = `replaced ${box.at("src/a.txt")}, 4 bytes${said === null ? "" : `; ${said}`}`;
    expect(await box.run("write_file", { path: "src/a.txt", content: "two\n" })).toEqual({ ok: true, output, cut: 0 });
    expect(statSync(box.at("src/a.txt")).mode & 0o7000).toBe(0);
  });

  it("edits lines that end in CR LF as the model wrote them", async () => {
    box.put("dos.txt", "a\r\nb\r\nc\r\n");
    expect(await box.run("edit_file", { path: "dos.txt", edits: [{ old: "a\nb", new: "x\ny" }] })).toMatchObject({
      ok: true,
    });
    expect(box.get("dos.txt")).toBe("x\r\ny\r\nc\r\n");
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
    expect([existsSync(box.at("src/a.txt")), box.get("b.txt")]).toEqual([false, "one\ntwo\nthree\n"]);
    box.put("c.txt", "c");
    expect(await box.run("move_file", { from: "c.txt", to: "b.txt" })).toMatchObject({ code: "EEXISTS" });
    expect(await box.run("move_file", { from: "src", to: "lib" })).toMatchObject({ ok: true });
    expect(await box.run("move_file", { from: "none", to: "x" })).toMatchObject({ code: "ENOTFOUND" });
  });

  it("moves and deletes a link itself", async () => {
    symlinkSync("../outside", box.at("out"));
    expect(await box.run("move_file", { from: "out", to: "out2" })).toMatchObject({ ok: true });
    expect(lstatSync(box.at("out2")).isSymbolicLink()).toBe(true);
    expect(await box.run("delete_file", { path: "out2" })).toMatchObject({ ok: true });
    expect(box.get("../outside/secret.txt")).toBe("CANARY");
  });

  it("deletes a folder, and links below it themselves", async () => {
    symlinkSync("../../outside", box.at("src/out"));
    expect(await box.run("delete_file", { path: "src" })).toMatchObject({ code: "EKIND" });
    expect(await box.run("delete_directory", { path: "src" })).toMatchObject({ ok: true });
    expect([existsSync(box.at("src")), box.get("../outside/secret.txt")]).toEqual([false, "CANARY"]);
  });
});
