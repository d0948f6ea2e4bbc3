import { describe, expect, it } from "vitest";
import { read } from "../../../src/read/read.ts";
import { standInWorld } from "../path/stand-in-world.ts";

/** A project in which links of a tree lead out of it, and files with other names lie in another. */
const world = standInWorld(
  {
    "/p/tree/f": "-> ../../out/data",
    "/p/tree/deep/f": "-> ../../../out/data",
    "/p/tree/in": "-> ../plain/a",
    "/p/plain/a": "file",
    "/p/new/deep/f": "file",
    "/p/other/g": "file",
    "/p/hard/f": "file*2",
    "/p/flat/f": "file",
    "/out/data": "file",
  },
  { which: (name) => `/usr/bin/${name}` },
);

/** What of a line lies outside of the project, or is a file with a second name. */
function leaves(command: string): readonly string[] {
  const call = { tool: "shell", args: { command }, cwd: "/p", project: "/p", source: "model", attended: true } as const;
  const uses = read(call, world).parts.flatMap(({ paths }) => paths);
  const out = uses.filter(
    ({ canonical, kind, system }) => !system && (kind === "hardlink" || canonical?.startsWith("/p") !== true),
  );
  return [...new Set(out.map(({ act, canonical }) => `${act} ${canonical}`))];
}

describe("links below a folder", () => {
  it.each([
    ["cat tree/*/*"],
    ["find tree -exec cat {} +"],
    ["find tree -name f -exec cat {} +"],
    ["find -L tree -type f -exec cat {} +"],
    ["find tree -print0 | xargs -0 cat"],
    ["grep -R foo tree"],
    ["rg -L foo tree"],
    ["tar chf o.tar tree"],
    ["cp -rL tree copy"],
    ["zip -r o.zip tree"],
    ["diff -r tree plain"],
  ])("are followed by %s", (command) => {
    expect(leaves(command)).toEqual(["read /out/data"]);
  });

  it.each([
    ["find plain -exec cat {} +"],
    ["find tree -name in -exec cat {} +"],
    ["find tree -name f -delete"],
    ["grep -r foo tree"],
    ["rg foo tree"],
    ["tar cf o.tar tree"],
    ["cp -r tree copy"],
    ["mv new/deep tree2"],
  ])("are none of what %s opens", (command) => {
    expect(leaves(command)).toEqual([]);
  });

  it.each<readonly [command: string, expected: readonly string[]]>([
    ["cp -r new/. tree", ["write /out/data"]],
    ["cp -rT new tree", ["write /out/data"]],
    ["cp -r flat/. hard", ["write /p/hard/f"]],
    ["cp -r other/. tree", []],
    ["cp -r new/. plain", []],
  ])("are written through by %s where a file arrives", (command, expected) => {
    expect(leaves(command)).toEqual(expected);
  });
});

describe("a pattern that names more than are spelled out", () => {
  const many = (more: Readonly<Record<string, string>>) =>
    standInWorld({
      ...Object.fromEntries(Array.from({ length: 250 }, (_, at) => [`/p/many/f${at}`, "file"])),
      ...more,
    });

  it.each<readonly [what: string, more: Readonly<Record<string, string>>, findings: number]>([
    ["is read by its folder where no link is among them", {}, 0],
    ["is not read where one is", { "/p/many/g": "-> ../../out/data" }, 1],
  ])("%s", (_, more, findings) => {
    const call = {
      tool: "shell",
      args: { command: "cat many/*" },
      cwd: "/p",
      project: "/p",
      source: "model",
      attended: true,
    } as const;
    const reading = read(call, many(more));
    expect(reading.findings.filter(({ code }) => code === "unreadable").length).toBe(findings);
  });
});
