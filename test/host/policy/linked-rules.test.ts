import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Bench, openBench } from "../gate/harness.ts";

let bench: Bench;
beforeEach(async () => {
  bench = await openBench({ opened: "edit" });
  mkdirSync(join(bench.project, "real"));
  for (const name of ["real/config", "real/other", "plain"]) writeFileSync(join(bench.project, name), "x");
  symlinkSync("real/config", join(bench.project, "config"));
  symlinkSync("real", join(bench.project, "folder"));
});
afterEach(() => bench.close());

const rule = (tool: string, pattern: string, decision: "allow" | "ask" | "deny") =>
  bench.store.rules.add({
    id: `${tool} ${pattern}`,
    tool,
    pattern,
    decision,
    scope: "project",
    target: "prj",
    createdBy: "t",
    createdAt: 0,
  });
const proposed = async (tool: string, args: object) => {
  const { effect, decision } = await bench.propose(tool, args);
  return { effect, reason: decision.reason };
};
const read = (path: string) => proposed("read_file", { path });

describe("a deny by the name of a link", () => {
  it("is about the file that it leads to, and says so", async () => {
    await rule("read", "config", "deny");
    expect(await read("real/config")).toEqual({
      effect: "deny",
      reason: expect.stringContaining(`\`read config (leads to ${bench.project}/real/config)\``) as string,
    });
    expect([await read("config"), await read("folder/config"), await read("real/other")]).toMatchObject([
      { effect: "deny" },
      { effect: "deny" },
      { effect: "allow" },
    ]);
    expect(await proposed("shell", { command: "cat real/config" })).toMatchObject({ effect: "deny" });
  });

  it("holds below a folder that is a link, and for masks", async () => {
    await rule("read", "folder/conf*", "deny");
    expect([await read("real/config"), await read("real/other")]).toMatchObject([
      { effect: "deny" },
      { effect: "allow" },
    ]);
    await rule("change", "folder/**", "deny");
    expect(await proposed("write_file", { path: "real/new", content: "x" })).toMatchObject({ effect: "deny" });
    expect(await proposed("delete_file", { path: "real/other" })).toMatchObject({ effect: "ask" });
  });

  it("follows the link as it is now", async () => {
    await rule("read", "config", "deny");
    rmSync(join(bench.project, "config"));
    expect(await read("real/config")).toMatchObject({ effect: "allow" });
    symlinkSync("plain", join(bench.project, "config"));
    expect([await read("plain"), await read("real/config")]).toMatchObject([{ effect: "deny" }, { effect: "allow" }]);
  });

  it("asks where the rule asks, and an allow never spreads", async () => {
    await rule("read", "config", "ask");
    expect(await read("real/config")).toMatchObject({ effect: "ask" });
    symlinkSync("real/other", join(bench.project, "linked"));
    await rule("change", "linked", "allow");
    await rule("change", "real/**", "ask");
    expect(await proposed("write_file", { path: "real/other", content: "x" })).toMatchObject({ effect: "ask" });
  });
});
