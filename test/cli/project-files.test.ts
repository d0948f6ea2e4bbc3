import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Bench, openBench } from "../host/gate/harness.ts";

const MAIN = new URL("../../src/cli/main.ts", import.meta.url).pathname;

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
  await bench.stop();
});
afterAll(() => bench.close());

function printed(text: string, ...words: readonly string[]): readonly string[] {
  writeFileSync(join(bench.project, ".assent.json"), text);
  const env = { PATH: process.env["PATH"], HOME: join(bench.dir, "home"), ASSENT_HOME: bench.dataDir };
  const { stdout } = spawnSync(process.execPath, [MAIN, ...words], { env, cwd: bench.project, encoding: "utf8" });
  return stdout.split("\n").filter((line) => line.includes(".assent.json"));
}

const FAULT =
  ".assent.json:2:31: `tools.shell.mode`: not one of `off`, `ask`, `allowlist`, `allow`; it reads as strict as it may be meant";
const NOTE = ".assent.json:1:3: `tool`: nothing is read under this name; is `tools` meant?";

test("what is wrong with a project's file is told with its place, and so are names that nothing goes by", () => {
  const text = '{ "tool": {},\n"tools": { "shell": { "mode": "of" } } }';
  expect(printed(text, "trust", "--list")).toEqual([
    ".assent.json  tools.shell: off (was not set) · until then off",
    FAULT,
    `note: ${NOTE}`,
  ]);
  expect(printed(text, "doctor")).toEqual([`wrong  project files   ${FAULT}`, `note   project files   ${NOTE}`]);
  // Control: a file in which all is well.
  expect(printed('{ "tools": { "shell": { "mode": "off" } } }', "doctor")).toEqual([]);
}, 120_000);

test("no text of a project's file moves the cursor of a terminal", () => {
  const name = "shell: off (was not set)\\u001b[2K\\r\\n\\u202e";
  const lines = printed(
    `{ "tools": { "${name}": { "mode": "allow", "allowlist": ["\\u009b2K"] } } }`,
    "trust",
    "--list",
  );
  expect(lines).toEqual([
    '.assent.json  tools.shell: off (was not set)\\u001b[2K\\r\\n\\u202e: allow {"allowlist":["\\u009b2K"]} (was not set)',
    "note: .assent.json:1:14: `tools.shell: off (was not set)\\u001b[2K\\r\\n\\u202e`: no tool or family is called so",
  ]);
}, 60_000);

test("a project that the host has not met is checked by what its files tighten, as its first session is", () => {
  const unmet = join(bench.dir, "unmet");
  execFileSync("git", ["init", "-q", unmet]);
  const verdicts = (text: string): readonly (string | undefined)[] => {
    writeFileSync(join(unmet, ".assent.json"), text);
    const check = (command: string, home: string) => {
      const env = { PATH: process.env["PATH"], HOME: join(bench.dir, "home"), ASSENT_HOME: home };
      const { stdout } = spawnSync(process.execPath, [MAIN, "check", command], { env, cwd: unmet, encoding: "utf8" });
      return stdout.split(" ")[0];
    };
    return [check("ls", bench.dataDir), check("ls", join(bench.dir, "none")), check("make", bench.dataDir)];
  };
  const shell = (mode: string, more = "") => `{ "tools": { "shell": { "mode": "${mode}"${more} } } }`;
  expect(verdicts(shell("off"))).toEqual(["deny", "deny", "deny"]);
  expect(verdicts(shell("ask", ', "enforced": true'))).toEqual(["ask", "ask", "ask"]);
  // Control: what loosens waits for a person, and what says nothing changes nothing.
  expect(verdicts(shell("allow"))).toEqual(["allow", "allow", "ask"]);
  expect(verdicts("{ broken")).toEqual(["allow", "allow", "ask"]);
}, 120_000);
