import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createPolicies } from "../../../src/host/policy/policies.ts";
import { readManaged } from "../../../src/host/policy/managed.ts";
import { readers } from "../../../src/read/read.ts";
import { type Bench, openBench } from "../gate/harness.ts";

let bench: Bench;
let file: string;
beforeEach(async () => {
  bench = await openBench({ opened: "edit" });
  file = join(bench.dir, "managed.json");
});
afterEach(() => bench.close());

const policies = () =>
  createPolicies({ store: bench.store, memory: bench.memory, readers, home: "/home/dev", managedFile: file });
const shellMode = async (of = policies()) => (await of.policyFor("chat", null)).layers.managed?.native.get("shell");

describe("an administrator's file", () => {
  it("brings modes that are enforced, and rules, beside what people set", async () => {
    writeFileSync(
      file,
      `{ // for everybody
        "tools": { "shell_exec": { "mode": "off" } },
        "authorization": { "servers": { "git": { "mode": "ask" } } },
        "rules": [{ "tool": "shell", "pattern": "git push *", "decision": "deny", "note": "by hand" }] }`,
    );
    expect(readManaged(file)).toEqual({
      layer: { native: { shell: { mode: "off" } }, mcp: { servers: { git: { mode: "ask" } } } },
      rules: [
        { id: "managed-1", tool: "shell", pattern: "git push *", decision: "deny", scope: "managed", note: "by hand" },
      ],
    });
    expect(await shellMode()).toMatchObject({ mode: "off", enforced: true });
  });

  it("counts as it stands at each call", async () => {
    const of = policies();
    expect(await shellMode(of)).toBeUndefined();
    writeFileSync(file, '{ "tools": { "shell": { "mode": "ask" } } }');
    expect(await shellMode(of)).toMatchObject({ mode: "ask", enforced: true });
    rmSync(file);
    expect(await shellMode(of)).toBeUndefined();
  });

  it("may be a link, as a system lays it out", () => {
    writeFileSync(join(bench.dir, "real.json"), '{ "tools": { "shell": { "mode": "off" } } }');
    symlinkSync(join(bench.dir, "real.json"), file);
    expect(readManaged(file).layer).toEqual({ native: { shell: { mode: "off" } } });
  });

  it.each([
    ["no JSON", '{\n "tools": }', /line 2, column 11: it is not JSON/],
    ["an entry that is none", '{ "tools": { "shell": { "mode": "of" } } }', /line 1, column 33: `tools.shell.mode`/],
    ["a rule that is none", '{ "rules": [{ "tool": "shell" }] }', /`rules\.0\.pattern`/],
    [
      "a pattern that is none",
      '{ "rules": [{ "tool": "shell", "pattern": "!rm *", "decision": "deny" }] }',
      /managed\.json`: `rules\.0\.pattern`: a program's name has no sign/,
    ],
    ["a folder in its place", null, /not a plain file/],
  ])("that cannot be read, with %s, decides nothing", async (_name, text, message) => {
    if (text === null) symlinkSync(bench.project, file);
    else writeFileSync(file, text);
    await expect(policies().policyFor("chat", null)).rejects.toThrow(message);
  });
});
