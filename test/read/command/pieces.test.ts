import { describe, expect, it } from "vitest";
import type { Effect } from "../../../src/core/effect.ts";
import { decideWith } from "../../cases/command-case.ts";
import type { Reading } from "../../../src/core/reading.ts";
import { read } from "../../../src/read/read.ts";
import type { World } from "../../../src/read/world.ts";
import { standInWorld, type Tree } from "../path/stand-in-world.ts";

const PROJECT = "/home/dev/app";
const LIST = "$(find . -name '*.ts')";

function effectOf(command: string, tree: Tree): Effect {
  const world = standInWorld({ ...PROGRAMS, ...tree }, OVER);
  return decideWith(readLine(command, world), [], ["read"]).effect;
}

function readLine(command: string, world: World): Reading {
  const call = { tool: "shell", args: { command }, cwd: PROJECT, project: PROJECT } as const;
  return read({ ...call, source: "model", attended: true }, world);
}

const PROGRAMS = Object.fromEntries(
  "cat find head xargs git wc".split(" ").map((name) => [`/usr/bin/${name}`, "file"]),
);
const OVER = { home: "/home/dev", which: (name: string) => `/usr/bin/${name}` };

/** `find` prints `./x /etc/passwd.ts`, of which a shell makes `./x` and `/etc/passwd.ts`. */
const PLANTED = { [`${PROJECT}/x /home/other/a.ts`]: "file", "/home/other/a.ts": "file" };
const CLIMBS = { [`${PROJECT}/x ../other/a.ts`]: "file" };
const SECRET = { [`${PROJECT}/x .env y/a.ts`]: "file" };
const LINES = { [`${PROJECT}/x\n/home/other/a.ts`]: "file" };
const HARMLESS = { [`${PROJECT}/src/my file.ts`]: "file", [`${PROJECT}/src/a.ts`]: "file" };

describe("names with blanks, which a shell takes apart", () => {
  it.each<readonly [command: string, tree: Tree, expected: Effect]>([
    [`cat ${LIST}`, HARMLESS, "allow"],
    [`cat ${LIST}`, PLANTED, "ask"],
    [`cat ${LIST}`, CLIMBS, "ask"],
    [`cat ${LIST}`, SECRET, "ask"],
    [`cat "${LIST}"`, PLANTED, "allow"],
    [`for f in ${LIST}; do head "$f"; done`, PLANTED, "ask"],
    [`for f in ${LIST}; do head "$f"; done`, HARMLESS, "allow"],
    ["find . -name '*.ts' | xargs cat", PLANTED, "ask"],
    ["find . -name '*.ts' | xargs cat", HARMLESS, "allow"],
    ["find . -name '*.ts' | xargs cat", { [`${PROJECT}/\\../\\../other/a.ts`]: "file" }, "ask"],
    ["find . -name '*.ts' -print0 | xargs -0 cat", PLANTED, "allow"],
    [`find . -name '*.ts' | while read -r f; do cat "$f"; done`, HARMLESS, "allow"],
    [`find . -name '*.ts' | while read -r f; do cat "$f"; done`, LINES, "ask"],
    ["cat $(git ls-files '*.ts')", PLANTED, "ask"],
    ["cat $(git ls-files '*.ts')", HARMLESS, "allow"],
    ["wc -l $(find /usr/include -name '*.h')", { "/usr/include/a b.h": "file" }, "allow"],
  ])("%s with %j", (command, tree, expected) => {
    expect(effectOf(command, tree)).toBe(expected);
  });

  it("asks where there is more than can be looked at", () => {
    const names = Array.from({ length: 20_001 }, (_, at) => `${at}.ts`);
    const world = standInWorld(
      { ...PROGRAMS, [`${PROJECT}/src/0.ts`]: "file" },
      { ...OVER, readdir: (path: string) => (path === `${PROJECT}/src` ? names : []) },
    );
    expect(decideWith(readLine("cat $(find src -name '*.ts')", world), [], ["read"]).effect).toBe("ask");
    expect(decideWith(readLine("cat $(find lib -name '*.ts')", world), [], ["read"]).effect).toBe("allow");
  });
});
