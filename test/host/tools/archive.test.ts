import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync } from "node:fs";
import { zipSync } from "fflate";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runTool } from "../../../src/host/tools/run-tool.ts";
import { read } from "../../../src/read/read.ts";
import { makeSandbox, type Sandbox } from "./sandbox.ts";

let box: Sandbox;
beforeEach(() => {
  box = makeSandbox();
  mkdirSync(box.at("src"));
  box.put("src/a.txt", "one\ntwo\nthree\n");
  box.put("../outside/secret.txt", "CANARY");
});
afterEach(() => box.remove());

describe("archives", () => {
  it("packs and unpacks, without links and secrets", async () => {
    box.put("src/run.sh", "#!/bin/sh\n");
    chmodSync(box.at("src/run.sh"), 0o755);
    box.put("src/.env", "KEY=1");
    symlinkSync("../../outside", box.at("src/out"));
    expect(await box.run("zip_create", { paths: ["src"], archive: "s.zip" })).toMatchObject({
      ok: true,
      output: expect.stringContaining("2 links or protected") as string,
    });
    expect(await box.run("zip_extract", { archive: "s.zip", directory: "to" })).toMatchObject({ ok: true });
    expect(readdirSync(box.at("to/src"))).toEqual(["a.txt", "run.sh"]);
    expect(statSync(box.at("to/src/run.sh")).mode & 0o777).toBe(0o755);
    expect(await box.run("zip_extract", { archive: "s.zip", directory: "to" })).toMatchObject({ code: "EEXISTS" });
  });

  it.each<readonly [string, Parameters<typeof zipSync>[0], string]>([
    ["a way up", { "../x": bytes("x") }, "EARCHIVE"],
    ["an absolute name", { "/tmp/x": bytes("x") }, "EARCHIVE"],
    ["a backslash", { "..\\x": bytes("x") }, "EARCHIVE"],
    ["one name in two cases", { "a/x": bytes("1"), "A/X": bytes("2") }, "EARCHIVE"],
    ["a name that is a file and a folder", { a: bytes("1"), "a/x": bytes("2") }, "EARCHIVE"],
    ["the same in two cases", { "d/A": bytes("1"), "d/a/": bytes("") }, "EARCHIVE"],
    ["a link", { l: [bytes("../outside"), { os: 3, attrs: 0o120777 << 16 }] }, "EARCHIVE"],
    ["what is there", { "src/a.txt": bytes("x"), "src/new.txt": bytes("y") }, "EEXISTS"],
  ])("does not unpack %s", async (_, files, code) => {
    box.put("x.zip", zipSync(files));
    expect(await box.run("zip_extract", { archive: "x.zip", directory: "." })).toMatchObject({ ok: false, code });
    expect(readdirSync(box.project).toSorted()).toEqual(["src", "x.zip"]);
    expect(readdirSync(box.at("src"))).toEqual(["a.txt"]);
  });

  it("does not unpack a bomb, nor what is no archive", async () => {
    const zip = Buffer.from(zipSync({ a: new Uint8Array(1000) }));
    const directory = zip.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    zip.writeUInt32LE(0x7fffffff, directory + 24);
    box.put("bomb.zip", zip);
    box.put("text.zip", "no archive");
    expect(await box.run("zip_extract", { archive: "bomb.zip", directory: "d" })).toMatchObject({ code: "ETOOLARGE" });
    expect(await box.run("zip_extract", { archive: "text.zip", directory: "d" })).toMatchObject({ code: "EARCHIVE" });
  });

  it("unpacks a protected member only where the reading said so", async () => {
    box.put("p.zip", zipSync({ ".git/hooks/pre-commit": bytes("x"), "a.txt": bytes("y") }));
    const call = box.call("zip_extract", { archive: "p.zip", directory: "d" });
    const asked = read(call, box.world);
    expect(asked.parts[0]?.paths[1]?.protected).toBe("W");
    const blind = read(call, { ...box.world, archiveNames: () => null });
    const context = { world: box.world, signal: new AbortController().signal, outputLimit: 1000 };
    expect(await runTool(call, blind, context)).toMatchObject({ ok: false, code: "EPOLICY" });
    expect(existsSync(box.at("d"))).toBe(false);
    expect(await runTool(call, asked, context)).toMatchObject({ ok: true });
  });
});

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
