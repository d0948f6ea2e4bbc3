import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync } from "node:fs";
import { zipSync } from "fflate";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { compile } from "../../../src/core/compile.ts";
import { decide } from "../../../src/core/decide.ts";
import type { Rule } from "../../../src/core/policy.ts";
import { runTool } from "../../../src/host/tools/run-tool.ts";
import { read, readers } from "../../../src/read/read.ts";
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

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
