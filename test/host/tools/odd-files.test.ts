import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:net";
import { zipSync } from "fflate";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readContent } from "../../../src/host/tools/file-content.ts";
import { withPlace } from "../../../src/host/tools/held-directory.ts";
import { runTool } from "../../../src/host/tools/run-tool.ts";
import { read } from "../../../src/read/read.ts";
import { makeSandbox, type Sandbox } from "./sandbox.ts";

const GIB = 1024 ** 3;

let box: Sandbox;
let server: Server | null = null;
beforeEach(() => {
  box = makeSandbox();
  mkdirSync(box.at("src"));
  box.put("src/a.txt", "one\n");
});
afterEach(() => {
  server?.close();
  server = null;
  box.remove();
});

const KINDS: Readonly<Record<string, (path: string) => unknown>> = {
  pipe: (path) => execFileSync("mkfifo", [path]),
  socket: (path) => new Promise<void>((resolve) => (server = createServer().listen(path, resolve))),
};

/** Each tool at a place `odd`, and what it then says. */
const AT_ODD: readonly (readonly [string, object, string])[] = [
  ["read_file", { path: "odd" }, "EKIND"],
  ["write_file", { path: "odd", content: "x" }, "EKIND"],
  ["edit_file", { path: "odd", edits: [{ old: "a", new: "b" }] }, "EKIND"],
  ["search_files", { path: "odd", pattern: "a" }, "EKIND"],
  ["list_files", { path: "odd" }, "EKIND"],
  ["move_file", { from: "odd", to: "b" }, "EKIND"],
  ["zip_create", { paths: ["odd"], archive: "o.zip" }, "EKIND"],
  ["zip_create", { paths: ["src"], archive: "odd" }, "EKIND"],
  ["zip_extract", { archive: "odd", directory: "d" }, "EKIND"],
  ["delete_directory", { path: "odd" }, "EKIND"],
];

describe.runIf(process.platform === "linux")("what is no file", () => {
  for (const [kind, make] of Object.entries(KINDS))
    it.each(AT_ODD)(`is left alone by %s %j where a ${kind} stands`, async (tool, args, code) => {
      await make(box.at("odd"));
      expect(await box.run(tool, args)).toMatchObject({ ok: false, code });
      expect(readdirSync(box.project).toSorted()).toEqual(["odd", "src"]);
    });

  it.each(AT_ODD)("is left alone by %s %j where it came after the call was read", async (tool, args) => {
    box.put("odd", tool === "zip_extract" ? zipSync({ a: new Uint8Array(1) }) : "abc");
    const call = box.call(tool, args);
    const reading = read(call, box.world);
    unlinkSync(box.at("odd"));
    execFileSync("mkfifo", [box.at("odd")]);
    const context = { world: box.world, signal: new AbortController().signal, outputLimit: 1_000 };
    expect(await runTool(call, reading, context)).toMatchObject({ ok: false });
    expect(readdirSync(box.project).toSorted()).toEqual(["odd", "src"]);
  });

  it("is named in a list, and passed over by what looks below a folder", async () => {
    execFileSync("mkfifo", [box.at("src/odd")]);
    expect(await box.run("list_files", { path: "src" })).toEqual({ ok: true, output: "a.txt\nodd?", cut: 0 });
    expect(await box.run("search_files", { path: "src", pattern: "one" })).toEqual({
      ok: true,
      output: "a.txt:1: one",
      cut: 0,
    });
    expect(await box.run("zip_create", { paths: ["src"], archive: "o.zip" })).toMatchObject({
      ok: true,
      output: expect.stringMatching(/^packed 1 files .*; 1 links, protected or special files were left out$/) as string,
    });
    expect(await box.run("delete_file", { path: "src/odd" })).toMatchObject({ ok: true });
    expect(readdirSync(box.at("src"))).toEqual(["a.txt"]);
  });
});

describe("sizes", () => {
  it.each([
    ["read_file", { path: "huge" }],
    ["edit_file", { path: "huge", edits: [{ old: "a", new: "b" }] }],
    ["write_file", { path: "huge", content: "x" }],
    ["search_files", { path: "huge", pattern: "a" }],
    ["zip_create", { paths: ["huge"], archive: "o.zip" }],
    ["zip_create", { paths: ["src"], archive: "huge" }],
    ["zip_extract", { archive: "huge", directory: "d" }],
  ])("of 5 GiB, all holes, are too many for %s", async (tool, args) => {
    box.put("huge", "");
    truncateSync(box.at("huge"), 5 * GIB);
    expect(await box.run(tool, args)).toMatchObject({ ok: false, code: "ETOOLARGE" });
    expect([readdirSync(box.project).toSorted(), statSync(box.at("huge")).size]).toEqual([["huge", "src"], 5 * GIB]);
  });

  it("that grow while they are read are read to the end, and no further than the limit", async () => {
    // The system announces 0 bytes of it, and then gives more.
    const grown = (limit: number) =>
      withPlace("/proc/filesystems", [], (place) => readContent(place, { limit, mayBeLinked: false }));
    const { bytes, stat } = await grown(100_000);
    expect([stat.size, bytes.toString()]).toEqual([
      0n,
      execFileSync("cat", ["/proc/filesystems"], { encoding: "utf8" }),
    ]);
    await expect(grown(bytes.length - 1)).rejects.toMatchObject({ code: "ETOOLARGE" });
    await expect(grown(bytes.length)).resolves.toMatchObject({ bytes });
  });
});

describe.runIf(process.platform === "linux")("names that are no UTF-8", () => {
  beforeEach(() => {
    writeFileSync(Buffer.concat([Buffer.from(box.at("src/")), Buffer.from([0x62, 0xff])]), "one\n");
  });

  it("are listed, and what is not done with them is said", async () => {
    expect(await box.run("list_files", { path: "src" })).toEqual({ ok: true, output: "a.txt\nb\ufffd", cut: 0 });
    expect(await box.run("search_files", { path: "src", pattern: "one" })).toEqual({
      ok: true,
      output: "a.txt:1: one\n(files and folders could not be opened: 1)",
      cut: 0,
    });
    expect(await box.run("zip_create", { paths: ["src"], archive: "o.zip" })).toEqual({
      ok: false,
      code: "ENOTFOUND",
      message: `\`${box.at("src/b\ufffd")}\` is not there`,
    });
  });
});

/** A folder that this account may neither read nor write, which the superuser cannot have. */
describe.skipIf(process.getuid?.() === 0 || process.platform === "win32")("folders that are closed", () => {
  const shut = (): readonly string[] => [box.at("shut"), box.at("src/shut")];
  afterEach(() => shut().forEach((path) => existsSync(path) && chmodSync(path, 0o755)));
  beforeEach(() => {
    mkdirSync(box.at("shut"));
    box.put("shut/b.txt", "one\n");
    chmodSync(box.at("shut"), 0o111);
  });

  it("are said to be, and end nothing", async () => {
    expect(await box.run("list_files", { path: ".", recursive: true })).toEqual({
      ok: true,
      output: "shut/ (cannot be opened)\nsrc/\nsrc/a.txt",
      cut: 0,
    });
    expect(await box.run("search_files", { path: ".", pattern: "one" })).toEqual({
      ok: true,
      output: "src/a.txt:1: one\n(files and folders could not be opened: 1)",
      cut: 0,
    });
  });

  it("are no part that may be missing from an archive", async () => {
    expect(await box.run("zip_create", { paths: ["shut", "src"], archive: "o.zip" })).toMatchObject({ code: "EFILE" });
    mkdirSync(box.at("src/shut"), { mode: 0o111 });
    expect(await box.run("zip_create", { paths: ["src"], archive: "o.zip" })).toEqual({
      ok: false,
      code: "EFILE",
      message: `\`${box.at("src/shut")}\` cannot be opened, so nothing was packed`,
    });
    expect(readdirSync(box.project).toSorted()).toEqual(["shut", "src"]);
  });

  it("take no file in the place of one that could be written itself", async () => {
    expect(await box.run("write_file", { path: "shut/b.txt", content: "two\n" })).toEqual({
      ok: false,
      code: "EFILE",
      message: `the folder of \`${box.at("shut/b.txt")}\` may not be written by this account`,
    });
    expect(box.get("shut/b.txt")).toBe("one\n");
  });
});

describe.runIf(process.platform === "linux" && process.getuid?.() === 0)("a disk that is full", () => {
  const mounted = (): boolean => {
    mkdirSync(box.at("full"));
    try {
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=256k", "none", box.at("full")], { stdio: "ignore" });
      return true;
    } catch {
      return false;
    }
  };
  afterEach(() => {
    try {
      execFileSync("umount", [box.at("full")], { stdio: "ignore" });
    } catch {
      rmSync(box.at("full"), { recursive: true, force: true });
    }
  });

  it("leaves what stood there, and nothing beside it", async ({ skip }) => {
    if (!mounted()) skip("nothing may be mounted here");
    box.put("full/a.txt", "one\n");
    const content = "x".repeat(400_000);
    for (const path of ["full/a.txt", "full/new.txt"])
      expect(await box.run("write_file", { path, content })).toEqual({
        ok: false,
        code: "EFILE",
        message: `\`${box.at(path)}\` does not fit: the disk is full`,
      });
    expect([readdirSync(box.at("full")), box.get("full/a.txt")]).toEqual([["a.txt"], "one\n"]);
  });

  it("says what an archive left behind", async ({ skip }) => {
    if (!mounted()) skip("nothing may be mounted here");
    box.put("x.zip", zipSync({ a: new Uint8Array(10), b: new Uint8Array(400_000), c: new Uint8Array(10) }));
    expect(await box.run("zip_extract", { archive: "x.zip", directory: "full/d" })).toEqual({
      ok: false,
      code: "EFILE",
      message: `\`${box.at("full/d/b")}\` does not fit: the disk is full; a part may be unpacked already`,
    });
    expect(readdirSync(box.at("full/d"))).toEqual(["a"]);
  });
});
