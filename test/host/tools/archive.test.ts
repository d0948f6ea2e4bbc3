import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, symlinkSync, utimesSync } from "node:fs";
import { unzipSync, zipSync } from "fflate";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { compile } from "../../../src/core/compile.ts";
import { decide } from "../../../src/core/decide.ts";
import type { Rule } from "../../../src/core/policy.ts";
import { runTool } from "../../../src/host/tools/run-tool.ts";
import { read, readers } from "../../../src/read/read.ts";
import { type Sandbox, stockedSandbox } from "./sandbox.ts";

let box: Sandbox;
beforeEach(() => {
  box = stockedSandbox();
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
      output: expect.stringContaining("2 links, protected") as string,
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
    ["folders within each other without end", { [`${"a/".repeat(101)}f`]: bytes("x") }, "EARCHIVE"],
    ["a name that is longer than a path", { ["a".repeat(5_000)]: bytes("x") }, "EARCHIVE"],
    ["what is there", { "src/a.txt": bytes("x"), "src/new.txt": bytes("y") }, "EEXISTS"],
  ])("does not unpack %s", async (_, files, code) => {
    box.put("x.zip", zipSync(files));
    expect(await box.run("zip_extract", { archive: "x.zip", directory: "." })).toMatchObject({ ok: false, code });
    expect(readdirSync(box.project).toSorted()).toEqual(["src", "x.zip"]);
    expect(readdirSync(box.at("src"))).toEqual(["a.txt"]);
  });

  it("unpacks a hundred folders within each other, and reads no more", async () => {
    const deep = (levels: number): string => `${"a/".repeat(levels)}f`;
    const names = (levels: number): readonly string[] | undefined => {
      box.put("deep.zip", zipSync({ [deep(levels)]: bytes("x") }));
      const { parts } = read(box.call("zip_extract", { archive: "deep.zip", directory: "d" }), box.world);
      return parts.flatMap(({ paths }) => paths).find(({ act }) => act === "write")?.brings;
    };
    expect([30_000, 101, 100].map((levels) => names(levels))).toEqual([undefined, undefined, [deep(100)]]);
    expect(await box.run("zip_extract", { archive: "deep.zip", directory: "d" })).toMatchObject({ ok: true });
    expect(box.get(`d/${deep(100)}`)).toBe("x");
  });

  it("does not unpack a bomb, nor what is no archive", async () => {
    box.put("bomb.zip", patched(CENTRAL + 24, 0x7fffffff));
    box.put("text.zip", "no archive");
    expect(await box.run("zip_extract", { archive: "bomb.zip", directory: "d" })).toMatchObject({ code: "ETOOLARGE" });
    expect(await box.run("zip_extract", { archive: "text.zip", directory: "d" })).toMatchObject({ code: "EARCHIVE" });
  });

  it.each<readonly [string, () => Buffer, string]>([
    ["that claims fewer bytes than it has", () => patched(CENTRAL + 24, 10), "`a` is damaged"],
    ["of other content than was listed", () => patched(CENTRAL + 16, 1), "`a` is damaged"],
    ["packed in an unknown way", () => patched(CENTRAL + 10, 14), "`a` is packed in a way that is not read"],
    ["under another name where it lies", () => patched(LOCAL + 30, 0x62), "`a` has another name where it lies"],
    ["that lies elsewhere", () => patched(CENTRAL + 42, 7), "`a` is not where it should be"],
    ["whose bytes are another's as well", twoInOne, "`c` shares its bytes with another member"],
  ])("does not unpack a member %s", async (_, archive, message) => {
    box.put("x.zip", archive());
    expect(await box.run("zip_extract", { archive: "x.zip", directory: "d" })).toEqual({
      ok: false,
      code: "EARCHIVE",
      message,
    });
    expect(existsSync(box.at("d"))).toBe(false);
  });

  it("makes archives that another program unpacks, with modes and times", async () => {
    box.put("src/é.txt", "x".repeat(5_000));
    box.put("src/empty", "");
    utimesSync(box.at("src/empty"), 1_700_000_000, 1_700_000_000);
    chmodSync(box.at("src/empty"), 0o640);
    await box.run("zip_create", { paths: ["src"], archive: "o.zip" });
    const members = unzipSync(readFileSync(box.at("o.zip")));
    expect(Object.entries(members).map(([name, content]) => [name, content.length])).toEqual([
      ["src/a.txt", 14],
      ["src/empty", 0],
      ["src/é.txt", 5_000],
    ]);
    expect(execFileSync("python3", ["-c", ZIP_INFO, box.at("o.zip")], { encoding: "utf8" })).toBe(
      "None src/empty 0o100640 2023\n",
    );
  });

  it.each([
    ["a hook", { ".git/hooks/pre-commit": bytes("x"), "a.txt": bytes("y") }],
    ["a repository", { "x/HEAD": bytes("x"), "x/commondir": bytes("y") }],
  ])("unpacks %s only where the reading said so", async (_, files) => {
    box.put("p.zip", zipSync(files));
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

describe("unpacking above a denied folder", () => {
  const decided = (tool: string, args: object) => {
    const policy = {
      layers: {},
      rules: [
        { tool: "change", pattern: "secrets/**", decision: "deny" },
        { tool: "change", pattern: "**", decision: "allow" },
      ].map((rule, at) => ({ ...rule, id: String(at), scope: "project", createdBy: "t", createdAt: 0 })) as Rule[],
      level: "L0",
      approvalMode: "ask",
      grants: [{ root: box.project, recursive: true, can: ["read", "write", "edit"] }],
      projectRoots: [box.project],
      limits: {},
      revision: "1",
    } as const;
    const compiled = compile(policy, readers);
    if (!compiled.ok) throw new Error("the policy does not compile");
    return decide(read(box.call(tool, args), box.world), compiled.policy, 0).effect;
  };
  const unpack = (files: Parameters<typeof zipSync>[0] | string, directory = "."): string => {
    box.put("x.zip", typeof files === "string" ? files : zipSync(files));
    return decided("zip_extract", { archive: "x.zip", directory });
  };

  it("is denied where a member would arrive there, and only then", () => {
    expect(unpack({ "docs/a.txt": bytes("x"), "secretsx.txt": bytes("x") })).toBe("allow");
    expect(unpack({ "docs/a.txt": bytes("x"), "secrets/a.txt": bytes("x") })).toBe("deny");
    expect(unpack({ "secrets/": bytes("") })).toBe("deny");
    expect(unpack({ "a.txt": bytes("x") }, "secrets")).toBe("deny");
    expect(unpack({ "a.txt": bytes("x") }, "secrets/deep")).toBe("deny");
  });

  it("is denied where its names are not known, or lead elsewhere when they are joined", () => {
    expect(unpack("no archive")).toBe("deny");
    expect(unpack({ "docs/../secrets/a": bytes("x") })).toBe("deny");
    expect(unpack(Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`f${at}`, bytes("")])))).toBe("deny");
    expect(unpack(Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`f${at}`, bytes("")])))).toBe("allow");
  });

  it("of an archive that is another by now unpacks nothing", async () => {
    box.put("x.zip", zipSync({ "a.txt": bytes("x") }));
    const call = box.call("zip_extract", { archive: "x.zip", directory: "d" });
    const reading = read(call, box.world);
    box.put("x.zip", zipSync({ "a.txt": bytes("x"), "secrets/a.txt": bytes("x") }));
    const context = { world: box.world, signal: new AbortController().signal, outputLimit: 1000 };
    expect(await runTool(call, reading, context)).toMatchObject({ ok: false, code: "ECHANGED" });
    expect(existsSync(box.at("d"))).toBe(false);
  });
});

/** Where the headers of `patched` begin. */
const LOCAL = 0;
const CENTRAL = 1_000;

/** An archive of one member `a` in which one byte, or what of a number is not zero, is another. */
function patched(at: number, value: number): Buffer {
  const zip = Buffer.from(zipSync({ a: new Uint8Array(1_000).fill(7) }));
  const place = at < CENTRAL ? at : zip.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + at - CENTRAL;
  if (value > 0xff || at === CENTRAL + 24) zip.writeUInt32LE(value, place);
  else zip[place] = value;
  return zip;
}

/** `b` holds, stored, all that `c` is, and the directory finds `c` there. */
function twoInOne(): Buffer {
  const alone = Buffer.from(zipSync({ c: new Uint8Array(1_000) }));
  const c = alone.subarray(0, alone.indexOf(Buffer.from([0x50, 0x4b, 1, 2])));
  const zip = Buffer.from(zipSync({ b: [c, { level: 0 }], c: new Uint8Array(1_000) }));
  const entry = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]));
  zip.writeUInt32LE(zip.indexOf(c), entry + 42);
  return zip;
}

const ZIP_INFO = `
import sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
i = z.getinfo("src/empty")
print(z.testzip(), i.filename, oct(i.external_attr >> 16), i.date_time[0])
`;

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
