import { linkSync, mkdirSync, symlinkSync, truncateSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Sandbox, stockedSandbox } from "./sandbox.ts";

let box: Sandbox;
beforeEach(() => {
  box = stockedSandbox();
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
    box.put("p.png", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0xff]));
    expect(await box.run("read_file", { path: "p.png" })).toMatchObject({ ok: true, image: { mime: "image/png" } });
    box.put("u16", Buffer.from("\ufeffhé", "utf16le"));
    expect(await box.run("read_file", { path: "u16" })).toMatchObject({ output: "hé" });
  });

  it.each([
    ["missing.txt", "ENOTFOUND"],
    ["src/a.txt/below", "EKIND"],
    ["sound", "EENCODING"],
    ["latin", "EENCODING"],
    ["huge", "ETOOLARGE"],
    ["picture", "ETOOLARGE"],
    ["src", "EKIND"],
    ["bin", "EENCODING"],
    ["l1", "EPOLICY"],
  ])("of %s fails with %s", async (path, code) => {
    box.put("bin", Buffer.from([1, 0, 2]));
    box.put("sound", Buffer.from("RIFF\x24\0\0\0WAVEfmt ", "latin1"));
    box.put("latin", Buffer.from("caf\xe9", "latin1"));
    box.put("huge", "");
    truncateSync(box.at("huge"), 33 * 1024 * 1024);
    box.put("picture", Buffer.from("\x89PNG\0", "latin1"));
    truncateSync(box.at("picture"), 9 * 1024 * 1024);
    symlinkSync("l1", box.at("l1"));
    expect(await box.run("read_file", { path })).toMatchObject({ ok: false, code });
  });

  it.each<readonly [Record<string, number>, string]>([
    [{ offset: 0, limit: 2 }, "one\ntwo\n"],
    [{ offset: 2 }, "three\n"],
    [{ offset: 2, limit: 9 }, "three\n"],
    [{ limit: 0 }, ""],
    [{ offset: 1, limit: 1 }, "two\n"],
    [{ offset: 3 }, "(the file ends before line 3; it has 3)"],
  ])("gives the lines %j", async (range, output) => {
    expect(await box.run("read_file", { path: "src/a.txt", ...range })).toEqual({ ok: true, output, cut: 0 });
  });

  it("lists a folder and nothing else", async () => {
    expect(await box.run("list_files", { path: "src/a.txt" })).toEqual({
      ok: false,
      code: "EKIND",
      message: `\`${box.at("src/a.txt")}\` is not a folder`,
    });
    expect(await box.run("list_files", { path: "none" })).toMatchObject({ code: "ENOTFOUND" });
  });

  it("stops listing at 2,000 entries, and says so", async () => {
    mkdirSync(box.at("many"));
    for (let name = 0; name < 2_001; name += 1) box.put(`many/${name}`, "");
    const result = await box.run("list_files", { path: "many" });
    const lines = result.ok ? result.output.split("\n") : [];
    expect([lines.length, lines.at(-1)]).toEqual([2_001, "(more than 2000 entries; list a folder below)"]);
  });

  it("lists by name, without going through links", async () => {
    symlinkSync("../outside", box.at("out"));
    expect(await box.run("list_files", { path: "." })).toMatchObject({ output: "out@\nsrc/" });
    expect(await box.run("list_files", { path: ".", recursive: true })).toMatchObject({
      output: "out@\nsrc/\nsrc/a.txt",
    });
  });

  it("searches text, and passes over what asks before it is read", async () => {
    box.put("src/b.ts", "const x = 1;\nlet yy = 22;\n");
    box.put(".env", "KEY=two");
    symlinkSync("../outside", box.at("out"));
    expect(await box.run("search_files", { path: ".", pattern: "two|CANARY" })).toMatchObject({
      output: "src/a.txt:2: two\n(protected files were not searched: 1)",
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

  it("says what it does not search", async () => {
    box.put("src/big.txt", `two\n${"x".repeat(5_000_000)}`);
    linkSync(box.at("src/a.txt"), box.at("src/b.txt"));
    expect(await box.run("search_files", { path: "src", pattern: "two" })).toEqual({
      ok: true,
      output:
        "no line matches\n(files of more than 4194304 bytes were not searched: 1)\n(files with a second name were not searched: 2)",
      cut: 0,
    });
    expect(await box.run("search_files", { path: "src/b.txt", pattern: "two" })).toMatchObject({
      output: "b.txt:2: two",
    });
    expect(await box.run("search_files", { path: "src/big.txt", pattern: "two" })).toMatchObject({ code: "ETOOLARGE" });
  });

  it.each([
    ["(?=one)", "look-ahead"],
    ["(?<!one)", "look-behind"],
    ["(one", "a `(` without its `)`"],
  ])("does not search for %s, and says why", async (pattern, why) => {
    expect(await box.run("search_files", { path: "src", pattern })).toEqual({
      ok: false,
      code: "EINVALID",
      message: `the pattern cannot be searched for: ${why}`,
    });
  });

  it.each<readonly [pattern: string, matches: boolean]>([
    ["(^|\\W)two(\\W|$)", true],
    ["^tw.$", true],
    ["t(w|h)r?[eo]+", true],
    ["\\btwo\\b", true],
    ["\\bwo\\b", false],
    ["\\d", false],
    ["TWO", false],
    ["two$three", false],
    ["w{1,2}o", true],
    ["three.", false],
  ])("searches for %s: %s", async (pattern, matches) => {
    const result = await box.run("search_files", { path: "src", pattern });
    expect(result.ok && result.output !== "no line matches").toBe(matches);
  });

  it("shows a name that could pass for others as one", async () => {
    mkdirSync(box.at("odd"));
    for (const name of ["a\nb.txt", "x\u202etxt.exe", 'q"', "plain é.txt"]) box.put(`odd/${name}`, "two\n");
    expect(await box.run("list_files", { path: "odd" })).toMatchObject({
      output: ['"a\\nb.txt"', "plain é.txt", '"q\\""', '"x\\u202etxt.exe"'].join("\n"),
    });
    expect(await box.run("search_files", { path: "odd", pattern: "two", glob: "a*" })).toMatchObject({
      output: '"a\\nb.txt":1: two',
    });
  });

  it("hears of a stop while it searches", async () => {
    box.put("long.txt", `${"a".repeat(1_990)}!\n`.repeat(2_000));
    const ending = new AbortController();
    const searching = box.run("search_files", { path: "long.txt", pattern: "(a|aa)*b" }, { signal: ending.signal });
    setImmediate(() => ending.abort());
    expect(await searching).toMatchObject({ ok: false, code: "ESTOPPED" });
  });

  it("is not held up by a hostile pattern", async () => {
    box.put("long.txt", "a".repeat(2_000));
    const start = performance.now();
    await box.run("search_files", { path: "long.txt", pattern: "(a+)+(a+)+b" });
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});
